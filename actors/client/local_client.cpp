#include "actors/client/local_client.hpp"

#include <cmath>
#include <utility>

namespace fedltr {

LocalClient::LocalClient(std::shared_ptr<const FederationPlan> plan,
                         std::uint32_t id, std::shared_ptr<const Member> member,
                         const std::shared_ptr<HistoryStore>& store)
    : plan_(std::move(plan)),
      id_(id),
      member_(std::move(member)),
      memory_(ClientMemory::of(*plan_, id, *member_, store)),
      secure_(SecureMember::of(*plan_, id)) {}

bool LocalClient::poisons_model(const RoundSpec& spec) const {
  return plan_->attack.make && spec.learns() &&
         plan_->attack.schedule.attacks(id_, spec.training_round);
}

Update LocalClient::train(const Train& order) const {
  return train_client(*plan_, id_, *member_, order, memory_.get());
}

std::variant<Update, MaskedUpdate> LocalClient::outgoing(const Train& order,
                                                         Update update) const {
  if (memory_) memory_->store(*plan_, order, update.message.view());
  if (plan_->faults.fault(id_, order.spec) == Fault::kCorrupt)
    corrupt(update, plan_->faults.corruption(id_, order.spec.training_round));
  if (!secure_) return update;
  return secure_->hide(*plan_, *member_, order, update);
}

std::optional<SecAggMessage> LocalClient::answer(
    const SecAggMessage& message) const {
  return secure_->answer(message);
}

ClientEvaluated LocalClient::evaluate(const EvaluateOwn& order) const {
  if (plan_->pools_personal)
    return {order.round, id_, Parameters(memory_->personal.after(order.round))};
  const auto& evaluations = plan_->personal_evaluations;
  Vector whole(plan_->initial.size());
  whole << order.model.view(), memory_->personal.after(order.round);
  const std::vector<double> means =
      evaluations[id_ % evaluations.size()]->means(whole);
  return {order.round, id_,
          Parameters(Eigen::Map<const Vector>(
              means.data(), static_cast<Index>(means.size())))};
}

Personal LocalClient::personal(const StatsRequest& request) const {
  return {id_, Parameters(memory_->personal.after(request.round))};
}

std::string LocalClient::snapshot(std::uint32_t round) const {
  Archive archive;
  memory_->exchange(archive, round);
  return archive.take();
}

void LocalClient::restore(const std::string& bytes) const {
  Archive archive(bytes);
  memory_->exchange(archive, 0);
  archive.finish();
}

ClientRemoved LocalClient::remove() const {
  ClientRemoved removed{id_, {}};
  for (std::size_t i = 0; i < memory_->clicked.size(); ++i)
    if (memory_->clicked[i])
      removed.clicked.push_back(static_cast<std::uint32_t>(i));
  return removed;
}

void corrupt(Update& update, Corruption how) {
  Vector numbers = update.message.view();
  switch (how) {
    case Corruption::kWrongRound:
      --update.local.round;
      return;
    case Corruption::kWrongSize:
      numbers.conservativeResize(numbers.size() - 1);
      break;
    case Corruption::kNotANumber:
      numbers(0) = std::nan("");
      break;
    case Corruption::kHuge:
      numbers(0) = 1e200;
      break;
  }
  update.message = Parameters(numbers);
}

}  // namespace fedltr
