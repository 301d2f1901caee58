#include "actors/silo/training_relay.hpp"

namespace fedltr {

void TrainingRelay::open() {
  plan().sums_moments() ? ask_for_moments() : begin_questions({});
}

void TrainingRelay::expect(Step step, MessageType type, std::uint32_t request) {
  step_ = step;
  awaited().expect(type, members(), request);
  begin_phase();
}

bool TrainingRelay::may_ask(std::uint32_t party) const {
  return plan().asks && step_ == Step::kQuestions && awaited().contains(party);
}

bool TrainingRelay::owes(std::uint32_t party) const {
  if (step_ != Step::kQuestions) return awaited().contains(party);
  return router().owes(party) ||
         (awaited().contains(party) && !router().waits(party));
}

bool TrainingRelay::is_late(const SiloMessage& message) const {
  return Relay::is_late(message) || (message.type() == MessageType::kMoments &&
                                     message.request < moments_.request());
}

void TrainingRelay::take_answer_of(const SiloMessage& message) {
  const std::uint32_t party = message.from;
  switch (step_) {
    case Step::kQuestions:
      require(!router().waits(party), "is done before its answers came");
      if (body_of<QuestionsDone>(message).learns != 0) learners_.insert(party);
      return;
    case Step::kMoments:
      return moments_.take(party, body_of<MaskedMoments>(message));
    case Step::kTraining:
      try {
        return lead_->take(message);
      } catch (const TrainingError& error) {
        return fail(error.what());
      }
    case Step::kMetrics:
      return take_metrics(party, body_of<SealedMetrics>(message));
  }
}

void TrainingRelay::advance() {
  switch (step_) {
    case Step::kQuestions:
      count_passed();
      return begin_training();
    case Step::kMoments:
      return hand_out_moments();
    case Step::kTraining:
      return combine();
    case Step::kMetrics:
      return hand_out_metrics();
  }
}

void TrainingRelay::leave_out(std::uint32_t party) {
  learners_.erase(party);
  if (lead_) lead_->exclude(party);
  if (step_ == Step::kMoments) return ask_for_moments();
  if (awaited().empty()) advance();
}

void TrainingRelay::ask_for_moments() {
  awaited().withdraw();
  moments_.ask();
  expect(Step::kMoments, MessageType::kMoments, moments_.request());
  broadcast(message_of(AskMoments(), moments_.request()));
}

void TrainingRelay::hand_out_moments() {
  const auto sum = moments_.sum();
  if (!sum && moments_.are_none()) return fail("no party has labels");
  if (!sum) return fail(why_no_sum("moments"));
  begin_questions(*sum);
}

void TrainingRelay::begin_questions(const MomentSum& sum) {
  expect(Step::kQuestions, MessageType::kReady);
  broadcast(message_of(sum));
}

void TrainingRelay::begin_training() {
  step_ = Step::kTraining;
  begin_phase();
  const auto model = silo_model(plan().options, plan().grades);
  lead_.emplace(plan().methods, trainer_config(*model, plan().options));
  train();
}

/// Combines the answers, unless no party with labels is left.
void TrainingRelay::combine() {
  // An exclusion continues with the remaining answers.
  if (const auto found = lead_->outliers(); !found.empty())
    return exclude(found.begin()->first, found.begin()->second);
  try {
    if (!learners_.empty()) lead_->combine();
  } catch (const TrainingError& error) {
    return fail(error.what());
  }
  train();
}

void TrainingRelay::train() {
  if (learners_.empty() && !plan().methods.empty())
    return fail("no party is left that has labels");
  while (const auto request = lead_->next(learners_)) {
    if (request->for_all)
      broadcast(request->message);
    else
      for (const std::uint32_t party : request->parties)
        send(party, request->message);
    if (!request->answer) continue;
    awaited().expect(*request->answer,
                     {request->parties.begin(), request->parties.end()},
                     request->message.request);
    return;
  }
  plan().sharing == MetricSharing::kNone ? end() : ask_for_metrics();
}

}  // namespace fedltr
