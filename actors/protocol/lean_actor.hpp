#pragma once

#include <concepts>
#include <type_traits>

#include <caf/intrusive/lifo_inbox.hpp>

#include "actors/caf.hpp"

namespace fedltr {

template <class F>
struct ResultOf;
template <class Class, class Result, class... Arguments>
struct ResultOf<Result (Class::*)(Arguments...) const>
    : std::type_identity<Result> {};

/// Function objects that handle a message and return nothing.
template <class F>
concept OneWay = requires {
  &F::operator();
}
&&std::is_void_v<typename ResultOf<decltype(&F::operator())>::type>;

/// Handlers of a LeanActor, which answers no requests: a handler that returns a
/// value, which would be lost, does not compile.
class LeanBehavior {
 public:
  LeanBehavior() = default;
  template <OneWay First, OneWay... Rest>
  LeanBehavior(const First& first, const Rest&... rest)  // NOLINT
      : all_(first, rest...) {}

  /// Returns these handlers, and others for messages that they do not handle.
  LeanBehavior or_else(const LeanBehavior& others) const {
    LeanBehavior both;
    both.all_ = all_.or_else(others.all_);
    return both;
  }

  // Called by spawn().
  caf::message_handler& unbox() { return all_; }
  operator caf::behavior() const { return all_; }  // NOLINT

 private:
  caf::message_handler all_;
};

/// An actor that handles one message after the other and does no more: no
/// streams, no answers, no timeouts, one behavior for life. It takes a third of
/// the memory of CAF's event-based actors, and three quarters of the time for a
/// message and its answer (docs/architecture.md).
///
/// It is spawned like those, by a function that takes a pointer to it and
/// returns its LeanBehavior; one that returns a caf::behavior does not compile.
/// The function is called in the actor's first turn or, with lazy_init, at
/// once, which costs no turn. Messages are handled in the order in which they
/// arrived, whatever their priority; the end of another actor is an ordinary
/// message, down_msg or exit_msg. A request to it, living or dead, receives an
/// error at once. The actor ends, with the reason that links and monitors
/// receive,
/// - without error: by quit();
/// - with the reason given: by quit(reason), or by an exit message with a
///   reason that the behavior does not handle; no behavior handles
///   exit_reason::kill;
/// - with sec::unexpected_message: at any other message that the behavior does
///   not handle;
/// - with sec::runtime_error: at an exception from a handler, or from the
///   function that makes the behavior if called in a turn.
///
/// CAF sees a resumable of no known subtype: code that treated it as a
/// scheduled_actor would cast it to one.
class LeanActor
    : public caf::extend<caf::local_actor, LeanActor>::with<caf::mixin::sender>,
      public caf::resumable,
      public caf::dynamically_typed_actor_base,
      public caf::non_blocking_actor_base {
 public:
  // CAF's names: what spawn() infers.
  using signatures = caf::none_t;       // NOLINT(readability-identifier-naming)
  using behavior_type = caf::behavior;  // NOLINT(readability-identifier-naming)

  explicit LeanActor(caf::actor_config& config);

  /// Ends the actor once the message at hand is handled.
  void quit(caf::error reason = {});

  using caf::abstract_actor::enqueue;
  void enqueue(caf::mailbox_element_ptr message,
               caf::execution_unit* unit) override;

  void launch(caf::execution_unit* unit, bool lazy, bool hide) override;
  bool cleanup(caf::error&& reason, caf::execution_unit* host) override;

  void intrusive_ptr_add_ref_impl() override;
  void intrusive_ptr_release_impl() override;
  resume_result resume(caf::execution_unit* unit,
                       std::size_t max_messages) override;

 private:
  // NOLINTBEGIN(readability-identifier-naming)
  struct InboxPolicy {
    using mapped_type = caf::mailbox_element;
    using unique_pointer = caf::mailbox_element_ptr;
  };
  // NOLINTEND(readability-identifier-naming)

  void schedule(caf::execution_unit* unit);
  void fetch();
  caf::mailbox_element_ptr take();
  void make_behavior();
  void handle(caf::mailbox_element& message);
  template <class Do>
  void attempt(const Do& action);

  caf::intrusive::lifo_inbox<InboxPolicy> inbox_;  ///< newest first
  caf::mailbox_element* next_ = nullptr;           ///< oldest fetched message
  caf::behavior behavior_;
  bool ended_ = false;
};

}  // namespace fedltr

namespace caf {

/// Lets spawn() accept functions that return a LeanBehavior.
template <class Actor>
struct infer_handle_from_fun_impl<fedltr::LeanBehavior, Actor*, true>
    : infer_handle_from_fun_impl<void, Actor*, true> {
  static_assert(std::derived_from<Actor, fedltr::LeanActor>);
};

/// Not defined: a LeanActor's function returns a LeanBehavior.
template <class Actor>
requires std::derived_from<Actor, fedltr::LeanActor>
struct infer_handle_from_fun_impl<behavior, Actor*, true>;

}  // namespace caf
