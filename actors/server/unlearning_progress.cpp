#include "actors/server/unlearning_progress.hpp"

#include <algorithm>
#include <utility>

#include "algorithms/core/archive.hpp"
#include "algorithms/core/require.hpp"

namespace fedltr {

const LeaveRequest* UnlearningProgress::due(std::uint32_t trained) const {
  const auto& requests = plan_->unlearning.requests;
  const bool is_due = next_request_ < requests.size() &&
                      requests[next_request_].after == trained;
  return is_due ? &requests[next_request_] : nullptr;
}

UnlearningSchedule::Start UnlearningProgress::begin(std::uint32_t trained,
                                                    std::uint32_t round,
                                                    const Vector& model,
                                                    bool took_part) {
  const UnlearningPlan& plan = plan_->unlearning;
  Active& active = active_.emplace();
  active.rng_round = rng_round_;
  active.record.after = trained;
  active.record.clients = plan.requests[next_request_].clients;
  active.record.first = round;
  active.record.before = model;
  active.record.took_part = took_part;
  ++next_request_;
  active.schedule.start = UnlearningSchedule::Start::kCurrent;
  if (took_part)
    active.schedule = plan.method.plan(plan.options, {trained, rng_round_});
  for (const RoundSpec& spec : active.schedule.specs)
    if (spec.rng_round >= rng_round_) rng_round_ = spec.rng_round + 1;
  return active.schedule.start;
}

bool UnlearningProgress::removal_is_due() const {
  return !active_->record.left &&
         active_->next == active_->schedule.leave_before;
}

std::optional<RoundSpec> UnlearningProgress::take_spec() {
  if (active_->next == active_->schedule.specs.size()) return std::nullopt;
  open_ = true;
  return active_->schedule.specs[active_->next++];
}

void UnlearningProgress::close_round(std::uint64_t interactions,
                                     std::uint64_t bytes_up,
                                     std::uint64_t bytes_down) {
  open_ = false;
  UnlearningRecord& record = active_->record;
  ++record.rounds;
  record.interactions += interactions;
  record.bytes_up += bytes_up;
  record.bytes_down += bytes_down;
}

void UnlearningProgress::keep_evidence(std::uint32_t client,
                                       std::vector<std::uint32_t> clicked) {
  if (!active_) return;  // the request was given up
  UnlearningRecord& record = active_->record;
  record.clicked.resize(record.clients.size());
  const auto place = std::ranges::lower_bound(record.clients, client);
  if (place != record.clients.end() && *place == client)
    record.clicked[static_cast<std::size_t>(place - record.clients.begin())] =
        std::move(clicked);
}

bool UnlearningProgress::cohort_removed() {
  require(removals_ > 0, "a cohort removed clients that were to stay");
  if (--removals_ > 0) return false;
  if (active_) active_->record.left = true;
  return true;
}

UnlearningRecord UnlearningProgress::finish(std::uint32_t round,
                                            const Vector& model) {
  UnlearningRecord record = std::move(active_->record);
  record.complete =
      !open_ && active_->next == active_->schedule.specs.size() && record.left;
  record.last = round;
  record.model = model;
  active_.reset();
  open_ = false;
  return record;
}

void UnlearningProgress::exchange(Archive& archive) {
  if (plan_->unlearning.requests.empty()) return;
  bool active = active_.has_value();
  archive(next_request_, rng_round_, active);
  if (archive.reading() && active) active_.emplace();
  if (active) exchange(archive, *active_);
}

/// Exchanges the current request; its start determines the schedule.
void UnlearningProgress::exchange(Archive& archive, Active& active) {
  std::size_t next = active.next - (open_ ? 1 : 0);
  archive(active.rng_round, next, active.record);
  if (!archive.reading()) return;
  active.next = next;
  const UnlearningPlan& plan = plan_->unlearning;
  const UnlearningRecord& record = active.record;
  if (record.took_part)
    active.schedule =
        plan.method.plan(plan.options, {record.after, active.rng_round});
  archive.expect(
      next <= active.schedule.specs.size() &&
          (record.clients.empty() || record.clients.back() < plan_->clients),
      "it is of another unlearning");
}

}  // namespace fedltr
