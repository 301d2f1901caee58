// Keys of [heterogeneity].
#include <doctest/doctest.h>

#include "algorithms/heterogeneity/split.hpp"
#include "tests/support/keys.hpp"

namespace fedltr::heterogeneity_keys_test {
using test::check_needs;
using test::refusal;

namespace {

using Kinds = std::vector<std::string>;

}  // namespace

TEST_CASE("every split may be chosen, and joined with others") {
  for (const auto& each : splits())
    CHECK(unchecked_scenario({"heterogeneity.kind=" + each.name})
              .heterogeneity.kinds == Kinds{each.name});
  CHECK(unchecked_scenario({"heterogeneity.kind=dirichlet + quantity"})
            .heterogeneity.kinds == Kinds{"dirichlet", "quantity"});
  CHECK(unchecked_scenario({}).heterogeneity.kinds == Kinds{kIidSplit});
}

TEST_CASE("a wrong kind is reported, with the nearest") {
  CHECK(refusal("heterogeneity.kind", "dirichlet+quantiti")
            .ends_with("nearest to 'quantiti' is 'quantity'"));
  CHECK(refusal("heterogeneity.kind", "").starts_with("expected one of "));
  CHECK(refusal("heterogeneity.kind", "dirichlet+") != "");
}

TEST_CASE("the baseline of a split needs one") {
  CHECK(
      unchecked_scenario({"heterogeneity.iid=yes"}).heterogeneity.options.iid);
  for (const auto& each : splits())
    if (each.name != kIidSplit)
      check_needs({"heterogeneity.iid"}, {"heterogeneity.kind=" + each.name});
}

TEST_CASE("files of judgements and searches need a split that reads them") {
  for (const auto& each : splits()) {
    const std::string kind = "heterogeneity.kind=" + each.name;
    CAPTURE(kind);
    const Scenario scenario = unchecked_scenario({kind});
    CHECK(find_key("data.intents")->applies(scenario) == each.traits.by_intent);
    CHECK(find_key("data.users")->applies(scenario) == each.traits.by_log);
  }
}

TEST_CASE("intents are drawn only where no file has them") {
  const std::string kind = "heterogeneity.kind=document-preference";
  check_needs({"heterogeneity.intents", "heterogeneity.common"}, {kind},
              {kind, "data.intents=/a,/b"});
}

}  // namespace fedltr::heterogeneity_keys_test
