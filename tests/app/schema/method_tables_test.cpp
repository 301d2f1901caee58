#include "app/schema/method_tables.hpp"

#include <algorithm>
#include <set>

#include <doctest/doctest.h>

#include "algorithms/attacks/attack.hpp"
#include "algorithms/online/learner.hpp"
#include "algorithms/ranking/ranker.hpp"
#include "app/base/errors.hpp"
#include "app/schema/choices.hpp"
#include "app/schema/reader.hpp"

namespace fedltr::method_tables_test {

TEST_CASE("every method describes itself, once") {
  std::set<std::string> kinds;
  for (const MethodTable& table : method_tables()) {
    CAPTURE(table.kind);
    CHECK(kinds.insert(table.kind).second);
    CHECK(find_key(table.key) != nullptr);
    std::set<std::string> names;
    for (const MethodInfo& method : table.methods) {
      CAPTURE(method.name);
      CHECK(names.insert(method.name).second);
      CHECK(!method.summary.empty());
    }
  }
}

/// A metric of documents without judgement, which rows never are.
constexpr const char* kOnlyForEval = "judged";

/// True if an error names a key other than the one that was set.
bool names_key_to_add(const std::string& error, const std::string& set) {
  return std::ranges::any_of(keys(), [&](const Key& key) {
    return key.name != set && error.find(key.name) != std::string::npos;
  });
}

TEST_CASE("a method alone is a scenario, or its error names the key to add") {
  std::set<std::string> refused;
  for (const MethodTable& table : method_tables())
    for (const MethodInfo& method : table.methods) {
      CAPTURE(table.key);
      CAPTURE(method.name);
      try {
        default_scenario({table.key + "=" + method.name});
      } catch (const UsageError& error) {
        refused.insert(method.name);
        if (method.name == kOnlyForEval) continue;
        CHECK_MESSAGE(names_key_to_add(error.what(), table.key), error.what());
      }
    }
  // Clients that leave, a learner, tables, a log, parties: none can be guessed.
  std::set<std::string> expected = {"randomized-response", "custom", "by-user",
                                    "text", kOnlyForEval};
  for (const auto& method : unlearning_methods()) expected.insert(method.name);
  CHECK(refused == expected);
}

TEST_CASE("every name of a table is taken by its key") {
  for (const MethodTable& table : method_tables())
    for (const MethodInfo& method : table.methods) {
      if (!table.chosen) continue;
      CAPTURE(method.name);
      const Scenario scenario =
          unchecked_scenario({table.key + "=" + method.name});
      CHECK(table.chosen(scenario) == std::vector{method.name});
    }
}

TEST_CASE("a learner's trait is what the learner does") {
  for (const auto& method : learners()) {
    CAPTURE(method.name);
    const auto ranker = find(rankers(), "linear").make({3, 1});
    CHECK(method.make({}, ranker)->sends_models() ==
          method.traits.sends_models);
  }
}

TEST_CASE("an attack on models is made, one on data has its users") {
  for (const auto& method : attacks()) {
    CAPTURE(method.name);
    CHECK(static_cast<bool>(method.make) == method.traits.on_models);
    if (method.traits.on_data())
      CHECK_NOTHROW(find(click_models(), method.traits.users));
  }
}

TEST_CASE("every rule and pre-aggregation has its bound on models") {
  for (const auto& rule : aggregation_rules())
    for (const auto& before : pre_aggregations()) {
      CAPTURE(rule.name);
      CAPTURE(before.name);
      const std::int64_t seen = before.traits.models_of(100);
      CHECK(seen > 0);
      CHECK(seen <= 100);
      if (rule.make) CHECK(rule.traits.max_malicious(seen) >= 0);
    }
}

TEST_CASE("each mechanism has a published form, a sound one, or both") {
  for (const auto& method : mechanisms()) {
    CAPTURE(method.name);
    CHECK((method.make.published || method.make.sound));
    if (method.make.published)
      CHECK(method.make.published({}).mechanism.starts_with(method.name));
  }
}

TEST_CASE("the choices of a scenario are its methods, with their summaries") {
  const Scenario plain = unchecked_scenario({});
  const Choices usual(plain);
  CHECK_FALSE(usual.is_robust());
  CHECK_FALSE(usual.is_attacked());
  CHECK(usual.sends_models());
  CHECK_FALSE(usual.is_split());
  CHECK(usual.unlearning == nullptr);
  const Scenario other = unchecked_scenario(
      {"aggregation.rule=median", "attack.kind=click-poison",
       "learner.method=es", "heterogeneity.kind=dirichlet+quantity",
       "unlearning.method=pga"});
  const Choices chosen(other);
  CHECK(chosen.is_robust());
  CHECK(chosen.is_attacked());
  CHECK_FALSE(chosen.sends_models());
  CHECK(chosen.is_antithetic());
  CHECK(chosen.varies_searches());
  CHECK(chosen.any_split(&SplitTraits::assigns_data));
  CHECK_FALSE(chosen.any_split(&SplitTraits::by_log));
  REQUIRE(chosen.unlearning != nullptr);
  CHECK(chosen.unlearning->make.gradient);
}

TEST_CASE("words are read as one of several") {
  CHECK(one_of({"a"}) == "a");
  CHECK(one_of({"a", "b"}) == "a or b");
  CHECK(one_of({"a", "b", "c"}) == "a, b or c");
}

TEST_CASE("a table is found by its kind, and knows its section") {
  for (const MethodTable& table : method_tables()) {
    CHECK(&method_table(table.kind) == &table);
    CHECK(table.key.starts_with(table.section()));
    CHECK(table.section().ends_with("."));
  }
  CHECK(method_table("rules").section() == "aggregation.");
  CHECK_THROWS_WITH_AS(method_table("ruels"), "no table of ruels",
                       std::invalid_argument);
}

TEST_CASE("methods with a parameter are named in words") {
  CHECK(method_table("rules").methods_with("bound") ==
        "norm-bound or centered-clip");
  CHECK(method_table("rules").methods_with("no-such-parameter") == "");
  for (const MethodTable& table : method_tables())
    for (const MethodInfo& method : table.methods)
      for (const Parameter& parameter : method.parameters)
        CHECK(table.methods_with(parameter.name).find(method.name) !=
              std::string::npos);
}

TEST_CASE("methods of a trait are named in words") {
  const std::string all = names_where(
      attacks(), [](const auto& traits) { return traits.on_models; });
  for (const auto& each : attacks())
    if (each.traits.on_models) CHECK(all.find(each.name) != std::string::npos);
  CHECK(all.find("click-poison") == std::string::npos);
  CHECK(names_where(attacks(), [](const auto&) { return false; }) == "");
}

TEST_CASE("parameters of a method are kept where the scenario has them") {
  for (const MethodTable& table : method_tables()) {
    if (!table.values) continue;
    for (const MethodInfo& method : table.methods)
      for (const Parameter& parameter : method.parameters) {
        CAPTURE(method.name);
        CAPTURE(parameter.name);
        Scenario scenario = unchecked_scenario({table.key + "=" + method.name});
        CHECK(table.values(scenario)(parameter) == parameter.value);
        table.values(scenario).erase(parameter.name);
        find_key(table.section() + parameter.name)
            ->set(scenario, {text_of(parameter.value), {}});
        CHECK_FALSE(table.values(scenario).empty());
      }
  }
}

}  // namespace fedltr::method_tables_test
