#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "actors/silo/party.hpp"
#include "actors/silo/training_asking.hpp"
#include "algorithms/silo/metric_messages.hpp"
#include "algorithms/silo/party_training.hpp"
#include "algorithms/silo/step_cursor.hpp"

namespace fedltr {

/// The state of a party's actor that trains: asks its training queries, and
/// learns from the answers and the other parties. Sums come before questions:
/// one that does not add up then ends a run that has spent no budget.
///
///   open()
///       | AskMoments, if they are summed; MomentSum
///     asks: an Inquiry at each other party, concurrently
///       | all are answered: QuestionsDone
///     ready: still answers others
///       | a step
///     training: PartyTraining, step by step
///       | End
///     PartyEnded
class TrainingParty : public Party {
 public:
  using Party::Party;

  void use(PartyPlace place) override;

 private:
  void open() override;
  void take_answer(const SiloMessage& message) override;
  void accept_other(const SiloMessage& message) override;
  void leave_out(std::uint32_t party) override;

  void say_when_ready();
  void gather_own();
  void begin_training();
  void take(const SiloMessage& message, const AskMoments& ask);
  void take(const SiloMessage& message, const MomentSum& sum);
  void take(const SiloMessage& message, const AskMetrics& ask);
  void take(const SiloMessage& message, const MetricsOfOthers& others);
  void take(const SiloMessage& message, const EndSilo& end);
  /// Takes a step of training.
  template <class Body>
  void take(const SiloMessage& message, const Body&) {
    perform(message);
  }
  void check_moments(const MomentSum& sum) const;
  void perform(const SiloMessage& step);
  std::vector<TestQuery> held_out() const;

  Secret metric_noise_{};  ///< key of the noise on shared metrics
  bool heard_metrics_ = false;
  std::optional<TrainingAsking> asking_;  ///< until training
  std::optional<Scaling> joint_;          ///< from the sum of moments on
  bool ready_ = false;                    ///< has sent QuestionsDone
  bool can_train_ = false;                ///< as in QuestionsDone
  std::shared_ptr<PartyRecord> record_;   ///< from moments on
  std::shared_ptr<const PointwiseModel> model_;
  std::optional<PartyTraining> training_;
  std::optional<StepCursor> cursor_;  ///< from training on
  std::uint32_t asked_moments_ = 0;   ///< requests, each with its own masks
};

}  // namespace fedltr
