#include "algorithms/privacy/secure_client.hpp"

#include <stdexcept>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"

namespace fedltr::secure_client_test {
namespace {

Secret secret_of(std::uint8_t byte) {
  Secret secret;
  secret.fill(byte);
  return secret;
}

SecureClient client_of(std::uint32_t id) {
  return {id, [id](std::uint32_t round) -> Bits {
            return [rng = Rng(1, Purpose::kTest, id, round)]() mutable {
              return rng();
            };
          }};
}

}  // namespace

TEST_CASE("a mask added and subtracted leaves the words as they were") {
  std::vector<std::uint64_t> words = {0, ~0ULL, 12345};
  const auto before = words;
  add_mask(secret_of(1), words);
  CHECK(words != before);
  add_mask(secret_of(2), words);
  subtract_mask(secret_of(1), words);
  subtract_mask(secret_of(2), words);
  CHECK(words == before);
}

TEST_CASE("checks distinguish secrets and shares without showing them") {
  const std::string check = check_of(secret_of(1));
  CHECK(check.size() == kCheckBytes);
  CHECK(check == check_of(secret_of(1)));
  CHECK(check != check_of(secret_of(2)));
  CHECK(check != std::string(32, '\1'));
  Share share{};
  const std::string of_share = check_of(share);
  CHECK(of_share.size() == kShareCheckBytes);
  share[4] = 1;
  CHECK(of_share != check_of(share));
}

TEST_CASE("a deposit is read with its key only") {
  std::string deposit(2 * kDepositBytes, 'd');
  const std::string plain = deposit;
  hide_deposit(secret_of(1), deposit);
  CHECK(deposit != plain);
  std::string wrong = deposit;
  hide_deposit(secret_of(2), wrong);
  CHECK(wrong != plain);
  hide_deposit(secret_of(1), deposit);
  CHECK(deposit == plain);
}

TEST_CASE("a client's key is the same every time, and its own") {
  const SecureClient client = client_of(1);
  CHECK(client.advertise().key.size() == kKeyBytes);
  CHECK(client.advertise().key == client.advertise().key);
  CHECK(client.advertise().key == client_of(1).advertise().key);
  CHECK(client.advertise().key != client_of(2).advertise().key);
}

TEST_CASE("steps out of order are refused before anything is masked") {
  SecureClient client = client_of(1);
  std::vector<std::uint64_t> words = {1, 2};
  CHECK_THROWS_AS(client.mask(1, words), std::invalid_argument);
  CHECK(words == std::vector<std::uint64_t>{1, 2});
  CHECK_THROWS_AS(client.receive(1, {}), std::invalid_argument);
  CHECK_THROWS_AS(client.open(1, {}), std::invalid_argument);
  CHECK(client.agreements() == 0);
}

}  // namespace fedltr::secure_client_test
