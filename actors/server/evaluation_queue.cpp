#include "actors/server/evaluation_queue.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace fedltr {

void EvaluationQueue::add(RoundRecord record, std::uint32_t training_round,
                          Parameters model) {
  batch_.rounds.push_back(record.round);
  batch_.training_rounds.push_back(training_round);
  batch_.models.push_back(std::move(model));
  awaiting_.push_back({std::move(record)});
}

std::optional<std::uint32_t> EvaluationQueue::oldest() const {
  if (awaiting_.empty()) return std::nullopt;
  return awaiting_.front().record.round;
}

bool EvaluationQueue::batch_is_due() const {
  return !batch_.rounds.empty() &&
         (batch_.rounds.back() == 0 || batch_.rounds.size() >= batch_size_);
}

std::vector<RoundRecord> EvaluationQueue::complete(
    std::span<const std::uint32_t> rounds, const VectorView& means) {
  const Index metrics =
      rounds.empty() ? 0 : means.size() / static_cast<Index>(rounds.size());
  for (std::size_t i = 0; i < rounds.size(); ++i) {
    const auto waiting = std::ranges::find(
        awaiting_, rounds[i],
        [](const Waiting& each) { return each.record.round; });
    if (waiting == awaiting_.end() || waiting->is_scored)
      throw std::invalid_argument(
          "unexpected evaluation: round " + std::to_string(rounds[i]) +
          ", expected " +
          (empty() ? std::string("none")
                   : std::to_string(*oldest()) + " or later"));
    const auto row = means.segment(static_cast<Index>(i) * metrics, metrics);
    waiting->record.metrics.assign(row.begin(), row.end());
    waiting->is_scored = true;
  }
  std::vector<RoundRecord> records;
  for (; !empty() && awaiting_.front().is_scored; awaiting_.pop_front())
    records.push_back(std::move(awaiting_.front().record));
  return records;
}

std::optional<Vector> EvaluationQueue::add_part(std::uint32_t round,
                                                std::uint32_t cohort,
                                                const VectorView& sums,
                                                const VectorView& counts,
                                                std::size_t cohorts) {
  auto& parts = parts_[round];
  const bool first = parts.try_emplace(cohort, sums, counts).second;
  if (!first)
    throw std::invalid_argument("a second evaluation of round " +
                                std::to_string(round) + " by cohort " +
                                std::to_string(cohort));
  if (parts.size() < cohorts) return std::nullopt;
  Vector sum = Vector::Zero(sums.size());
  Vector count = sum;
  for (const auto& [number, part] : parts) {
    sum += part.first;
    count += part.second;
  }
  parts_.erase(round);
  return sum.cwiseQuotient(count);
}

}  // namespace fedltr
