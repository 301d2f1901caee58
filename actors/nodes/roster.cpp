#include "actors/nodes/roster.hpp"

#include <algorithm>

#include <spdlog/spdlog.h>

#include "actors/protocol/receives.hpp"

namespace fedltr {
namespace {

/// Ticks that stopped runs wait for a node.
constexpr std::uint32_t kWaitAtStop = 3;
/// Further ticks that they wait for a checkpoint.
constexpr std::uint32_t kWaitForCheckpoint = 10;

/// Returns the message of a phase. @throws ArchiveError  if it is another one
template <class Message>
Message expected(wire::NodeMessage&& message) {
  if (auto* held = std::get_if<Message>(&message)) return std::move(*held);
  throw ArchiveError(fmt::format("unexpected {}, expected {}",
                                 wire::name_of(message), Message::kName));
}

}  // namespace

/// roster -> itself, repeatedly.
struct RosterTick {};

}  // namespace fedltr

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::RosterTick)

namespace fedltr {

void RosterState::begin(const RosterConfig& wanted, std::size_t max_bytes,
                        const caf::actor& conductor) {
  config_ = wanted;
  config_.gateway.max_bytes = max_bytes;
  conductor_ = conductor;
  admission_.emplace(config_);
  dispatcher_.emplace(config_.min_nodes,
                      [this](LinkId link, const wire::ServerMessage& message) {
                        send(link, message);
                      });
  gate_ = open_gateway(self_->system(), config_.gateway,
                       caf::actor_cast<caf::actor>(self_));
  self_->monitor(gate_);
  tick_later();
}

void RosterState::lose_gateway() {
  self_->send(conductor_,
              NodesGone{"the server no longer accepts connections", true});
}

void RosterState::send(LinkId link, const wire::ServerMessage& message) const {
  self_->send(gate_, SendFrame::of(link, message));
}

void RosterState::receive(const LinkUp& up) {
  // A node that reconnects before its old connection counts as lost retries
  // until then; of two nodes with the same name one is refused.
  const bool is_here = std::ranges::any_of(
      nodes_, [&](const auto& each) { return each.second.name == up.name; });
  nodes_[up.link] = {up.name, up.address, up.version};
  if (admission_->is_evicted(up.name))
    return refuse({up.link, "it was evicted before"});
  if (is_here)
    return refuse({.link = up.link,
                   .why = "a node of that name is already connected",
                   .later = true});
  send(up.link, wire::Welcome{config_.scenario});
}

void RosterState::receive(const LinkFrame& frame) {
  const auto found = nodes_.find(frame.link);
  if (found == nodes_.end()) return;
  Node& node = found->second;
  try {
    auto message = wire::decode<wire::NodeMessage>(*frame.bytes);
    switch (node.phase) {
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

void RosterState::receive(const LinkDown& down) {
  if (down.end == LinkEnd::kInvalid)
    evict(down.link, down.why);
  else
    lose(down.link, down.why);
}

void RosterState::admit(LinkId link, Node& node, const wire::Ready& ready) {
  if (const std::string why = admission_->check(ready); !why.empty())
    return refuse({link, why});
  node.phase = Phase::kJoined;
  send(link, wire::Accepted{});
  // Before there are enough nodes, a new one restarts the wait.
  if (!dispatcher_->started() && seen_.insert(node.name).second) alone_ = 0;
  dispatcher_->add_node(link, ready.cores);
  spdlog::info("node {} joins from {}: {} cores, {} nodes; fedltr {}",
               node.name, node.address, ready.cores, dispatcher_->nodes(),
               node.version);
  if (config_.on_nodes) config_.on_nodes(dispatcher_->nodes());
  dispatcher_->dispatch();
}

void RosterState::accept(LinkId link, const Node& node, wire::Answer&& answer) {
  if (!dispatcher_->accept(link, answer)) return;
  alone_ = 0;
  const caf::actor& cohort = cohorts_.at({answer.run, answer.cohort});
  self_->send(cohort,
              Answered{link, node.name,
                       std::make_shared<wire::Answer>(std::move(answer))});
}

void RosterState::refuse(const Refuse& order) {
  self_->send(gate_, order);
  nodes_.erase(order.link);
}

void RosterState::evict(LinkId link, const std::string& why) {
  const auto found = nodes_.find(link);
  if (found == nodes_.end()) return;
  admission_->evict(found->second.name);
  self_->send(gate_, Refuse{link, "evicted: " + why});
  lose(link, "evicted: " + why);
}

void RosterState::lose(LinkId link, const std::string& why) {
  const auto found = nodes_.find(link);
  if (found == nodes_.end()) return;
  const Node node = std::move(found->second);
  nodes_.erase(found);
  if (node.phase != Phase::kJoined) {
    if (log_.allow())
      spdlog::warn("node {}, {}, is lost before it has joined: {}", node.name,
                   node.address, why);
    return;
  }
  const std::size_t moved = dispatcher_->remove_node(link);
  spdlog::warn("lost node {}: {}; {} cohorts move to the other {} nodes",
               node.name, why, moved, dispatcher_->nodes());
  if (config_.on_nodes) config_.on_nodes(dispatcher_->nodes());
  if (dispatcher_->nodes() > 0) return dispatcher_->dispatch();
  spdlog::warn(
      "no node is left: waiting up to {} s for one; a checkpoint is written",
      std::uint64_t{config_.wait - std::min(alone_, config_.wait)} *
          config_.tick / 1000);
  self_->send(conductor_, CheckpointNow{});
}

void RosterState::receive(const Submit& order) {
  cohorts_[order.cohort] = caf::actor_cast<caf::actor>(self_->current_sender());
  dispatcher_->submit(order.cohort, order.task, order.state);
}

void RosterState::receive(const InvalidAnswer& found) {
  evict(found.link, found.why);
}

void RosterState::receive(const CohortOver& over) {
  dispatcher_->remove(over.cohort);
  cohorts_.erase(over.cohort);
}

void RosterState::drop_overdue() {
  std::vector<LinkId> late = dispatcher_->overdue(config_.patience);
  for (auto& [link, node] : nodes_)
    if (node.phase == Phase::kPreparing && ++node.waited > config_.patience)
      late.push_back(link);
  const std::string why =
      fmt::format("no answer in {} s",
                  std::uint64_t{config_.patience} * config_.tick / 1000);
  for (const LinkId link : late) {
    if (dispatcher_->is_mute(link)) {
      evict(link, why);
      continue;
    }
    drop(link, why);
  }
}

void RosterState::drop(LinkId link, const std::string& why) {
  self_->send(gate_, Drop{link});
  lose(link, why);
}

void RosterState::relieve_mute() {
  const auto moved = dispatcher_->relieve(config_.mute);
  for (const auto& [link, cohorts] : moved)
    spdlog::warn(
        "node {} does not answer: {} cohorts move to others, and it gets none "
        "until it does",
        nodes_.at(link).name, cohorts);
  if (!moved.empty()) dispatcher_->dispatch();
}

void RosterState::receive(const RosterTick&) {
  drop_overdue();
  relieve_mute();
  if (const std::uint64_t more = log_.tick(); more > 0)
    spdlog::warn("{} more nodes did not join", more);
  if (dispatcher_->starved()) await_nodes();
  tick_later();
}

/// Counts a tick without nodes.
void RosterState::await_nodes() {
  ++alone_;
  const std::uint32_t limit = stopping_ ? kWaitAtStop : config_.wait;
  const std::string why =
      dispatcher_->started() ? "no node came back in time"
                             : fmt::format("fewer than {} node(s) came in time",
                                           config_.min_nodes);
  if (alone_ == limit) self_->send(conductor_, NodesGone{why, false});
  if (alone_ == limit + kWaitForCheckpoint)
    self_->send(conductor_, NodesGone{why, true});
}

void RosterState::tick_later() {
  self_->delayed_send(
      self_, caf::timespan{std::int64_t{config_.tick} * 1000000}, RosterTick{});
}

void RosterState::receive(const StopRun&) {
  stopping_ = true;
  alone_ = 0;
}

void RosterState::receive(const Disband& order) {
  if (order.complete)
    for (const auto& [link, node] : nodes_) send(link, wire::Farewell{});
  self_->demonitor(gate_);
  cohorts_.clear();
  self_->quit();
}

caf::behavior roster(caf::stateful_actor<RosterState>* self,
                     const RosterConfig& config, std::size_t max_bytes,
                     const caf::actor& conductor) {
  self->state.begin(config, max_bytes, conductor);
  self->set_down_handler(
      [self](caf::down_msg&) { self->state.lose_gateway(); });
  self->set_error_handler([](caf::error&) {});
  return receives<LinkUp, LinkFrame, LinkDown, Submit, InvalidAnswer,
                  CohortOver, StopRun, Disband, RosterTick>(self);
}

}  // namespace fedltr
