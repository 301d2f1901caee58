#include "actors/cohort/own_evaluations.hpp"

#include <cmath>

namespace fedltr {

void OwnEvaluations::open(const EvaluateOwn& order) {
  open_[order.round] = {order.time, clients_,
                        Matrix::Zero(static_cast<Index>(clients_), metrics_)};
}

std::optional<CohortEvaluated> OwnEvaluations::add(
    const ClientEvaluated& evaluated,
    const std::function<bool(std::uint32_t, std::uint32_t)>& counts) {
  const auto found = open_.find(evaluated.round);
  if (found == open_.end() || evaluated.client < first_ ||
      evaluated.client - first_ >= clients_ ||
      evaluated.means.size() != metrics_)
    return std::nullopt;
  Open& open = found->second;
  open.means.row(evaluated.client - first_) =
      evaluated.means.view().transpose();
  if (--open.waiting > 0) return std::nullopt;
  // Sums in the order of the clients; NaN does not count.
  Vector sums = Vector::Zero(metrics_);
  Vector present = Vector::Zero(metrics_);
  for (std::uint32_t i = 0; i < clients_; ++i) {
    if (!counts(first_ + i, open.time)) continue;
    for (Index metric = 0; metric < metrics_; ++metric) {
      const double mean = open.means(static_cast<Index>(i), metric);
      if (std::isnan(mean)) continue;
      sums(metric) += mean;
      ++present(metric);
    }
  }
  open_.erase(found);
  return CohortEvaluated{evaluated.round, cohort_, Parameters(sums),
                         Parameters(present)};
}

}  // namespace fedltr
