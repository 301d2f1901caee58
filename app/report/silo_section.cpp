#include <algorithm>
#include <cmath>

#include <spdlog/fmt/fmt.h>

#include "app/base/text.hpp"
#include "app/plan/silo_plans.hpp"
#include "app/plan/silo_rule.hpp"
#include "app/report/sections.hpp"
#include "app/schema/choices.hpp"

namespace fedltr {
namespace {

/// Returns a metric's mean and deviation, if it has one.
Spread spread_at(const Json& metrics, const std::string& metric) {
  const Json& spread = json_at(metrics, {metric.c_str()});
  const double std = number_at(spread, {"std"});
  return {number_at(spread, {"mean"}), std, std >= 0 ? 2U : 1U};
}

/// Returns a party's name among silo.members; without them "A" for the first,
/// numbers after the 26th.
std::string party_name(const RunFolder& run, double party) {
  const auto named = run.scenario.find("silo.members");
  if (named != run.scenario.end()) {
    const auto members = split(named->second, ',');
    if (party >= 0 && party < static_cast<double>(members.size()))
      return members[static_cast<std::size_t>(party)];
  }
  return party >= 0 && party < 26
             ? std::string(1, static_cast<char>('A' + static_cast<int>(party)))
             : number_text(party);
}

/// True unless the parties share a model, or none has one.
bool parties_differ(
    const std::map<std::uint32_t, std::vector<double>>& values) {
  return std::ranges::any_of(values, [&](const auto& party) {
    return !std::ranges::equal(
        party.second, values.begin()->second, [](double a, double b) {
          return a == b || (std::isnan(a) && std::isnan(b));
        });
  });
}

/// Adds a row for each party, unless all have the same values.
void add_party_rows(const RunFolder& run, const ReportFiles& files,
                    const std::string& method, ReportTable& table) {
  const auto found = files.parties.find(method);
  if (found == files.parties.end() || !parties_differ(found->second)) return;
  for (const auto& [party, values] : found->second) {
    ReportRow row = {{method + " " + party_name(run, party)}};
    for (std::size_t c = 1; c < table.columns.size(); ++c) {
      const auto metric = std::ranges::find(run.metrics, table.columns[c]);
      row.push_back({metric == run.metrics.end()
                         ? "-"
                         : metric_text(values[static_cast<std::size_t>(
                               metric - run.metrics.begin())])});
    }
    table.rows.push_back(std::move(row));
  }
}

ReportTable methods_table(const RunFolder& run, const ReportFiles& files,
                          const std::string& title) {
  ReportTable table{title, {"method"}};
  const Json& methods = json_at(files.summary, {"methods"});
  if (!methods.is_object()) return table;
  for (const auto& [name, method] : methods.items()) {
    const Json& metrics = json_at(method, {"metrics"});
    if (!metrics.is_object()) continue;
    ReportRow row = {{name}};
    if (table.rows.empty())
      for (const auto& [metric, spread] : metrics.items())
        table.columns.push_back(metric);
    for (std::size_t c = 1; c < table.columns.size(); ++c)
      row.push_back({spread_text(spread_at(metrics, table.columns[c]))});
    table.rows.push_back(std::move(row));
    add_party_rows(run, files, name, table);
  }
  table.note =
      "Mean over parties, ± standard deviation over repeats; below it each "
      "party, unless all have the same values.";
  return table;
}

ReportTable significance_table(const Json& summary) {
  ReportTable table = table_of_objects(
      "Differences between methods", json_at(summary, {"significance"}),
      {{"method", {"method"}, as_text},
       {"against", {"over"}, as_text},
       {"difference", {"difference"}, as_difference},
       {"± 95%", {"interval95"}, as_metric},
       {"t-test", {"t_test"}, as_p_value},
       {"Fisher", {"fisher"}, as_p_value},
       {"queries", {"pairs"}}});
  table.note =
      "Paired by query; p-values are not corrected, and do not cover other "
      "seeds: fedltr compare's do, from three repeats on.";
  return table;
}

ReportTable gains_table(const RunFolder& run, const Json& gains) {
  ReportTable table = table_of_objects(
      "Who gains by joining", json_at(gains, {"parties"}),
      {{"party",
        {"party"},
        [&](const Json& party) { return party_name(run, number_of(party)); }},
       {"alone", {"alone"}, as_metric},
       {"joint", {"joint"}, as_metric},
       {"gain", {"gain"}, as_difference},
       {"± 95%", {"interval95"}, as_metric},
       {"Holm", {"p"}, as_p_value},
       {"queries", {"queries"}},
       {"verdict", {"verdict"}, as_text}});
  table.note =
      "Each party's own test queries; Holm: paired t-test, adjusted "
      "for all parties.";
  return table;
}

std::string gains_in_words(const Json& gains) {
  return fmt::format(
      "by joining with {}, against {} (the best that needs no joining), {} "
      "parties gain, {} lose and {} are undecided on {} (t-tests, Holm, p < "
      ".05)",
      text_at(gains, {"method"}), text_at(gains, {"alone"}),
      number_text(number_at(gains, {"gain"})),
      number_text(number_at(gains, {"lose"})),
      number_text(number_at(gains, {"undecided"})), text_at(gains, {"metric"}));
}

/// Describes a method without training that ranks better than the main one;
/// empty if there is none: a party needs no joining for such a method.
std::string untrained_in_words(const Json& summary) {
  const Json& tests = json_at(summary, {"significance"});
  const std::string joint = text_at(summary, {"method"});
  if (!tests.is_array() || is_untrained(joint)) return "";
  const Json* best = nullptr;
  for (const Json& test : tests) {
    if (!json_at(test, {"interval95"}).is_number()) continue;
    const double lost = -number_at(test, {"difference"});
    if (is_untrained(text_at(test, {"over"})) && lost > 0 &&
        (!best || lost > -number_at(*best, {"difference"})))
      best = &test;
  }
  if (!best) return "";
  const double gained = -number_at(*best, {"difference"});
  const double interval = number_at(*best, {"interval95"});
  return fmt::format(
      "{}, which needs no training, ranks {} {}: {} {} ± {} (95%, {} queries), "
      "t-test {}",
      text_at(*best, {"over"}),
      gained > interval ? "better than" : "no worse than", joint,
      text_at(*best, {"metric"}), difference_text(gained),
      metric_text(interval), number_text(number_at(*best, {"pairs"})),
      p_value_text(number_at(*best, {"t_test"})));
}

void add_table(ReportTable table, bool brief,
               std::vector<ReportBlock>& blocks) {
  if (table.rows.empty()) return;
  if (brief) table.brief = table.columns.size();
  blocks.emplace_back(std::move(table));
}

/// Describes how parties' steps were combined; empty for the mean without an
/// attack, the papers' way.
void add_rule(const RunFolder& run, std::vector<ReportBlock>& blocks) try {
  const Scenario scenario = scenario_of(run);
  const Choices choices(scenario);
  if (!choices.is_attacked() && !choices.is_robust()) return;
  add_words(blocks, "rule",
            "joint training is combined by " +
                party_rule_text(scenario).value_or("nothing"));
  if (choices.is_attacked())
    add_words(
        blocks, "attack",
        fmt::format("{} by the first {} of {} parties", scenario.attack.kind,
                    attackers_of(scenario), scenario.silo.parties));
} catch (const std::exception&) {  // keys of another version
}

/// Describes parties without labels.
void add_owners(const RunFolder& run, const Json& summary,
                std::vector<ReportBlock>& blocks) {
  for (const Json& owner : json_at(summary, {"owners_only"}))
    add_words(
        blocks, "owner",
        fmt::format("party {} had no judged pair to train on in {} of {} "
                    "repeats: it answered others and got the joint models",
                    party_name(run, number_at(owner, {"party"})),
                    number_text(number_at(owner, {"repeats"})),
                    run.rounds.size()));
}

void add_excluded(const RunFolder& run, const Json& summary,
                  const std::string& of, std::vector<ReportBlock>& blocks) {
  for (const Json& each : json_at(summary, {"excluded"}))
    add_words(blocks, "excluded",
              fmt::format("party {} in repeat {}{}: {}",
                          party_name(run, number_at(each, {"party"})),
                          number_text(number_at(each, {"repeat"})), of,
                          text_at(each, {"why"})));
}

/// Returns the means that members sent each other.
ReportTable shared_table(const RunFolder& run, const Json& summary) {
  ReportTable table{"Metrics that members shared", {"member", "repeat"}};
  for (const Json& each : json_at(summary, {"shared"})) {
    const Json& means = json_at(each, {"means"});
    if (table.rows.empty()) {
      for (const auto& [metric, mean] : means.items())
        table.columns.push_back(metric);
      table.columns.emplace_back("queries");
    }
    ReportRow row = {{party_name(run, number_at(each, {"party"}))},
                     {number_text(number_at(each, {"repeat"}))}};
    for (std::size_t c = 2; c + 1 < table.columns.size(); ++c)
      row.push_back(
          {metric_text(number_at(means, {table.columns[c].c_str()}))});
    row.push_back({number_text(number_at(each, {"queries"}))});
    table.rows.push_back(std::move(row));
  }
  table.note = "By the main method, on each member's own queries" +
               std::string(setting_of(run, "silo.share-metrics") == "noisy"
                               ? "; with noise."
                               : ".");
  return table;
}

/// Returns the main metric by method, a row per run.
ReportTable points_table(const ReportData& data) {
  const std::string metric = data.first_metric();
  std::vector<std::string> methods;
  for (const auto& [name, method] :
       json_at(data.files[0].summary, {"methods"}).items())
    methods.push_back(name);
  return table_of_runs(
      data, metric + " by method", methods,
      [&](const RunFolder&, const ReportFiles& files) {
        ReportRow row;
        for (const std::string& method : methods)
          row.push_back({as_metric(
              json_at(files.summary, {"methods", method.c_str(), "metrics",
                                      metric.c_str(), "mean"}))});
        return row;
      });
}

/// Adds what a run has of silos.
/// @param alone  true if there is one run: it is shown in full
void add_silo(const RunFolder& run, const ReportFiles& files, bool alone,
              std::vector<ReportBlock>& blocks) {
  const Json& summary = files.summary;
  const std::string of = alone ? "" : "; " + run.label;
  if (alone) {
    add_words(blocks, "untrained", untrained_in_words(summary));
    if (is_silo(files)) add_rule(run, blocks);
    add_owners(run, summary, blocks);
  }
  const Json& gains = json_at(summary, {"gain_of_joining"});
  add_table(methods_table(run, files, "Methods" + of), alone, blocks);
  add_table(significance_table(summary), alone, blocks);
  if (gains.is_object()) {
    blocks.emplace_back(
        Paragraph{gains_in_words(gains) + of, true, alone ? "joining" : ""});
    constexpr std::size_t kFew = 8;  // a table of more fills the terminal
    ReportTable table = gains_table(run, gains);
    const bool brief = alone && table.rows.size() <= kFew;
    add_table(std::move(table), brief, blocks);
  }
  add_table(shared_table(run, summary), alone, blocks);
  add_excluded(run, summary, of, blocks);
}

}  // namespace

ReportSection silo_section(const ReportData& data) {
  ReportSection section{"Silos", {}};
  const bool alone = data.runs.size() == 1;
  if (!alone && is_silo(data.files[0]))
    add_table(points_table(data), true, section.blocks);
  for (std::size_t r = 0; r < data.runs.size(); ++r)
    add_silo(data.runs[r], data.files[r], alone, section.blocks);
  return section;
}

}  // namespace fedltr
