#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/core/linalg.hpp"

namespace fedltr {

class Archive;

/// Where histories go that memory has no room for. Used by several threads, for
/// one owner by one at a time.
class HistoryStore {
 public:
  virtual ~HistoryStore() = default;
  /// An owner's number, never given before: a client that is started anew may
  /// write while the one it was is still being cleared away.
  std::uint32_t admit() { return owners_++; }
  /// Keeps bytes under a number until they are removed.
  virtual void write(std::uint32_t owner, std::uint32_t piece,
                     std::string_view bytes) = 0;
  /// @throws std::runtime_error  if they are not what was written
  virtual std::string read(std::uint32_t owner, std::uint32_t piece) = 0;
  /// All of an owner's.
  virtual void remove(std::uint32_t owner) = 0;

 private:
  std::atomic<std::uint32_t> owners_ = 0;
};

/// A client's stored updates: the last ones in memory, older ones in pieces in
/// the store.
class UpdateHistory {
 public:
  /// @param in_memory  updates kept in memory, at least 1; the rest goes to the
  ///                   store
  /// @param store      none: all stay in memory
  UpdateHistory(std::size_t in_memory, std::shared_ptr<HistoryStore> store);
  /// The store forgets, too.
  ~UpdateHistory();
  UpdateHistory(const UpdateHistory&) = delete;
  UpdateHistory& operator=(const UpdateHistory&) = delete;

  /// Stores the update of a round: a later one than those before, or one of
  /// them, in whose place it comes, so that later requests find no trace of
  /// clients that have left.
  /// @param update  as long as those before
  void keep(std::uint32_t round, const VectorView& update);

  /// The update of that round; cheap if asked for in ascending order.
  /// @throws std::invalid_argument  if there is none
  Vector recall(std::uint32_t round);

  std::size_t size() const { return rounds_.size(); }
  /// All of it, also what is in the store.
  void exchange(Archive& archive);

 private:
  void replace(std::uint32_t round, const VectorView& update);
  std::size_t place_of(std::uint32_t round) const;
  /// Where its numbers are, in memory; loads their piece.
  double* find(std::uint32_t round);
  void load(std::size_t piece);
  void save_loaded();
  void clear();

  std::uint32_t owner_;
  std::size_t piece_size_;  ///< updates
  std::shared_ptr<HistoryStore> store_;
  std::vector<std::uint32_t> rounds_;
  std::size_t pieces_ = 0;      ///< in the store
  std::vector<double> recent_;  ///< what is not, update after update
  std::vector<double> loaded_;  ///< the piece last asked for
  std::size_t loaded_piece_ = 0;
  bool changed_ = false;  ///< it differs from the store's
  Index parameters_ = 0;
};

}  // namespace fedltr
