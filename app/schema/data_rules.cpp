// Conflict rules of [data], [synthetic], [clicks] and [run].
#include <algorithm>

#include "app/schema/rules.hpp"

namespace fedltr {
namespace {

using C = const Choices&;

bool has_files(const Scenario& scenario) {
  const auto& data = scenario.data;
  return !data.train.empty() || !data.test.empty() || !data.validation.empty();
}

bool evaluates_on(C c, EvaluateOn on) {
  return !c.scenario.data.train.empty() && c.scenario.evaluation.on == on;
}

bool is_custom(C c) {
  return c.scenario.synthetic.like == kCustomData;
}

std::uint64_t clients_with_most_threads(const Scenario& scenario) {
  return std::uint64_t{scenario.federation.clients} *
         std::ranges::max(scenario.run.speedup);
}

bool click_tables_differ(C c) {
  const auto& parameters = c.scenario.clicks.parameters;
  const std::size_t click = parameters.reals(kClick).size();
  return click == 0 || click != parameters.reals(kStop).size();
}

}  // namespace

ConflictRules data_rules() {
  return {
      {"data.format",
       [](C c) {
         const Format format = c.scenario.data.format;
         return format == Format::kBeir || format == Format::kMsMarco;
       },
       "texts need a [silo]"},
      {"synthetic.like",
       [](C c) { return c.scenario.synthetic.like == kTextData; },
       "texts need a [silo]"},
      {"data.format",
       [](C c) {
         return c.scenario.data.format == Format::kSynthetic &&
                (has_files(c.scenario) || !c.scenario.data.folds.empty());
       },
       "conflicts with data.train, data.test, data.validation or data.folds; "
       "leave it out or say letor"},
      {"data.folds",
       [](C c) {
         return !c.scenario.data.folds.empty() && has_files(c.scenario);
       },
       "conflicts with data.train, data.test and data.validation: give the one "
       "or the others"},
      {"data.format",
       [](C c) {
         const auto& data = c.scenario.data;
         return data.format == Format::kLetor && data.folds.empty() &&
                data.train.empty();
       },
       "letor needs data.folds or data.train"},
      {[](C c) -> std::string {
         return c.scenario.data.test.empty() ? "data.validation" : "data.test";
       },
       [](C c) {
         return has_files(c.scenario) && c.scenario.data.train.empty();
       },
       "needs data.train"},
      {"data.train",
       [](C c) {
         return evaluates_on(c, EvaluateOn::kTest) &&
                c.scenario.data.test.empty();
       },
       "needs data.test, or evaluation.on = train"},
      {"evaluation.on",
       [](C c) {
         return evaluates_on(c, EvaluateOn::kValidation) &&
                c.scenario.data.validation.empty();
       },
       "validation needs data.validation or data.folds"},
      {"data.fold",
       [](C c) {
         return !c.scenario.data.train.empty() && c.scenario.data.fold > 1;
       },
       "above 1 needs data.folds"},
  };
}

ConflictRules synthetic_rules() {
  return {
      {"run.scaling",
       [](C c) {
         const auto& run = c.scenario.run;
         return run.weak && !run.speedup.empty() &&
                clients_with_most_threads(c.scenario) > 10000000;
       },
       [](C c) {
         return "weak would have " +
                std::to_string(clients_with_most_threads(c.scenario)) +
                " clients with the most threads; 10000000 are allowed";
       }},
      {"synthetic.grades",
       [](C c) { return !is_custom(c) && c.scenario.synthetic.grades != 0; },
       "can be set with synthetic.like = custom only"},
      {"synthetic.features",
       [](C c) { return !is_custom(c) && c.scenario.synthetic.features != 0; },
       "can be set with synthetic.like = custom only"},
      {"synthetic.grades", [](C c) { return c.scenario.synthetic.grades == 1; },
       "one grade leaves nothing to learn: expected 0 or 2 to 31"},
      {"synthetic.queries",
       [](C c) {
         const Index queries = c.scenario.synthetic.queries;
         return queries > 0 && queries < 5;
       },
       "is too few for five parts: expected 0 or 5 and more"},
      {"clicks.model",
       [](C c) {
         return c.clicks.traits.needs_tables && click_tables_differ(c);
       },
       [](C c) {
         return c.clicks.name +
                " needs clicks.click and clicks.stop, as many probabilities "
                "each";
       }},
  };
}

}  // namespace fedltr
