#include "algorithms/data/feature_source.hpp"

#include <stdexcept>
#include <utility>

namespace fedltr {

/// Those who share it hold the features.
class FeatureSource::Hold {
 public:
  Hold(std::shared_ptr<FeatureSource> source,
       std::shared_ptr<const FeatureTable> table)
      : source_(std::move(source)), table_(std::move(table)) {
    source_->table_.store(table_.get(), std::memory_order_release);
  }
  ~Hold() {
    // Others may hold them anew by now, in another place of memory.
    const FeatureTable* mine = table_.get();
    source_->table_.compare_exchange_strong(mine, nullptr);
  }
  Hold(const Hold&) = delete;
  Hold& operator=(const Hold&) = delete;

 private:
  std::shared_ptr<FeatureSource> source_;
  std::shared_ptr<const FeatureTable> table_;
};

std::shared_ptr<const void> FeatureSource::hold() {
  const std::lock_guard lock(reading_);
  auto held = held_.lock();
  if (!held) {
    held = std::make_shared<Hold>(shared_from_this(), read_());
    held_ = held;
  }
  return held;
}

const FeatureTable& FeatureSource::fail() {
  throw std::logic_error("features are asked for that nobody holds");
}

}  // namespace fedltr
