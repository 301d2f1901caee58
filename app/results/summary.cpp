#include "app/results/summary.hpp"

#include <algorithm>

#include "app/base/files.hpp"

namespace fedltr {

std::string cut_short_text(const std::vector<Run>& runs, std::size_t planned) {
  const auto ended = static_cast<std::size_t>(std::ranges::count_if(
      runs, [](const Run& each) { return each.result.final(); }));
  return ended == planned ? ""
                          : std::to_string(ended) + " of " +
                                std::to_string(planned) + " runs ended";
}

bool is_complete(const std::vector<Run>& runs, std::size_t planned) {
  return runs.size() == planned &&
         std::ranges::all_of(
             runs, [](const Run& run) { return run.result.complete; });
}

std::uint64_t max_rounds(const std::vector<Run>& runs) {
  std::uint64_t most = 0;
  for (const auto& each : runs) most = std::max(most, each.result.max_rounds);
  return most;
}

NamedSpreads summarize(const std::vector<Run>& runs) {
  const auto metrics = runs.at(0).plan.metric_names();
  NamedSpreads spreads;
  const auto add = [&](const std::string& name, auto&& value_of) {
    std::vector<double> values;
    for (const auto& each : runs)
      values.push_back(value_of(each.result.rounds.back()));
    spreads.emplace_back(name, spread_of(values));
  };
  for (std::size_t m = 0; m < metrics.size(); ++m) {
    std::vector<double> values;
    for (const auto& each : runs)
      values.push_back(each.result.row_of_model().metrics[m]);
    spreads.emplace_back(metrics[m], spread_of(values));
  }
  add("online_ndcg@10", [](const RoundRecord& last) { return last.online; });
  add("online_maxrr@10", [](const RoundRecord& last) { return last.max_rr; });
  add("online_discounted",
      [](const RoundRecord& last) { return last.online_discounted; });
  return spreads;
}

std::string signature(const std::vector<Run>& runs) {
  Sha256 digest;
  for (const auto& each : runs) {
    digest.add(each.ranker_parameters());
    for (const ClientRecord& client : each.result.clients)
      digest.add(client.personal);
  }
  return digest.hex();
}

Fairness fairness_over(const std::vector<Run>& runs) {
  Fairness mean;
  double counted = 0;
  for (const auto& each : runs) {
    std::vector<double> own;
    for (const ClientRecord& client : each.result.clients)
      own.push_back(client.own);
    const Fairness fairness = fairness_of(own);
    if (fairness.clients == 0) continue;
    ++counted;
    mean.clients = std::max(mean.clients, fairness.clients);
    mean.mean += fairness.mean;
    mean.std += fairness.std;
    mean.worst += fairness.worst;
    mean.worst_tenth += fairness.worst_tenth;
  }
  if (counted == 0) return mean;
  for (double* value : {&mean.mean, &mean.std, &mean.worst, &mean.worst_tenth})
    *value /= counted;
  return mean;
}

}  // namespace fedltr
