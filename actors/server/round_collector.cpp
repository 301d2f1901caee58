#include "actors/server/round_collector.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace fedltr {

void RoundCollector::open(std::uint32_t round,
                          std::vector<std::uint32_t> cohorts) {
  *this = {};
  round_ = round;
  cohorts_ = std::move(cohorts);
}

std::optional<std::uint32_t> RoundCollector::next_cohort() {
  if (ordered_ == cohorts_.size()) return std::nullopt;
  return cohorts_[ordered_++];
}

void RoundCollector::add(std::uint32_t round, std::uint32_t cohort,
                         const PartialSum& sum, const ClientRows& rows) {
  const auto place = std::ranges::lower_bound(cohorts_, cohort);
  const bool awaited =
      place != cohorts_.end() && *place == cohort &&
      place >= cohorts_.begin() + static_cast<std::ptrdiff_t>(added_) &&
      !early_.contains(cohort);
  if (!awaited || round != round_)
    throw std::invalid_argument(
        "unexpected update: cohort " + std::to_string(cohort) + ", round " +
        std::to_string(round) + ", expected round " + std::to_string(round_));
  if (!rows.clients.empty()) rows_[cohort] = rows;
  if (cohort != cohorts_[added_]) {
    early_.emplace(cohort, sum);
    return;
  }
  total_.add(sum);
  ++added_;
  while (!early_.empty() && early_.begin()->first == cohorts_[added_]) {
    total_.add(early_.begin()->second);
    early_.erase(early_.begin());
    ++added_;
  }
}

ClientRows RoundCollector::take_rows() {
  auto of_cohorts = std::exchange(rows_, {});
  if (of_cohorts.size() == 1) return std::move(of_cohorts.begin()->second);
  ClientRows all;
  Index size = 0;
  for (const auto& [cohort, rows] : of_cohorts) size += rows.numbers.size();
  auto [joined, numbers] = Parameters::make(size);
  Index first = 0;
  for (auto& [cohort, rows] : of_cohorts) {
    all.clients.insert(all.clients.end(), rows.clients.begin(),
                       rows.clients.end());
    numbers.segment(first, rows.numbers.size()) = rows.numbers.view();
    first += rows.numbers.size();
    rows = {};  // frees its memory
  }
  all.numbers = std::move(joined);
  return all;
}

}  // namespace fedltr
