// Secure aggregation at the server: asks for keys and shares, trains the round,
// and asks for the shares that remove the masks.
#include <map>

#include <spdlog/spdlog.h>

#include "actors/server/server.hpp"

namespace fedltr {

void ServerState::start_masking() {
  enter(ServerPhase::kMasking);
  try {
    run_->secure->open(run_->round + 1, run_->participants.clients());
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument("round " + std::to_string(run_->round + 1) +
                                ": " + error.what());
  }
  send_stage(SecureStage::kKeys);
}

/// Sends the messages that begin a stage, one bundle to each cohort.
void ServerState::send_stage(SecureStage stage) {
  const auto& cohorts = run_->participants.cohorts();
  std::map<std::uint32_t, SecAggMessages> orders;
  for (const std::uint32_t cohort : cohorts)
    orders[cohort] = {run_->round + 1, cohort, stage, {}};
  for (auto& [client, bytes] : run_->secure->begin(stage, cohorts.size()))
    orders[client / kCohortSize].letters.push_back(
        {run_->round + 1, client, stage, std::move(bytes)});
  for (auto& [cohort, order] : orders)
    self_->send(cohort_at(cohort), std::move(order));
}

void ServerState::receive(const SecAggMessages& answers) {
  if (answers.round == given_up_) return;
  const bool expected =
      (phase_ == ServerPhase::kMasking || phase_ == ServerPhase::kUnmasking) &&
      answers.round == run_->round + 1 &&
      answers.stage == run_->secure->stage();
  if (!expected)
    throw std::invalid_argument(
        "unexpected SecAggMessages: cohort " + std::to_string(answers.cohort) +
        ", round " + std::to_string(answers.round) + ", stage " +
        std::to_string(static_cast<int>(answers.stage)) + ", while " +
        std::string(name_of(phase_)) + " in round " +
        std::to_string(run_->round + 1));
  for (const SecAggMessage& message : answers.letters) {
    const std::string invalid =
        run_->secure->accept(answers.cohort, message.client, message.bytes);
    if (invalid.empty()) continue;
    run_->totals.count_faults({.refused = 1});
    spdlog::warn("{}: a message of client {} in round {} is invalid: {}",
                 run_->plan->name, message.client, run_->round + 1, invalid);
  }
  if (run_->secure->cohort_answered()) finish_stage();
}

void ServerState::finish_stage() {
  switch (run_->secure->stage()) {
    case SecureStage::kKeys:
      return send_stage(SecureStage::kShares);
    case SecureStage::kShares:
      send_stage(SecureStage::kMasks);
      return start_training();
    case SecureStage::kMasks:
    case SecureStage::kAgreement:
      return;
    case SecureStage::kOpening:
      return unmask();
  }
}

void ServerState::receive(const MaskedSum& part) {
  if (part.round == given_up_) return;
  if (phase_ != ServerPhase::kTraining || !run_->secure ||
      part.round != run_->round + 1)
    throw std::invalid_argument("unexpected MaskedSum: cohort " +
                                std::to_string(part.cohort) + ", round " +
                                std::to_string(part.round) + ", while " +
                                std::string(name_of(phase_)) + " in round " +
                                std::to_string(run_->round + 1));
  run_->secure->add(part.clients, part.words);
}

/// Asks for the opening once all masked updates have arrived, or closes the
/// round if they are too few.
void ServerState::end_masked_training() {
  const std::uint32_t wanted =
      run_->spec.trains() ? run_->plan->faults.options().least : 1;
  const std::string reason =
      run_->secure->shortfall(std::max(wanted, run_->min_updates()));
  if (reason.empty()) {
    enter(ServerPhase::kUnmasking);
    return send_stage(SecureStage::kOpening);
  }
  run_->totals.count_secure(run_->secure->give_up());
  close_round(run_->collector.take_sum(), reason);
}

void ServerState::unmask() {
  PartialSum sum = run_->collector.take_sum();
  const auto words = run_->secure->unmask();
  if (words) {
    sum.weighted = run_->plan->secure->code.decode(*words);
    if (run_->plan->learner->sends_models())
      sum.weighted += sum.weight * run_->model.view();
  }
  run_->totals.count_secure(words.refusal.empty() ? run_->secure->close()
                                                  : run_->secure->give_up());
  close_round(std::move(sum), words.refusal);
}

}  // namespace fedltr
