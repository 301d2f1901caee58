#include "actors/nodes/roster.hpp"

#include <algorithm>

#include <spdlog/spdlog.h>

namespace fedltr {
namespace {

/// Ticks that stopped runs wait for a node.
constexpr std::uint32_t kWaitAtStop = 3;
/// Further ticks that they wait for a checkpoint.
constexpr std::uint32_t kWaitForCheckpoint = 10;

/// roster -> itself, repeatedly.
struct RosterTick {};

/// Returns a node's address, and its name if it has sent one.
std::string label(const RosterState::Node& node) {
  return node.name.empty() ? node.address
                           : node.address + ", " + printable(node.name);
}

/// Returns the message of a phase. @throws ArchiveError  if it is another one
template <class Message>
Message expected(wire::NodeMessage&& message) {
  if (auto* held = std::get_if<Message>(&message)) return std::move(*held);
  throw ArchiveError(fmt::format("unexpected {}, expected {}",
                                 wire::name_of(message), Message::kName));
}

}  // namespace
}  // namespace fedltr

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::RosterTick)

namespace fedltr {

void RosterState::begin(const RosterConfig& wanted, std::size_t max_frame,
                        const caf::actor& conductor_of_runs) {
  config = wanted;
  max_bytes = max_frame;
  conductor = conductor_of_runs;
  admission.emplace(config);
  dispatcher.emplace(config.min_nodes,
                     [this](LinkId link, const wire::ServerMessage& message) {
                       send(link, message);
                     });
  gate = open_gateway(self->system(), config.gateway,
                      caf::actor_cast<caf::actor>(self));
  self->monitor(gate);
  self->delayed_send(self, caf::timespan{std::int64_t{config.tick} * 1000000},
                     RosterTick{});
}

void RosterState::send(LinkId link, const wire::ServerMessage& message) const {
  self->send(gate, SendFrame{link, std::make_shared<const std::string>(
                                       wire::encode(message))});
}

void RosterState::on_frame(const LinkFrame& frame) {
  const auto found = nodes.find(frame.link);
  if (found == nodes.end()) return;
  Node& node = found->second;
  try {
    auto message = wire::decode<wire::NodeMessage>(*frame.bytes);
    switch (node.phase) {
      case Phase::kGreeting:
        return greet(frame.link, node,
                     expected<wire::Hello>(std::move(message)));
      case Phase::kPreparing:
        return admit(frame.link, node,
                     expected<wire::Ready>(std::move(message)));
      case Phase::kJoined:
        return accept(frame.link, node,
                      expected<wire::Answer>(std::move(message)));
    }
  } catch (const ArchiveError& error) {
    evict(frame.link, error.what());
  }
}

void RosterState::greet(LinkId link, Node& node, const wire::Hello& hello) {
  if (const std::string why = admission->check(hello, node.name); !why.empty())
    return refuse(link, why);
  // A node that reconnects before its old connection counts as lost retries
  // until then; of two nodes with the same name one is refused. A peer with a
  // certificate but no token yet keeps no node out.
  for (const auto& [other, known] : nodes)
    if (other != link && known.phase != Phase::kGreeting &&
        known.name == hello.name)
      return refuse(link, "a node of that name is already connected", true);
  node.name = hello.name;
  node.token = hello.token;
  node.cores = hello.cores;
  node.phase = Phase::kPreparing;
  self->send(gate, Admit{link, max_bytes});
  send(link, wire::Welcome{config.scenario});
}

void RosterState::admit(LinkId link, Node& node, const wire::Ready& ready) {
  if (const std::string why = admission->check(ready); !why.empty())
    return refuse(link, why);
  node.phase = Phase::kJoined;
  send(link, wire::Accepted{});
  // Before there are enough nodes, a new one restarts the wait.
  if (!dispatcher->started() && seen.insert(node.name).second) alone = 0;
  dispatcher->add_node(link, node.cores);
  spdlog::info("node {} joins from {}: {} cores, {} nodes", node.name,
               node.address, node.cores, dispatcher->nodes());
  if (config.on_nodes) config.on_nodes(dispatcher->nodes());
  dispatcher->dispatch();
}

void RosterState::accept(LinkId link, const Node& node, wire::Answer&& answer) {
  if (!dispatcher->accept(link, answer)) return;
  alone = 0;
  const caf::actor& cohort = cohorts.at({answer.run, answer.cohort});
  self->send(cohort,
             Answered{link, node.name,
                      std::make_shared<wire::Answer>(std::move(answer))});
}

void RosterState::refuse(LinkId link, const std::string& why, bool later) {
  if (log.allow())
    spdlog::warn("a node from {} is refused: {}", label(nodes.at(link)), why);
  if (config.gateway.kept_out) ++*config.gateway.kept_out;
  send(link, wire::Refused{why, later});
  self->send(gate, Drop{link});
  nodes.erase(link);
}

void RosterState::evict(LinkId link, const std::string& why) {
  const auto found = nodes.find(link);
  if (found == nodes.end()) return;
  if (found->second.phase == Phase::kGreeting) return refuse(link, why);
  admission->evict(found->second.name);
  send(link, wire::Refused{"evicted: " + why});
  drop(link, "evicted: " + why);
}

void RosterState::lose(LinkId link, const std::string& why) {
  const auto found = nodes.find(link);
  if (found == nodes.end()) return;
  const Node node = std::move(found->second);
  nodes.erase(found);
  if (node.phase != Phase::kJoined) {
    if (log.allow())
      spdlog::warn("a node from {} is lost before it has joined: {}",
                   label(node), why);
    return;
  }
  const std::size_t moved = dispatcher->remove_node(link);
  spdlog::warn("lost node {}: {}; {} cohorts move to the other {} nodes",
               node.name, why, moved, dispatcher->nodes());
  if (config.on_nodes) config.on_nodes(dispatcher->nodes());
  if (dispatcher->nodes() > 0) return dispatcher->dispatch();
  spdlog::warn(
      "no node is left: waiting up to {} s for one; a checkpoint is written",
      std::uint64_t{config.wait - std::min(alone, config.wait)} * config.tick /
          1000);
  self->send(conductor, CheckpointNow{});
}

void RosterState::submit(const Submit& order) {
  cohorts[order.cohort] = caf::actor_cast<caf::actor>(self->current_sender());
  dispatcher->submit(order.cohort, order.task, order.state);
}

void RosterState::remove(const CohortKey& cohort) {
  dispatcher->remove(cohort);
  cohorts.erase(cohort);
}

void RosterState::drop_overdue() {
  std::vector<LinkId> late = dispatcher->overdue(config.patience);
  for (auto& [link, node] : nodes)
    if (node.phase == Phase::kPreparing && ++node.waited > config.patience)
      late.push_back(link);
  const std::string why = fmt::format(
      "no answer in {} s", std::uint64_t{config.patience} * config.tick / 1000);
  for (const LinkId link : late) {
    if (dispatcher->is_mute(link)) {
      evict(link, why);
      continue;
    }
    drop(link, why);
  }
}

void RosterState::drop(LinkId link, const std::string& why) {
  self->send(gate, Drop{link});
  lose(link, why);
}

/// Drops nodes whose token was withdrawn; they may try again and are then
/// refused. A token that is missing for a moment, while it is rewritten, is not
/// withdrawn.
void RosterState::drop_revoked() {
  constexpr std::uint32_t kTicks = 3;
  std::vector<LinkId> revoked;
  for (auto& [link, node] : nodes) {
    if (node.phase == Phase::kGreeting) continue;
    const auto known = config.knows_token(node.name, node.token);
    node.withdrawn = known == false ? node.withdrawn + 1 : 0;
    if (node.withdrawn == kTicks) revoked.push_back(link);
  }
  for (const LinkId link : revoked) drop(link, "its token was withdrawn");
}

void RosterState::relieve_mute() {
  const auto moved = dispatcher->relieve(config.mute);
  for (const auto& [link, cohorts] : moved)
    spdlog::warn(
        "node {} does not answer: {} cohorts move to others, and it gets none "
        "until it does",
        nodes.at(link).name, cohorts);
  if (!moved.empty()) dispatcher->dispatch();
}

void RosterState::tick() {
  drop_overdue();
  drop_revoked();
  relieve_mute();
  if (const std::uint64_t more = log.tick(); more > 0)
    spdlog::warn("{} more nodes did not join", more);
  if (dispatcher->starved()) {
    ++alone;
    const std::uint32_t limit = stopping ? kWaitAtStop : config.wait;
    const std::string why =
        dispatcher->started()
            ? "no node came back in time"
            : fmt::format("fewer than {} node(s) came in time",
                          config.min_nodes);
    if (alone == limit) self->send(conductor, NodesGone{why, false});
    if (alone == limit + kWaitForCheckpoint)
      self->send(conductor, NodesGone{why, true});
  }
  self->delayed_send(self, caf::timespan{std::int64_t{config.tick} * 1000000},
                     RosterTick{});
}

void RosterState::disband(bool complete) {
  if (complete)
    for (const auto& [link, node] : nodes) send(link, wire::Farewell{});
  self->demonitor(gate);
  cohorts.clear();
  self->quit();
}

caf::behavior roster(caf::stateful_actor<RosterState>* self,
                     const RosterConfig& config, std::size_t max_bytes,
                     const caf::actor& conductor) {
  self->state.begin(config, max_bytes, conductor);
  self->set_down_handler([self](caf::down_msg&) {
    self->send(self->state.conductor,
               NodesGone{"the server no longer accepts connections", true});
  });
  self->set_error_handler([](caf::error&) {});
  return {[self](const LinkUp& up) {
            auto& node = self->state.nodes[up.link];
            node.name = up.name;
            node.address = up.address;
          },
          [self](const LinkFrame& frame) { self->state.on_frame(frame); },
          [self](const LinkDown& down) {
            if (down.invalid)
              self->state.evict(down.link, down.why);
            else
              self->state.lose(down.link, down.why);
          },
          [self](const Submit& order) { self->state.submit(order); },
          [self](const InvalidAnswer& found) {
            self->state.evict(found.link, found.why);
          },
          [self](const CohortOver& over) { self->state.remove(over.cohort); },
          [self](StopRun) {
            self->state.stopping = true;
            self->state.alone = 0;
          },
          [self](const Disband& order) { self->state.disband(order.complete); },
          [self](RosterTick) { self->state.tick(); }};
}

}  // namespace fedltr
