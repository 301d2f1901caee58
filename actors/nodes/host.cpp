#include "actors/nodes/host.hpp"

#include <algorithm>
#include <utility>

#include <spdlog/spdlog.h>

#include "actors/cohort/bounds.hpp"
#include "actors/cohort/cohort.hpp"
#include "actors/protocol/receives.hpp"
#include "actors/runtime/process.hpp"

namespace fedltr {

void HostState::begin(const HostConfig& wanted, int socket,
                      const caf::actor& main) {
  config_ = wanted;
  config_.gateway.max_bytes = wire::kMaxWelcome;
  main_ = main;
  gate_ = open_gateway(self_->system(), config_.gateway,
                       caf::actor_cast<caf::actor>(self_));
  self_->monitor(gate_);
  self_->send(gate_, Adopt{socket});
}

void HostState::receive(const LinkUp& up) {
  link_ = up.link;
}

void HostState::send(const wire::NodeMessage& message) {
  self_->send(gate_, SendFrame::of(link_, message));
}

void HostState::end(SessionEnd::Kind kind, const std::string& why,
                    std::exception_ptr error) {
  if (std::exchange(over_, true)) return;
  self_->send(main_, SessionEnd{kind, why, welcome_, std::move(error)});
}

void HostState::receive(const LinkFrame& frame) {
  if (over_) return;
  try {
    std::visit([this](const auto& message) { follow(message); },
               wire::decode<wire::ServerMessage>(*frame.bytes));
  } catch (const ArchiveError& error) {
    end(SessionEnd::Kind::kRefused,
        std::string("the server sends what no server sends: ") + error.what());
  } catch (const std::exception& error) {
    end(SessionEnd::Kind::kRefused,
        std::string("this node failed: ") + error.what());
  }
}

void HostState::receive(const LinkDown& down) {
  end(down.end == LinkEnd::kRefused ? SessionEnd::Kind::kRefused
                                    : SessionEnd::Kind::kLost,
      down.why);
}

void HostState::follow(const wire::Welcome& welcome) {
  welcome_ = true;
  try {
    runs_ = config_.prepare(welcome.scenario);
  } catch (const std::exception&) {
    return end(SessionEnd::Kind::kRefused, "", std::current_exception());
  }
  std::size_t max_bytes = kMaxGreeting;
  for (const FederationPlan& plan : runs_->plans)
    max_bytes = std::max(max_bytes, wire::max_bytes(plan));
  self_->send(gate_, Allow{link_, max_bytes});
  send(wire::Ready{config_.cores, runs_->digest, runs_->data});
}

void HostState::follow(const wire::Accepted&) {
  spdlog::info("joined as {}", config_.gateway.terms.name);
}

void HostState::follow(const wire::Order& order) {
  if (!runs_ || order.run >= runs_->plans.size() ||
      order.cohort >= runs_->plans[order.run].cohorts())
    throw ArchiveError(fmt::format("unexpected Order: run {} of {}, cohort {}",
                                   order.run, runs_ ? runs_->plans.size() : 0,
                                   order.cohort));
  try {
    execute(order);
  } catch (const ArchiveError&) {
    throw;
  } catch (const std::exception& error) {
    send(wire::Answer{order.run, order.cohort, order.number,
                      ClientFailed{order.cohort * kCohortSize, error.what()},
                      ""});
  }
}

void HostState::follow(const wire::Close& order) {
  close({order.run, order.cohort});
}

void HostState::follow(const wire::Farewell&) {
  end(SessionEnd::Kind::kDone, "");
}

const MaterializedPlan& HostState::begun(std::uint32_t run) {
  const auto found = begun_runs_.find(run);
  if (found != begun_runs_.end()) return found->second;
  return begun_runs_.emplace(run, begin_run(runs_->plans.at(run)))
      .first->second;
}

void HostState::execute(const wire::Order& order) {
  // begin_run() may make the first model.
  const Bounds bounds{*begun(order.run).plan, order.cohort};
  bounds.check(order.task);
  if (order.opens && !order.state.empty())
    read_cohort_memory(bounds, order.state);
  Cohort& cohort = open(order);
  cohort.number = order.number;
  cohort.busy = true;
  if (const auto* train = std::get_if<TrainCohort>(&order.task))
    cohort.round = train->round;
  std::visit([&](const auto& task) { self_->send(cohort.actor, task); },
             order.task);
}

/// Returns an order's cohort, in its state before the order.
HostState::Cohort& HostState::open(const wire::Order& order) {
  const CohortKey key{order.run, order.cohort};
  if (!order.opens) {
    const auto found = cohorts_.find(key);
    if (found == cohorts_.end())
      throw ArchiveError(
          fmt::format("unexpected Order: cohort {} of run {} is not here",
                      order.cohort, order.run));
    return found->second;
  }
  close(key);
  const MaterializedPlan& run = begun(order.run);
  const std::uint32_t first = order.cohort * kCohortSize;
  auto members = run.population.part(
      first, std::min(first + kCohortSize, run.plan->clients));
  Cohort& opened = cohorts_[key];
  opened.actor = self_->spawn<caf::linked + caf::monitored>(
      cohort, run.plan, std::move(members), nullptr, order.cohort,
      caf::actor());
  keys_[opened.actor.address()] = key;
  self_->send(opened.actor, Restore{order.state});
  return opened;
}

void HostState::close(const CohortKey& key) {
  const auto found = cohorts_.find(key);
  if (found == cohorts_.end()) return;
  self_->demonitor(found->second.actor);
  self_->unlink_from(found->second.actor);
  self_->send_exit(found->second.actor, caf::exit_reason::user_shutdown);
  keys_.erase(found->second.actor.address());
  cohorts_.erase(found);
  const auto same_run = [&](const auto& each) {
    return each.first.first == key.first;
  };
  if (std::ranges::none_of(cohorts_, same_run)) begun_runs_.erase(key.first);
}

/// Returns the cohort that sent this message if it has an order, else null.
std::pair<const CohortKey, HostState::Cohort>* HostState::asked() {
  const auto key =
      keys_.find(caf::actor_cast<caf::actor_addr>(self_->current_sender()));
  if (key == keys_.end()) return nullptr;
  auto& found = *cohorts_.find(key->second);
  return found.second.busy ? &found : nullptr;
}

/// Answers at once if the cohort has not changed; otherwise adds its state
/// first.
void HostState::take(CohortOutcome outcome) {
  auto* const found = asked();
  if (!found) return;
  auto& [key, cohort] = *found;
  cohort.outcome = std::move(outcome);
  if (std::holds_alternative<CohortUpdate>(cohort.outcome) ||
      std::holds_alternative<CohortLeft>(cohort.outcome))
    self_->send(cohort.actor, SnapshotRequest{cohort.round});
  else
    answer(key, cohort, "");
}

void HostState::receive(const CohortSnapshot& snapshot) {
  if (auto* const found = asked())
    answer(found->first, found->second, snapshot.bytes);
}

void HostState::answer(const CohortKey& key, Cohort& cohort,
                       std::string state) {
  cohort.busy = false;
  send(wire::Answer{key.first, key.second, cohort.number,
                    std::exchange(cohort.outcome, {}), std::move(state)});
}

/// Ends the session if a cohort fails, whose orders would stay unanswered, or
/// if the gateway ends, without which the session would wait for ever.
void HostState::receive(const caf::down_msg& down) {
  const std::string why = self_->system().render(down.reason);
  if (keys_.contains(down.source))
    end(SessionEnd::Kind::kRefused, "a cohort ended: " + why);
  else if (down.source == gate_)
    end(SessionEnd::Kind::kLost, "the connection broke: " + why);
}

void HostState::receive(const caf::exit_msg& message) {
  // A cohort's down message reports its end.
  if (keys_.contains(message.source)) return;
  for (const auto& [key, cohort] : cohorts_)
    self_->send_exit(cohort.actor, caf::exit_reason::user_shutdown);
  self_->quit(message.reason);
}

caf::behavior host(caf::stateful_actor<HostState>* self,
                   const HostConfig& config, int socket,
                   const caf::actor& main) {
  self->state.begin(config, socket, main);
  self->set_down_handler(
      [self](caf::down_msg& down) { self->state.receive(down); });
  self->set_exit_handler(
      [self](caf::exit_msg& message) { self->state.receive(message); });
  self->set_error_handler([](caf::error&) {});
  return receives<LinkUp, LinkFrame, LinkDown, CohortUpdate, CohortLeft,
                  CohortEvaluated, CohortStats, ClientFailed, CohortSnapshot>(
      self);
}

SessionEnd serve_session(const HostConfig& config, int socket,
                         std::size_t threads, Interrupt& interrupt) {
  SessionEnd end{SessionEnd::Kind::kInterrupted, "", false, nullptr};
  run_process(threads, interrupt, [&](auto& self, const caf::actor& me) {
    const caf::actor node =
        self->template spawn<caf::monitored>(host, config, socket, me);
    self->receive(
        [&](const SessionEnd& ended) { end = ended; }, [&](StopRun) {},
        [&](const caf::down_msg& down) {
          end = {SessionEnd::Kind::kRefused,
                 "this node failed: " + self->system().render(down.reason),
                 false, nullptr};
        });
    self->send_exit(node, caf::exit_reason::user_shutdown);
  });
  return end;
}

}  // namespace fedltr
