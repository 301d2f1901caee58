// Keys of [unlearning].
#include <doctest/doctest.h>

#include "algorithms/unlearning/schedule.hpp"
#include "tests/support/keys.hpp"

namespace fedltr::unlearning_keys_test {
using test::check_needs;
using test::refusal;

TEST_CASE("each key of unlearning sets what it names") {
  const auto unlearning =
      unchecked_scenario({"unlearning.method=federaser",
                          "unlearning.clients=4,1-2", "unlearning.after=7",
                          "unlearning.evidence=no", "unlearning.memory=8",
                          "unlearning.interval=9"})
          .unlearning;
  CHECK(unlearning.method == "federaser");
  CHECK(unlearning.clients == std::vector<std::uint32_t>{1, 2, 4});
  CHECK(unlearning.after == 7);
  CHECK_FALSE(unlearning.evidence);
  CHECK(unlearning.memory == 8);
  CHECK(unlearning.options.parameters.whole(kInterval) == 9);
}

TEST_CASE("by default no client is unlearned, and every method can be named") {
  CHECK(unchecked_scenario({}).unlearning.method == "none");
  CHECK(unchecked_scenario({}).unlearning.clients.empty());
  for (const auto& each : unlearning_methods())
    CHECK(unchecked_scenario({"unlearning.method=" + each.name})
              .unlearning.method == each.name);
}

TEST_CASE(
    "unlearned clients and evidence need a method, memory one that stores") {
  for (const auto& each : unlearning_methods()) {
    const std::string method = "unlearning.method=" + each.name;
    CAPTURE(method);
    check_needs({"unlearning.clients", "unlearning.evidence"}, {method});
    CHECK(
        find_key("unlearning.memory")->applies(unchecked_scenario({method})) ==
        each.make.history);
    CHECK((find_key("unlearning.memory")->needs.find(each.name) !=
           std::string::npos) == each.make.history);
  }
  check_needs({"unlearning.after"}, {"unlearning.clients=1"});
}

}  // namespace fedltr::unlearning_keys_test
