#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "actors/silo/keyring.hpp"
#include "actors/silo/live_asking.hpp"
#include "actors/silo/party_messages.hpp"
#include "actors/silo/silo_plan.hpp"
#include "algorithms/silo/data_owner.hpp"
#include "algorithms/silo/inquiry.hpp"
#include "algorithms/silo/metric_messages.hpp"

namespace fedltr {

/// The actor of a party: holds its documents and queries, answers about them,
/// and learns from others. Handles messages one at a time; Keyring, DataOwner,
/// Inquiry and PartyTraining compute.
///
///   BeginKeys (from any phase before questions)
///       |
///     keys: agree, wrap or unwrap the hash key, send frequencies
///       | FrequencySum
///   questions: an Inquiry at each other party, concurrently
///       | all are answered: Ready
///     ready: still answers others
///       | AskMoments or MomentSum
///   training: PartyTraining, step by step
///       | End
///     PartyEnded
///
/// In a search session (SiloPlan::is_search) questions never end: it answers
/// them, and asks the queries of AskOthers.
class PartyState {
 public:
  PartyState(caf::stateful_actor<PartyState>* pointer);

  void use(std::shared_ptr<const SiloPlan> plan, std::uint32_t party,
           caf::actor relay, caf::actor study);
  void accept(const SiloMessage& message);
  void accept_training(const SiloMessage& message);
  void ask(const AskOthers& asked);
  void give_up(const GiveUp& given);
  void tell(Handled handled) const { self_->send(study_, handled); }
  /// Fails the run on an internal error, not an invalid message of a peer.
  void fail(const std::string& what);
  /// Stops the run, so that another process can resume it.
  void stop(const std::string& what);

 private:
  enum class Phase : std::uint8_t { kKeys, kQuestions, kReady, kTraining };

  const Collection& collection() const { return plan_->collection_of(party_); }
  const PartyShare& share() const { return plan_->share_of(party_); }

  void send(std::uint32_t to, SiloMessage message);
  void refuse(std::uint32_t who, const std::string& why);

  void on_begin(const SiloMessage& message);
  void on_keys(const PartyKeys& keys);
  void on_wrapped(std::uint32_t from, const WrappedKey& wrapped);
  void hash_with(const Secret& secret);
  void on_frequencies(const SiloMessage& message);

  void open_search();
  void ask_waiting();
  void on_live(const SiloMessage& message);
  void say_what_was_found();

  void ask_next(std::uint32_t owner);
  void on_question(const SiloMessage& message);
  void on_top(const SiloMessage& message);
  void on_counts(const SiloMessage& message);
  void say_when_ready();
  void on_excluded(std::uint32_t party);

  void gather();
  /// @throws std::invalid_argument  if too few parties share masks with it
  void require_masks() const;
  void on_moments_asked(std::uint32_t request);
  void on_moments(const MomentSum& sum);
  void on_step(const SiloMessage& message);
  void accept_metrics(const SiloMessage& message);
  void on_metrics_asked();
  void on_metrics(const MetricsOfOthers& others);
  std::vector<TestQuery> held_out() const;
  void on_end();
  /// Fails the entire run.
  void end_run(const std::string& why);

  caf::stateful_actor<PartyState>* self_;
  std::shared_ptr<const SiloPlan> plan_;
  std::uint32_t party_ = 0;
  caf::actor relay_;
  caf::actor study_;

  Phase phase_ = Phase::kKeys;
  Secret metric_noise_{};  ///< key of the noise on shared metrics
  bool heard_metrics_ = false;
  std::optional<Keyring> keys_;
  std::optional<TermSpots> spots_;            ///< for documents' sketches
  std::optional<TermSpots> frequency_spots_;  ///< for sketches of frequencies
  std::optional<OwnFrequencies> own_;
  std::optional<SharedStatistics> statistics_;
  std::optional<DataOwner> owner_;
  std::optional<HashKey> hash_key_;  ///< in a search session
  std::optional<LiveAsking> live_;   ///< in a search session, once it is open
  std::map<std::uint32_t, std::uint32_t>
      answered_;                        ///< number of questions, by asker
  std::vector<std::uint32_t> queries_;  ///< for training
  std::optional<QueryContext> context_;
  std::map<std::uint32_t, Inquiry> inquiries_;  ///< by owner
  std::shared_ptr<PartyRecord> record_;
  std::shared_ptr<const PointwiseModel> model_;
  std::optional<PartyTraining> training_;
  std::set<std::uint32_t>
      asked_moments_;  ///< requests, each with its own masks
};

caf::behavior party_actor(caf::stateful_actor<PartyState>* self,
                          std::shared_ptr<const SiloPlan> plan,
                          std::uint32_t party, caf::actor relay,
                          caf::actor study);

}  // namespace fedltr
