#include "actors/cohort/cohort_round.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include <spdlog/spdlog.h>

namespace fedltr {

CohortRound::CohortRound(std::shared_ptr<const FederationPlan> plan,
                         std::uint32_t first,
                         const std::vector<std::uint32_t>& interactions)
    : plan_(std::move(plan)),
      first_(first),
      size_(std::min(kCohortSize, plan_->clients - first)),
      block_(first, interactions, plan_->shared_parameters(), *plan_->learner,
             plan_->weighting) {}

void CohortRound::open(const TrainCohort& order) {
  order_ = order;
  is_open_ = true;
  before_ = record_;
  auto& participants = order_.participants;
  if (participants.empty() && !order_.nobody) {
    participants.resize(size_);
    std::iota(participants.begin(), participants.end(), first_);
  }
  block_.open(order_.round, participants, order_.spec,
              plan_->rule || order_.full_knowledge ? Block::Keep::kRows
                                                   : Block::Keep::kSum);
  window_.open(participants);
  attackers_ = 0;
  if (order_.full_knowledge)
    for (const std::uint32_t client : participants)
      attackers_ +=
          plan_->attack.schedule.attacks(client, order_.spec.training_round);
}

std::optional<CohortRound::Next> CohortRound::next() {
  const auto client = window_.next();
  if (!client) return std::nullopt;
  ++record_.of(*client).rounds;
  switch (plan_->faults.fault(*client, order_.spec)) {
    case Fault::kDropout:
      ++faults_.simulated.dropouts;
      count_silent(*client);
      block_.excuse(*client);
      return Next{*client, Turn::kStays};
    case Fault::kCrash:
      ++faults_.simulated.crashes;
      count_silent(*client);
      return Next{*client, Turn::kCrashes};
    case Fault::kCorrupt:
      ++faults_.simulated.corrupt;
      break;
    case Fault::kLate:
    case Fault::kNone:
      break;
  }
  return Next{*client, Turn::kTrains};
}

void CohortRound::count_missing(std::uint32_t client) {
  ++faults_.dropped;
  ++record_.of(client).dropped;
}

/// Counts a client that never sends an update.
void CohortRound::count_silent(std::uint32_t client) {
  count_missing(client);
  ++record_.of(client).silent;
}

/// Checks and counts an update.
/// @return  true if it is valid and in time
bool CohortRound::judge(const Update& update) {
  const LocalUpdate& local = update.local;
  const bool is_late =
      plan_->faults.fault(local.client, order_.spec) == Fault::kLate;
  const Refusal refusal = is_late ? block_.check_late(local, update.message)
                                  : block_.accept(local, update.message);
  if (refusal == Refusal::kNone) {
    if (is_late)
      keep_late(update);
    else
      record_.of(local.client).interactions += local.interactions;
    return !is_late;
  }
  if (local.client >= first_ && local.client - first_ < size_)
    ++record_.of(local.client).refused;
  if (faults_.refused++ == 0)
    first_invalid_ = "client " + std::to_string(local.client) + " in round " +
                     std::to_string(order_.round) + ": " +
                     std::string(describe(refusal));
  return false;
}

/// Keeps a valid update that missed its round, or counts it as missing.
void CohortRound::keep_late(const Update& update) {
  ++faults_.simulated.late;
  if (plan_->faults.options().use_late)
    record_.late.keep(update, order_.spec, order_.model, *plan_);
  else
    count_missing(update.local.client);
}

void CohortRound::accept(const Update& update) {
  if (!plan_->secure) {
    judge(update);
    return;
  }
  // Under secure aggregation an unmasked update is invalid.
  judge({update.local, {}});
}

/// Has the block check and count a stand-in; the words hold the numbers.
void CohortRound::accept(const MaskedUpdate& update) {
  const Index shared = plan_->shared_parameters();
  const bool fits =
      plan_->secure && update.words.size() == static_cast<std::size_t>(shared);
  Vector stand_in = Vector::Zero(
      fits || update.withdrawn ? plan_->learner->message_size(shared) : 0);
  if (update.withdrawn)
    stand_in.setConstant(std::numeric_limits<double>::quiet_NaN());
  if (!judge({update.local, Parameters(stand_in)})) return;
  masked_.clients.push_back(update.local.client);
  masked_.words.resize(update.words.size());
  for (std::size_t i = 0; i < update.words.size(); ++i)
    masked_.words[i] += update.words[i];
}

HonestUpdates CohortRound::honest_updates() const {
  return {order_.round, first_ / kCohortSize, block_.rows()};
}

/// Adds late updates that are due.
void CohortRound::add_late(PartialSum& sum) {
  for (const LocalUpdate& update :
       record_.late.add_due(order_.spec, order_.model, *plan_, block_, sum)) {
    ++faults_.simulated.stale;
    record_.of(update.client).interactions += update.interactions;
  }
}

CohortUpdate CohortRound::close() {
  is_open_ = false;
  const std::uint32_t cohort = first_ / kCohortSize;
  // Updates that the scenario corrupts are invalid on purpose, and counted.
  if (faults_.refused > 0)
    spdlog::log(faults_.refused > faults_.simulated.corrupt
                    ? spdlog::level::warn
                    : spdlog::level::debug,
                "{}: cohort {} has {} invalid update(s), the first of {}",
                plan_->name, cohort, faults_.refused, first_invalid_);
  ClientRows rows;
  if (plan_->rule) rows = block_.take_rows();
  PartialSum sum = block_.close();
  add_late(sum);
  return {order_.round, cohort, std::move(sum), std::exchange(faults_, {}),
          std::move(rows)};
}

MaskedSum CohortRound::take_masked_sum() {
  masked_.round = order_.round;
  masked_.cohort = first_ / kCohortSize;
  std::ranges::sort(masked_.clients);
  masked_.words.resize(static_cast<std::size_t>(plan_->shared_parameters()));
  return std::exchange(masked_, {});
}

}  // namespace fedltr
