#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>

#include "algorithms/data/feature_table.hpp"

namespace fedltr {

/// Features that are read when somebody holds them, and go when nobody does any
/// more. May be used by several threads.
class FeatureSource : public std::enable_shared_from_this<FeatureSource> {
 public:
  using Read = std::function<std::shared_ptr<const FeatureTable>()>;

  explicit FeatureSource(Read read) : read_(std::move(read)) {}

  /// They are there as long as what is returned.
  /// @throws what reading throws
  std::shared_ptr<const void> hold();

  /// @throws std::logic_error unless they are held
  const FeatureTable& table() const {
    const FeatureTable* const table = table_.load(std::memory_order_acquire);
    return table ? *table : fail();
  }

 private:
  class Hold;

  [[noreturn]] static const FeatureTable& fail();

  Read read_;
  std::mutex reading_;
  std::weak_ptr<Hold> held_;
  std::atomic<const FeatureTable*> table_ = nullptr;
};

}  // namespace fedltr
