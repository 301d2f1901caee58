#include "actors/nodes/admission.hpp"

#include <doctest/doctest.h>

namespace fedltr::admission_test {
namespace {

RosterConfig config() {
  RosterConfig config;
  config.digest = "digest";
  config.data = {"one", "two"};
  return config;
}

}  // namespace

TEST_CASE("an evicted node stays out, the others do not") {
  const RosterConfig of_server = config();
  Admission admission(of_server);
  admission.evict("alice");
  CHECK(admission.is_evicted("alice"));
  CHECK_FALSE(admission.is_evicted("bob"));
}

TEST_CASE("a node has 1 to 4096 cores") {
  const RosterConfig of_server = config();
  const Admission admission(of_server);
  const auto check = [&](std::uint32_t cores) {
    return admission.check(wire::Ready{cores, "digest", {"one", "two"}});
  };
  CHECK(check(1) == "");
  CHECK(check(4096) == "");
  CHECK(check(0) == "it has 0 cores, expected 1 to 4096");
  CHECK(check(4097) != "");
}

TEST_CASE("a node must read scenario and data as the server does") {
  const RosterConfig of_server = config();
  const Admission admission(of_server);
  CHECK(admission.check(wire::Ready{1, "digest", {"one", "two"}}) == "");
  CHECK(admission.check(wire::Ready{1, "other", {"one", "two"}}) ==
        "it reads the scenario differently");
  const std::string second =
      "its data is not the server's: file 2 of 2 differs (SHA-256)";
  CHECK(admission.check(wire::Ready{1, "digest", {"one", "three"}}) == second);
  CHECK(admission.check(wire::Ready{1, "digest", {"one"}}) == second);
  CHECK(admission.check(wire::Ready{1, "digest", {"one", "two", "three"}}) !=
        "");
}

}  // namespace fedltr::admission_test
