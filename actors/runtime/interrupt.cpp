#include "actors/runtime/interrupt.hpp"

#include <utility>

namespace fedltr {

void Interrupt::trigger() {
  const std::lock_guard lock(mutex_);
  triggered_ = true;
  if (action_) action_();
}

bool Interrupt::triggered() const {
  const std::lock_guard lock(mutex_);
  return triggered_;
}

void Interrupt::on_trigger(std::function<void()> action) {
  const std::lock_guard lock(mutex_);
  action_ = std::move(action);
  if (triggered_ && action_) action_();
}

void Interrupt::ask_for_checkpoints() {
  const std::lock_guard lock(mutex_);
  if (ask_) ask_();
}

void Interrupt::on_ask(std::function<void()> action) {
  const std::lock_guard lock(mutex_);
  ask_ = std::move(action);
}

}  // namespace fedltr
