#include "actors/silo/training_party.hpp"

#include <utility>

#include "algorithms/silo_search/known_statistics.hpp"

namespace fedltr {

void TrainingParty::use(PartyPlace place) {
  Party::use(std::move(place));
  // Drawn first: a process that resumes a run then has the same noise, even if
  // its ledger now withholds other answers.
  if (plan().sharing == MetricSharing::kNoisy)
    metric_noise_ =
        random_secret(plan().secrets()(Purpose::kPrivacy, party(), 0));
}

void TrainingParty::open() {
  asking_.emplace(
      QueryContext{collection(), plan().protocol, spots(), statistics(),
                   std::span<const std::uint32_t>(), party(), plan().secrets(),
                   share().documents},
      held_out_queries(collection(), share(), party(), plan().options).train,
      plan().asks ? keys().members()
                  : std::map<std::uint32_t, std::uint32_t>());
  if (!plan().asks) return;
  const auto own = static_cast<std::uint32_t>(share().documents.size());
  const std::size_t queries = asking_->queries().size();
  for (const auto& [owner, documents] : keys().members())
    if (2 * std::uint64_t{queries} >
        plan().protocol.most_questions(std::max(own, documents)))
      return end_run("it has " + std::to_string(queries) +
                     " training queries, more than it may ask of one party");
}

void TrainingParty::take_answer(const SiloMessage& message) {
  if (!asking_) return;
  if (auto next = asking_->take(message)) send(message.from, std::move(*next));
  say_when_ready();
}

void TrainingParty::say_when_ready() {
  if (ready_ || !joint_ || !asking_->done()) return;
  ready_ = true;
  can_train_ = learns(share(), party(), asking_->queries(), plan().options);
  send(kRelay, message_of(QuestionsDone{std::uint8_t{can_train_}}));
}

/// Drops all that the party sent and received so far, so that nothing depends
/// on the time of its exclusion.
void TrainingParty::leave_out(std::uint32_t party) {
  if (!asking_) return;
  asking_->exclude(party);
  owner().leave_out(party);
  say_when_ready();
}

void TrainingParty::accept_other(const SiloMessage& message) {
  std::visit([&](const auto& body) { take(message, body); }, message.body());
}

void TrainingParty::take(const SiloMessage&, const EndSilo&) {
  begin_training();
  require(cursor_->done(), "comes before the training is over");
  record_->safety_code = keys().agreed().safety_code;
  if (!plan().own.empty()) {
    if (!record_->told) record_->tests = held_out();
    record_->known = std::make_shared<const KnownStatistics>(
        statistics(), collection().dictionary().size());
    for (const Field field : kAllFields)
      record_->fields.push_back(statistics().field(field));
  }
  record_->index_bytes = owner().index_bytes();
  record_->sketch_bytes = owner().sketch_bytes();
  record_->shortest_list = owner().shortest_list();
  const ReleaseLedger& ledger = owner().ledger();
  record_->worst = ledger.worst();
  record_->withheld = ledger.refused();
  for (std::uint32_t d = 0; d < owner().documents(); ++d)
    record_->releases += ledger.releases(d);
  leave(std::move(record_));
}

}  // namespace fedltr
