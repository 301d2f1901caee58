#include "actors/server/participants.hpp"

#include <algorithm>

#include "algorithms/core/archive.hpp"
#include "algorithms/core/numbers_below.hpp"
#include "algorithms/federation/participation.hpp"

namespace fedltr {
namespace {

std::vector<std::uint32_t> first_numbers(std::uint32_t count) {
  auto numbers = numbers_below<std::uint32_t>(count);
  return numbers;
}

/// Replaces places among the clients that are not `absent` by these clients.
/// @param places, absent  ascending
void skip(const std::vector<std::uint32_t>& absent,
          std::vector<std::uint32_t>& places) {
  std::uint32_t skipped = 0;
  for (std::uint32_t& place : places) {
    while (skipped < absent.size() && absent[skipped] <= place + skipped)
      ++skipped;
    place += skipped;
  }
}

}  // namespace

Participants::Participants(const FederationPlan& plan,
                           const Population& population)
    : plan_(&plan),
      turns_(population.turns()),
      gone_(population.idle(plan.clients)) {}

std::vector<std::uint32_t> Participants::active() const {
  auto clients =
      first_numbers(plan_->clients - static_cast<std::uint32_t>(gone_.size()));
  skip(gone_, clients);
  return clients;
}

bool Participants::is_active(std::uint32_t client) const {
  return !std::ranges::binary_search(gone_, client);
}

void Participants::choose(const RoundSpec& spec, std::uint32_t trained,
                          std::span<const std::uint32_t> unlearned) {
  everybody_ = plan_->participation == 1 && !turns_ && gone_.empty() &&
               !plan_->faults.moves() && unlearned.empty();
  by_cohort_.clear();
  if (everybody_) {
    cohorts_ = first_numbers(plan_->cohorts());
    count_ = plan_->clients;
    return;
  }
  const auto chosen = select(spec, trained, unlearned);
  if (plan_->unlearning.stores(spec)) stored_by_[spec.keeps()] = chosen;
  std::set<std::uint32_t> cohorts = late_cohorts(spec, chosen);
  for (const std::uint32_t client : chosen) {
    const std::uint32_t cohort = client / kCohortSize;
    cohorts.insert(cohorts.end(), cohort);
    by_cohort_[cohort].push_back(client);
  }
  cohorts_.assign(cohorts.begin(), cohorts.end());
  count_ = static_cast<std::uint32_t>(chosen.size());
}

/// Returns the cohorts with late updates that are due in a round, even if no
/// client of the cohort takes part in it.
/// @param asked  participants of that round
std::set<std::uint32_t> Participants::late_cohorts(
    const RoundSpec& spec, std::span<const std::uint32_t> asked) {
  const FaultOptions& faults = plan_->faults.options();
  if (faults.late == 0 || !faults.use_late || !spec.trains()) return {};
  const std::uint32_t now = spec.training_round;
  // A run resumed from a checkpoint has seen none of the rounds before it.
  const std::uint32_t first = now > faults.delay ? now - faults.delay : 1;
  for (auto round = std::max(expected_ + 1, first); round < now; ++round)
    expect_late(round, select(training_spec(round), round - 1, {}));
  expect_late(now, asked);
  late_.erase(late_.begin(), late_.lower_bound(now));
  const auto due = late_.find(now);
  return due == late_.end() ? std::set<std::uint32_t>() : due->second;
}

/// Notes the rounds in which the late updates of a round count.
void Participants::expect_late(std::uint32_t round,
                               std::span<const std::uint32_t> asked) {
  const FaultSchedule& faults = plan_->faults;
  for (const std::uint32_t client : asked)
    if (faults.fault(client, round) == Fault::kLate)
      late_[round + faults.delay(client, round)].insert(client / kCohortSize);
  expected_ = round;
}

std::vector<std::uint32_t> Participants::select(
    const RoundSpec& spec, std::uint32_t trained,
    std::span<const std::uint32_t> unlearned) const {
  const auto is_absent = [&](std::uint32_t client) {
    return !is_present(client, spec, trained);
  };
  std::vector<std::uint32_t> chosen;
  if (spec.task == Task::kAscent) {
    chosen.assign(unlearned.begin(), unlearned.end());
    std::erase_if(chosen, [&](auto client) {
      return !is_active(client) || is_absent(client);
    });
    return chosen;
  }
  const auto stored = stored_by_.find(spec.stored);
  if (spec.task == Task::kLearn)
    chosen = draw(spec, trained);
  else if (stored != stored_by_.end())
    chosen = stored->second;
  else
    chosen = active();
  std::erase_if(chosen, is_absent);
  if (!unlearned.empty())
    std::erase_if(chosen, [&](std::uint32_t client) {
      return !is_active(client) ||
             std::ranges::binary_search(unlearned, client);
    });
  return chosen;
}

std::vector<std::uint32_t> Participants::draw(const RoundSpec& spec,
                                              std::uint32_t trained) const {
  if (turns_) return turns_->of(spec.number());
  Rng rng(plan_->seed, Purpose::kParticipation, 0, spec.rng_round);
  std::vector<std::uint32_t> absent = gone_;
  for (const std::uint32_t client : plan_->faults.movers())
    if (!is_present(client, spec, trained)) absent.push_back(client);
  std::ranges::sort(absent);
  const auto again = std::ranges::unique(absent);
  absent.erase(again.begin(), again.end());
  if (absent.size() == plan_->clients) return {};
  auto chosen = draw_participants(
      plan_->clients - static_cast<std::uint32_t>(absent.size()),
      plan_->participation, rng);
  skip(absent, chosen);
  return chosen;
}

/// True if a client can take part: in training, first or repeated, if it was
/// present in that round; in other rounds of unlearning if it is present now
/// and, where the round needs its stored update, if that update was used.
bool Participants::is_present(std::uint32_t client, const RoundSpec& spec,
                              std::uint32_t trained) const {
  const FaultSchedule& faults = plan_->faults;
  if (faults.none()) return true;
  if (spec.trains()) return faults.present(client, spec.training_round);
  if (!faults.present(client, std::max(trained, 1U))) return false;
  const bool stored =
      spec.task == Task::kCalibrate || spec.task == Task::kRecall;
  return !stored || faults.answers(client, spec.stored);
}

std::vector<std::uint32_t> Participants::clients() const {
  if (everybody_) return first_numbers(plan_->clients);
  std::vector<std::uint32_t> clients;
  clients.reserve(count_);
  for (const auto& [cohort, members] : by_cohort_)
    clients.insert(clients.end(), members.begin(), members.end());
  return clients;
}

std::vector<std::uint32_t> Participants::eligible(
    const RoundSpec& spec, std::uint32_t trained,
    std::span<const std::uint32_t> unlearned) const {
  if (gone_.empty() && !plan_->faults.moves() && unlearned.empty()) return {};
  std::vector<std::uint32_t> clients = active();
  std::erase_if(clients, [&](std::uint32_t client) {
    return !is_present(client, spec, trained) ||
           std::ranges::binary_search(unlearned, client);
  });
  return clients;
}

std::uint32_t Participants::count_attackers(
    std::uint32_t training_round) const {
  const AttackSchedule& schedule = plan_->attack.schedule;
  const auto possible =
      everybody_ ? first_numbers(schedule.attackers()) : clients();
  return static_cast<std::uint32_t>(
      std::ranges::count_if(possible, [&](std::uint32_t client) {
        return schedule.attacks(client, training_round);
      }));
}

void Participants::discard(const RoundSpec& spec) {
  if (plan_->unlearning.stores(spec)) stored_by_[spec.keeps()] = {};
}

void Participants::remove(std::span<const std::uint32_t> clients) {
  gone_.insert(gone_.end(), clients.begin(), clients.end());
  std::ranges::sort(gone_);
  const auto again = std::ranges::unique(gone_);
  gone_.erase(again.begin(), again.end());
}

void Participants::exchange(Archive& archive) {
  if (plan_->unlearning.requests.empty()) return;
  std::uint32_t clients = plan_->clients;
  archive(clients, gone_, stored_by_);
  const bool ascends =
      std::ranges::adjacent_find(gone_, std::greater_equal<>()) == gone_.end();
  archive.expect(clients == plan_->clients && ascends &&
                     (gone_.empty() || gone_.back() < plan_->clients),
                 "it is of other clients");
}

}  // namespace fedltr
