#include "actors/protocol/lean_actor.hpp"

#include <utility>

namespace fedltr {
namespace {

/// Answers a request with an error, so that its sender does not wait.
void refuse(const caf::strong_actor_ptr& asking, caf::message_id id,
            caf::sec reason) {
  if (asking && id.is_request())
    asking->enqueue(nullptr, id.response_id(),
                    caf::make_message(caf::make_error(reason)), nullptr);
}

}  // namespace

LeanActor::LeanActor(caf::actor_config& config) : extended_base(config) {}

void LeanActor::quit(caf::error reason) {
  ended_ = true;
  fail_state_ = std::move(reason);
}

/// Makes a worker resume this actor, and keeps the actor alive until then.
void LeanActor::schedule(caf::execution_unit* unit) {
  caf::intrusive_ptr_add_ref(ctrl());
  if (unit != nullptr)
    unit->exec_later(this);
  else
    home_system().scheduler().enqueue(this);
}

void LeanActor::enqueue(caf::mailbox_element_ptr message,
                        caf::execution_unit* unit) {
  using caf::intrusive::inbox_result;
  const caf::message_id id = message->mid;
  const auto asking = id.is_request() ? message->sender : nullptr;
  const inbox_result result = inbox_.push_front(std::move(message));
  if (result == inbox_result::unblocked_reader) schedule(unit);
  if (result == inbox_result::queue_closed)
    refuse(asking, id, caf::sec::request_receiver_down);
}

void LeanActor::launch(caf::execution_unit* unit, bool lazy, bool hide) {
  if (!hide) register_at_system();
  if (lazy) make_behavior();
  if (!lazy || !inbox_.try_block()) schedule(unit);
}

/// Deletes the factory at once: it holds the arguments.
void LeanActor::make_behavior() {
  if (!initial_behavior_fac_) return;
  auto make = std::move(initial_behavior_fac_);
  behavior_ = make(this);
}

/// Takes the messages that arrived since the last call, oldest first.
void LeanActor::fetch() {
  caf::mailbox_element* newest = inbox_.take_head();
  while (newest != nullptr) {
    auto* const older = static_cast<caf::mailbox_element*>(newest->next);
    newest->next = next_;
    next_ = newest;
    newest = older;
  }
}

caf::mailbox_element_ptr LeanActor::take() {
  if (next_ == nullptr) fetch();
  caf::mailbox_element_ptr message(next_);
  if (message) next_ = static_cast<caf::mailbox_element*>(message->next);
  return message;
}

caf::resumable::resume_result LeanActor::resume(caf::execution_unit* unit,
                                                std::size_t max_messages) {
  context(unit);
  attempt([this] { make_behavior(); });
  for (std::size_t i = 0; i < max_messages && !ended_; ++i) {
    const auto message = take();
    if (!message) break;
    current_mailbox_element(message.get());
    attempt([&] { handle(*message); });
    current_mailbox_element(nullptr);
  }
  if (ended_) {
    behavior_ = {};
    on_exit();
    cleanup(std::move(fail_state_), unit);
    return done;
  }
  const bool idle = next_ == nullptr && inbox_.try_block();
  return idle ? awaiting_message : resume_later;
}

template <class Do>
void LeanActor::attempt(const Do& action) {
  try {
    action();
  } catch (const std::exception& error) {
    quit(caf::make_error(caf::sec::runtime_error, error.what()));
  }
}

void LeanActor::handle(caf::mailbox_element& message) {
  if (message.mid.is_request())
    return refuse(message.sender, message.mid, caf::sec::unexpected_message);
  auto& content = message.content();
  const bool ends =
      content.size() == 1 && content.match_element<caf::exit_msg>(0);
  const bool is_final =
      ends && content.get_as<caf::exit_msg>(0).reason == caf::exit_reason::kill;
  if (!is_final && behavior_(content)) return;
  if (!ends) return quit(caf::sec::unexpected_message);
  auto& exit = content.get_mutable_as<caf::exit_msg>(0);
  if (exit.reason) quit(std::move(exit.reason));
}

bool LeanActor::cleanup(caf::error&& reason, caf::execution_unit* host) {
  const auto drop = [](caf::mailbox_element* element) {
    const caf::mailbox_element_ptr message(element);
    refuse(message->sender, message->mid, caf::sec::request_receiver_down);
  };
  while (next_ != nullptr) drop(take().release());
  if (!inbox_.closed()) inbox_.close(drop);
  return extended_base::cleanup(std::move(reason), host);
}

void LeanActor::intrusive_ptr_add_ref_impl() {
  caf::intrusive_ptr_add_ref(ctrl());
}

void LeanActor::intrusive_ptr_release_impl() {
  caf::intrusive_ptr_release(ctrl());
}

}  // namespace fedltr
