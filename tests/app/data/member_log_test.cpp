#include "app/data/member_log.hpp"

#include <algorithm>
#include <iterator>

#include <doctest/doctest.h>

#include "app/base/errors.hpp"
#include "app/base/files.hpp"
#include "tests/support/keys.hpp"
#include "tests/support/log_text.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::member_log_test {
using namespace fedltr::test;

namespace {

/// Rows of two features, and lists of two users.
struct Files {
  TemporaryFolder folder;
  MemberLogFiles log{folder / "clicks.csv", folder / "rows.letor"};

  Files() {
    write_whole(log.features,
                "0 qid:a 1:1 2:0 # docid = x\n0 qid:a 1:3 2:5 # docid = y\n"
                "0 qid:b 1:2 2:2 # docid = z\n");
    write(lines());
  }
  static std::string lines() {
    return "a,x,1,0,u,1\na,y,2,1,u,1\n"  // clicked
           "b,z,1,0,v,2\n"               // not
           "b,z,1,1,v,3\nb,z,1,1,v,4\n";
  }
  void write(const std::string& rows) const {
    write_whole(log.clicks, "qid,docno,position,click,user,timestamp\n" + rows);
  }
  std::vector<RecordedSearch> read(
      std::vector<std::string> settings = {"learner.method=naive"},
      const std::optional<Secret>& key = {}) const {
    settings.emplace_back("members.names=a,b,c");
    settings.emplace_back("members.source=log");
    LetorNotes notes;
    return read_member_log(default_scenario(settings), log, 2, notes, key);
  }
  std::vector<RecordedSearch> read_for(const SearchLog& log) const {
    return read({"learner.method=naive"}, log.key());
  }
};

}  // namespace

TEST_CASE("lists with clicks are searches, with rows as training has them") {
  const Files files;
  const auto searches =
      files.read({"learner.method=naive", "data.normalize=query-minmax"});
  REQUIRE(searches.size() == 3);
  CHECK(searches[0].user == "u");
  CHECK(searches[0].rows == std::vector<float>{0, 0, 1, 1});
  CHECK(searches[0].clicks == std::vector<std::uint8_t>{0, 1});
  CHECK(searches[0].scores == std::vector<double>{1, 1});
  CHECK(searches[2].user == "v");
}

TEST_CASE("propensities are of a file or of the log itself") {
  const Files files;
  const auto curve = files.folder / "curve.csv";
  write_whole(curve, "rank,propensity\n1,1\n2,0.25\n");
  const auto found =
      files.read({"learner.method=ips", "logging.propensities=file",
                  "logging.curve=" + curve.string()});
  CHECK(found[0].scores == std::vector<double>{1, 0.25});
  CHECK(found[1].scores == std::vector<double>{1});
  write_whole(curve, "rank,propensity,offset\n1,1,0.1\n");
  CHECK_THROWS_AS(files.read({"learner.method=ips", "logging.propensities=file",
                              "logging.curve=" + curve.string()}),
                  DataError);
  CHECK_THROWS_AS(
      files.read({"learner.method=ips", "logging.propensities=log"}),
      DataError);
}

TEST_CASE("a curve that lists outgrow has a warning") {
  const Files files;
  const auto curve = files.folder / "curve.csv";
  write_whole(curve, "rank,propensity\n1,1\n");
  const LogText warned;
  files.read({"learner.method=ips", "logging.propensities=file",
              "logging.curve=" + curve.string()});
  has(warned.text(), "curve.csv: has 1 ranks, and lists up to 2: those below");
}

TEST_CASE("a log that has grown adds what is new in it alone") {
  const Files files;
  SearchLog log(files.folder / kSearchLog, {2, "columns"}, "agreement");
  CHECK(log.add_new(files.read_for(log)).searches == 3);
  CHECK(log.add_new(files.read_for(log)).searches == 0);
  CHECK(log.take(1, PrivacyUnit::kMember, 10).size() == 3);
  files.write(Files::lines() + "b,z,1,1,v,5\n");
  CHECK(log.add_new(files.read_for(log)).searches == 1);
  log.closed(1);
  CHECK(log.take(2, PrivacyUnit::kMember, 10).size() == 1);
  CHECK(log.counts().all == 4);
}

TEST_CASE("rows in another order make no search new") {
  const Files files;
  const auto before = files.read();
  write_whole(files.log.features,
              "0 qid:b 1:2 2:2 # docid = z\n0 qid:a 1:3 2:5 # docid = y\n"
              "0 qid:a 1:7 2:7 # docid = w\n0 qid:a 1:1 2:0 # docid = x\n");
  const auto after = files.read();
  REQUIRE(after.size() == before.size());
  for (std::size_t i = 0; i < after.size(); ++i) {
    CHECK(after[i].id == before[i].id);
    CHECK(after[i].rows == before[i].rows);
  }
}

TEST_CASE("ids by a log's key are the same whenever it is read with it") {
  const Files files;
  const auto ids = [&](const std::optional<Secret>& key) {
    std::vector<std::uint64_t> found;
    for (const auto& each : files.read({"learner.method=naive"}, key))
      found.push_back(each.id);
    std::ranges::sort(found);
    return found;
  };
  const auto file = files.folder / kSearchLog;
  std::optional<Secret> key;
  {
    const SearchLog log(file, {2, "columns"}, "agreement");
    key = log.key();
    CHECK(SearchLog(files.folder / "other.log", {2, "columns"}, "a").key() !=
          key);
  }
  REQUIRE(key.has_value());
  CHECK(SearchLog(file, {2, "columns"}, "agreement").key() == key);
  const auto keyed = ids(key);
  CHECK(keyed.size() == 3);
  CHECK(std::ranges::adjacent_find(keyed) == keyed.end());
  CHECK(keyed == ids(key));
  for (const auto& other :
       {std::optional<Secret>(), std::optional(Secret{1})}) {
    std::vector<std::uint64_t> common;
    std::ranges::set_intersection(keyed, ids(other),
                                  std::back_inserter(common));
    CHECK(common.empty());
  }
}

TEST_CASE("forgetting a user leaves no hash that others can compute") {
  const Files files;
  const auto file = files.folder / kSearchLog;
  SearchLog log(file, {2, "columns"}, "agreement");
  CHECK(log.add_new(files.read_for(log)).searches == 3);
  CHECK(log.take(1, PrivacyUnit::kMember, 10).size() == 3);
  log.closed(1);
  CHECK(log.forget("v") == 2);
  const std::string left = read_text(file);
  for (const RecordedSearch& each : files.read())
    CHECK(left.find(std::string(reinterpret_cast<const char*>(&each.id),
                                sizeof each.id)) == std::string::npos);
  // By its key, the log knows that they have taught.
  CHECK(log.add_new(files.read_for(log)).searches == 0);
  CHECK(log.counts().waiting == 0);
}

TEST_CASE("the list is cut to clicks.list") {
  const Files files;
  const auto searches = files.read({"learner.method=naive", "clicks.list=1"});
  CHECK(searches.size() == 2);  // the first list's click is below
}

TEST_CASE("a log of other documents is refused, by name") {
  const Files files;
  files.write("other,x,1,1,u,1\n");
  CHECK_THROWS_WITH_AS(files.read(), doctest::Contains("rows.letor"),
                       DataError);
}

}  // namespace fedltr::member_log_test
