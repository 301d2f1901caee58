#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "actors/plan.hpp"
#include "algorithms/privacy/secure_round.hpp"

namespace fedltr {

/// Number of bytes of messages from and to a client.
struct ClientTraffic {
  std::uint64_t up = 0;
  std::uint64_t down = 0;

  void exchange(Archive& archive) { archive(up, down); }
};

/// Runs the stages of secure aggregation in each round, and counts their cost:
///
///   kKeys -> kShares -> kMasks (clients train) -> kOpening
///
/// In all stages but kMasks each cohort answers for its clients, and
/// the next stage begins once all cohorts have answered.
class SecureAggregation {
 public:
  /// A stage's message to a client.
  struct Outgoing {
    std::uint32_t client = 0;
    std::string bytes;
  };

  /// @param plan      with secure aggregation; outlives it
  /// @param envelope  number of bytes that carry a message of a stage
  SecureAggregation(const FederationPlan& plan, std::uint64_t envelope);

  /// Begins a round.
  /// @param clients  ascending
  /// @throws std::invalid_argument  if `clients` are too few for the tolerance
  void open(std::uint32_t round, const std::vector<std::uint32_t>& clients);
  bool is_open() const { return round_ != nullptr; }

  /// Begins a stage.
  /// @param cohorts  number of cohorts whose answers are awaited
  /// @return         messages to the clients that are still in the round, by
  ///                 client
  std::vector<Outgoing> begin(SecureStage stage, std::size_t cohorts);
  SecureStage stage() const { return stage_; }

  /// Takes a client's message of the stage.
  /// @param cohort  cohort that sent it
  /// @return        reason why it is invalid; empty if it is valid
  std::string accept(std::uint32_t cohort, std::uint32_t client,
                     std::string_view bytes);
  /// Notes that one more cohort has answered.
  /// @return  true if it was the last of the stage
  /// @throws std::invalid_argument  if no cohort is awaited
  bool cohort_answered();

  /// Adds the sum of some clients' masked words.
  /// @throws std::invalid_argument  if the clients or words are invalid
  void add(const std::vector<std::uint32_t>& clients,
           std::span<const std::uint64_t> words);
  /// Reason why the masks may not be removed; empty if there are enough
  /// updates.
  /// @param min_updates  minimum number of updates of a round to be used
  std::string shortfall(std::uint32_t min_updates) const {
    return round_->shortfall(min_updates);
  }
  /// Removes the masks.
  Checked<std::vector<std::uint64_t>> unmask() const {
    return round_->unmask();
  }

  /// Ends a round whose sum was recovered. @return  its cost
  SecureTotals close();
  /// Ends a round whose sum is lost. @return  its cost
  SecureTotals give_up();

  /// Number of bytes of a client's messages in closed rounds.
  ClientTraffic traffic(std::uint32_t client) const {
    const auto found = traffic_.find(client);
    return found == traffic_.end() ? ClientTraffic() : found->second;
  }

  /// @throws ArchiveError
  void exchange(Archive& archive);

 private:
  SecureTotals take_totals();

  const FederationPlan* plan_;
  std::uint64_t envelope_;
  std::unique_ptr<SecureRound> round_;  ///< null if no round is open
  SecureStage stage_ = SecureStage::kKeys;
  std::size_t awaited_ = 0;  ///< cohorts that have not answered
  /// By client, of closed rounds.
  std::map<std::uint32_t, ClientTraffic> traffic_;
  /// By client, of the open round.
  std::map<std::uint32_t, ClientTraffic> open_traffic_;
};

}  // namespace fedltr
