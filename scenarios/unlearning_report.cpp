#include "scenarios/unlearning_report.hpp"

#include <algorithm>
#include <cmath>

#include <spdlog/fmt/fmt.h>

#include "scenarios/text.hpp"

namespace fedltr {
namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

/// The first metric after that round; NaN if it was not evaluated.
double metric_after(const RunResult& result, std::uint32_t round) {
  const auto found =
      std::ranges::find(result.rounds, round, &RoundRecord::round);
  return found == result.rounds.end() ? kNothing : found->metrics[0];
}

const FinishedRun* same_run(const std::vector<FinishedRun>& others,
                            const Run& run) {
  const auto found = std::ranges::find_if(others, [&](const auto& other) {
    return other.run.fold == run.fold && other.run.repeat == run.repeat;
  });
  return found == others.end() ? nullptr : &*found;
}

/// The model of the same run without the leavers, trained to the end.
const RunResult* retrained_result(const std::vector<FinishedRun>* retrained,
                                  const Run& run) {
  const FinishedRun* found = retrained ? same_run(*retrained, run) : nullptr;
  return found && found->result.complete ? &found->result : nullptr;
}

double mean_auc(const Run& run, const UnlearningRecord& record,
                const VectorView& model) {
  double sum = 0;
  for (const auto& clicked : record.clicked)
    sum += clicked_auc(*run.plan.simulation->ranker, *run.plan.simulation->data,
                       clicked, model);
  return sum / static_cast<double>(record.clicked.size());
}

/// Values of the runs, of which only complete sets have a mean.
Spread spread_of(const std::vector<double>& values) {
  if (std::ranges::any_of(values, [](double x) { return std::isnan(x); }))
    return {};
  Spread spread;
  spread.n = values.size();
  const auto n = static_cast<double>(spread.n);
  for (const double value : values) spread.mean += value / n;
  double squares = 0;
  for (const double value : values)
    squares += (value - spread.mean) * (value - spread.mean);
  spread.std = spread.n > 1 ? std::sqrt(squares / (n - 1)) : 0;
  return spread;
}

std::string configuration(std::size_t honest, std::size_t malicious) {
  return fmt::format("{}H-{}M", honest, malicious);
}

void name_configurations(const Scenario& scenario,
                         const std::vector<std::uint32_t>& gone_before,
                         UnlearningReport& report) {
  const std::uint32_t attackers = attackers_of(scenario);
  const auto malicious = [&](const std::vector<std::uint32_t>& clients) {
    return static_cast<std::size_t>(std::ranges::count_if(
        clients, [&](auto id) { return id < attackers; }));
  };
  const std::size_t all = scenario.federation.clients - gone_before.size();
  const std::size_t bad = attackers - malicious(gone_before);
  const std::size_t left_bad = bad - malicious(report.clients);
  const std::size_t left = all - report.clients.size();
  report.before_name = configuration(all - bad, bad);
  report.after_name = "U(" + report.before_name + ")";
  report.retrained_name = configuration(left - left_bad, left_bad);
  report.honest_name = configuration(all, 0);
}

UnlearningCost cost_of(const UnlearningRecord& record) {
  return {static_cast<double>(record.interactions),
          static_cast<double>(record.rounds),
          static_cast<double>(record.bytes_up + record.bytes_down),
          record.seconds};
}

UnlearningCost cost_of(const RunResult& trained) {
  const RoundRecord& last = trained.rounds.back();
  return {static_cast<double>(last.interactions),
          static_cast<double>(last.round),
          static_cast<double>(last.bytes_up + last.bytes_down),
          trained.training_seconds};
}

void add(UnlearningCost& sum, const UnlearningCost& cost, double weight) {
  sum.steps += weight * cost.steps;
  sum.rounds += weight * cost.rounds;
  sum.bytes += weight * cost.bytes;
  sum.seconds += weight * cost.seconds;
}

void add(ModelDistance& sum, const ModelDistance& distance, double weight) {
  sum.before += weight * distance.before;
  sum.after += weight * distance.after;
  sum.cosine_before += weight * distance.cosine_before;
  sum.cosine_after += weight * distance.cosine_after;
}

/// What one request came to in the runs.
UnlearningReport report_request(std::size_t number,
                                const std::vector<FinishedRun>& runs,
                                const std::vector<FinishedRun>* retrained,
                                const std::vector<FinishedRun>& honest) {
  UnlearningReport report;
  std::vector<double> before, after, without, everybody;
  const double weight = 1 / static_cast<double>(runs.size());
  for (const auto& [run, result] : runs) {
    if (number >= result.unlearned.size()) {  // interrupted before
      report.complete = false;
      before.push_back(kNothing);
      after.push_back(kNothing);
      without.push_back(kNothing);
      everybody.push_back(kNothing);
      continue;
    }
    const UnlearningRecord& record = result.unlearned[number];
    report.took_part |= record.took_part;
    report.complete &= record.complete;
    before.push_back(metric_after(result, record.first));
    after.push_back(metric_after(result, record.last));
    add(report.cost, cost_of(record), weight);
    report.clicked_before += weight * mean_auc(run, record, record.before);
    report.clicked_after += weight * mean_auc(run, record, record.model);
    const FinishedRun* kind = same_run(honest, run);
    everybody.push_back(kind ? metric_after(kind->result, record.after)
                             : kNothing);
    const RunResult* anew = retrained_result(retrained, run);
    without.push_back(anew ? anew->rounds.back().metrics[0] : kNothing);
    const Vector model =
        anew ? anew->model
             : Vector(Vector::Constant(record.model.size(), kNothing));
    add(report.distance, model_distance(record.before, record.model, model),
        weight);
    report.clicked_retrained += weight * mean_auc(run, record, model);
    if (anew) add(report.retraining, cost_of(*anew), weight);
  }
  report.before = spread_of(before);
  report.unlearned = spread_of(after);
  report.retrained = spread_of(without);
  report.honest = spread_of(everybody);
  return report;
}

Json json_number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json spread_json(const std::string& configuration, const Spread& spread) {
  if (spread.n == 0) return nullptr;
  return {{"configuration", configuration},
          {"mean", spread.mean},
          {"std", spread.std},
          {"n", spread.n}};
}

Json cost_json(const UnlearningCost& cost) {
  return {{"steps", cost.steps},
          {"rounds", cost.rounds},
          {"bytes", cost.bytes},
          {"seconds", cost.seconds}};
}

Json saved_json(const UnlearningCost& cost, const UnlearningCost& retraining) {
  return {{"steps", json_number(retraining.steps / cost.steps)},
          {"rounds", json_number(retraining.rounds / cost.rounds)},
          {"bytes", json_number(retraining.bytes / cost.bytes)},
          {"seconds", json_number(retraining.seconds / cost.seconds)}};
}

std::string times(double ratio) {
  return std::isfinite(ratio) ? fmt::format("{:.1f}", ratio) : "-";
}

}  // namespace

double UnlearningReport::gap_closed() const {
  return retrained.n > 0
             ? (unlearned.mean - before.mean) / (retrained.mean - before.mean)
             : kNothing;
}

std::vector<UnlearningReport> report_unlearning(
    const Scenario& scenario, const std::vector<FinishedRun>& runs,
    const std::vector<const std::vector<FinishedRun>*>& retrained,
    const std::vector<FinishedRun>& honest) {
  std::vector<UnlearningReport> reports;
  std::vector<std::uint32_t> gone = scenario.federation.absent;
  for (const Leaving& leaving : leavers_of(scenario)) {
    const std::size_t number = reports.size();
    UnlearningReport report = report_request(
        number, runs, number < retrained.size() ? retrained[number] : nullptr,
        honest);
    report.method = scenario.unlearning.method;
    report.after = leaving.after;
    report.clients = leaving.clients;
    name_configurations(scenario, gone, report);
    gone.insert(gone.end(), leaving.clients.begin(), leaving.clients.end());
    reports.push_back(std::move(report));
  }
  return reports;
}

Json unlearning_json(const Scenario& scenario,
                     const std::vector<UnlearningReport>& reports,
                     const std::string& metric) {
  Json requests = Json::array();
  for (const UnlearningReport& report : reports) {
    const ModelDistance& distance = report.distance;
    requests.push_back(
        {{"after", report.after},
         {"clients", report.clients},
         {"took_part", report.took_part},
         {"complete", report.complete},
         {metric,
          {{"before", spread_json(report.before_name, report.before)},
           {"after", spread_json(report.after_name, report.unlearned)},
           {"retrained", spread_json(report.retrained_name, report.retrained)},
           {"honest", spread_json(report.honest_name, report.honest)},
           {"gap_closed", json_number(report.gap_closed())}}},
         {"distance_to_retrained",
          {{"before", json_number(distance.before)},
           {"after", json_number(distance.after)},
           {"ratio", json_number(distance.ratio())},
           {"cosine_before", json_number(distance.cosine_before)},
           {"cosine_after", json_number(distance.cosine_after)}}},
         {"clicked_auc",
          {{"before", json_number(report.clicked_before)},
           {"after", json_number(report.clicked_after)},
           {"retrained", json_number(report.clicked_retrained)}}},
         {"cost",
          {{"unlearning", cost_json(report.cost)},
           {"retraining", report.retraining.rounds > 0
                              ? cost_json(report.retraining)
                              : Json(nullptr)},
           {"saved", saved_json(report.cost, report.retraining)}}}});
  }
  const auto& options = scenario.unlearning.options;
  return {{"method", scenario.unlearning.method},
          {"interval", options.interval},
          {"steps", options.steps},
          {"requests", requests}};
}

std::string unlearning_text(const UnlearningReport& report,
                            const std::string& metric) {
  std::vector<std::string> names;
  for (const std::uint32_t client : report.clients)
    names.push_back(std::to_string(client));
  const std::string who =
      names.size() > 8
          ? with_commas(names.size()) + " clients"
          : (names.size() == 1 ? "client " : "clients ") + join(names, ", ");
  const std::string what = fmt::format("forgotten {} after round {} by {}", who,
                                       report.after, report.method);
  if (!report.complete) return what + ": not to the end\n";
  if (!report.took_part)
    return what + ": never took part, so there was nothing to forget\n";
  std::string text = fmt::format("{}: {} {:.4f} ({}) -> {:.4f}", what, metric,
                                 report.before.mean, report.before_name,
                                 report.unlearned.mean);
  if (report.retrained.n > 0)
    text += fmt::format(", retrained {:.4f} ({})", report.retrained.mean,
                        report.retrained_name);
  if (report.honest.n > 0)
    text += fmt::format(", all honest {:.4f} ({})", report.honest.mean,
                        report.honest_name);
  if (report.retrained.n == 0) return text + "\n";
  const UnlearningCost& cost = report.cost;
  const UnlearningCost& anew = report.retraining;
  text += fmt::format(
      "\n          {:.1f}% of the gap closed; {:.3f} of the distance to the "
      "retrained model left",
      100 * report.gap_closed(), report.distance.ratio());
  if (!std::isnan(report.clicked_after))
    text += fmt::format(
        "; clicked documents told apart {:.4f} -> {:.4f}, retrained {:.4f}",
        report.clicked_before, report.clicked_after, report.clicked_retrained);
  return text +
         fmt::format(
             "\n          {} searches in {} rounds, {} bytes, {:.2f} s: {}, "
             "{}, {} and {} times fewer than retraining\n",
             with_commas(static_cast<std::uint64_t>(cost.steps)),
             with_commas(static_cast<std::uint64_t>(cost.rounds)),
             with_commas(static_cast<std::uint64_t>(cost.bytes)), cost.seconds,
             times(anew.steps / cost.steps), times(anew.rounds / cost.rounds),
             times(anew.bytes / cost.bytes),
             times(anew.seconds / cost.seconds));
}

}  // namespace fedltr
