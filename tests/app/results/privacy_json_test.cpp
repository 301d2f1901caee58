#include "app/results/privacy_json.hpp"

#include <limits>

#include <doctest/doctest.h>

namespace fedltr::privacy_json_test {

TEST_CASE("no bound is null in the account") {
  Composition account;
  account.basic = 3;
  account.advanced = std::numeric_limits<double>::infinity();
  account.renyi = 2.5;
  const Json json = composition_json(account);
  CHECK(json["basic"] == 3);
  CHECK(json["advanced"].is_null());
  CHECK(json["renyi"] == 2.5);
}

}  // namespace fedltr::privacy_json_test
