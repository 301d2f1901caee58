#include "algorithms/sketch/fingerprint.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <set>
#include <utility>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"

namespace fedltr::fingerprint_test {

TEST_CASE("a fingerprint is SipHash-2-4, vector of its paper") {
  // Aumasson and Bernstein (2012), appendix A.
  HashKey key;
  std::iota(key.terms.begin(), key.terms.begin() + 16, std::uint8_t{0});
  std::string message(15, '\0');
  std::iota(message.begin(), message.end(), '\0');
  CHECK(Fingerprinter(key)(message) == 0xa129ca6149be45e5);
}

TEST_CASE("fingerprints follow from key and bytes, not from what came before") {
  Fingerprinter fingerprint(simulated_hash_key(1));
  const std::uint64_t first = fingerprint("Straße");
  fingerprint("");
  CHECK(fingerprint("Straße") == first);
  CHECK(fingerprint("Strasse") != first);
  CHECK(Fingerprinter(simulated_hash_key(1))("Straße") == first);
  CHECK(Fingerprinter(simulated_hash_key(2))("Straße") != first);
  CHECK(Fingerprinter(unkeyed_hash())("Straße") != first);
}

TEST_CASE("100,000 terms have 100,000 fingerprints") {
  std::vector<std::string> terms(100000);
  for (std::size_t i = 0; i < terms.size(); ++i)
    terms[i] = "t" + std::to_string(i);
  const auto all = fingerprints_of(terms, simulated_hash_key(1));
  CHECK(std::set(all.begin(), all.end()).size() == terms.size());
}

TEST_CASE("terms and rows are hashed with keys that are not the federation's") {
  const Secret secret{1, 2, 3};
  const HashKey key = hash_key(secret);
  CHECK(key.terms != key.rows);
  CHECK(key.terms != secret);
  CHECK(key.rows != secret);
  CHECK(hash_key(secret).rows == key.rows);
}

namespace {

/// SipHash-2-4 as its paper's section 2 writes it down.
std::uint64_t siphash(std::uint64_t k0, std::uint64_t k1,
                      const std::string& message) {
  std::array<std::uint64_t, 4> v = {
      k0 ^ 0x736f6d6570736575, k1 ^ 0x646f72616e646f6d, k0 ^ 0x6c7967656e657261,
      k1 ^ 0x7465646279746573};
  const auto rounds = [&v](int count) {
    while (count-- > 0) {
      v[0] += v[1];
      v[2] += v[3];
      v[1] = std::rotl(v[1], 13) ^ v[0];
      v[3] = std::rotl(v[3], 16) ^ v[2];
      v[0] = std::rotl(v[0], 32) + v[3];
      v[2] += v[1];
      v[1] = std::rotl(v[1], 17) ^ v[2];
      v[3] = std::rotl(v[3], 21) ^ v[0];
      v[2] = std::rotl(v[2], 32);
    }
  };
  for (std::size_t at = 0; at <= message.size(); at += 8) {
    // The last word is filled up with zeros and the length.
    std::uint64_t word = at + 8 > message.size() ? message.size() << 56 : 0;
    for (std::size_t i = at; i < std::min(at + 8, message.size()); ++i)
      word |= std::uint64_t{static_cast<unsigned char>(message[i])}
              << 8 * (i - at);
    v[3] ^= word;
    rounds(2);
    v[0] ^= word;
  }
  v[2] ^= 0xff;
  rounds(4);
  return v[0] ^ v[1] ^ v[2] ^ v[3];
}

std::uint64_t word_of(const Secret& key, std::size_t first) {
  std::uint64_t word = 0;
  for (std::size_t i = 8; i-- > 0;) word = word << 8 | key[first + i];
  return word;
}

}  // namespace

TEST_CASE("fingerprints of any bytes are SipHash's, written anew") {
  Rng rng(1, Purpose::kTest);
  const HashKey key = simulated_hash_key(7);
  Fingerprinter fingerprint(key);
  for (std::size_t length = 0; length < 60; ++length) {
    std::string message(length, '\0');
    for (char& byte : message) byte = static_cast<char>(rng());
    CHECK(fingerprint(message) ==
          siphash(word_of(key.terms, 0), word_of(key.terms, 8), message));
  }
}

TEST_CASE(
    "a moved fingerprinter continues, and all of a dictionary is in order") {
  const HashKey key = simulated_hash_key(3);
  Fingerprinter first(key);
  const std::uint64_t wing = first("wing");
  Fingerprinter second = std::move(first);
  CHECK(second("wing") == wing);
  const std::vector<std::string> terms = {"flow", "wing", "flow", ""};
  const auto all = fingerprints_of(terms, key);
  REQUIRE(all.size() == 4);
  CHECK(all[1] == wing);
  CHECK(all[0] == all[2]);
  CHECK(all[3] != all[0]);
  CHECK(fingerprints_of({}, key).empty());
}

TEST_CASE("documents and sums are hashed by rows of keys of their own") {
  const HashKey key = simulated_hash_key(1);
  const std::set<Secret> different = {
      key.terms,           key.rows,
      key.summed_rows,     simulated_hash_key(2).rows,
      unkeyed_hash().rows, Secret{}};
  CHECK(different.size() == 6);
}

}  // namespace fedltr::fingerprint_test
