#include "actors/nodes/admission.hpp"

#include <doctest/doctest.h>

namespace fedltr::admission_test {
namespace {

RosterConfig config() {
  RosterConfig config;
  config.version = "1.0";
  config.digest = "digest";
  config.data = {"one", "two"};
  config.knows_token = [](const std::string& name, const std::string& token) {
    return token == name + "'s secret";
  };
  return config;
}

wire::Hello hello() {
  return {wire::kProtocol, "1.0", "alice", "alice's secret", 4};
}

template <class Change>
std::string refusal_of(const Change& change,
                       const std::string& certified = "") {
  const RosterConfig of_server = config();
  wire::Hello changed = hello();
  change(changed);
  return Admission(of_server).check(changed, certified);
}

}  // namespace

TEST_CASE("a node that fits may join, by its certificate's name or without") {
  CHECK(refusal_of([](auto&) {}) == "");
  CHECK(refusal_of([](auto&) {}, "alice") == "");
  CHECK(refusal_of([](auto& x) { x.cores = 4096; }) == "");
}

TEST_CASE("a node is refused with the values that do not fit") {
  CHECK(refusal_of([](auto& x) { x.name = "a\nb"; }) ==
        "its name is not valid: 'a?b'");
  CHECK(refusal_of([](auto& x) { x.name = ""; }) ==
        "its name is not valid: ''");
  CHECK(refusal_of([](auto& x) { x.name = std::string(65, 'a'); }) != "");
  CHECK(refusal_of([](auto&) {}, "bob") ==
        "it claims to be alice, but its certificate is of bob");
  CHECK(refusal_of([](auto& x) { x.token = "bob's secret"; }) ==
        "its token is wrong or was revoked");
  CHECK(refusal_of([](auto& x) { x.version = "0.9\x1b"; }) ==
        "it is fedltr 0.9?, the server is 1.0");
  CHECK(refusal_of([](auto& x) { x.protocol = 77; }) ==
        "it speaks protocol 77, the server " + std::to_string(wire::kProtocol));
  CHECK(refusal_of([](auto& x) { x.cores = 0; }) ==
        "it has 0 cores, expected 1 to 4096");
  CHECK(refusal_of([](auto& x) { x.cores = 4097; }) != "");
}

TEST_CASE("a peer without a token learns nothing else") {
  CHECK(refusal_of([](auto& x) {
          x.token = "guess";
          x.version = "0.9";
        }) == "its token is wrong or was revoked");
}

TEST_CASE("an evicted node stays out, the others do not") {
  const RosterConfig of_server = config();
  Admission admission(of_server);
  admission.evict("alice");
  CHECK(admission.check(hello(), "") == "it was evicted before");
  wire::Hello other = hello();
  other.name = "bob";
  other.token = "bob's secret";
  CHECK(admission.check(other, "") == "");
}

TEST_CASE("a node must read scenario and data as the server does") {
  const RosterConfig of_server = config();
  const Admission admission(of_server);
  CHECK(admission.check(wire::Ready{"digest", {"one", "two"}}) == "");
  CHECK(admission.check(wire::Ready{"other", {"one", "two"}}) ==
        "it reads the scenario differently");
  const std::string second =
      "its data is not the server's: file 2 of 2 differs (SHA-256)";
  CHECK(admission.check(wire::Ready{"digest", {"one", "three"}}) == second);
  CHECK(admission.check(wire::Ready{"digest", {"one"}}) == second);
  CHECK(admission.check(wire::Ready{"digest", {"one", "two", "three"}}) != "");
}

}  // namespace fedltr::admission_test
