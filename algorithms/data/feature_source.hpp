#pragma once

#include <functional>
#include <memory>
#include <mutex>

#include "algorithms/data/feature_table.hpp"

namespace fedltr {

/// Features that are read on demand, and shared by all callers as long as one
/// of them holds them. Thread-safe.
class FeatureSource {
 public:
  using Read = std::function<std::shared_ptr<const FeatureTable>()>;

  explicit FeatureSource(Read read) : read_(std::move(read)) {}

  /// @throws exceptions of reading
  std::shared_ptr<const FeatureTable> table() {
    const std::lock_guard lock(reading_);
    auto table = table_.lock();
    if (!table) table_ = table = read_();
    return table;
  }

 private:
  Read read_;
  std::mutex reading_;
  std::weak_ptr<const FeatureTable> table_;
};

}  // namespace fedltr
