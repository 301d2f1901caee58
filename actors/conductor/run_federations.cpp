#include "actors/conductor/run_federations.hpp"

#include <algorithm>
#include <map>
#include <thread>

#include <caf/io/middleman.hpp>

#include "actors/nodes/remote_cohort.hpp"
#include "actors/runtime/recorder.hpp"
#include "actors/runtime/scheduler.hpp"
#include "actors/server/server.hpp"
#include "algorithms/federation/participation.hpp"

namespace fedltr {
namespace {

/// Maximum number of clients alive over all concurrent runs: bounds memory.
constexpr std::size_t kClientsSideBySide = 200000;

/// Maximum number of clients that a run asks: the others take no memory.
std::uint64_t most_asked(const FederationPlan& plan) {
  if (plan.personal > 0) return plan.clients;  // each evaluates its own model
  return std::min<std::uint64_t>(
      plan.clients, count_rounds(plan) *
                        count_participants(plan.clients, plan.participation));
}

/// Starts runs, waits for their end, stops them.
class Conductor {
 public:
  Conductor(std::span<const FederationPlan> plans, std::size_t threads,
            Observer& observer, caf::actor_system& system,
            const RosterConfig* nodes)
      : plans_(plans),
        self_(system),
        recorder_(system.spawn(recorder, &observer,
                               caf::actor_cast<caf::actor>(self_.ptr()))) {
    std::uint64_t most = 1;
    for (const auto& plan : plans_) most = std::max(most, most_asked(plan));
    side_by_side_ =
        std::clamp<std::size_t>(kClientsSideBySide / most, 1, 2 * threads);
    if (!nodes) return;
    std::size_t max_bytes = 0;
    for (const auto& plan : plans_)
      max_bytes = std::max(max_bytes, wire::max_bytes(plan));
    roster_ = self_->spawn<caf::monitored>(roster, *nodes, max_bytes, handle());
  }

  ~Conductor() {
    self_->send_exit(recorder_, caf::exit_reason::user_shutdown);
    if (roster_) self_->send(roster_, Disband{complete_});
  }
  Conductor(const Conductor&) = delete;
  Conductor& operator=(const Conductor&) = delete;

  caf::actor handle() { return caf::actor_cast<caf::actor>(self_.ptr()); }

  FederationOutcome run() {
    while (true) {
      start_runs();
      if (running_.empty()) break;
      self_->receive([&](const RunEnded& ended) { on_end(ended); },
                     [&](StopRun) { stop_all(true); },
                     [&](CheckpointNow) { ask_for_checkpoints(); },
                     [&](const NodesGone& gone) { abandon(gone); },
                     [&](caf::down_msg& down) { on_down(down); });
    }
    complete_ = !stopping();
    return outcome_;
  }

 private:
  bool stopping() const {
    return outcome_.interrupted || !outcome_.failure.empty() || outcome_.error;
  }

  void start_runs() {
    while (!stopping() && next_ < plans_.size() &&
           running_.size() < side_by_side_) {
      MaterializedPlan run;
      try {
        run = begin_run(plans_[next_]);
      } catch (const std::exception&) {
        outcome_.error = std::current_exception();
        return stop_all(false);
      }
      const caf::actor handle =
          self_->home_system().spawn(server, run, recorder_, this->handle(),
                                     roster_ ? cohorts_at(roster_) : nullptr);
      self_->monitor(handle);
      self_->send(handle, StartRun{});
      running_.emplace(run.plan->run, handle);
      ++next_;
    }
  }

  /// Requests checkpoints of all runs; the recorder keeps those that have
  /// ended.
  void ask_for_checkpoints() {
    for (const auto& [run, handle] : running_)
      self_->send(handle, CheckpointNow{});
    self_->send(recorder_, CheckpointNow{});
  }

  void on_end(const RunEnded& ended) {
    if (!ended.failure.empty()) fail(ended.failure);
    running_.erase(ended.run);
  }

  void fail(const std::string& what) {
    if (outcome_.failure.empty()) outcome_.failure = what;
    stop_all(false);
  }

  void stop_all(bool interrupted) {
    outcome_.interrupted |= interrupted;
    if (interrupted && roster_) self_->send(roster_, StopRun{});
    for (const auto& [run, handle] : running_) self_->send(handle, StopRun{});
  }

  void abandon(const NodesGone& gone) {
    outcome_.abandoned = true;
    if (outcome_.failure.empty()) outcome_.failure = gone.why;
    for (const auto& [run, handle] : running_)
      self_->send(handle, Abandon{gone.why, gone.at_once});
  }

  void on_down(const caf::down_msg& down) {
    if (!down.reason || down.reason == caf::exit_reason::user_shutdown) return;
    if (down.source == roster_)
      return abandon({"the keeper of the nodes ended: " +
                          self_->home_system().render(down.reason),
                      true});
    // A server failed: only its down message reports it.
    const auto broken = std::ranges::find_if(running_, [&](const auto& r) {
      return r.second.address() == down.source;
    });
    if (broken == running_.end()) return;
    running_.erase(broken);
    fail("the server ended: " + self_->home_system().render(down.reason));
  }

  std::span<const FederationPlan> plans_;
  caf::scoped_actor self_;
  caf::actor recorder_;
  caf::actor roster_;  ///< null if cohorts are in this process
  std::size_t side_by_side_ = 1;
  std::size_t next_ = 0;
  bool complete_ = false;  ///< all runs have ended well
  std::map<std::uint32_t, caf::actor> running_;
  FederationOutcome outcome_;
};

}  // namespace

FederationOutcome run_federations(std::span<const FederationPlan> plans,
                                  std::size_t threads, Observer& observer,
                                  Interrupt& interrupt,
                                  const RosterConfig* nodes) {
  if (threads == 0) threads = std::max(1U, std::thread::hardware_concurrency());
  SystemConfig config(threads);
  if (nodes) config.load<caf::io::middleman>();
  caf::actor_system system(config);
  Conductor conductor(plans, threads, observer, system, nodes);
  interrupt.on_trigger(
      [handle = conductor.handle()] { caf::anon_send(handle, StopRun{}); });
  interrupt.on_ask([handle = conductor.handle()] {
    caf::anon_send(handle, CheckpointNow{});
  });
  FederationOutcome outcome;
  if (interrupt.triggered())
    outcome.interrupted = true;
  else
    outcome = conductor.run();
  interrupt.on_trigger(nullptr);
  interrupt.on_ask(nullptr);
  return outcome;
}

}  // namespace fedltr
