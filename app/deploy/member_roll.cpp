#include "app/deploy/member_roll.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <utility>

#include <spdlog/fmt/chrono.h>
#include <spdlog/spdlog.h>

#include "app/base/files.hpp"
#include "app/base/text.hpp"
#include "app/deploy/epoch_outcome.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;
using members::Presence;

constexpr std::uint32_t kLeastPause = 10;  // seconds
/// By Presence.
constexpr std::array kStates = {"away",
                                "connected",
                                "connected: takes no part",
                                "stopped",
                                "stopped: budget spent",
                                "stopped: failed",
                                "stopped: rejects the server",
                                "left",
                                "left out"};

const char* name_of(Presence presence) {
  return kStates.at(static_cast<std::size_t>(presence));
}

/// Calls a function with the cells of each line of a file after its heading.
template <class Take>
void for_rows(const fs::path& file, const Take& take) {
  std::ifstream lines(file);
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) take(split(line, ','));
}

}  // namespace

MemberRoll::MemberRoll(const fs::path& folder,
                       const MembersAgreement& agreement,
                       const members::LeadState& state,
                       std::function<std::int64_t()> clock,
                       members::LeadHooks& hooks)
    : file_(folder / kFile),
      agreement_(agreement),
      clock_(std::move(clock)),
      entries_(agreement.names().size()) {
  read_earlier(folder / kEpochsFile, state.epoch);
  for (std::uint32_t i = 0; i < entries_.size(); ++i) {
    // A restored state may have forgotten who left.
    if (entries_[i].is_out() && !state.is_out(i)) forget(i);
    if (std::ranges::count(state.left, i) > 0) note(i, Presence::kLeft);
    if (std::ranges::count(state.left_out, i) > 0) note(i, Presence::kLeftOut);
  }
  listen(hooks);
}

void MemberRoll::forget(std::uint32_t member) {
  entries_[member].presence = Presence::kAway;
  entries_[member].since.clear();
}

/// Reads why members had stopped, and their sums up to an epoch; lines that
/// were damaged by a crash are left out.
void MemberRoll::read_earlier(const fs::path& epochs, std::uint32_t last) {
  std::map<std::string, std::uint32_t, std::less<>> places;
  for (std::uint32_t i = 0; i < entries_.size(); ++i)
    places[agreement_.names()[i]] = i;
  for_rows(file_, [&](const std::vector<std::string>& cells) {
    if (cells.size() != 5 || !places.contains(cells[0])) return;
    const auto found = std::ranges::find(kStates, cells[1]);
    const auto presence = static_cast<Presence>(found - kStates.begin());
    if (found == kStates.end() || presence < Presence::kStopped) return;
    Entry& entry = entries_[places[cells[0]]];
    entry.presence = presence;
    entry.since = cells[2];
  });
  for_rows(epochs, [&](const std::vector<std::string>& cells) {
    if (cells.size() < 5 || !is_opened(cells[4])) return;
    const auto epoch = parse_whole(cells[0]);
    if (!epoch || *epoch > last) return;
    std::vector<bool> in_sum(entries_.size(), true);
    for (const std::string& name : split(cells[3], ' '))
      if (const auto found = places.find(name); found != places.end())
        in_sum[found->second] = false;
    for (std::uint32_t i = 0; i < entries_.size(); ++i) {
      if (!in_sum[i]) continue;
      ++entries_[i].in_sums;
      entries_[i].last_epoch = static_cast<std::uint32_t>(*epoch);
    }
  });
}

void MemberRoll::listen(members::LeadHooks& hooks) {
  hooks.on_presence = [this](std::uint32_t member, Presence presence) {
    note(member, presence);
  };
  hooks.on_closed = [this, keep = hooks.on_closed](
                        const members::EpochRecord& record,
                        const members::LeadState& state) {
    keep(record, state);
    close(record);
  };
  hooks.on_second = [this, keep = hooks.on_second](std::size_t here) {
    if (keep) keep(here);
    tick();
  };
}

void MemberRoll::note(std::uint32_t member, Presence presence) {
  Entry& entry = entries_[member];
  if (entry.is_out()) return;
  if (!entry.since.empty() && entry.presence == presence) return;
  if (presence == Presence::kDeclines)
    spdlog::info(
        "{} takes no part for now: by its budget or its clock; its own log has "
        "the reason",
        agreement_.names()[member]);
  entry.presence = presence;
  entry.since =
      fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time_t{clock_()}));
  changed_ = true;
}

void MemberRoll::close(const members::EpochRecord& record) {
  if (!record.why.empty()) return;
  changed_ = true;
  for (const std::uint32_t member : record.survivors) {
    Entry& entry = entries_[member];
    ++entry.in_sums;
    entry.last_epoch = record.epoch;
    if (entry.presence == Presence::kDeclines) note(member, Presence::kHere);
  }
}

void MemberRoll::tick() {
  if (++pause_ >= kLeastPause && changed_) write();
}

void MemberRoll::write() try {
  pause_ = 0;
  std::string text = "member,state,since,in_sums,last_epoch\n";
  for (std::uint32_t i = 0; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    text += fmt::format(
        "{},{},{},{},{}\n", agreement_.names()[i], name_of(entry.presence),
        entry.since, entry.in_sums,
        entry.last_epoch == 0 ? "" : std::to_string(entry.last_epoch));
  }
  write_whole(file_, text);
  changed_ = failed_ = false;
} catch (const std::exception& error) {
  if (!std::exchange(failed_, true))
    spdlog::warn("the list of members is not up to date: {}", error.what());
}

}  // namespace fedltr
