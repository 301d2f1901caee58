#include "actors/nodes/roster.hpp"

#include <algorithm>

#include <caf/io/middleman.hpp>
#include <spdlog/spdlog.h>

#include "actors/nodes/deal.hpp"

namespace fedltr {
namespace {

/// Ticks in which a stopped run's nodes may come back.
constexpr std::uint32_t kWaitAtStop = 3;
/// Ticks from giving up to giving up the checkpoint, too.
constexpr std::uint32_t kWaitForCheckpoint = 10;

/// roster -> itself, again and again.
struct RosterTick {};

bool is_name(std::string_view text) {
  return !text.empty() && text.size() <= 64 &&
         std::ranges::all_of(text, [](char each) {
           return (each >= '0' && each <= '9') ||
                  (each >= 'a' && each <= 'z') ||
                  (each >= 'A' && each <= 'Z') || each == '-' || each == '_' ||
                  each == '.';
         });
}

}  // namespace
}  // namespace fedltr

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::RosterTick)

namespace fedltr {

void RosterState::begin(const RosterTerms& wanted, std::size_t most,
                        const caf::actor& told) {
  terms = wanted;
  most_bytes = most;
  conductor = told;
  gate = self->system().middleman().spawn_broker(
      gateway, terms.gateway, caf::actor_cast<caf::actor>(self));
  self->monitor(gate);
  self->delayed_send(self, caf::timespan{std::int64_t{terms.tick} * 1000000},
                     RosterTick{});
}

void RosterState::say(LinkId link, std::string frame) {
  self->send(gate,
             Say{link, std::make_shared<const std::string>(std::move(frame))});
}

std::size_t RosterState::joined() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      nodes, [](auto& each) { return each.second.phase == Phase::kJoined; }));
}

void RosterState::hear(const LinkSaid& said) {
  const auto found = nodes.find(said.link);
  if (found == nodes.end()) return;
  Node& node = found->second;
  try {
    switch (node.phase) {
      case Phase::kStranger:
        return greet(said.link, node, wire::decode<wire::Hello>(*said.frame));
      case Phase::kPreparing:
        return admit(said.link, node, wire::decode<wire::Ready>(*said.frame));
      case Phase::kJoined:
        return collect(said.link, node,
                       wire::decode<wire::Answer>(*said.frame));
    }
  } catch (const ArchiveError& error) {
    put_out(said.link, error.what());
  }
}

void RosterState::greet(LinkId link, Node& node, const wire::Hello& hello) {
  if (const std::string fault = fault_of(node, hello); !fault.empty())
    return refuse(link, node, fault);
  // A node that comes anew before its other connection is found to be lost
  // tries until it is; of two that share a name one stays out.
  for (const auto& [other, known] : nodes)
    if (other != link && known.name == hello.name)
      return refuse(link, node, "a node of that name is connected", true);
  node.name = hello.name;
  node.cores = hello.cores;
  node.phase = Phase::kPreparing;
  self->send(gate, Admit{link, most_bytes});
  say(link, wire::encode(wire::Welcome{terms.scenario}));
}

/// Empty: none.
std::string RosterState::fault_of(const Node& node,
                                  const wire::Hello& hello) const {
  if (!is_name(hello.name)) return "its name is none";
  if (!node.name.empty() && node.name != hello.name)
    return "it says it is " + wire::printable(hello.name) +
           ", but its certificate is of " + wire::printable(node.name);
  if (!terms.knows_token(hello.name, hello.token))
    return "its token is not the one it was issued, or was withdrawn";
  if (outcasts.contains(hello.name)) return "it sent nonsense before";
  if (hello.protocol != wire::kProtocol || hello.version != terms.version)
    return "it is fedltr " + wire::printable(hello.version) +
           ", the server is " + terms.version;
  if (hello.cores < 1 || hello.cores > 4096) return "it has senseless cores";
  return "";
}

void RosterState::admit(LinkId link, Node& node, const wire::Ready& ready) {
  if (const std::string fault = fault_of(ready); !fault.empty())
    return refuse(link, node, fault);
  node.phase = Phase::kJoined;
  say(link, wire::encode(wire::Accepted{}));
  spdlog::info("node {} joins from {}: {} cores, {} nodes", node.name,
               node.address, node.cores, joined());
  begun |= joined() >= terms.least_nodes;
  alone = 0;
  stale = true;
  dispatch_all();
}

std::string RosterState::fault_of(const wire::Ready& ready) const {
  if (ready.digest != terms.digest)
    return "it makes another scenario of what it was sent";
  if (ready.data != terms.data) return "its data is not the server's (SHA-256)";
  return "";
}

void RosterState::refuse(LinkId link, const Node& node, const std::string& why,
                         bool later) {
  spdlog::warn("a node from {}{}{} is refused: {}", node.address,
               node.name.empty() ? "" : ", ", wire::printable(node.name), why);
  say(link, wire::encode(wire::Refused{why, later}));
  self->send(gate, Drop{link});
  nodes.erase(link);
}

void RosterState::collect(LinkId link, Node& node, wire::Answer answer) {
  const auto found = works.find({answer.run, answer.cohort});
  if (found == works.end()) {
    // Of a run that has ended meanwhile.
    if (node.orders > 0) --node.orders;
    return;
  }
  Work& work = found->second;
  if (!work.sent || work.at != link || work.number != answer.number)
    throw ArchiveError("an answer nobody asked for");
  work.sent = false;
  work.task = nullptr;
  if (node.orders > 0) --node.orders;
  node.waited = 0;
  self->send(work.cohort,
             Done{link, node.name,
                  std::make_shared<const wire::Answer>(std::move(answer))});
}

/// A node that says what it must not is heard no more, by its name.
void RosterState::put_out(LinkId link, const std::string& why) {
  const auto found = nodes.find(link);
  if (found == nodes.end()) return;
  const Node& node = found->second;
  if (node.phase == Phase::kStranger) return refuse(link, node, why);
  outcasts.insert(node.name);
  say(link, wire::encode(wire::Refused{"it sends nonsense: " + why}));
  self->send(gate, Drop{link});
  lose(link, "it sends nonsense: " + why);
}

void RosterState::lose(LinkId link, const std::string& why) {
  const auto found = nodes.find(link);
  if (found == nodes.end()) return;
  const Node node = std::move(found->second);
  nodes.erase(found);
  if (node.phase != Phase::kJoined) {
    spdlog::warn("a node from {}{}{} goes before it has joined: {}",
                 node.address, node.name.empty() ? "" : ", ",
                 wire::printable(node.name), why);
    return;
  }
  std::size_t cohorts = 0;
  for (auto& [key, work] : works) {
    if (work.at != link) continue;
    ++cohorts;
    work.at = 0;
    work.sent = false;
  }
  stale = true;
  const std::size_t left = joined();
  spdlog::warn("node {} is lost: {}; {} cohorts go elsewhere, {} nodes left",
               node.name, why, cohorts, left);
  if (left > 0) return dispatch_all();
  alone = 0;
  spdlog::warn(
      "no node is left: the run waits for one, up to {} s; a checkpoint is "
      "written",
      std::uint64_t{terms.wait} * terms.tick / 1000);
  self->send(conductor, CheckpointNow{});
}

void RosterState::submit(const Submit& order) {
  const Key key{order.run, order.cohort};
  const auto [found, fresh] = works.try_emplace(key);
  stale |= fresh;
  Work& work = found->second;
  work.cohort = caf::actor_cast<caf::actor>(self->current_sender());
  work.task = order.task;
  work.state = order.state;
  work.number = ++orders;
  work.sent = false;
  dispatch(key, work);
}

void RosterState::forget(const CohortOver& over) {
  const auto found = works.find({over.run, over.cohort});
  if (found == works.end()) return;
  if (found->second.at != 0)
    say(found->second.at, wire::encode(wire::Close{over.run, over.cohort}));
  works.erase(found);
  stale = true;
}

void RosterState::deal() {
  stale = false;
  std::vector<std::uint64_t> homes;
  for (const auto& [key, work] : works) homes.push_back(work.at);
  std::map<std::uint64_t, std::uint32_t> cores;
  for (const auto& [link, node] : nodes)
    if (node.phase == Phase::kJoined) cores[link] = node.cores;
  homes = deal_out(std::move(homes), cores);
  std::size_t next = 0;
  for (auto& [key, work] : works) work.home = homes[next++];
}

void RosterState::dispatch(const Key& key, Work& work) {
  if (!work.task || work.sent || !begun || joined() == 0) return;
  if (stale) deal();
  const auto [run, cohort] = key;
  const bool opens = work.at != work.home;
  if (opens && work.at != 0)
    say(work.at, wire::encode(wire::Close{run, cohort}));
  say(work.home, wire::encode(wire::Order{run, cohort, work.number, opens,
                                          opens ? *work.state : std::string(),
                                          *work.task}));
  work.at = work.home;
  work.sent = true;
  Node& node = nodes.at(work.home);
  if (node.orders++ == 0) node.waited = 0;
}

void RosterState::dispatch_all() {
  for (auto& [key, work] : works) dispatch(key, work);
}

/// Whether anything can't be done for want of nodes.
bool RosterState::is_awaited() const {
  if (begun && joined() > 0) return false;
  return std::ranges::any_of(
      works, [](const auto& each) { return each.second.task != nullptr; });
}

void RosterState::tick() {
  std::vector<LinkId> mute;
  for (auto& [link, node] : nodes)
    if (node.orders > 0 && ++node.waited > terms.patience) mute.push_back(link);
  for (const LinkId link : mute) {
    self->send(gate, Drop{link});
    lose(link, "it does not answer");
  }
  if (!is_awaited()) {
    alone = 0;
  } else {
    ++alone;
    const std::uint32_t most = stopping ? kWaitAtStop : terms.wait;
    const std::string why =
        "no node came" + std::string(begun ? " back" : "") + " in time";
    if (alone == most) self->send(conductor, NodesGone{why, false});
    if (alone == most + kWaitForCheckpoint)
      self->send(conductor, NodesGone{why, true});
  }
  self->delayed_send(self, caf::timespan{std::int64_t{terms.tick} * 1000000},
                     RosterTick{});
}

void RosterState::disband(bool complete) {
  if (complete)
    for (const auto& [link, node] : nodes)
      say(link, wire::encode(wire::Farewell{}));
  self->demonitor(gate);
  self->send(gate, Shut{});
  works.clear();
  self->quit();
}

caf::behavior roster(caf::stateful_actor<RosterState>* self,
                     const RosterTerms& terms, std::size_t most_bytes,
                     const caf::actor& conductor) {
  auto& state = self->state;
  state.begin(terms, most_bytes, conductor);
  self->set_down_handler([self](caf::down_msg&) {
    self->send(self->state.conductor,
               NodesGone{"the server listens no longer", true});
  });
  self->set_error_handler([](caf::error&) {});
  return {
      [&state](const LinkUp& up) {
        state.nodes[up.link] = {up.name, up.address};
      },
      [&state](const LinkSaid& said) { state.hear(said); },
      [&state](const LinkDown& down) { state.lose(down.link, down.why); },
      [&state](const Submit& order) { state.submit(order); },
      [&state](const Nonsense& found) { state.put_out(found.link, found.why); },
      [&state](const CohortOver& over) { state.forget(over); },
      [&state](StopRun) {
        state.stopping = true;
        state.alone = 0;
      },
      [&state](const Disband& order) { state.disband(order.complete); },
      [&state](RosterTick) { state.tick(); }};
}

}  // namespace fedltr
