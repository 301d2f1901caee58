#include "app/deploy/member_roll.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <spdlog/fmt/chrono.h>
#include <spdlog/spdlog.h>

#include "app/base/csv.hpp"
#include "app/base/csv_rows.hpp"
#include "app/base/errors.hpp"
#include "app/base/files.hpp"
#include "app/base/text.hpp"
#include "app/deploy/epoch_outcome.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;
using members::Presence;

constexpr std::uint32_t kLeastPause = 10;  // seconds

const char* name_of(Presence presence) {
  switch (presence) {
    case Presence::kAway:
      return "away";
    case Presence::kHere:
      return "connected";
    case Presence::kDeclines:
      return "connected, budget spent";
    case Presence::kStopped:
      return "stopped";
    case Presence::kBudgetSpent:
      return "stopped, budget spent";
    case Presence::kFailed:
      return "stopped, failed";
    case Presence::kDistrusts:
      return "stopped, rejects the server";
  }
  return "";
}

bool holds(const std::vector<std::uint32_t>& members, std::uint32_t member) {
  return std::ranges::count(members, member) > 0;
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
      entries_(agreement.names().size()),
      left_(state.left),
      left_out_(state.left_out) {
  listen(hooks);
  const fs::path epochs = folder / kEpochsFile;
  if (!fs::exists(epochs)) return;
  try {
    count_earlier(epochs);
  } catch (const DataError& error) {
    spdlog::warn("{} counts from now on: {}", file_.string(), error.what());
  }
}

void MemberRoll::count_earlier(const fs::path& epochs) {
  std::map<std::string, std::uint32_t, std::less<>> places;
  for (std::uint32_t i = 0; i < entries_.size(); ++i)
    places[agreement_.names()[i]] = i;
  for (CsvRows rows(epochs); rows.next();) {
    const auto epoch = parse_whole(rows.text("epoch"));
    if (!epoch || !is_opened(rows.text("outcome"))) continue;
    std::vector<bool> in_sum(entries_.size(), true);
    for (const std::string& name : split(rows.text("without"), ' '))
      if (const auto found = places.find(name); found != places.end())
        in_sum[found->second] = false;
    for (std::uint32_t i = 0; i < entries_.size(); ++i) {
      if (!in_sum[i]) continue;
      ++entries_[i].in_sums;
      entries_[i].last_epoch = static_cast<std::uint32_t>(*epoch);
    }
  }
}

void MemberRoll::listen(members::LeadHooks& hooks) {
  hooks.on_presence = [this](std::uint32_t member, Presence presence) {
    note(member, presence);
  };
  hooks.on_left = [this, keep = hooks.on_left](
                      std::uint32_t member, const members::LeadState& state) {
    keep(member, state);
    left_ = state.left;
    note(member, Presence::kAway);
  };
  hooks.on_closed = [this, keep = hooks.on_closed](
                        const members::EpochRecord& record,
                        const members::LeadState& state) {
    keep(record, state);
    close(record, state);
  };
  hooks.on_second = [this](std::size_t) { tick(); };
}

void MemberRoll::note(std::uint32_t member, Presence presence) {
  Entry& entry = entries_[member];
  if (entry.since && entry.presence == presence) return;
  entry.presence = presence;
  entry.since = clock_();
  changed_ = true;
}

void MemberRoll::close(const members::EpochRecord& record,
                       const members::LeadState& state) {
  left_ = state.left;
  left_out_ = state.left_out;
  changed_ = true;
  if (!record.why.empty()) return;
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

std::string MemberRoll::row(std::uint32_t member) const {
  const Entry& entry = entries_[member];
  const char* state = holds(left_, member)       ? "left"
                      : holds(left_out_, member) ? "left out"
                                                 : name_of(entry.presence);
  const CsvValue values[] = {
      agreement_.names()[member], state,
      entry.since ? fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                                fmt::gmtime(std::time_t{*entry.since}))
                  : "",
      entry.in_sums,
      entry.last_epoch == 0 ? "" : std::to_string(entry.last_epoch)};
  std::string text;
  append_csv_row(text, values);
  return text;
}

void MemberRoll::write() try {
  pause_ = 0;
  std::string text = "member,state,since,in_sums,last_epoch\n";
  for (std::uint32_t i = 0; i < entries_.size(); ++i) text += row(i);
  write_whole(file_, text);
  changed_ = failed_ = false;
} catch (const std::exception& error) {
  if (!std::exchange(failed_, true))
    spdlog::warn("the list of members is not up to date: {}", error.what());
}

}  // namespace fedltr
