#include "algorithms/unlearning/history.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "algorithms/core/archive.hpp"
#include "algorithms/core/require.hpp"

namespace fedltr {

UpdateHistory::UpdateHistory(std::size_t in_memory,
                             std::shared_ptr<HistoryStore> store)
    : owner_(store ? store->admit() : 0),
      piece_size_(std::max<std::size_t>(in_memory, 1)),
      store_(std::move(store)) {}

UpdateHistory::~UpdateHistory() {
  try {
    clear();
  } catch (const std::exception&) {
    // Files that remain are removed with the run's folder of histories.
  }
}

void UpdateHistory::clear() {
  if (pieces_ > 0) store_->remove(owner_);
  rounds_.clear();
  recent_.clear();
  loaded_.clear();
  pieces_ = 0;
  changed_ = false;
}

void UpdateHistory::keep(std::uint32_t round, const VectorView& update) {
  if (!rounds_.empty() && round <= rounds_.back())
    return replace(round, update);
  require(rounds_.empty() || update.size() == parameters_,
          "updates of a history are of one length");
  parameters_ = update.size();
  if (store_ && rounds_.size() == (pieces_ + 1) * piece_size_) {
    store_->write(owner_, pieces_++,
                  {reinterpret_cast<const char*>(recent_.data()),
                   recent_.size() * sizeof(double)});
    recent_.clear();
  }
  rounds_.push_back(round);
  recent_.insert(recent_.end(), update.begin(), update.end());
}

std::size_t UpdateHistory::place_of(std::uint32_t round) const {
  const auto found = std::ranges::lower_bound(rounds_, round);
  require(found != rounds_.end() && *found == round,
          "no update of round " + std::to_string(round) + " is stored");
  return found - rounds_.begin();
}

double* UpdateHistory::find(std::uint32_t round) {
  const std::size_t place = place_of(round);
  const std::size_t length = parameters_;
  const std::size_t in_store = pieces_ * piece_size_;
  if (place >= in_store) return recent_.data() + (place - in_store) * length;
  load(place / piece_size_);
  return loaded_.data() + place % piece_size_ * length;
}

void UpdateHistory::load(std::size_t piece) {
  if (!loaded_.empty() && loaded_piece_ == piece) return;
  save_loaded();
  const std::string bytes = store_->read(owner_, piece);
  loaded_.resize(piece_size_ * parameters_);
  require(bytes.size() == loaded_.size() * sizeof(double),
          "a stored piece of a history has another length");
  std::memcpy(loaded_.data(), bytes.data(), bytes.size());
  loaded_piece_ = piece;
}

void UpdateHistory::save_loaded() {
  if (!std::exchange(changed_, false)) return;
  store_->write(owner_, loaded_piece_,
                {reinterpret_cast<const char*>(loaded_.data()),
                 loaded_.size() * sizeof(double)});
}

Vector UpdateHistory::recall(std::uint32_t round) {
  return Eigen::Map<const Vector>(find(round), parameters_);
}

void UpdateHistory::replace(std::uint32_t round, const VectorView& update) {
  require(update.size() == parameters_,
          "updates of a history are of one length");
  double* const numbers = find(round);
  std::ranges::copy(update, numbers);
  changed_ |= place_of(round) < pieces_ * piece_size_;
}

void UpdateHistory::exchange(Archive& archive) {
  std::vector<std::uint32_t> rounds = rounds_;
  archive(rounds);
  if (archive.reading()) clear();
  for (const std::uint32_t round : rounds) {
    Vector update;
    if (!archive.reading()) update = recall(round);
    archive(update);
    archive.expect(rounds_.empty() ||
                       (round > rounds_.back() && update.size() == parameters_),
                   "this is not a history of updates");
    if (archive.reading()) keep(round, update);
  }
}

}  // namespace fedltr
