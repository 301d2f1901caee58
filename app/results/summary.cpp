#include "app/results/summary.hpp"

#include <algorithm>

#include "app/base/files.hpp"

namespace fedltr {

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

MethodResults results_of(const std::vector<Run>& runs) {
  MethodResults results{.metrics = runs.at(0).plan.metric_names(),
                        .signature = signature(runs)};
  for (const char* online :
       {"online_ndcg@10", "online_maxrr@10", "online_discounted"})
    results.metrics.emplace_back(online);
  for (const Run& run : runs) {
    const RoundRecord& model = run.result.row_of_model();
    const RoundRecord& last = run.result.rounds.back();
    FinalMetrics& finals = results.runs.emplace_back(
        FinalMetrics{run.fold, run.repeat, run.plan.seed, last.round,
                     model.round, model.metrics});
    for (const double online :
         {last.online, last.max_rr, last.online_discounted})
      finals.values.push_back(online);
    finals.per_query = &run.result.per_query;
    for (Index query = 0; query < finals.per_query->rows(); ++query)
      finals.queries.emplace_back(
          run.plan.evaluation->data().query_name(query));
  }
  return results;
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
