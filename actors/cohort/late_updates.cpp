#include "actors/cohort/late_updates.hpp"

#include <algorithm>
#include <utility>

#include "algorithms/core/archive.hpp"

namespace fedltr {

void LateUpdate::exchange(Archive& archive) {
  archive(from, due, stale.update, stale.message);
}

void LateUpdates::keep(const Update& update, const RoundSpec& spec,
                       const Parameters& model, const FederationPlan& plan) {
  LateUpdate late;
  late.from = spec.training_round;
  late.due = late.from + plan.faults.delay(update.local.client, late.from);
  late.stale.update = update.local;
  late.stale.message = plan.learner->sends_models()
                           ? Parameters(update.message.view() - model.view())
                           : update.message;
  updates_.push_back(std::move(late));
}

std::vector<LocalUpdate> LateUpdates::add_due(const RoundSpec& spec,
                                              const Parameters& model,
                                              const FederationPlan& plan,
                                              const Block& block,
                                              PartialSum& sum) {
  std::vector<LocalUpdate> added;
  if (updates_.empty() || !spec.trains()) return added;
  std::ranges::sort(updates_, {}, [](const LateUpdate& late) {
    return std::pair(late.from, late.stale.update.client);
  });
  const std::uint32_t now = spec.training_round;
  std::erase_if(updates_, [&](LateUpdate& late) {
    if (late.due > now) return false;
    late.stale.factor = plan.faults.staleness(now - late.from);
    block.add_stale(late.stale, model.view(), sum);
    added.push_back(late.stale.update);
    return true;
  });
  return added;
}

void LateUpdates::exchange(Archive& archive) {
  archive(updates_);
}

}  // namespace fedltr
