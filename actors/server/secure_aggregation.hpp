#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "actors/plan.hpp"
#include "algorithms/privacy/secure_round.hpp"

namespace fedltr {

/// Bytes of messages from and to a client.
struct ClientTraffic {
  std::uint64_t up = 0;
  std::uint64_t down = 0;

  void exchange(Archive& archive) { archive(up, down); }
};

/// Leads a run's rounds through the stages of secure aggregation, and accounts
/// for what that takes:
///
///   kKeys -> kShares -> kMasks (clients train) -> kOpening
///
/// In all but kMasks each cohort answers with its clients' messages, and the
/// next stage begins once all have.
class SecureAggregation {
 public:
  /// A message to a client.
  struct Outgoing {
    std::uint32_t client = 0;
    std::string bytes;
  };

  /// @param plan      with secure aggregation; outlives it
  /// @param envelope  bytes of a message around its contents
  SecureAggregation(const FederationPlan& plan, std::uint64_t envelope);

  /// Begins a round.
  /// @param clients  ascending
  /// @throws std::invalid_argument  if they are too few for the tolerance
  void open(std::uint32_t round, const std::vector<std::uint32_t>& clients);
  bool is_open() const { return round_ != nullptr; }

  /// Begins a stage: the messages to the clients that are still in the round,
  /// by client.
  /// @param cohorts  whose answers are awaited
  std::vector<Outgoing> begin(SecureStage stage, std::size_t cohorts);
  SecureStage stage() const { return stage_; }

  /// Takes a client's message of the stage.
  /// @return  why it is invalid; empty: it is not
  /// @param cohort  that passes it on
  std::string accept(std::uint32_t cohort, std::uint32_t client,
                     std::string_view bytes);
  /// Notes that all messages of one more cohort are here.
  /// @return  whether they were the last of the stage
  /// @throws std::invalid_argument  if no cohort is awaited
  bool cohort_answered();

  /// Adds the sum of some clients' masked words.
  /// @throws std::invalid_argument  if they make no sense
  void add(const std::vector<std::uint32_t>& clients,
           std::span<const std::uint64_t> words);
  /// Why the masks of so few updates may not be taken off; empty: they may.
  /// @param min_updates  a round must bring to be used
  std::string shortfall(std::uint32_t min_updates) const {
    return round_->shortfall(min_updates);
  }
  /// Takes off the masks.
  Checked<std::vector<std::uint64_t>> unmask() const {
    return round_->unmask();
  }

  /// Ends the round: what it took.
  /// @param lost  its sum could not be had
  SecureTotals close(bool lost);

  /// Bytes of a client's messages in closed rounds.
  const ClientTraffic& traffic(std::uint32_t client) const {
    return traffic_[client];
  }

  /// @throws ArchiveError
  void exchange(Archive& archive);

 private:
  const FederationPlan* plan_;
  std::uint64_t envelope_;
  std::unique_ptr<SecureRound> round_;  ///< the open one
  SecureStage stage_ = SecureStage::kKeys;
  std::size_t awaited_ = 0;                  ///< cohorts that have not answered
  std::vector<ClientTraffic> traffic_;       ///< by client, of closed rounds
  std::vector<ClientTraffic> open_traffic_;  ///< by client, of the open one
};

}  // namespace fedltr
