#include "app/results/unlearning_report.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <spdlog/fmt/fmt.h>

namespace fedltr {
namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

/// The first metric after that round; NaN if it was not evaluated.
double metric_after(const RunResult& result, std::uint32_t round) {
  const auto found =
      std::ranges::find(result.rounds, round, &RoundRecord::round);
  return found == result.rounds.end() ? kNothing : found->metrics[0];
}

const Run* same_run(const std::vector<Run>& others, const Run& run) {
  const auto found = std::ranges::find_if(others, [&](const auto& other) {
    return other.fold == run.fold && other.repeat == run.repeat;
  });
  return found == others.end() ? nullptr : &*found;
}

/// The model of the same run without the unlearned clients, trained to the end.
const RunResult* retrained_result(const std::vector<Run>* retrained,
                                  const Run& run) {
  const Run* found = retrained ? same_run(*retrained, run) : nullptr;
  return found && found->result.complete ? &found->result : nullptr;
}

/// Mean over the unlearned clients whose users clicked anything.
double mean_auc(const Run& run, const UnlearningRecord& record,
                const VectorView& model) {
  const Ranker& ranker = *run.plan.simulation->ranker;
  const auto train = run.load().train;
  double sum = 0;
  double unlearned = 0;
  for (const auto& clicked : record.clicked) {
    const double auc = clicked_auc(ranker, *train, clicked, model);
    if (std::isnan(auc)) continue;
    sum += auc;
    ++unlearned;
  }
  return sum / unlearned;
}

/// Spread of complete values; n = 0 if one is NaN.
Spread complete_spread(const std::vector<double>& values) {
  const bool complete = std::ranges::none_of(
      values, [](double value) { return std::isnan(value); });
  return complete ? spread_of(values) : Spread();
}

std::string configuration(const Scenario& scenario,
                          const std::set<std::uint32_t>& missing,
                          bool all_honest) {
  const std::uint32_t attackers = all_honest ? 0 : attackers_of(scenario);
  const auto lost =
      std::distance(missing.begin(), missing.lower_bound(attackers));
  const std::size_t malicious = attackers - lost;
  return fmt::format("{}H-{}M",
                     scenario.federation.clients - missing.size() - malicious,
                     malicious);
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

/// Means over the runs of the results of one request.
class Means {
 public:
  explicit Means(std::size_t runs) : weight_(1 / static_cast<double>(runs)) {}

  void add(const Run& run, const UnlearningRecord& record,
           const RunResult* retrained, const Run* honest) {
    if (before_.empty()) {
      report_.first = record.first;
      report_.last = record.last;
    }
    report_.took_part |= record.took_part;
    report_.complete &= record.complete;
    before_.push_back(metric_after(run.result, record.first));
    after_.push_back(metric_after(run.result, record.last));
    honest_.push_back(honest ? metric_after(honest->result, record.after)
                             : kNothing);
    retrained_.push_back(retrained ? retrained->rounds.back().metrics[0]
                                   : kNothing);
    gaps_.push_back(retrained_.back() - before_.back());
    const Vector anew =
        retrained ? retrained->model
                  : Vector(Vector::Constant(record.model.size(), kNothing));
    fedltr::add(report_.distance,
                model_distance(record.before, record.model, anew), weight_);
    report_.clicked_before += weight_ * mean_auc(run, record, record.before);
    report_.clicked_after += weight_ * mean_auc(run, record, record.model);
    report_.clicked_retrained += weight_ * mean_auc(run, record, anew);
    fedltr::add(report_.cost, cost_of(record), weight_);
    if (retrained)
      fedltr::add(report_.retraining, cost_of(*retrained), weight_);
  }

  UnlearningReport report() {
    report_.before = complete_spread(before_);
    report_.unlearned = complete_spread(after_);
    report_.retrained = complete_spread(retrained_);
    report_.honest = complete_spread(honest_);
    const Spread gap = complete_spread(gaps_);
    report_.gap = gap.n > 0 ? gap.mean : kNothing;
    report_.gap_error = gap.std * std::sqrt(weight_);
    return report_;
  }

 private:
  double weight_;
  UnlearningReport report_;
  std::vector<double> before_, after_, retrained_, honest_, gaps_;
};

UnlearningReport report_request(std::size_t number,
                                const std::vector<Run>& runs,
                                const std::vector<Run>* retrained,
                                const std::vector<Run>& honest) {
  Means means(runs.size());
  for (const Run& run : runs) {
    const auto& unlearned = run.result.unlearned;
    if (number >= unlearned.size()) {  // interrupted before
      UnlearningReport nothing;
      nothing.reached = nothing.complete = false;
      return nothing;
    }
    means.add(run, unlearned[number], retrained_result(retrained, run),
              same_run(honest, run));
  }
  return means.report();
}

}  // namespace

bool UnlearningReport::has_gap() const {
  return std::abs(gap) >= std::max(0.002, gap_error);
}

double UnlearningReport::gap_closed() const {
  return has_gap() ? (unlearned.mean - before.mean) / gap : kNothing;
}

std::vector<UnlearningReport> report_unlearning(
    const Scenario& scenario, const std::vector<Run>& runs,
    const std::vector<const std::vector<Run>*>& retrained,
    const std::vector<Run>& honest) {
  std::vector<UnlearningReport> reports;
  const auto& absent = scenario.federation.absent;
  std::set<std::uint32_t> missing(absent.begin(), absent.end());
  const std::string everybody = configuration(scenario, missing, true);
  for (const Leaving& leaving : unlearned_clients_of(scenario)) {
    const std::size_t number = reports.size();
    UnlearningReport report = report_request(
        number, runs, number < retrained.size() ? retrained[number] : nullptr,
        honest);
    report.method = scenario.unlearning.method;
    report.after = leaving.after;
    report.clients = leaving.clients;
    report.honest_name = everybody;
    report.before_name = configuration(scenario, missing, false);
    report.after_name = "U(" + report.before_name + ")";
    missing.insert(leaving.clients.begin(), leaving.clients.end());
    report.retrained_name = configuration(scenario, missing, false);
    reports.push_back(std::move(report));
  }
  return reports;
}

}  // namespace fedltr
