#include "actors/server/round_totals.hpp"

#include <cmath>

#include "actors/protocol/secure_messages.hpp"
#include "actors/protocol/size.hpp"
#include "actors/protocol/training_messages.hpp"
#include "algorithms/core/archive.hpp"

namespace fedltr {

MessageBytes message_bytes(const FederationPlan& plan) {
  const Index parameters = plan.shared_parameters();
  MessageBytes bytes;
  bytes.order = wire_size(Train{0, Parameters(Vector::Zero(parameters)), {}});
  if (plan.secure) {
    const std::vector<std::uint64_t> words(
        static_cast<std::size_t>(parameters));
    bytes.update = wire_size(MaskedUpdate{{}, false, words});
    bytes.secure_envelope = wire_size(SecAggMessage{});
    return bytes;
  }
  const Index size = plan.learner->message_size(parameters);
  bytes.update = wire_size(Update{{}, Parameters(Vector::Zero(size))});
  return bytes;
}

RoundTotals::RoundTotals(const MessageBytes& bytes, double discount,
                         double epsilon)
    : bytes_(bytes), discounted_(discount) {
  closed_.epsilon = open_.epsilon = epsilon;
}

void RoundTotals::count_faults(const RoundFaults& faults) {
  open_.refused += faults.refused;
  open_.dropped += faults.dropped;
  open_.faults.add(faults.simulated);
}

void RoundTotals::count_secure(const SecureTotals& round) {
  open_.secure.add(round);
  open_.bytes_up += round.bytes_up;
  open_.bytes_down += round.bytes_down;
}

void RoundTotals::count_rejected(RuleVerdict verdict) {
  open_.rejected_attackers += verdict.attackers;
  open_.rejected_honest += verdict.clients.size() - verdict.attackers;
  open_.rejected = std::move(verdict.clients);
}

void RoundTotals::count_unused() {
  ++open_.faults.unused;
  // Late updates that were due in this round count nowhere.
  open_.faults.lost += open_.faults.stale - closed_.faults.stale;
  open_.faults.stale = closed_.faults.stale;
}

std::uint64_t RoundTotals::answering() const {
  const FaultCounts& now = open_.faults;
  const FaultCounts& then = closed_.faults;
  return open_.clients -
         (now.dropouts + now.crashes - then.dropouts - then.crashes);
}

bool RoundTotals::unexpectedly_invalid() const {
  return open_.refused - closed_.refused >
         open_.faults.corrupt - closed_.faults.corrupt;
}

void RoundTotals::close(std::uint32_t round, std::uint32_t training_round,
                        const PartialSum& sum, double epsilon) {
  open_.round = round;
  open_.time = training_round;
  open_.interactions += sum.interactions;
  const bool served = sum.interactions > 0;
  open_.online = served ? sum.online / sum.clients : std::nan("");
  open_.max_rr = served ? sum.max_rr / sum.clients : std::nan("");
  if (served) discounted_.add(open_.online);
  open_.online_discounted = discounted_.sum();
  open_.bytes_down += bytes_down();
  open_.bytes_up += bytes_up();
  open_.clients = sum.clients;
  open_.epsilon = epsilon;
  closed_ = open_;
}

void RoundTotals::exchange(Archive& archive) {
  archive(closed_, discounted_);
  if (archive.reading()) open_ = closed_;
}

}  // namespace fedltr
