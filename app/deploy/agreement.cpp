#include "app/deploy/agreement.hpp"

#include <algorithm>

#include "algorithms/attacks/attack.hpp"
#include "algorithms/text/tokens.hpp"
#include "app/base/errors.hpp"
#include "app/base/json_members.hpp"
#include "app/base/system_bits.hpp"
#include "app/base/version.hpp"
#include "app/deploy/agreed_lines.hpp"
#include "app/plan/silo_plans.hpp"
#include "app/plan/silo_rule.hpp"
#include "app/schema/reader.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

/// A member whose program splits text into other words asks for other terms: so
/// a line has the version of these rules.
AgreedLines lines_of_agreement(const Scenario& scenario,
                               const AgreementKind& run) {
  AgreedLines lines;
  if (run.rehearsal) lines.emplace_back("--rehearsal", "rehearsal\n");
  if (run.search) lines.emplace_back("--answer (--serve-search)", "search\n");
  lines.emplace_back("rules for words",
                     "words " + std::to_string(kWordsVersion) + "\n");
  add_keys(lines, scenario);
  return lines;
}

/// Refuses metrics that have no mean over any member's judgements.
template <class Refuse>
void check_metrics(const Scenario& scenario, const Refuse& refuse) {
  const auto grades = static_cast<Index>(scenario.silo.grades);
  try {
    for (const NamedMetric& metric : metrics_of(scenario, grades))
      if (metric.relevant_from >= grades)
        refuse("evaluation.relevant-from = " +
               std::to_string(metric.relevant_from) +
               ": is above the highest grade of silo.grades = " +
               std::to_string(grades) + ", so " + metric.name + " has no mean");
  } catch (const std::invalid_argument& error) {
    refuse(error.what());
  }
}

void check_agreement(const fs::path& file, const ReadScenario& read,
                     const AgreementKind& run) {
  const auto refuse = [&](const std::string& what) {
    throw UsageError(file.string() + ": " + what);
  };
  const Scenario& scenario = read.points[0].scenario;
  if (!scenario.silo.on || scenario.silo.members.empty())
    refuse(
        "is no consortium's: expected silo.members, the parties' names "
        "(docs/consortium.md)");
  if (!read.grid_keys.empty())
    refuse("a consortium runs once: expected no [grid]");
  if (scenario.run.repeats != 1)
    refuse("run.repeats = " + std::to_string(scenario.run.repeats) +
           ": a consortium runs once: expected 1");
  check_metrics(scenario, refuse);
  if (scenario.attack.kind != kNoAttack && (!run.rehearsal || run.search))
    refuse("attack.kind = " + scenario.attack.kind +
           ": hostile parties are played by fedltr run and in rehearsals of "
           "training: expected " +
           kNoAttack);
}

}  // namespace

Agreement read_agreement(const fs::path& file, const AgreementKind& run) {
  const ReadScenario read = read_scenario(file, {});
  check_agreement(file, read, run);
  const Scenario& scenario = read.points[0].scenario;
  return {agreed(lines_of_agreement(scenario, run)), scenario, run.rehearsal,
          run.search};
}

void require_agreement(const Json& json, const fs::path& file,
                       const Agreement& agreement) {
  const std::string found = JsonMembers(json, file.string()).text("agreement");
  if (found != agreement.digest)
    throw CheckpointError(file.string() + ": is of another agreement, " +
                          found + ", here " + agreement.digest +
                          "; another --out begins a run of this one");
}

std::uint32_t place_of_member(const Agreement& agreement,
                              const std::string& name, const fs::path& file) {
  const auto& members = agreement.members();
  const auto found = std::ranges::find(members, name);
  if (found == members.end())
    throw UsageError(file.string() + ": silo.members = " +
                     agreement.scenario.text.at("silo.members") + ": " + name +
                     " is none of them");
  return static_cast<std::uint32_t>(found - members.begin());
}

std::optional<std::string> combined_by(const Agreement& agreement) {
  if (agreement.is_search) return std::nullopt;
  return party_rule_text(agreement.scenario);
}

bool asks_questions(const Agreement& agreement) {
  const auto& methods = silo_methods();
  const auto chosen =
      std::ranges::find(methods, agreement.scenario.silo.method,
                        [](const auto& each) { return each.name; });
  return agreement.is_search || chosen == methods.end() ||
         chosen->make.uses_cross;
}

SiloPlan plan_of(const Agreement& agreement) {
  SiloPlan plan;
  complete_plan(agreement.scenario, 1, plan);
  plan.grades = static_cast<Index>(agreement.scenario.silo.grades);
  plan.metrics = metrics_of(agreement.scenario, plan.grades);
  plan.shares = std::make_shared<const std::vector<PartyShare>>(
      agreement.members().size());
  plan.own.resize(agreement.members().size());
  if (agreement.is_search) plan.methods.clear();
  plan.protocol.bounds_questions = !agreement.is_search;
  if (agreement.is_search)
    plan.protocol.session_queries = agreement.scenario.silo.session_queries;
  plan.asks = asks_questions(agreement);
  if (!agreement.rehearsal) plan.system = system_bits;
  return plan;
}

std::string program_version() {
  return std::string(kVersion) + " (" + kCommit + ")";
}

}  // namespace fedltr
