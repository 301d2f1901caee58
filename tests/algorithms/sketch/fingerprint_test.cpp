#include "algorithms/sketch/fingerprint.hpp"

#include <numeric>
#include <set>

#include <doctest/doctest.h>

using namespace fedltr;

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
