#pragma once

#include <functional>
#include <mutex>

namespace fedltr {

/// Lets another thread, which waits for signals or for a clock, stop the runs
/// or request checkpoints.
class Interrupt {
 public:
  /// Asks the runs to give up their open rounds and end; remembered if none has
  /// started yet.
  void trigger();
  bool triggered() const;
  /// Sets the action of a trigger; nullptr for none.
  void on_trigger(std::function<void()> action);

  /// Makes each running federation save a checkpoint. The time of a checkpoint
  /// changes no result.
  void ask_for_checkpoints();
  /// Sets the action of ask_for_checkpoints(); nullptr for none.
  void on_ask(std::function<void()> action);

 private:
  mutable std::mutex mutex_;
  bool triggered_ = false;
  std::function<void()> action_;
  std::function<void()> ask_;
};

}  // namespace fedltr
