#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace fedltr {

/// Clients that take part in each round, where that is no matter of chance.
/// After the last round they begin anew.
class Turns {
 public:
  using Clients = std::vector<std::uint32_t>;

  /// @param rounds  clients of each, ascending; at least one round
  explicit Turns(std::vector<Clients> rounds);

  /// Number of rounds before they begin anew.
  std::size_t rounds() const { return rounds_.size(); }
  /// Returns the clients of a round, counted from 0; ascending.
  const Clients& of(std::uint64_t round) const {
    return rounds_[round % rounds_.size()];
  }
  /// Returns the number of a client's turns before a round since they last
  /// began.
  std::uint64_t before(std::uint32_t client, std::uint64_t round) const;

 private:
  std::vector<Clients> rounds_;
  std::vector<std::vector<std::size_t>> by_client_;  ///< rounds, ascending
};

/// Returns the turns of clients whose searches come in a common order, like
/// those of a log in order of time. A client's first `searches` searches are
/// its first turn, the next ones its second, and so on; a rest is left out. A
/// round takes `clients` clients, those whose next turns end first. It ends the
/// list when fewer have a turn left. With clients = 1, a round is a client that
/// asynchronously sends what it learned (experiment.py of AOL4FOLTR's code).
/// @param places  by client: places of its searches in that order, ascending
/// @throws std::invalid_argument  if there is no round
Turns turns_by_time(std::span<const std::vector<std::size_t>> places,
                    std::size_t searches, std::size_t clients);

}  // namespace fedltr
