// Functions of the page, besides those of c/fedltr.h: a study, step by step.
// JavaScript passes texts by malloc().
#include <string>

#include "actors/alone/lone_federation.hpp"
#include "web/methods.hpp"
#include "web/study.hpp"

namespace fedltr {
namespace {

template <class Table>
std::string lines_of(const Table& table) {
  std::string lines;
  for (const auto& method : table)
    lines += method.name + "\t" + method.summary + "\n";
  return lines;
}

/// Users that need no numbers of the scenario's own.
std::string click_lines() {
  auto methods = click_models();
  std::erase_if(methods,
                [](const auto& each) { return each.traits.needs_tables; });
  return lines_of(methods);
}

std::string rule_lines() {
  std::string lines;
  for (const RuleMethod& rule : web_methods().rules) {
    const std::string& condition = rule.traits.condition;
    lines += rule.name + "\t" + rule.summary +
             (condition.empty() ? "" : "; " + condition) + "\n";
  }
  return lines;
}

}  // namespace
}  // namespace fedltr

using fedltr::LoneFederation;

#define FEDLTR_EXPORT extern "C" __attribute__((visibility("default"), used))

/// Begins a study of a scenario's text; an invalid one becomes an error of
/// JavaScript.
FEDLTR_EXPORT LoneFederation* fedltr_study_new(const char* scenario) {
  return new LoneFederation(fedltr::plan_of(fedltr::WebScenario(scenario)));
}

/// Runs a round. Returns 1 if another follows, else 0.
FEDLTR_EXPORT int fedltr_study_step(LoneFederation* study) {
  if (!study->is_done()) study->step();
  return !study->is_done();
}

/// Number of rows of the learning curve; the first is of the first model.
FEDLTR_EXPORT std::size_t fedltr_study_rows(const LoneFederation* study) {
  return study->records().size();
}

/// Writes nDCG@10 on held-out queries, nDCG@10 shown, interactions, and the
/// rule's rejected attackers and honest clients so far.
/// @param row  five numbers
FEDLTR_EXPORT void fedltr_study_row(const LoneFederation* study,
                                    std::size_t number, double* row) {
  const fedltr::RoundRecord& record = study->records().at(number);
  row[0] = record.metrics.at(0);
  row[1] = record.online;
  row[2] = static_cast<double>(record.interactions);
  row[3] = static_cast<double>(record.rejected_attackers);
  row[4] = static_cast<double>(record.rejected_honest);
}

/// The model's numbers, whose SHA-256 is the run's signature.
FEDLTR_EXPORT const double* fedltr_study_model(const LoneFederation* study) {
  return study->model().data();
}
FEDLTR_EXPORT std::size_t fedltr_study_parameters(const LoneFederation* study) {
  return static_cast<std::size_t>(study->model().size());
}

FEDLTR_EXPORT void fedltr_study_free(LoneFederation* study) {
  delete study;
}

/// Returns the warning that `fedltr run` would give of a scenario's text, of a
/// rule that assumes fewer attackers than there are or runs outside its
/// condition, not of drawn rounds; empty without one.
FEDLTR_EXPORT const char* fedltr_warning(const char* scenario) {
  static std::string warning;
  warning = fedltr::rule_warning(fedltr::WebScenario(scenario));
  return warning.c_str();
}

/// Names and summaries of a kind's methods, a line each, separated by a tab.
/// @param kind  a: attacks, r: rules, c: click models, m: rankers, l: learners
FEDLTR_EXPORT const char* fedltr_methods(char kind) {
  static std::string lines;
  lines = kind == 'a'   ? fedltr::lines_of(fedltr::web_methods().attacks)
          : kind == 'r' ? fedltr::rule_lines()
          : kind == 'c' ? fedltr::click_lines()
          : kind == 'm' ? fedltr::lines_of(fedltr::rankers())
                        : fedltr::lines_of(fedltr::web_methods().learners);
  return lines.c_str();
}
