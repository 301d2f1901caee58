#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <optional>
#include <utility>

namespace fedltr {

/// Maximum number of a cohort's clients that count when cohorts are ordered to
/// train: a cohort with more of them trains more at the same time.
inline constexpr std::size_t kClientsCounted = 16;

/// Number of cohorts that train at the same time: at least 8, and enough to
/// give each thread two clients. Bounds memory; no result depends on it.
/// @param participants  of a cohort, on average
constexpr std::size_t cohorts_in_flight(std::size_t threads,
                                        std::size_t participants) {
  const auto each = std::clamp<std::size_t>(participants, 1, kClientsCounted);
  return std::max<std::size_t>(8, (2 * threads + each - 1) / each);
}

/// Number of clients of a cohort that train at the same time: at least 8, and
/// enough for the cohorts in flight to give each thread two. Few enough for a
/// stop to take effect soon; no result depends on it.
/// @param cohorts  of the federation, at least 1
constexpr std::size_t clients_in_flight(std::size_t threads,
                                        std::size_t cohorts) {
  const std::size_t together =
      std::min(cohorts, cohorts_in_flight(threads, kClientsCounted));
  return std::max<std::size_t>(8, (2 * threads + together - 1) / together);
}

/// Orders that have not been sent yet. Some are in flight at a time, and each
/// answer releases the next one.
template <class Order>
class Window {
 public:
  template <class Orders>
  void open(const Orders& orders) {
    waiting_.assign(orders.begin(), orders.end());
  }

  std::optional<Order> next() {
    if (waiting_.empty()) return std::nullopt;
    std::optional<Order> order = std::move(waiting_.front());
    waiting_.pop_front();
    return order;
  }

 private:
  std::deque<Order> waiting_;
};

}  // namespace fedltr
