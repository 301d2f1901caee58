#include "algorithms/aggregation/worker_momentum.hpp"

#include "algorithms/core/archive.hpp"

namespace fedltr {

Vector WorkerMomentum::aggregate(const LocalModels& local,
                                 std::span<double> selection) {
  Matrix models(local.models.rows(), local.models.cols());
  for (Index row = 0; row < models.rows(); ++row) {
    const Vector update = local.models.row(row).transpose() - local.global;
    const auto [place, is_first] = momenta_.try_emplace(
        local.clients[static_cast<std::size_t>(row)], update);
    Vector& momentum = place->second;
    if (!is_first) momentum = (1 - factor_) * update + factor_ * momentum;
    models.row(row) = (local.global + momentum).transpose();
  }
  return rule_->aggregate(
      {models, local.clients, local.global, local.round, local.eligible},
      selection);
}

void WorkerMomentum::exchange(Archive& archive) {
  archive(momenta_);
  rule_->exchange(archive);
}

std::unique_ptr<RobustRule> with_momentum(std::unique_ptr<RobustRule> rule,
                                          double factor) {
  if (factor == 0) return rule;
  return std::make_unique<WorkerMomentum>(std::move(rule), factor);
}

}  // namespace fedltr
