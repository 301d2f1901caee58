#include "actors/server/secure_aggregation.hpp"

#include "algorithms/core/archive.hpp"
#include "algorithms/core/require.hpp"

namespace fedltr {

SecureAggregation::SecureAggregation(const FederationPlan& plan,
                                     std::uint64_t envelope)
    : plan_(&plan), envelope_(envelope) {}

void SecureAggregation::open(std::uint32_t round,
                             const std::vector<std::uint32_t>& clients) {
  open_traffic_.clear();
  round_ = std::make_unique<SecureRound>(
      clients, static_cast<std::uint32_t>(plan_->shared_parameters()),
      plan_->secure->tolerance, graph_labels(plan_->seed, round, clients));
}

std::vector<SecureAggregation::Outgoing> SecureAggregation::begin(
    SecureStage stage, std::size_t cohorts) {
  stage_ = stage;
  awaited_ = stage == SecureStage::kMasks ? 0 : cohorts;
  std::vector<Outgoing> messages;
  for (const std::uint32_t client : round_->clients()) {
    std::string bytes = round_->letter(stage, client);
    // A request for keys is empty; an excluded client gets no request.
    if (bytes.empty() && stage != SecureStage::kKeys) continue;
    open_traffic_[client].down += envelope_ + bytes.size();
    messages.push_back({client, std::move(bytes)});
  }
  return messages;
}

std::string SecureAggregation::accept(std::uint32_t cohort,
                                      std::uint32_t client,
                                      std::string_view bytes) {
  if (client >= plan_->clients || client / kCohortSize != cohort)
    return "not a client of that cohort";
  open_traffic_[client].up += envelope_ + bytes.size();
  return round_->accept(stage_, client, bytes);
}

bool SecureAggregation::cohort_answered() {
  require(awaited_ > 0, "no cohort's messages are awaited");
  return --awaited_ == 0;
}

void SecureAggregation::add(const std::vector<std::uint32_t>& clients,
                            std::span<const std::uint64_t> words) {
  const std::string refusal = round_->add(clients, words);
  require(refusal.empty(), refusal);
}

SecureTotals SecureAggregation::close() {
  const std::uint32_t recovered = round_->dropped();
  SecureTotals totals = take_totals();
  totals.recovered = recovered;
  return totals;
}

SecureTotals SecureAggregation::give_up() {
  SecureTotals totals = take_totals();
  totals.lost = true;
  return totals;
}

/// Ends the round, and counts its clients and their traffic.
SecureTotals SecureAggregation::take_totals() {
  SecureTotals totals;
  totals.clients = round_->clients().size();
  totals.largest = static_cast<std::uint32_t>(totals.clients);
  for (const std::uint32_t client : round_->clients()) {
    const ClientTraffic& each = open_traffic_[client];
    traffic_[client].up += each.up;
    traffic_[client].down += each.down;
    totals.bytes_up += each.up;
    totals.bytes_down += each.down;
  }
  round_.reset();
  return totals;
}

void SecureAggregation::exchange(Archive& archive) {
  std::uint32_t clients = plan_->clients;
  archive(clients, traffic_);
  archive.expect(
      clients == plan_->clients &&
          (traffic_.empty() || traffic_.rbegin()->first < plan_->clients),
      "it is of other clients");
}

}  // namespace fedltr
