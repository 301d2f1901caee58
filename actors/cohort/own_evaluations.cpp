#include "actors/cohort/own_evaluations.hpp"

#include <cmath>
#include <utility>

namespace fedltr {

std::vector<std::uint32_t> OwnEvaluations::open(
    const EvaluateOwn& order,
    const std::function<bool(std::uint32_t)>& was_asked) {
  std::vector<std::uint32_t> asked;
  std::vector<std::uint32_t> answered_by(clients_);
  std::map<std::uint32_t, std::uint32_t> at_start;  // place, by set
  for (std::uint32_t i = 0; i < clients_; ++i) {
    const std::uint32_t client = first_ + i;
    answered_by[i] =
        was_asked(client)
            ? i
            : at_start.try_emplace(client % sets_, i).first->second;
    if (answered_by[i] == i) asked.push_back(client);
  }
  open_[order.round] = {order.time, asked.size(), std::move(answered_by),
                        Matrix::Zero(static_cast<Index>(clients_), metrics_)};
  return asked;
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
    const auto place = static_cast<Index>(open.answered_by[i]);
    for (Index metric = 0; metric < metrics_; ++metric) {
      const double mean = open.means(place, metric);
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
