#include "app/data/search_log.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>
#include <variant>

#include <spdlog/spdlog.h>

#include "algorithms/core/archive.hpp"
#include "algorithms/core/hash.hpp"
#include "algorithms/core/require.hpp"
#include "algorithms/privacy/key_agreement.hpp"
#include "algorithms/privacy/signature.hpp"
#include "app/base/errors.hpp"
#include "app/base/system_bits.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

std::string text_of(LogEntry entry) {
  return archived(entry);
}

std::unique_ptr<Journal> opened(const fs::path& file) {
  try {
    return std::make_unique<Journal>(file);
  } catch (const CheckpointError& error) {
    throw DataError(std::string(error.what()) +
                    ": restore it from a backup, or " + kMoveLogAway);
  }
}

/// Returns the user of a search or preference; null for other entries.
const std::string* user_of(const LogEntry& entry) {
  if (const auto* search = std::get_if<RecordedSearch>(&entry))
    return &search->user;
  const auto* logged = std::get_if<LoggedPreference>(&entry);
  return logged ? &logged->preference.user : nullptr;
}

SearchLogReader read_all(Journal& journal, const fs::path& file,
                         const SearchColumns& columns) {
  SearchLogReader reader(columns);
  std::uint64_t number = 0;
  try {
    journal.each([&](const std::string& entry) {
      ++number;
      reader.read(entry);
    });
  } catch (const ArchiveError& error) {
    throw DataError(file.string() + ": entry " + std::to_string(number) + ": " +
                    error.what());
  }
  return reader;
}

/// Calls a function with each search, and another with each preference.
void visit(Journal& journal,
           const std::function<void(RecordedSearch)>& on_search,
           const std::function<void(LoggedPreference)>& on_preference) {
  journal.each([&](const std::string& bytes) {
    auto entry = unarchived<LogEntry>(bytes);
    if (auto* search = std::get_if<RecordedSearch>(&entry))
      on_search(std::move(*search));
    else if (auto* logged = std::get_if<LoggedPreference>(&entry))
      on_preference(std::move(*logged));
  });
}

SearchRecord record_of(Journal& journal, const fs::path& file,
                       const SearchColumns& columns) {
  const SearchLogReader log = read_all(journal, file, columns);
  std::map<std::uint64_t, RecordedSearch> used;
  SearchRecord record;
  for (const auto& [epoch, ids] : log.taken())
    for (const std::uint64_t id : ids) used[id];
  const auto keep = [&](RecordedSearch search) {
    if (const auto found = used.find(search.id); found != used.end())
      found->second = std::move(search);
    else if (!log.is_used(search.id) && !preference_of(search))
      record.waiting.push_back(std::move(search));
  };
  visit(journal, keep, [&](const LoggedPreference& logged) {
    keep(search_of(logged.preference));
  });
  for (const auto& [epoch, ids] : log.taken())
    for (auto& into = record.taken[epoch]; const std::uint64_t id : ids)
      if (log.has(id)) into.push_back(used.at(id));
  return record;
}

}  // namespace

SearchColumns search_columns(const Scenario& scenario,
                             const std::vector<std::string>& features) {
  std::string text = scenario.text.at("data.normalize") + "\n";
  // Clicks on these can't teach as if the scores had drawn the list.
  if (scenario.members.exploration == Exploration::kNone)
    text += "members.exploration = none\n";
  if (scenario.members.learns_from_log()) text += "members.source = log\n";
  for (const std::string& name : features) text += name + "\n";
  return {std::ssize(features), digest_of(text)};
}

SearchLog::SearchLog(const fs::path& file, const SearchColumns& columns,
                     std::string agreement, LogKeeping keeping)
    : file_(file),
      columns_(columns),
      agreement_(std::move(agreement)),
      keeping_(std::move(keeping)),
      journal_(opened(file)) {
  require(keeping_.days == 0 || keeping_.today, "days to keep without a clock");
  if (journal_->found() == 0) {
    key_ = random_secret(system_bits);
    journal_->append(
        text_of(KeyedStart{columns.digest, {key_->begin(), key_->end()}}));
    journal_->sync();
  } else {
    load();
  }
  expire();
}

void SearchLog::load() {
  const SearchLogReader log = read_all(*journal_, file_, columns_);
  key_ = log.key();
  all_ = log.searches();
  days_ = log.days();
  visit(
      *journal_,
      [&](RecordedSearch search) {
        if (!log.is_used(search.id)) waiting_.push_back(std::move(search));
      },
      [&](LoggedPreference logged) {
        if (!log.is_used(logged.preference.id))
          undecided_.push_back(std::move(logged));
      });
}

std::optional<std::int64_t> SearchLog::begin_day() {
  // A log with days continues them, also without a number of days to keep.
  if (!keeping_.today || (keeping_.days == 0 && days_.empty())) return {};
  const auto today = keeping_.today();
  if (today && (days_.empty() || days_.back() != *today)) {
    journal_->append(text_of(LogDay{*today}));
    days_.push_back(*today);
  }
  return today;
}

void SearchLog::expire() {
  const std::lock_guard lock(mutex_);
  try {
    const auto today = begin_day();
    if (keeping_.days == 0 || !today || expired_ == today) return;
    expired_ = today;
    remove_old(*today);
  } catch (const std::exception& error) {
    spdlog::error("{}: what is {} days old was not removed: {}", file_.string(),
                  keeping_.days, error.what());
  }
}

void SearchLog::remove_old(std::int64_t today) {
  // A day after a later one: the clock was ahead.
  std::vector<std::int64_t> days = days_;
  for (std::size_t i = days.size() - 1; i-- > 0;)
    days[i] = std::min(days[i], days[i + 1]);
  const auto is_old = [&](std::int64_t day) {
    return today - day >= keeping_.days;
  };
  if (!is_old(days.front())) return;
  std::size_t next = 0;
  std::int64_t day = days.front();
  const std::size_t removed = remove_if([&](const LogEntry& entry) {
    const bool begins = std::holds_alternative<LogDay>(entry);
    if (begins) day = days[next++];
    return (begins || user_of(entry)) && is_old(day);
  });
  days_.erase(days_.begin(),
              days_.begin() + std::ranges::count_if(days, is_old));
  if (removed > 0)
    spdlog::info("{}: {} searches of {} days ago or more are removed",
                 file_.string(), removed, keeping_.days);
}

void SearchLog::add(RecordedSearch search) {
  {
    const std::lock_guard lock(mutex_);
    begin_day();
    journal_->append(text_of(search));
    waiting_.push_back(std::move(search));
    ++all_;
  }
  // Without the lock: one sync does for all that were appended meanwhile.
  journal_->sync();
}

SearchLog::Added SearchLog::add_new(std::vector<RecordedSearch> searches) {
  const std::lock_guard lock(mutex_);
  begin_day();
  const SearchLogReader known = read_all(*journal_, file_, columns_);
  std::map<std::uint64_t, const RecordedSearch*> waiting;
  for (const RecordedSearch& search : waiting_) waiting[search.id] = &search;
  Added added;
  for (RecordedSearch& search : searches) {
    const auto kept = waiting.find(search.id);
    added.changed +=
        kept != waiting.end() && kept->second->scores != search.scores;
    if (known.has(search.id) || known.is_used(search.id)) continue;
    journal_->append(text_of(search));
    waiting_.push_back(std::move(search));
    ++added.searches;
  }
  journal_->sync();
  all_ += added.searches;
  return added;
}

void SearchLog::add(Preference preference, std::uint32_t began) {
  LoggedPreference logged{std::move(preference), hash_of(agreement_, began)};
  {
    const std::lock_guard lock(mutex_);
    begin_day();
    journal_->append(text_of(logged));
    undecided_.push_back(std::move(logged));
  }
  journal_->sync();
}

void SearchLog::take(Pending pending) {
  LogTaken taken{agreement_, pending.epoch, {}};
  for (const RecordedSearch& search : pending.searches)
    taken.searches.push_back(search.id);
  for (const LoggedPreference& logged : pending.preferences)
    taken.searches.push_back(logged.preference.id);
  journal_->append(text_of(taken));
  journal_->sync();
  pending_ = std::move(pending);
}

std::vector<RecordedSearch> SearchLog::take(std::uint32_t epoch,
                                            PrivacyUnit unit, Index most) {
  const std::lock_guard lock(mutex_);
  give_back();
  take({epoch, take_oldest(waiting_, unit, most), {}});
  return pending_->searches;
}

std::vector<Preference> SearchLog::take_preferences(std::uint32_t epoch,
                                                    std::uint32_t began) {
  const std::lock_guard lock(mutex_);
  give_back();
  const std::uint64_t trial = hash_of(agreement_, began);
  // The others are of comparisons that are over.
  std::erase_if(undecided_,
                [&](const auto& logged) { return logged.trial != trial; });
  take({epoch, {}, std::exchange(undecided_, {})});
  std::vector<Preference> preferences;
  for (const LoggedPreference& logged : pending_->preferences)
    preferences.push_back(logged.preference);
  return preferences;
}

void SearchLog::give_back() {
  if (!pending_) return;
  journal_->append(text_of(LogReturned{pending_->epoch}));
  waiting_.insert(waiting_.begin(), pending_->searches.begin(),
                  pending_->searches.end());
  undecided_.insert(undecided_.begin(), pending_->preferences.begin(),
                    pending_->preferences.end());
  pending_.reset();
}

void SearchLog::lost(std::uint32_t epoch) {
  const std::lock_guard lock(mutex_);
  if (!pending_ || pending_->epoch != epoch) return;
  give_back();
  journal_->sync();
}

std::size_t SearchLog::closed(std::uint32_t epoch) {
  const std::lock_guard lock(mutex_);
  if (!pending_ || epoch < pending_->epoch) return 0;
  const std::size_t taken =
      epoch == pending_->epoch ? pending_->searches.size() : 0;
  pending_.reset();
  return taken;
}

SearchLog::OfUser SearchLog::of_user(const std::string& user,
                                     std::size_t first) const {
  OfUser found;
  std::size_t number = 0;
  const auto is_asked_for = [&](const std::string& name) {
    if (name != user) return false;
    const std::size_t at = number++;
    if (at == first + kMostOfUser) found.next = at;
    return at >= first && !found.next;
  };
  visit(
      *journal_,
      [&](RecordedSearch search) {
        if (is_asked_for(search.user))
          found.searches.push_back(std::move(search));
      },
      [&](const LoggedPreference& logged) {
        if (is_asked_for(logged.preference.user))
          found.preferences.push_back(logged.preference);
      });
  return found;
}

std::size_t SearchLog::remove_if(
    const std::function<bool(const LogEntry&)>& leaves) {
  std::set<std::uint64_t> gone;  // ids
  std::size_t searches = 0;
  journal_->keep_only([&](const std::string& bytes) {
    const auto entry = unarchived<LogEntry>(bytes);
    if (!leaves(entry)) return true;
    if (const auto* search = std::get_if<RecordedSearch>(&entry)) {
      gone.insert(search->id);
      ++searches;
    } else if (const auto* logged = std::get_if<LoggedPreference>(&entry)) {
      gone.insert(logged->preference.id);
    }
    return false;
  });
  const auto is_gone = [&](const RecordedSearch& search) {
    return gone.contains(search.id);
  };
  const auto has_gone = [&](const LoggedPreference& logged) {
    return gone.contains(logged.preference.id);
  };
  std::erase_if(waiting_, is_gone);
  std::erase_if(undecided_, has_gone);
  if (pending_) {
    std::erase_if(pending_->searches, is_gone);
    std::erase_if(pending_->preferences, has_gone);
  }
  all_ -= searches;
  return searches;
}

std::size_t SearchLog::forget(const std::string& user) {
  const std::lock_guard lock(mutex_);
  return remove_if([&](const LogEntry& entry) {
    const std::string* const of = user_of(entry);
    return of && *of == user;
  });
}

SearchLog::Counts SearchLog::counts() const {
  const std::lock_guard lock(mutex_);
  return {all_, waiting_.size()};
}

SearchRecord SearchLog::record() const {
  const std::lock_guard lock(mutex_);
  return record_of(*journal_, file_, columns_);
}

SearchRecord read_search_log(const fs::path& file,
                             const SearchColumns& columns) {
  if (!fs::exists(file)) return {};
  return record_of(*opened(file), file, columns);
}

}  // namespace fedltr
