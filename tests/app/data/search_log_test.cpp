#include "app/data/search_log.hpp"

#include <variant>

#include <sys/stat.h>

#include "algorithms/core/archive.hpp"
#include "algorithms/data/letor.hpp"
#include "app/base/errors.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::search_log_test {
using namespace fedltr::test;

using Ids = std::vector<std::uint64_t>;

const SearchColumns kColumns{2, "columns"};
constexpr auto kUnit = PrivacyUnit::kMember;

RecordedSearch search(std::uint64_t id, const std::string& user = "somebody") {
  return {id, user, {0.5F, 1, 2, 3}, {0.25, -1, 7}, {0, 1}};
}

Ids ids(const std::vector<RecordedSearch>& searches) {
  Ids found;
  for (const auto& each : searches) found.push_back(each.id);
  return found;
}

Ids waiting(const std::filesystem::path& file) {
  const auto record = read_search_log(file, kColumns);
  return ids({record.waiting.begin(), record.waiting.end()});
}

TEST_CASE("a log has each search until an epoch takes it") {
  const TemporaryFolder folder;
  const auto file = folder / kSearchLog;
  {
    SearchLog log(file, kColumns, "agreement");
    for (std::uint64_t id = 1; id <= 5; ++id) log.add(search(id));
    CHECK(log.counts().all == 5);
    const auto taken = log.take(3, kUnit, 2);
    CHECK(ids(taken) == Ids{1, 2});
    CHECK(taken[0].rows == search(1).rows);
    CHECK(taken[0].scores == search(1).scores);
    CHECK(taken[0].clicks == search(1).clicks);
    log.closed(3);
    CHECK(ids(log.take(4, kUnit, 2)) == Ids{3, 4});
    CHECK(log.counts().waiting == 1);
  }
  struct stat found {};
  REQUIRE(stat(file.c_str(), &found) == 0);
  CHECK((found.st_mode & 0777) == 0600);
  // It ended before the epoch did: they may have taught.
  SearchLog log(file, kColumns, "agreement");
  CHECK(log.counts().all == 5);
  CHECK(ids(log.take(5, kUnit, 2)) == Ids{5});
  CHECK(ids(log.take(6, kUnit, 2)).size() == 1);
  const SearchRecord record = log.record();
  CHECK(ids(record.taken.at(3)) == Ids{1, 2});
  CHECK(ids(record.taken.at(4)) == Ids{3, 4});
  CHECK(record.waiting.empty());
}

TEST_CASE("the searches of a lost epoch teach in a later one") {
  const TemporaryFolder folder;
  const auto file = folder / kSearchLog;
  {
    SearchLog log(file, kColumns, "agreement");
    for (std::uint64_t id = 1; id <= 3; ++id) log.add(search(id));
    CHECK(ids(log.take(1, kUnit, 2)) == Ids{1, 2});
    CHECK(ids(log.take(2, kUnit, 2)) == Ids{1, 2});
    log.closed(2);
    CHECK(ids(log.take(3, kUnit, 2)) == Ids{3});
  }
  const SearchRecord record = read_search_log(file, kColumns);
  CHECK(record.taken.count(1) == 0);
  CHECK(ids(record.taken.at(2)) == Ids{1, 2});
  CHECK(ids(record.taken.at(3)) == Ids{3});
}

TEST_CASE("once an epoch is known to be lost, its searches wait for good") {
  const TemporaryFolder folder;
  const auto file = folder / kSearchLog;
  {
    SearchLog log(file, kColumns, "agreement");
    for (std::uint64_t id = 1; id <= 3; ++id) log.add(search(id));
    log.take(1, kUnit, 2);
    log.lost(2);  // another one
    CHECK(log.counts().waiting == 1);
    log.lost(1);
    CHECK(log.counts().waiting == 3);
    log.closed(1);  // a welcome after it
  }
  SearchLog log(file, kColumns, "agreement");
  CHECK(log.counts().waiting == 3);
  CHECK(ids(log.take(2, kUnit, 2)) == Ids{1, 2});
}

TEST_CASE("a record is of the last run that took") {
  const TemporaryFolder folder;
  const auto file = folder / kSearchLog;
  for (const std::string agreement : {"first", "second", "second"}) {
    SearchLog log(file, kColumns, agreement);
    log.add(search(1 + log.counts().all));
    log.take(1, kUnit, 10);
    log.closed(1);
  }
  const SearchRecord record = read_search_log(file, kColumns);
  CHECK(record.taken.size() == 1);
  CHECK(ids(record.taken.at(1)) == Ids{3});
  CHECK(record.waiting.empty());
}

TEST_CASE("cut at any byte, it loses what was not acknowledged only") {
  const TemporaryFolder folder;
  std::vector<std::pair<std::size_t, Ids>> steps;  // bytes, and what waits then
  {
    SearchLog log(folder / kSearchLog, kColumns, "agreement");
    Ids left;
    const auto keep = [&] {
      steps.emplace_back(std::filesystem::file_size(folder / kSearchLog), left);
    };
    keep();
    for (std::uint32_t epoch = 1; epoch <= 2; ++epoch) {
      for (std::uint64_t i = 1; i <= 3; ++i) {
        log.add(search(10 * epoch + i));
        left.push_back(10 * epoch + i);
        keep();
      }
      log.take(epoch, kUnit, 2);
      log.closed(epoch);
      left.erase(left.begin(), left.begin() + 2);
      keep();
    }
  }
  const std::string whole = read_text(folder / kSearchLog);
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    CAPTURE(size);
    const auto cut = folder / "cut";
    std::filesystem::remove(cut);
    std::ofstream(cut, std::ios::binary) << whole.substr(0, size);
    std::filesystem::permissions(cut, std::filesystem::perms::owner_read |
                                          std::filesystem::perms::owner_write);
    Ids expected;
    for (const auto& [bytes, left] : steps)
      if (bytes <= size) expected = left;
    CHECK(waiting(cut) == expected);
    SearchLog(cut, kColumns, "agreement").add(search(99));
    expected.push_back(99);
    CHECK(waiting(cut) == expected);
  }
}

TEST_CASE("a user who is forgotten is nowhere in the file") {
  const TemporaryFolder folder;
  const auto file = folder / kSearchLog;
  SearchLog log(file, kColumns, "agreement");
  log.add(search(1, "alice-7"));
  log.add(search(2));
  log.add(search(3, "alice-7"));
  log.add(search(4, "alice-7"));
  log.add(Preference{6, "alice-7", 2}, 1);
  CHECK(ids(log.take(1, kUnit, 2)) == Ids{1, 2});
  CHECK(ids(log.of_user("alice-7").searches) == Ids{1, 3, 4});
  CHECK(log.of_user("alice-7").preferences.size() == 1);
  CHECK(log.forget("alice-7") == 3);
  CHECK(log.forget("alice-7") == 0);
  CHECK(log.of_user("alice-7").preferences.empty());
  CHECK(read_text(file).find("alice-7") == std::string::npos);
  CHECK(log.counts().all == 1);
  CHECK(log.counts().waiting == 0);
  // The epoch was lost: only the other user's search comes back.
  CHECK(ids(log.take(2, kUnit, 5)) == Ids{2});
  log.add(search(5));
  CHECK(ids(log.record().taken.at(2)) == Ids{2});
}

TEST_CASE("lists that taught and were forgotten are not new later") {
  const TemporaryFolder folder;
  const auto file = folder / kSearchLog;
  const auto of_log = [] {
    return std::vector{search(1, "alice"), search(2, "bob"), search(3, "alice"),
                       search(4, "alice")};
  };
  {
    SearchLog log(file, kColumns, "agreement");
    CHECK(log.add_new(of_log()).searches == 4);
    log.take(1, kUnit, 2);
    log.closed(1);
    log.take(2, kUnit, 1);
    log.lost(2);
    CHECK(log.forget("alice") == 3);
    CHECK(log.add_new({search(1, "alice")}).searches == 0);
    CHECK(log.counts().waiting == 0);
  }
  SearchLog log(file, kColumns, "agreement");
  CHECK(log.add_new(of_log()).searches == 2);
  CHECK(ids(log.of_user("alice").searches) == Ids{3, 4});
  CHECK(ids(log.take(3, kUnit, 10)) == Ids{3, 4});
}

TEST_CASE("lists that wait with other propensities are counted") {
  const TemporaryFolder folder;
  SearchLog log(folder / kSearchLog, kColumns, "agreement");
  log.add_new({search(1), search(2)});
  auto again = std::vector{search(1), search(2), search(3)};
  const auto first = log.add_new(again);
  CHECK(first.searches == 1);
  CHECK(first.changed == 0);
  for (RecordedSearch& each : again) each.scores[0] = 0.5;
  CHECK(log.add_new(again).changed == 3);
  // Those that have taught don't count.
  log.take(1, kUnit, 2);
  log.closed(1);
  CHECK(log.add_new(again).changed == 1);
}

TEST_CASE("a search that stands in a log behind its epoch does not wait") {
  const TemporaryFolder folder;
  const auto file = folder / kSearchLog;
  {
    SearchLog log(file, kColumns, "agreement");
    log.add(search(1, "alice"));
    log.take(1, kUnit, 1);
    log.closed(1);
    log.forget("alice");
    log.add(search(1, "alice"));
  }
  CHECK(waiting(file).empty());
  CHECK(SearchLog(file, kColumns, "agreement").counts().waiting == 0);
}

TEST_CASE("a log returns a user's searches in parts") {
  const TemporaryFolder folder;
  SearchLog log(folder / kSearchLog, kColumns, "agreement");
  constexpr std::size_t kAll = SearchLog::kMostOfUser + 2;
  std::vector<RecordedSearch> searches;
  for (std::size_t i = 0; i < kAll; ++i) {
    searches.push_back(search(2 * i, "alice"));
    searches.push_back(search(2 * i + 1, "bob"));
  }
  log.add_new(std::move(searches));
  const auto first = log.of_user("alice");
  CHECK(first.searches.size() == SearchLog::kMostOfUser);
  CHECK(first.next == SearchLog::kMostOfUser);
  const auto rest = log.of_user("alice", *first.next);
  CHECK(ids(rest.searches) == Ids{2 * kAll - 4, 2 * kAll - 2});
  CHECK_FALSE(rest.next);
  CHECK(log.of_user("alice", kAll).searches.empty());
  CHECK(log.of_user("alice", 2).searches.size() == SearchLog::kMostOfUser);
  CHECK_FALSE(log.of_user("alice", 2).next);
}

TEST_CASE("a log with a number of days loses what is as old") {
  const TemporaryFolder folder;
  const auto file = folder / kSearchLog;
  std::int64_t day = 100;
  const LogKeeping keeping{3, [&] { return day; }};
  {
    SearchLog log(file, kColumns, "agreement");
    log.add(search(1, "without-a-day"));
  }
  {
    SearchLog log(file, kColumns, "agreement", keeping);
    log.add(search(2, "of-day-100"));
    log.add(Preference{3, "of-day-100", 2}, 1);
    day = 101;
    log.add(search(4, "of-day-101"));
    CHECK(ids(log.take(1, kUnit, 2)) == Ids{1, 2});
    day = 102;
    log.lost(1);
    CHECK(ids(log.take(2, kUnit, 2)) == Ids{1, 2});
    log.expire();
    CHECK(log.counts().all == 3);
    day = 103;
    log.add(search(5, "of-day-103"));
    log.expire();
    CHECK(log.counts().all == 2);
    CHECK(read_text(file).find("of-day-100") == std::string::npos);
    CHECK(read_text(file).find("without-a-day") == std::string::npos);
    CHECK(log.of_user("of-day-101").searches.size() == 1);
    // The epoch is lost: what it had taken does not return.
    CHECK(ids(log.take(3, kUnit, 9)) == Ids{4, 5});
    log.closed(3);
    CHECK(log.take_preferences(4, 1).empty());
  }
  day = 104;
  SearchLog log(file, kColumns, "agreement", keeping);
  CHECK(read_text(file).find("of-day-101") == std::string::npos);
  CHECK(log.counts().all == 1);
  CHECK(log.counts().waiting == 0);
  // Those that taught are known for good.
  CHECK(log.add_new({search(4), search(6)}).searches == 1);
  CHECK(ids(log.take(5, kUnit, 9)) == Ids{6});
}

TEST_CASE("a log with days continues them, and waits while none is known") {
  const TemporaryFolder folder;
  const auto file = folder / kSearchLog;
  std::optional<std::int64_t> day = 100;
  const auto today = [&] { return day; };
  { SearchLog(file, kColumns, "a", {30, today}).add(search(1)); }
  day = 140;
  { SearchLog(file, kColumns, "a", {0, today}).add(search(2)); }
  day.reset();
  CHECK(SearchLog(file, kColumns, "a", {30, today}).counts().all == 2);
  day = 141;
  SearchLog log(file, kColumns, "a", {30, today});
  CHECK(ids(log.take(1, kUnit, 9)) == Ids{2});
}

TEST_CASE("searches that can't be removed stay until another day") {
  const TemporaryFolder folder;
  const auto file = folder / kSearchLog;
  std::int64_t day = 100;
  SearchLog log(file, kColumns, "a", {3, [&] { return day; }});
  log.add(search(1));
  // The place of the file that a rewrite would make is taken.
  const std::filesystem::path taken = file.string() + ".new";
  std::filesystem::create_directories(taken / "full");
  day = 105;
  log.expire();
  CHECK(log.counts().all == 1);
  log.add(search(2));
  std::filesystem::remove_all(taken);
  log.expire();  // once a day
  CHECK(log.counts().all == 2);
  day = 106;
  log.expire();
  CHECK(log.counts().all == 1);
  CHECK(ids(log.take(1, kUnit, 9)) == Ids{2});
}

TEST_CASE("a clock that was ahead does not keep searches for longer") {
  const TemporaryFolder folder;
  std::int64_t day = 100;
  SearchLog log(folder / kSearchLog, kColumns, "a", {30, [&] { return day; }});
  log.add(search(1));
  day = 120;
  log.add(search(2));
  day = 101;
  log.add(search(3));
  day = 110;
  log.add(search(4));
  log.expire();
  CHECK(log.counts().all == 4);
  day = 131;
  log.expire();
  CHECK(log.counts().all == 1);
  day = 140;
  log.expire();
  CHECK(log.counts().all == 0);
}

TEST_CASE("a log of other columns, or none at all, is refused") {
  const TemporaryFolder folder;
  const auto file = folder / kSearchLog;
  CHECK(read_search_log(file, kColumns).waiting.empty());
  CHECK_FALSE(std::filesystem::exists(file));
  { SearchLog(file, kColumns, "a").add(search(1)); }
  CHECK_THROWS_WITH_AS((SearchLog(file, {2, "others"}, "a")),
                       doctest::Contains("other features"), DataError);
  CHECK_THROWS_WITH_AS((SearchLog(file, {2, "others"}, "a")),
                       doctest::Contains("that have taught teach again"),
                       DataError);
  CHECK_THROWS_WITH_AS((SearchLog(file, {3, "columns"}, "a")),
                       doctest::Contains("entry 2: a search of an impossible"),
                       DataError);
  std::ofstream(file) << "1 qid:1 1:0.5";
  CHECK_THROWS_WITH_AS((SearchLog(file, kColumns, "a")),
                       doctest::Contains("begin another log"), DataError);
}

struct KeylessStart {
  std::string columns;

  auto fields(auto&& f) { return f(columns); }
};

TEST_CASE("a log that began without a key opens, and stays without") {
  const TemporaryFolder folder;
  const auto file = folder / kSearchLog;
  std::variant<KeylessStart> start = KeylessStart{kColumns.digest};
  Journal(file).append(archived(start));
  for (std::uint64_t id = 1; id <= 2; ++id) {
    SearchLog log(file, kColumns, "agreement");
    CHECK_FALSE(log.key());
    log.add(search(id));
  }
  CHECK(waiting(file) == Ids{1, 2});
}

}  // namespace fedltr::search_log_test
