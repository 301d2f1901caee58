// Conflicts of [data], [synthetic], [clicks] and [run].
#include <algorithm>

#include "app/schema/rules.hpp"

namespace fedltr {
namespace {

using C = const Choices&;

constexpr const char* kNeedsSilo =
    "texts need a [silo], e.g. silo.parties = 4: a federation learns from "
    "features";

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

/// Finds where weights of queries would be ignored.
Found weights_conflict(C c) {
  const auto fail = [](const std::string& what) {
    return conflict("data.weights", what);
  };
  if (c.scenario.data.weights.empty()) return {};
  if (const std::size_t files = c.scenario.data.weights.size();
      !c.scenario.data.folds.empty() && files != 5)
    return fail("has " + std::to_string(files) +
                " files, expected five with data.folds: for Fold1/train.txt "
                "... Fold5/train.txt, or for S1.txt ... S5.txt");
  if (c.any_split(&SplitTraits::by_log))
    return fail(
        "is not used with by-user, whose users ask in the order of their log");
  if (c.scenario.logging.sessions > 0)
    return fail(
        "is not used with logging.sessions, whose log asks every query as "
        "often");
  return {};
}

Found data_conflict(C c) {
  if (const Found found = weights_conflict(c)) return found;
  const Format format = c.scenario.data.format;
  if (format == Format::kBeir || format == Format::kMsMarco)
    return conflict("data.format", kNeedsSilo);
  if (c.scenario.synthetic.like == kTextData)
    return conflict("synthetic.like", kNeedsSilo);
  if (c.scenario.data.format == Format::kSynthetic &&
      (has_files(c.scenario) || !c.scenario.data.folds.empty()))
    return conflict("data.format",
                    "conflicts with data.train, data.test, data.validation or "
                    "data.folds; leave it out or set letor");
  if (!c.scenario.data.folds.empty() && has_files(c.scenario))
    return conflict("data.folds",
                    "conflicts with data.train, data.test and data.validation: "
                    "give either it or them");
  const auto& data = c.scenario.data;
  if (data.format == Format::kLetor && data.folds.empty() && data.train.empty())
    return conflict("data.format", "letor needs data.folds or data.train");
  if (has_files(c.scenario) && c.scenario.data.train.empty())
    return conflict(
        c.scenario.data.test.empty() ? "data.validation" : "data.test",
        "needs data.train");
  if (evaluates_on(c, EvaluateOn::kTest) && c.scenario.data.test.empty())
    return conflict("data.train", "needs data.test, or evaluation.on = train");
  if (evaluates_on(c, EvaluateOn::kValidation) &&
      c.scenario.data.validation.empty())
    return conflict("evaluation.on",
                    "validation needs data.validation or data.folds");
  if (!c.scenario.evaluation.validate.empty() &&
      !c.scenario.data.train.empty() && c.scenario.data.validation.empty())
    return conflict("evaluation.validate",
                    "needs data.validation or data.folds");
  if (!c.scenario.data.train.empty() && c.scenario.data.fold > 1)
    return conflict("data.fold", "above 1 needs data.folds");
  return {};
}

Found synthetic_conflict(C c) {
  const auto& run = c.scenario.run;
  if (run.weak && !run.speedup.empty() &&
      clients_with_most_threads(c.scenario) > 10000000)
    return conflict(
        "run.scaling",
        "weak would need " +
            std::to_string(clients_with_most_threads(c.scenario)) +
            " clients with the most threads; at most 10000000 are allowed");
  if (!is_custom(c) && c.scenario.synthetic.grades != 0)
    return conflict("synthetic.grades",
                    "can be set with synthetic.like = custom only");
  if (!is_custom(c) && c.scenario.synthetic.features != 0)
    return conflict("synthetic.features",
                    "can be set with synthetic.like = custom only");
  if (c.scenario.synthetic.grades == 1)
    return conflict("synthetic.grades",
                    "one grade leaves nothing to learn: expected 0 or 2 to 31");
  const Index queries = c.scenario.synthetic.queries;
  if (queries > 0 && queries < 5)
    return conflict("synthetic.queries",
                    "is too few for five parts: expected 0, or 5 or more");
  if (c.clicks.traits.needs_tables && click_tables_differ(c))
    return conflict("clicks.model",
                    c.clicks.name +
                        " needs clicks.click and clicks.stop, with the same "
                        "number of probabilities: it has none of its own");
  return {};
}

}  // namespace fedltr
