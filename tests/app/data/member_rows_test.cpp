#include "app/data/member_rows.hpp"

#include <filesystem>
#include <set>

#include "algorithms/data/letor.hpp"
#include "app/base/errors.hpp"
#include "app/base/files.hpp"
#include "app/data/search_log.hpp"
#include "app/schema/reader.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::member_rows_test {
using namespace fedltr::test;

namespace {

using Names = std::set<std::string>;

Scenario scenario_of(double hold_out) {
  Scenario scenario;
  scenario.members.on = true;
  scenario.members.hold_out = hold_out;
  scenario.members.at_most = 1000;
  set(scenario, "data.normalize", "none");
  return scenario;
}

/// Rows of queries `PREFIX1` to `PREFIXn`, with two documents each.
std::string rows_of(const std::string& prefix, int queries) {
  std::string text;
  for (int i = 1; i <= queries; ++i) {
    const std::string query = " qid:" + prefix + std::to_string(i);
    text += "2" + query + " 1:0.5 2:1\n0" + query + " 1:0.25\n";
  }
  return text;
}

Names names_in(const Dataset& data) {
  Names names;
  for (Index query = 0; query < data.queries(); ++query)
    names.emplace(data.query_name(query));
  return names;
}

/// A member's folder with these rows.
struct Member {
  TemporaryFolder folder;

  explicit Member(const std::string& rows) {
    if (!rows.empty()) folder.write(kMemberRows, rows);
  }
  MemberRows read(const Scenario& scenario, Index features = 2) const {
    LetorNotes notes;
    return read_member_rows(scenario, folder / "", "ann", features, notes,
                            nullptr);
  }
  std::string fault(const Scenario& scenario, Index features = 2) const {
    return error_of<DataError>([&] { read(scenario, features); });
  }
};

}  // namespace

TEST_CASE("queries are held out by chance, the same wherever their rows are") {
  const Member member(rows_of("q", 400));
  const MemberRows rows = member.read(scenario_of(0.25));
  CHECK(rows.name == "ann");
  CHECK(rows.train->features() == 2);
  const Names held_out = names_in(*rows.held_out);
  const Names learnt = names_in(*rows.train);
  CHECK(held_out.size() + learnt.size() == 400);
  // 100 are expected, with a standard deviation of 8.7.
  CHECK(held_out.size() > 65);
  CHECK(held_out.size() < 135);
  for (const std::string& name : held_out) CHECK_FALSE(learnt.contains(name));

  Names others = names_in(*Member(rows_of("p", 30) + rows_of("q", 400))
                               .read(scenario_of(0.25))
                               .held_out);
  std::erase_if(others, [](const std::string& name) { return name[0] == 'p'; });
  CHECK(others == held_out);

  Scenario other = scenario_of(0.25);
  other.run.seed += 1;
  CHECK(names_in(*member.read(other).held_out) != held_out);
  // A larger share holds out the same ones, and more.
  const Names more = names_in(*member.read(scenario_of(0.5)).held_out);
  CHECK(std::ranges::includes(more, held_out));
  CHECK(more.size() > held_out.size());
}

TEST_CASE("a share of 0 holds nothing out, and a share of 1 is refused") {
  const Member member(rows_of("q", 3));
  CHECK(member.read(scenario_of(0)).held_out->queries() == 0);
  has(member.fault(scenario_of(1)),
      "rows.letor: no query is left to learn from; the 3 in it are held out "
      "(members.hold-out)");
}

TEST_CASE("more queries or grades than were agreed on are refused") {
  const Member member(rows_of("q", 3));
  Scenario scenario = scenario_of(0);
  scenario.members.at_most = 2;
  CHECK(member.fault(scenario).empty());  // the unit is a member
  scenario.members.unit = PrivacyUnit::kQuery;
  has(member.fault(scenario),
      "rows.letor: has 3 queries to learn from, more than members.at-most = 2");
  scenario.members.at_most = 3;
  CHECK(member.fault(scenario).empty());
  scenario.members.grades = 3;
  CHECK(member.fault(scenario).empty());
  scenario.members.grades = 2;
  has(member.fault(scenario),
      "rows.letor: has grade 2, and members.grades = 2 allows 0 to 1");
}

TEST_CASE("rows have the agreed features") {
  const Member member(rows_of("q", 3));
  CHECK(member.read(scenario_of(0), 5).train->features() == 5);
  has(member.fault(scenario_of(0), 1),
      "rows.letor:1: feature index 2 is above");
}

TEST_CASE("members that learn from users need a folder, but no rows") {
  Scenario scenario = scenario_of(0);
  const Member none("");
  has(none.fault(scenario), "rows.letor: there is no such file");
  scenario.members.source = MembersSettings::Source::kClicks;
  CHECK(none.read(scenario).train->queries() == 0);
  LetorNotes notes;
  CHECK_THROWS_AS(read_member_rows(scenario, none.folder / "absent", "ann", 2,
                                   notes, nullptr),
                  DataError);
  // Their judged queries measure the model; none teaches it.
  const MemberRows judged = Member(rows_of("q", 3)).read(scenario);
  CHECK(judged.train->queries() == 0);
  CHECK(judged.held_out->queries() == 3);
}

TEST_CASE("a rehearsal joins the rows of all members in their order") {
  const TemporaryFolder folder;
  Scenario scenario = scenario_of(0.5);
  scenario.members.folder = folder.text();
  scenario.members.names = {"bob", "ann"};
  scenario.members.features = folder.write("names.txt", "BM25\nprice\n");
  const std::string ann = folder.write("ann/rows.letor", rows_of("a", 40));
  folder.write("bob/rows.letor", rows_of("b", 20));
  const LoadedData loaded = load_member_rows(scenario);
  REQUIRE(loaded.members.size() == 2);
  CHECK(loaded.members[0].name == "bob");
  CHECK(loaded.grades == 3);
  REQUIRE(loaded.folds.size() == 1);
  const Fold& fold = loaded.folds[0];
  CHECK(fold.train->queries() + fold.evaluation->queries() == 60);
  CHECK(fold.train->query_name(0)[0] == 'b');
  CHECK(fold.train->query_name(fold.train->queries() - 1)[0] == 'a');
  REQUIRE(loaded.files.size() == 3);
  CHECK(loaded.files[2].sha256 == sha256_of_file(ann));

  check_rows_of_members(scenario);
  std::filesystem::remove(ann);
  CHECK_THROWS_WITH_AS(check_rows_of_members(scenario),
                       doctest::Contains("ann/rows.letor: there is no such"),
                       DataError);
}

TEST_CASE(
    "a rehearsal of a log takes clicks that are not yet in searches.log") {
  const TemporaryFolder folder;
  Scenario scenario =
      default_scenario({"members.names=ann,bob,eve", "members.source=log",
                        "learner.method=naive"});
  scenario.members.folder = folder.text();
  scenario.members.names = {"ann"};
  scenario.members.features = folder.write("names.txt", "BM25\nprice\n");
  folder.write("ann/rows.letor", "1 qid:a 1:1 2:0 # x\n0 qid:a 1:3 2:5 # y\n");
  CHECK_THROWS_WITH_AS(load_member_rows(scenario),
                       doctest::Contains("or in a clicks.csv"), DataError);
  const std::string clicks = folder.write(
      "ann/clicks.csv", "qid,docno,position,click\na,x,1,0\na,y,2,1\n");
  const LoadedData loaded = load_member_rows(scenario);
  CHECK(loaded.members[0].searches.searches() == 1);
  CHECK(loaded.files.back().name == clicks);

  SearchLog(folder / "ann/searches.log",
            search_columns(scenario, {"BM25", "price"}), "agreement");
  CHECK_THROWS_WITH_AS(load_member_rows(scenario),
                       doctest::Contains("no member has searches"), DataError);
}

}  // namespace fedltr::member_rows_test
