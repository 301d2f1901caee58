#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>

#include "actors/silo/moment_phase.hpp"
#include "actors/silo/relay.hpp"
#include "actors/silo/training_lead.hpp"
#include "algorithms/silo/metric_messages.hpp"

namespace fedltr {

/// The state of the actor between parties that train: also leads their
/// training.
///
///   moments: masked, of each <-+ a party is excluded
///       |         (only if features are scaled by their sum)
///   questions: until each party is ready
///       |
///   training: TrainingLead, step by step
///       |
///   metrics: sealed by each for each other, if they are shared
///       |
///     end()
class TrainingRelay : public Relay {
 public:
  using Relay::Relay;

 private:
  enum class Step : std::uint8_t { kMoments, kQuestions, kTraining, kMetrics };

  void open() override;
  bool may_ask(std::uint32_t party) const override;
  bool owes(std::uint32_t party) const override;
  bool will_sum() const override { return step_ == Step::kMoments; }
  bool has_all_answers() const override { return step_ > Step::kQuestions; }
  bool is_late(const SiloMessage& message) const override;
  void take_answer_of(const SiloMessage& message) override;
  void advance() override;
  void leave_out(std::uint32_t party) override;

  void expect(Step step, MessageType type, std::uint32_t request = 0);
  void ask_for_moments();
  void hand_out_moments();
  void begin_questions(const MomentSum& sum);
  void begin_training();
  void combine();
  void train();
  void ask_for_metrics();
  /// @throws std::invalid_argument  unless there is a part for each other
  void take_metrics(std::uint32_t party, SealedMetrics metrics);
  void hand_out_metrics();

  Step step_ = Step::kMoments;
  std::set<std::uint32_t> learners_;  ///< members with labels
  MomentPhase moments_;
  std::optional<TrainingLead> lead_;                ///< from kTraining on
  std::map<std::uint32_t, SealedMetrics> metrics_;  ///< by sender
};

}  // namespace fedltr
