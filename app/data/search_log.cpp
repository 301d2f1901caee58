#include "app/data/search_log.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <variant>

#include "algorithms/core/archive.hpp"
#include "algorithms/core/hash.hpp"
#include "algorithms/data/letor.hpp"
#include "algorithms/online/search.hpp"
#include "algorithms/privacy/key_agreement.hpp"
#include "algorithms/privacy/signature.hpp"
#include "app/base/errors.hpp"
#include "app/base/system_bits.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

constexpr const char* kMoveAway =
    "move it away to begin another log, in which lists of --log that have "
    "taught teach again";

struct LogStart {
  std::string columns;

  auto fields(auto&& f) { return f(columns); }
};

/// Begins a log instead of LogStart, which older logs have.
struct KeyedStart {
  std::string columns;
  std::vector<std::uint8_t> key;  ///< of the ids of lists

  auto fields(auto&& f) { return f(columns, key); }
};

struct LogTaken {
  std::string agreement;
  std::uint32_t epoch = 0;
  std::vector<std::uint64_t> searches;  ///< or preferences

  auto fields(auto&& f) { return f(agreement, epoch, searches); }
};

struct LogReturned {
  std::uint32_t epoch = 0;

  auto fields(auto&& f) { return f(epoch); }
};

using LogEntry = std::variant<LogStart, RecordedSearch, LogTaken, LogReturned,
                              LoggedPreference, KeyedStart>;

std::string text_of(LogEntry entry) {
  return archived(entry);
}

/// Collects the entries of a log.
class LogReader {
 public:
  explicit LogReader(const SearchColumns& columns) : columns_(columns) {}

  /// @throws ArchiveError, std::invalid_argument
  void read(const std::string& bytes) {
    const auto entry = unarchived<LogEntry>(bytes);
    if (is_first_ && !std::holds_alternative<LogStart>(entry) &&
        !std::holds_alternative<KeyedStart>(entry))
      throw ArchiveError("it does not begin as a log of searches");
    is_first_ = false;
    std::visit([this](const auto& each) { take(each); }, entry);
  }

  SearchRecord result() && {
    SearchRecord record;
    for (const auto& [epoch, searches] : taken_)
      for (auto& into = record.taken[epoch]; const std::uint64_t id : searches)
        if (const auto found = places_.find(id); found != places_.end())
          into.push_back(all_[found->second]);
    for (std::size_t i = 0; i < all_.size(); ++i)
      if (!is_used(all_[i].id) && !trials_.contains(all_[i].id))
        record.waiting.push_back(std::move(all_[i]));
    return record;
  }

  const std::optional<Secret>& key() const { return key_; }
  std::size_t searches() const { return all_.size() - trials_.size(); }
  /// Returns null if it has no such search.
  const RecordedSearch* find(std::uint64_t id) const {
    const auto found = places_.find(id);
    return found == places_.end() ? nullptr : &all_[found->second];
  }
  /// True if an epoch took it and was not lost, also if it was forgotten since.
  bool is_used(std::uint64_t id) const { return used_.contains(id); }
  /// Those that no epoch has used.
  std::vector<LoggedPreference> undecided() const {
    std::vector<LoggedPreference> undecided;
    for (std::size_t i = 0; i < all_.size(); ++i)
      if (const auto trial = trials_.find(all_[i].id);
          trial != trials_.end() && !is_used(all_[i].id))
        undecided.push_back({*preference_of(all_[i]), trial->second});
    return undecided;
  }

 private:
  void take(const LogStart& start) const {
    if (start.columns != columns_.digest)
      throw ArchiveError(
          "its searches have other features (their names, their order or "
          "data.normalize), or only one of it and the agreement has "
          "members.exploration = none, or members.source = log: " +
          std::string(kMoveAway));
  }
  void take(const KeyedStart& start) {
    take(LogStart{start.columns});
    Secret& key = key_.emplace();
    if (start.key.size() != key.size())
      throw ArchiveError("a key of an impossible size");
    std::ranges::copy(start.key, key.begin());
  }
  void take(const RecordedSearch& search) {
    const std::size_t shown = search.clicks.size();
    if (shown < 1 || shown > kLongestList || search.scores.size() < shown ||
        search.rows.size() !=
            shown * static_cast<std::size_t>(columns_.features))
      throw ArchiveError("a search of an impossible size");
    add(search);
  }
  void take(const LoggedPreference& logged) {
    trials_[logged.preference.id] = logged.trial;
    add(search_of(logged.preference));
  }
  void add(RecordedSearch search) {
    places_[search.id] = all_.size();
    all_.push_back(std::move(search));
  }
  void take(const LogTaken& taken) {
    // Another run, or the same from its beginning.
    const bool goes_on = taken.agreement == agreement_ && taken.epoch > epoch_;
    if (!goes_on) taken_.clear();
    agreement_ = taken.agreement;
    epoch_ = taken.epoch;
    taken_[taken.epoch] = taken.searches;
    used_.insert(taken.searches.begin(), taken.searches.end());
  }
  void take(const LogReturned& returned) {
    for (const std::uint64_t id : taken_[returned.epoch]) used_.erase(id);
    taken_.erase(returned.epoch);
  }

  const SearchColumns& columns_;
  bool is_first_ = true;
  std::optional<Secret> key_;
  std::vector<RecordedSearch> all_;
  std::set<std::uint64_t> used_;                   ///< ids
  std::map<std::uint64_t, std::size_t> places_;    ///< by id
  std::map<std::uint64_t, std::uint64_t> trials_;  ///< of preferences, by id
  std::string agreement_;                          ///< of the last run
  std::uint32_t epoch_ = 0;
  std::map<std::uint32_t, std::vector<std::uint64_t>> taken_;
};

std::unique_ptr<Journal> opened(const fs::path& file) {
  try {
    return std::make_unique<Journal>(file);
  } catch (const CheckpointError& error) {
    throw DataError(std::string(error.what()) +
                    ": restore it from a backup, or " + kMoveAway);
  }
}

LogReader read_all(Journal& journal, const fs::path& file,
                   const SearchColumns& columns) {
  LogReader reader(columns);
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
                     std::string agreement)
    : file_(file),
      columns_(columns),
      agreement_(std::move(agreement)),
      journal_(opened(file)) {
  if (journal_->found() == 0) {
    key_ = random_secret(system_bits);
    journal_->append(
        text_of(KeyedStart{columns.digest, {key_->begin(), key_->end()}}));
    journal_->sync();
    return;
  }
  LogReader reader = read_all(*journal_, file_, columns_);
  key_ = reader.key();
  all_ = reader.searches();
  undecided_ = reader.undecided();
  waiting_ = std::move(reader).result().waiting;
}

void SearchLog::add(RecordedSearch search) {
  {
    const std::lock_guard lock(mutex_);
    journal_->append(text_of(search));
    waiting_.push_back(std::move(search));
    ++all_;
  }
  // Without the lock: one sync does for all that were appended meanwhile.
  journal_->sync();
}

SearchLog::Added SearchLog::add_new(std::vector<RecordedSearch> searches) {
  const std::lock_guard lock(mutex_);
  const LogReader known = read_all(*journal_, file_, columns_);
  Added added;
  for (RecordedSearch& search : searches) {
    const RecordedSearch* const kept = known.find(search.id);
    if (known.is_used(search.id)) continue;
    added.changed += kept && kept->scores != search.scores;
    if (kept) continue;
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
  journal_->each([&](const std::string& bytes) {
    auto entry = unarchived<LogEntry>(bytes);
    if (auto* search = std::get_if<RecordedSearch>(&entry)) {
      if (is_asked_for(search->user))
        found.searches.push_back(std::move(*search));
    } else if (const auto* logged = std::get_if<LoggedPreference>(&entry)) {
      if (is_asked_for(logged->preference.user))
        found.preferences.push_back(logged->preference);
    }
  });
  return found;
}

std::size_t SearchLog::forget(const std::string& user) {
  const std::lock_guard lock(mutex_);
  const auto is_users = [&](const RecordedSearch& search) {
    return search.user == user;
  };
  const auto is_of_user = [&](const LoggedPreference& logged) {
    return logged.preference.user == user;
  };
  std::size_t forgotten = 0;
  journal_->keep_only([&](const std::string& bytes) {
    const auto entry = unarchived<LogEntry>(bytes);
    if (const auto* logged = std::get_if<LoggedPreference>(&entry))
      return !is_of_user(*logged);
    const auto* search = std::get_if<RecordedSearch>(&entry);
    const bool leaves = search && is_users(*search);
    forgotten += leaves;
    return !leaves;
  });
  std::erase_if(waiting_, is_users);
  std::erase_if(undecided_, is_of_user);
  if (pending_) {
    std::erase_if(pending_->searches, is_users);
    std::erase_if(pending_->preferences, is_of_user);
  }
  all_ -= forgotten;
  return forgotten;
}

SearchLog::Counts SearchLog::counts() const {
  const std::lock_guard lock(mutex_);
  return {all_, waiting_.size()};
}

SearchRecord SearchLog::record() const {
  const std::lock_guard lock(mutex_);
  return read_all(*journal_, file_, columns_).result();
}

SearchRecord read_search_log(const fs::path& file,
                             const SearchColumns& columns) {
  if (!fs::exists(file)) return {};
  return read_all(*opened(file), file, columns).result();
}

}  // namespace fedltr
