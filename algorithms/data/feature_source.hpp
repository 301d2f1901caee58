#pragma once

#include <functional>
#include <memory>
#include <mutex>

#include "algorithms/data/feature_table.hpp"

namespace fedltr {

/// Features that are read when somebody asks for them, and shared by all who do
/// as long as anybody has them. For several threads.
class FeatureSource {
 public:
  using Read = std::function<std::shared_ptr<const FeatureTable>()>;

  explicit FeatureSource(Read read) : read_(std::move(read)) {}

  /// @throws what reading throws
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
