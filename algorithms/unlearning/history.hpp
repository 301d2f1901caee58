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

/// Store for histories that don't fit into memory. Used by several threads, but
/// for one owner by one at a time.
class HistoryStore {
 public:
  virtual ~HistoryStore() = default;
  /// Returns a new owner's number, never used before: a client that is
  /// restarted may write while its former self is still being removed.
  std::uint32_t admit() { return owners_++; }
  /// Stores bytes under a number until they are removed.
  virtual void write(std::uint32_t owner, std::uint32_t piece,
                     std::string_view bytes) = 0;
  /// @throws std::runtime_error  if they differ from those written
  virtual std::string read(std::uint32_t owner, std::uint32_t piece) = 0;
  /// Removes all pieces of an owner.
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
  /// @param store      null: all stay in memory
  UpdateHistory(std::size_t in_memory, std::shared_ptr<HistoryStore> store);
  /// Also removes its pieces from the store.
  ~UpdateHistory();
  UpdateHistory(const UpdateHistory&) = delete;
  UpdateHistory& operator=(const UpdateHistory&) = delete;

  /// Stores the update of a round: a later round than those before, or one of
  /// them, whose update it replaces, so that later requests find no trace of
  /// clients that have left.
  /// @param update  as long as those before
  void keep(std::uint32_t round, const VectorView& update);

  /// Returns the update of that round; fast in ascending order.
  /// @throws std::invalid_argument  if there is none
  Vector recall(std::uint32_t round);

  std::size_t size() const { return rounds_.size(); }
  /// Saves or loads all of it, including the pieces in the store.
  void exchange(Archive& archive);

 private:
  void replace(std::uint32_t round, const VectorView& update);
  std::size_t place_of(std::uint32_t round) const;
  /// Address of its numbers in memory; loads their piece.
  double* find(std::uint32_t round);
  void load(std::size_t piece);
  void save_loaded();
  void clear();

  std::uint32_t owner_;
  std::size_t piece_size_;  ///< updates
  std::shared_ptr<HistoryStore> store_;
  std::vector<std::uint32_t> rounds_;
  std::size_t pieces_ = 0;  ///< in the store
  std::vector<double>
      recent_;  ///< updates not in the store, one after the other
  std::vector<double> loaded_;  ///< the piece requested last
  std::size_t loaded_piece_ = 0;
  bool changed_ = false;  ///< it differs from the store's
  Index parameters_ = 0;
};

}  // namespace fedltr
