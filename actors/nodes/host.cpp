#include "actors/nodes/host.hpp"

#include <algorithm>
#include <utility>

#include <caf/io/middleman.hpp>
#include <spdlog/spdlog.h>

#include "actors/cohort/bounds.hpp"
#include "actors/cohort/cohort.hpp"
#include "actors/runtime/scheduler.hpp"

namespace fedltr {

void HostState::begin(const HostConfig& wanted, int socket,
                      const caf::actor& owner) {
  config = wanted;
  main = owner;
  gate = open_gateway(self->system(), config.gateway,
                      caf::actor_cast<caf::actor>(self));
  self->monitor(gate);
  self->send(gate, Adopt{socket});
}

void HostState::greet(LinkId server) {
  link = server;
  self->send(gate, Admit{link, wire::kMaxWelcome});
  send(config.hello);
}

void HostState::send(const wire::NodeMessage& message) {
  self->send(gate, SendFrame{link, std::make_shared<const std::string>(
                                       wire::encode(message))});
}

void HostState::end(SessionEnd::Kind kind, const std::string& why) {
  if (std::exchange(over, true)) return;
  self->send(main, SessionEnd{kind, why, welcome, nullptr});
}

void HostState::on_frame(const LinkFrame& frame) {
  if (over) return;
  try {
    std::visit([this](const auto& message) { handle(message); },
               wire::decode<wire::ServerMessage>(*frame.bytes));
  } catch (const ArchiveError& error) {
    // Before its Welcome, the peer may be any other service.
    end(welcome ? SessionEnd::Kind::kRefused : SessionEnd::Kind::kLost,
        std::string("the server sends what no server sends: ") + error.what());
  } catch (const std::exception& error) {
    end(SessionEnd::Kind::kRefused,
        std::string("this node failed: ") + error.what());
  }
}

void HostState::handle(const wire::Welcome& welcome_to) {
  welcome = true;
  try {
    runs = config.prepare(welcome_to.scenario);
  } catch (const std::exception&) {
    over = true;
    self->send(main, SessionEnd{SessionEnd::Kind::kRefused, "", welcome,
                                std::current_exception()});
    return;
  }
  std::size_t max_bytes = kMaxGreeting;
  for (const FederationPlan& plan : runs->plans)
    max_bytes = std::max(max_bytes, wire::max_bytes(plan));
  self->send(gate, Admit{link, max_bytes});
  send(wire::Ready{runs->digest, runs->data});
}

void HostState::handle(const wire::Accepted&) {
  spdlog::info("joined as {}", config.hello.name);
}

void HostState::handle(const wire::Refused& refusal) {
  end(refusal.later ? SessionEnd::Kind::kLost : SessionEnd::Kind::kRefused,
      "refused by the server: " + printable(refusal.why));
}

void HostState::handle(const wire::Order& order) {
  if (!runs || order.run >= runs->plans.size() ||
      order.cohort >= runs->plans[order.run].cohorts())
    throw ArchiveError(fmt::format("unexpected Order: run {} of {}, cohort {}",
                                   order.run, runs ? runs->plans.size() : 0,
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

void HostState::handle(const wire::Close& order) {
  close({order.run, order.cohort});
}

void HostState::handle(const wire::Farewell&) {
  end(SessionEnd::Kind::kDone, "");
}

const BegunRun& HostState::begun(std::uint32_t run) {
  const auto found = begun_runs.find(run);
  if (found != begun_runs.end()) return found->second;
  return begun_runs.emplace(run, begin_run(runs->plans.at(run))).first->second;
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
  std::visit([&](const auto& task) { self->send(cohort.actor, task); },
             order.task);
}

/// Returns an order's cohort, in its state before the order.
HostState::Cohort& HostState::open(const wire::Order& order) {
  const CohortKey key{order.run, order.cohort};
  if (!order.opens) {
    const auto found = cohorts.find(key);
    if (found == cohorts.end())
      throw ArchiveError(
          fmt::format("unexpected Order: cohort {} of run {} is not here",
                      order.cohort, order.run));
    return found->second;
  }
  close(key);
  const BegunRun& run = begun(order.run);
  const std::uint32_t first = order.cohort * kCohortSize;
  auto members = run.population.part(
      first, std::min(first + kCohortSize, run.plan->clients));
  Cohort& opened = cohorts[key];
  opened.actor = self->spawn<caf::linked + caf::monitored>(
      cohort, run.plan, std::move(members), nullptr, order.cohort,
      caf::actor());
  keys[opened.actor.address()] = key;
  self->send(opened.actor, Restore{order.state});
  return opened;
}

void HostState::close(const CohortKey& key) {
  const auto found = cohorts.find(key);
  if (found == cohorts.end()) return;
  self->demonitor(found->second.actor);
  self->unlink_from(found->second.actor);
  self->send_exit(found->second.actor, caf::exit_reason::user_shutdown);
  keys.erase(found->second.actor.address());
  cohorts.erase(found);
  const auto same_run = [&](const auto& each) {
    return each.first.first == key.first;
  };
  if (std::ranges::none_of(cohorts, same_run)) begun_runs.erase(key.first);
}

/// Returns the cohort that sent this message if it has an order, else null.
std::pair<const CohortKey, HostState::Cohort>* HostState::asked() {
  const auto key =
      keys.find(caf::actor_cast<caf::actor_addr>(self->current_sender()));
  if (key == keys.end()) return nullptr;
  auto& found = *cohorts.find(key->second);
  return found.second.busy ? &found : nullptr;
}

/// Answers at once if the cohort has not changed; otherwise adds its state
/// first.
void HostState::on_outcome(CohortOutcome outcome) {
  auto* const found = asked();
  if (!found) return;
  auto& [key, cohort] = *found;
  cohort.outcome = std::move(outcome);
  if (std::holds_alternative<CohortUpdate>(cohort.outcome) ||
      std::holds_alternative<CohortLeft>(cohort.outcome))
    self->send(cohort.actor, SnapshotRequest{cohort.round});
  else
    answer(key, cohort, "");
}

void HostState::on_snapshot(const CohortSnapshot& snapshot) {
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
void HostState::on_down(const caf::down_msg& down) {
  const std::string why = self->system().render(down.reason);
  if (keys.contains(down.source))
    end(SessionEnd::Kind::kRefused, "a cohort ended: " + why);
  else if (down.source == gate)
    end(SessionEnd::Kind::kLost, "the connection broke: " + why);
}

void HostState::on_exit(const caf::exit_msg& message) {
  // A cohort's down message reports its end.
  if (keys.contains(message.source)) return;
  for (const auto& [key, cohort] : cohorts)
    self->send_exit(cohort.actor, caf::exit_reason::user_shutdown);
  self->quit(message.reason);
}

caf::behavior host(caf::stateful_actor<HostState>* self,
                   const HostConfig& config, int socket,
                   const caf::actor& main) {
  self->state.begin(config, socket, main);
  self->set_down_handler(
      [self](caf::down_msg& down) { self->state.on_down(down); });
  self->set_exit_handler(
      [self](caf::exit_msg& message) { self->state.on_exit(message); });
  self->set_error_handler([](caf::error&) {});
  return {
      [self](const LinkUp& up) { self->state.greet(up.link); },
      [self](const LinkFrame& frame) { self->state.on_frame(frame); },
      [self](const LinkDown& down) {
        self->state.end(
            down.refused ? SessionEnd::Kind::kRefused : SessionEnd::Kind::kLost,
            down.why);
      },
      [self](const CohortUpdate& done) { self->state.on_outcome(done); },
      [self](const CohortLeft& done) { self->state.on_outcome(done); },
      [self](const CohortEvaluated& done) { self->state.on_outcome(done); },
      [self](const CohortStats& done) { self->state.on_outcome(done); },
      [self](const ClientFailed& failure) { self->state.on_outcome(failure); },
      [self](const CohortSnapshot& kept) { self->state.on_snapshot(kept); }};
}

SessionEnd serve_session(const HostConfig& config, int socket,
                         std::size_t threads, Interrupt& interrupt) {
  SystemConfig system_config(threads);
  system_config.load<caf::io::middleman>();
  caf::actor_system system(system_config);
  caf::scoped_actor self{system};
  const auto me = caf::actor_cast<caf::actor>(self.ptr());
  SessionEnd end{SessionEnd::Kind::kInterrupted, "", false, nullptr};
  {
    const caf::actor node =
        self->spawn<caf::monitored>(host, config, socket, me);
    interrupt.on_trigger([me] { caf::anon_send(me, StopRun{}); });
    self->receive([&](const SessionEnd& ended) { end = ended; },
                  [&](StopRun) {},
                  [&](const caf::down_msg& down) {
                    end = {SessionEnd::Kind::kRefused,
                           "this node failed: " + system.render(down.reason),
                           false, nullptr};
                  });
    interrupt.on_trigger(nullptr);
    self->send_exit(node, caf::exit_reason::user_shutdown);
  }
  return end;
}

}  // namespace fedltr
