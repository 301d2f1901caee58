// The part of a relay after the questions: moments and training.
#include "actors/silo/relay.hpp"

namespace fedltr {

void RelayState::ask_for_moments() {
  if (phase_ == Phase::kMoments) awaited_.withdraw();
  moments_.ask();
  expect(Phase::kMoments, MessageType::kMoments, moments_.request());
  broadcast(message_of(AskMoments(), moments_.request()));
}

void RelayState::hand_out_moments() {
  const auto sum = moments_.sum();
  if (!sum && learners_.empty()) return fail("no party has labels");
  if (!sum) return fail("the parties' masked moments do not add up");
  begin_training(*sum);
}

void RelayState::begin_training(const MomentSum& sum) {
  phase_ = Phase::kTraining;
  broadcast(message_of(sum));
  const auto model = silo_model(plan_->options, plan_->grades);
  lead_.emplace(plan_->methods, trainer_config(*model, plan_->options));
  train();
}

/// Combines the answers, unless no party with labels is left.
void RelayState::combine() {
  try {
    if (!learners_.empty()) lead_->combine();
  } catch (const TrainingError& error) {
    return fail(error.what());
  }
  train();
}

void RelayState::train() {
  if (learners_.empty() && !plan_->methods.empty())
    return fail("no party is left that has labels");
  while (const auto request = lead_->next(learners_)) {
    if (request->for_all)
      broadcast(request->message);
    else
      for (const std::uint32_t party : request->parties)
        send(party, request->message);
    if (!request->answer) continue;
    awaited_.expect(*request->answer,
                    {request->parties.begin(), request->parties.end()},
                    request->message.request);
    return;
  }
  plan_->sharing == MetricSharing::kNone ? end() : ask_for_metrics();
}

}  // namespace fedltr
