#include "actors/silo/run_silos.hpp"

#include <algorithm>
#include <map>
#include <thread>

#include "actors/runtime/scheduler.hpp"
#include "actors/silo/training_party.hpp"
#include "actors/silo/training_relay.hpp"

namespace fedltr {
namespace {

/// Returns the place of a relay whose parties are all in this process.
RelayPlace relay_of_all(const std::shared_ptr<const SiloPlan>& plan,
                        const caf::actor& study, const SiloHooks& hooks) {
  const auto spawn = [plan, study, hooks = hooks.party](
                         caf::event_based_actor* relay, std::uint32_t party) {
    return relay->spawn<caf::linked + caf::monitored>(
        party_actor<TrainingParty>,
        PartyPlace{plan, party, caf::actor_cast<caf::actor>(relay), study,
                   hooks});
  };
  return {plan, study, spawn, {}, hooks.relay};
}

/// Starts runs, collects their records, stops them.
class Study {
 public:
  Study(std::span<const std::shared_ptr<const SiloPlan>> plans,
        std::size_t side_by_side, const SiloObserver& observer,
        const SiloHooks& hooks, caf::actor_system& system)
      : plans_(plans),
        side_by_side_(std::max<std::size_t>(side_by_side, 1)),
        observer_(observer),
        hooks_(hooks),
        self_(system) {}

  caf::actor handle() { return caf::actor_cast<caf::actor>(self_.ptr()); }

  FederationOutcome run() {
    while (true) {
      start_runs();
      if (open_.empty()) break;
      self_->receive([&](PartyEnded& ended) { on_party(ended); },
                     [&](SiloEnded& ended) { on_relay(ended); },
                     [&](StopRun) { stop(); },
                     [&](caf::down_msg& down) { on_down(down); });
    }
    return outcome_;
  }

 private:
  struct Open {
    caf::actor relay;
    std::map<std::uint32_t, std::shared_ptr<PartyRecord>> parties;
    std::shared_ptr<SiloRecord> record;
  };

  bool stopping() const {
    return outcome_.interrupted || !outcome_.failure.empty() || outcome_.error;
  }

  void start_runs() {
    while (!stopping() && next_ < plans_.size() &&
           open_.size() < side_by_side_) {
      const auto& plan = plans_[next_++];
      const caf::actor relay = self_->spawn<caf::monitored>(
          relay_actor<TrainingRelay>, relay_of_all(plan, handle(), hooks_));
      open_[plan->run].relay = relay;
      self_->send(relay, StartSilo{});
    }
  }

  void on_party(PartyEnded& ended) {
    const auto open = open_.find(ended.run);
    if (open == open_.end()) return;
    open->second.parties[ended.party] = std::move(ended.record);
    finish_if_complete(open->first);
  }

  void on_relay(SiloEnded& ended) {
    if (!ended.failure.empty()) {
      if (outcome_.failure.empty()) outcome_.failure = ended.failure;
      open_.erase(ended.run);
      return stop_relays();
    }
    const auto open = open_.find(ended.run);
    if (open == open_.end()) return;
    open->second.record = std::move(ended.record);
    finish_if_complete(open->first);
  }

  void finish_if_complete(std::uint32_t run) {
    Open& open = open_.at(run);
    if (!open.record) return;
    SiloRecord& record = *open.record;
    if (open.parties.size() + record.excluded.size() < record.parties.size())
      return;
    for (auto& [party, each] : open.parties)
      record.parties[party] = std::move(each);
    const SiloRecord finished = std::move(record);
    open_.erase(run);
    try {
      observer_(run, finished);
    } catch (const std::exception&) {
      outcome_.error = std::current_exception();
      stop_relays();
    }
  }

  void stop() {
    outcome_.interrupted = true;
    stop_relays();
  }

  void stop_relays() {
    for (const auto& [run, open] : open_)
      self_->send_exit(open.relay, caf::exit_reason::user_shutdown);
    open_.clear();
  }

  /// Handles the failure of a relay, which only its down message reports.
  void on_down(const caf::down_msg& down) {
    if (!down.reason || down.reason == caf::exit_reason::user_shutdown) return;
    const auto broken = std::ranges::find_if(open_, [&](const auto& open) {
      return open.second.relay.address() == down.source;
    });
    if (broken == open_.end()) return;
    open_.erase(broken);
    if (outcome_.failure.empty())
      outcome_.failure =
          "the relay ended: " + self_->home_system().render(down.reason);
    stop_relays();
  }

  std::span<const std::shared_ptr<const SiloPlan>> plans_;
  std::size_t side_by_side_;
  const SiloObserver& observer_;
  const SiloHooks& hooks_;
  caf::scoped_actor self_;
  std::size_t next_ = 0;
  std::map<std::uint32_t, Open> open_;
  FederationOutcome outcome_;
};

}  // namespace

FederationOutcome run_silos(
    std::span<const std::shared_ptr<const SiloPlan>> plans, std::size_t threads,
    std::size_t side_by_side, const SiloObserver& observer,
    Interrupt& interrupt, const SiloHooks& hooks) {
  if (threads == 0) threads = std::max(1U, std::thread::hardware_concurrency());
  SystemConfig config(threads);
  caf::actor_system system(config);
  Study study(plans, side_by_side, observer, hooks, system);
  interrupt.on_trigger(
      [handle = study.handle()] { caf::anon_send(handle, StopRun{}); });
  FederationOutcome outcome;
  if (interrupt.triggered())
    outcome.interrupted = true;
  else
    outcome = study.run();
  interrupt.on_trigger(nullptr);
  return outcome;
}

}  // namespace fedltr
