#include "actors/nodes/dispatcher.hpp"

#include <algorithm>
#include <utility>

#include <spdlog/fmt/fmt.h>

#include "actors/nodes/assignment.hpp"

namespace fedltr {

void Dispatcher::add_node(LinkId node, std::uint32_t cores) {
  Node& added = nodes_[node] = {};
  added.cores = cores;
  started_ |= nodes_.size() >= min_nodes_;
  stale_ = true;
}

std::size_t Dispatcher::remove_node(LinkId node) {
  nodes_.erase(node);
  return move_away(node);
}

/// Takes a node's cohorts away, to be opened at others.
std::size_t Dispatcher::move_away(LinkId node) {
  stale_ = true;
  std::size_t cohorts = 0;
  for (auto& [key, work] : works_) {
    if (work.at != node) continue;
    ++cohorts;
    work.at = 0;
    work.sent = false;
  }
  return cohorts;
}

std::map<LinkId, std::size_t> Dispatcher::relieve(std::uint32_t least) {
  std::map<LinkId, std::size_t> moved;
  if (!answered_) return moved;
  const std::uint32_t limit =
      std::max(least, slowest_ > 0xFFFFFFFF / 10 ? slowest_ : 10 * slowest_);
  for (auto& [link, node] : nodes_) {
    const auto others = std::ranges::count_if(
        nodes_, [](const auto& each) { return !each.second.mute(); });
    if (node.mute() || node.orders == 0 || node.waited < limit || others < 2)
      continue;
    for (auto& [key, work] : works_) {
      if (work.at != link || !work.sent) continue;
      node.moved[work.number] = key;
      work.number = ++orders_;
    }
    moved[link] = move_away(link);
  }
  return moved;
}

void Dispatcher::submit(const CohortKey& key,
                        std::shared_ptr<const CohortTask> task,
                        std::shared_ptr<const std::string> state) {
  const auto [found, fresh] = works_.try_emplace(key);
  stale_ |= fresh;
  Work& work = found->second;
  work.task = std::move(task);
  work.state = std::move(state);
  work.number = ++orders_;
  work.sent = false;
  dispatch(key, work);
}

void Dispatcher::remove(const CohortKey& key) {
  const auto found = works_.find(key);
  if (found == works_.end()) return;
  const Work& work = found->second;
  if (work.at != 0) send_(work.at, wire::Close{key.first, key.second});
  if (work.sent) {
    Node& node = nodes_.at(work.at);
    --node.orders;
    node.over.insert(work.number);
  }
  works_.erase(found);
  stale_ = true;
}

void Dispatcher::dispatch() {
  for (auto& [key, work] : works_) dispatch(key, work);
}

void Dispatcher::dispatch(const CohortKey& key, Work& work) {
  if (!work.task || work.sent || !started_ || nodes_.empty()) return;
  if (stale_) assign();
  const auto [run, cohort] = key;
  const bool opens = work.at != work.home;
  if (opens && work.at != 0) send_(work.at, wire::Close{run, cohort});
  send_(work.home,
        wire::Order{run, cohort, work.number, opens,
                    opens ? *work.state : std::string(), *work.task});
  work.at = work.home;
  work.sent = true;
  Node& node = nodes_.at(work.home);
  excuse(node, key);
  if (node.orders++ == 0) node.waited = 0;
}

/// Excuses a node that reopens a cohort from the cohort's earlier orders.
void Dispatcher::excuse(Node& node, const CohortKey& key) {
  std::erase_if(node.moved, [&](const auto& owed) {
    if (owed.second != key) return false;
    node.over.insert(owed.first);
    --node.orders;
    return true;
  });
}

bool Dispatcher::is_mute(LinkId node) const {
  const auto found = nodes_.find(node);
  return found != nodes_.end() && found->second.mute();
}

/// Assigns cohorts to nodes that are not mute, and moves as few as possible.
void Dispatcher::assign() {
  stale_ = false;
  std::vector<std::uint64_t> homes;
  for (const auto& [key, work] : works_) homes.push_back(work.at);
  std::map<std::uint64_t, std::uint32_t> cores;
  for (const auto& [link, node] : nodes_)
    if (!node.mute()) cores[link] = node.cores;
  if (cores.empty())  // all are mute
    for (const auto& [link, node] : nodes_) cores[link] = node.cores;
  homes = assign_cohorts(std::move(homes), cores);
  auto home = homes.begin();
  for (auto& [key, work] : works_) work.home = *home++;
}

bool Dispatcher::accept(LinkId node, const wire::Answer& answer) {
  if (accept_late(node, answer)) return false;
  const auto found = works_.find({answer.run, answer.cohort});
  if (found == works_.end())
    throw ArchiveError(
        fmt::format("unexpected Answer: run {}, cohort {}, of "
                    "which there is no order",
                    answer.run, answer.cohort));
  Work& work = found->second;
  if (!work.sent || work.at != node || work.number != answer.number)
    throw ArchiveError(fmt::format(
        "unexpected Answer: run {}, cohort {}, order {}{}", answer.run,
        answer.cohort, answer.number,
        work.sent && work.at == node ? fmt::format(", expected {}", work.number)
                                     : ", which the node does not have"));
  work.sent = false;
  work.task = nullptr;
  Node& from = nodes_.at(node);
  --from.orders;
  slowest_ = std::max(slowest_, std::exchange(from.waited, 0));
  answered_ = true;
  return true;
}

/// Takes an answer that is no longer awaited; returns false for any other.
bool Dispatcher::accept_late(LinkId node, const wire::Answer& answer) {
  Node& from = nodes_.at(node);
  if (from.over.erase(answer.number) > 0) return true;
  if (from.moved.erase(answer.number) == 0) return false;
  --from.orders;
  slowest_ = std::max(slowest_, std::exchange(from.waited, 0));
  const auto found = works_.find({answer.run, answer.cohort});
  if (found == works_.end() || found->second.at != node)
    send_(node, wire::Close{answer.run, answer.cohort});
  stale_ |= !from.mute();
  return true;
}

bool Dispatcher::starved() const {
  if (started_ && !nodes_.empty()) return false;
  return std::ranges::any_of(
      works_, [](const auto& each) { return each.second.task != nullptr; });
}

std::vector<LinkId> Dispatcher::overdue(std::uint32_t ticks) {
  std::vector<LinkId> late;
  for (auto& [link, node] : nodes_)
    if (node.orders > 0 && ++node.waited > ticks) late.push_back(link);
  return late;
}

}  // namespace fedltr
