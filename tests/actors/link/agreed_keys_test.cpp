#include "actors/link/agreed_keys.hpp"

#include <doctest/doctest.h>

namespace fedltr::agreed_keys_test {
using namespace link;

TEST_CASE("keys that differ are named with the value here") {
  const Agreed here{"d", {{"a", 1}, {"b", 2}}, {{"b", "x y"}}};
  CHECK(differing_keys(here, {{"a", 1}, {"b", 2}}).empty());
  CHECK(differing_keys(here, {{"a", 1}, {"b", 3}}) == "b = x y");
  CHECK(differing_keys(here, {{"a", 7}, {"b", 3}}) == "a, b = x y");
  CHECK(differing_keys(here, {{"a", 1}, {"b", 2}, {"c", 3}}) == "c");
  CHECK(differing_keys(
            {"", {{"a", 1}, {"b", 1}, {"c", 1}, {"d", 1}, {"e", 1}}, {}}, {}) ==
        "a, b, c and 2 more");
  const Agreed wide{"d", {{"a", 1}}, {{"a", std::string(201, 'x')}}};
  CHECK(differing_keys(wide, {}) == "a = " + std::string(200, 'x') + "...");
  CHECK(differing_keys(here, {{"a", 1}, {"b", 2}, {"\x1b[31m", 1}})
            .find('\x1b') == std::string::npos);
}

TEST_CASE("an objection names keys, or digests if no key differs") {
  const Agreed here{"d", {{"a", 1}}, {{"a", "5"}}};
  CHECK(objection_to(here, "d", {}, "server").empty());
  CHECK(objection_to(here, "e", {{"a", 2}}, "server") ==
        "it has agreed to something else, which differs from the server's "
        "agreement in a = 5");
  CHECK(objection_to(here, "e", {{"a", 1}}, "server") ==
        "it has agreed to something else: its digest is e, the server's d");
}

TEST_CASE("the refused side adds its values of the keys that are named") {
  const Agreed here{"", {}, {{"silo.top", "8"}, {"silo.top-k", "3"}}};
  CHECK(with_own_values("differs in silo.top = 9", here) ==
        "differs in silo.top = 9; here silo.top = 8");
  CHECK(with_own_values("differs in a, silo.top-k", here) ==
        "differs in a, silo.top-k; here silo.top-k = 3");
  CHECK(with_own_values("differs in silo.top, silo.z = 1", here) ==
        "differs in silo.top, silo.z = 1; here silo.top = 8");
  CHECK(with_own_values("differs in a, b, silo.top and 2 more", here) ==
        "differs in a, b, silo.top and 2 more; here silo.top = 8");
  CHECK(with_own_values("is down", here) == "is down");
}

}  // namespace fedltr::agreed_keys_test
