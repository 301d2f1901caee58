#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "algorithms/core/parameters.hpp"
#include "algorithms/federation/local_update.hpp"
#include "algorithms/federation/round_spec.hpp"
#include "algorithms/federation/weighting.hpp"

namespace fedltr {

class Learner;

/// Reason why an update is rejected.
enum class Refusal {
  kNone,
  kUnknownClient,
  kTwice,
  kWrongRound,
  kWrongSize,
  kSenseless,
  kWrongInteractions,
  kWrongOnline,
};
std::string_view describe(Refusal refusal);

/// A block's contribution to the average.
struct PartialSum {
  Vector weighted;            ///< sum of weight * the models or gradients sent
  double weight = 0;          ///< sum of weights
  double online = 0;          ///< sum of the clients' online means
  double max_rr = 0;          ///< sum of their mean MaxRR
  std::uint32_t clients = 0;  ///< whose updates are included
  std::uint64_t interactions = 0;  ///< they learned from

  /// Adds another one; call in a fixed order, for the same bits.
  void add(const PartialSum& other);
  auto fields(auto&& f) {
    return f(weighted, weight, online, max_rr, clients, interactions);
  }
};

/// Updates of some clients in a round, one row each.
struct ClientRows {
  std::vector<std::uint32_t> clients;  ///< ascending
  Parameters numbers;                  ///< #clients by #parameters

  auto fields(auto&& f) { return f(clients, numbers); }
};

/// The updates of a fixed block of clients in one round, added by client, so
/// that the sum does not depend on the order of arrival. An update is kept only
/// until those of all earlier clients have arrived, unless rows are wanted. Its
/// memory and time follow the clients that it waits for, from the first to the
/// last.
class Block {
 public:
  /// kRows keeps the numbers of all messages until close().
  enum class Keep : bool { kSum, kRows };

  /// Makes a block of clients from `first` on.
  /// @param interactions  of each client in a round of training, of client
  ///                      first + i at i modulo their number: its weight in the
  ///                      average by interactions; a client with 0 is waited
  ///                      for but adds nothing
  /// @param learner       interprets messages; must outlive the block
  Block(std::uint32_t first, std::vector<std::uint32_t> interactions,
        Index parameters, const Learner& learner,
        Weighting weighting = Weighting::kInteractions);

  /// Starts a round that waits for these clients (indices in the whole
  /// federation, ascending).
  void open(std::uint32_t round, const std::vector<std::uint32_t>& waited_for,
            const RoundSpec& spec = {}, Keep keep = Keep::kSum);

  /// Stores an update, or returns why it is rejected. Stops waiting for a
  /// client whose update is rejected.
  Refusal accept(const LocalUpdate& update, const Parameters& message);

  /// The same for an update that is too late for this round: it is checked, but
  /// not added to the sum.
  Refusal check_late(const LocalUpdate& update, const Parameters& message);

  /// Stops waiting for a client that will not answer.
  void excuse(std::uint32_t client);

  /// Adds an update of an earlier round to the sum, weighted by its staleness:
  /// a model as the current model plus `factor` times the difference from the
  /// model it began with; a gradient with its weight times `factor`. FedBuff,
  /// Nguyen et al. (AISTATS 2022), algorithm 1, with each round a buffer.
  struct Stale {
    LocalUpdate update;
    Parameters message;  ///< models: minus the model it began with
    double factor = 1;
  };
  void add_stale(const Stale& late, const VectorView& model,
                 PartialSum& sum) const;

  bool complete() const { return waiting_ == 0; }
  std::uint32_t waiting() const { return waiting_; }

  /// Returns a copy of the messages accepted so far; only with kRows.
  ClientRows rows() const;
  /// Returns the accepted messages of a complete round, not copied if all are
  /// accepted; to be taken once, before close(); only with kRows.
  ClientRows take_rows();

  /// Ends the round: returns the sum over the accepted updates, in the order of
  /// the clients. Frees the updates' memory.
  PartialSum close();

 private:
  enum class Slot : std::uint8_t {
    kIdle,
    kWaiting,
    kAccepted,
    kLate,
    kRefused
  };

  Refusal check(const LocalUpdate& update, const Parameters& message) const;
  Refusal judge(const LocalUpdate& update, const Parameters& message,
                Slot accepted);
  double weight_of(std::uint32_t client) const;
  void keep(std::size_t row, const Parameters& message);
  Eigen::Map<Vector> kept(std::size_t row) const;
  bool has(std::uint32_t client) const {
    return client >= front_ && client - front_ < slots_.size();
  }
  std::uint32_t interactions_of(std::uint32_t client) const {
    return interactions_[(client - first_) % interactions_.size()];
  }
  std::vector<std::uint32_t> clients_with_rows() const;
  void add(std::size_t row);
  void add_prefix();

  std::uint32_t first_;
  std::vector<std::uint32_t> interactions_;
  std::uint32_t round_ = 0;
  RoundSpec spec_;
  std::uint32_t waiting_ = 0;
  std::uint32_t front_ = 0;  ///< first client of the open round
  std::vector<Slot> slots_;  ///< of the open round, by client from front_ on
  Index parameters_;
  const Learner* learner_;
  Weighting weighting_;
  Keep keep_ = Keep::kSum;
  std::vector<LocalUpdate> updates_;  ///< by slot
  std::vector<Parameters> accepted_;  ///< by slot, with kSum
  Parameters rows_;                   ///< with kRows: one for each client asked
  double* numbers_ = nullptr;         ///< of rows_
  PartialSum sum_;                    ///< over the clients before next_
  std::size_t next_ = 0;              ///< row of the first client not in sum_
};

}  // namespace fedltr
