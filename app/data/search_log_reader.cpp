#include "app/data/search_log_reader.hpp"

#include <algorithm>
#include <utility>

#include "algorithms/core/archive.hpp"
#include "algorithms/data/letor.hpp"
#include "algorithms/online/search.hpp"
#include "app/data/search_log.hpp"

namespace fedltr {
namespace {

constexpr std::int64_t kLastDay = 1000000;

}  // namespace

void SearchLogReader::read(const std::string& bytes) {
  const auto entry = unarchived<LogEntry>(bytes);
  if (is_first_ && !std::holds_alternative<LogStart>(entry) &&
      !std::holds_alternative<KeyedStart>(entry))
    throw ArchiveError("it does not begin as a log of searches");
  is_first_ = false;
  std::visit([this](const auto& each) { take(each); }, entry);
}

void SearchLogReader::take(const LogStart& start) const {
  if (start.columns != columns_.digest)
    throw ArchiveError(
        "its searches have other features (their names, their order or "
        "data.normalize), or only one of it and the agreement has "
        "members.exploration = none, or members.source = log: " +
        std::string(kMoveLogAway));
}

void SearchLogReader::take(const KeyedStart& start) {
  take(LogStart{start.columns});
  Secret& key = key_.emplace();
  if (start.key.size() != key.size())
    throw ArchiveError("a key of an impossible size");
  std::ranges::copy(start.key, key.begin());
}

void SearchLogReader::take(const RecordedSearch& search) {
  const std::size_t shown = search.clicks.size();
  if (shown < 1 || shown > kLongestList || search.scores.size() < shown ||
      search.rows.size() != shown * static_cast<std::size_t>(columns_.features))
    throw ArchiveError("a search of an impossible size");
  ids_.insert(search.id);
}

void SearchLogReader::take(const LoggedPreference& logged) {
  preferences_ += ids_.insert(logged.preference.id).second;
}

void SearchLogReader::take(const LogTaken& taken) {
  // Another run, or the same from its beginning.
  const bool goes_on = taken.agreement == agreement_ && taken.epoch > epoch_;
  if (!goes_on) taken_.clear();
  agreement_ = taken.agreement;
  epoch_ = taken.epoch;
  taken_[taken.epoch] = taken.searches;
  used_.insert(taken.searches.begin(), taken.searches.end());
}

void SearchLogReader::take(const LogReturned& returned) {
  for (const std::uint64_t id : taken_[returned.epoch]) used_.erase(id);
  taken_.erase(returned.epoch);
}

void SearchLogReader::take(const LogDay& day) {
  if (day.day < 0 || day.day > kLastDay)
    throw ArchiveError("an impossible day");
  days_.push_back(day.day);
}

}  // namespace fedltr
