#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <utility>

namespace fedltr {

/// Orders that have not been sent yet. A fixed number is in flight at a time,
/// and each answer releases the next one: few enough for a stop to take effect
/// soon.
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
