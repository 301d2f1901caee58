// A member before it connects: everything that it refuses, prints or asks about
// first.
#include "app/deploy/member_run.hpp"

#include <algorithm>
#include <sstream>

#include "app/base/errors.hpp"
#include "app/data/search_log.hpp"
#include "app/deploy/members_agreement.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::member_run_test {
using namespace fedltr::test;
namespace fs = std::filesystem;

namespace {

/// Member a of a rehearsal of a, b and c; its results go to `out`.
struct Member {
  TemporaryFolder folder;
  MemberOptions options;
  std::ostringstream out;

  explicit Member(const std::string& more = "") {
    folder.write("f.txt", "bm25\nlength\n");
    folder.write("data/rows.letor", "1 qid:1 1:0.5 2:1\n0 qid:1 1:0.25 2:0\n");
    options.file = folder.write(
        "s.ini", "[members]\nnames = a, b, c\nfeatures = f.txt\n" + more);
    options.link.address = {"127.0.0.1", 9};
    options.link.wait = 1;
    options.data = folder / "data";
    options.name = "a";
    options.rehearsal = true;
    options.out = folder / "out";
  }
  int run(const std::string& typed = "") {
    out.str("");
    std::istringstream in(typed);
    return run_member(options, in, out);
  }
  template <class Error>
  void refuses(const std::string& why, const std::string& typed = "") {
    CHECK_THROWS_WITH_AS(run(typed), doctest::Contains(why.c_str()), Error);
  }
  bool has_written() const { return fs::exists(folder / "out"); }
};

}  // namespace

TEST_CASE("--show prints what would leave, and reads and writes nothing") {
  Member member;
  member.options.show = true;
  member.options.data = member.folder / "none";
  CHECK(member.run() == kDone);
  CHECK(member.out.str().starts_with("# a as a member of "));
  CHECK_FALSE(member.has_written());
  member.options.leave = true;
  CHECK(member.run() == kDone);
  has(member.out.str(), "What stays of it");
  CHECK_FALSE(member.has_written());
}

TEST_CASE("nothing is sent or written unless the user types yes") {
  Member member;
  for (const bool leave : {false, true})
    for (const char* typed : {"", "n\n", "Y\n", "\ny\n"}) {
      CAPTURE(typed);
      member.options.leave = leave;
      member.refuses<UsageError>("nothing was sent; --yes agrees", typed);
      has(member.out.str(),
          leave ? "Leave for good? [y/N]" : "Take part? [y/N]");
      CHECK_FALSE(member.has_written());
    }
}

TEST_CASE("own rows are read before the user is asked") {
  Member member;
  member.options.data = member.folder / "none";
  member.refuses<DataError>("rows.letor: there is no such file", "y\n");
  CHECK(member.out.str().find("Take part?") == std::string::npos);
  CHECK_FALSE(member.has_written());
}

TEST_CASE("one who agrees needs a server, and the agreement is on record") {
  Member member;
  member.refuses<NetworkError>("127.0.0.1", "y\n");
  CHECK(read_text(member.folder / "out/disclosure.md")
            .starts_with("# a as a member of "));
  // A rehearsal is no agreement.
  CHECK_FALSE(fs::exists(member.folder / "out/agreed.csv"));
  member.options.rehearsal = false;
  member.refuses<NetworkError>("127.0.0.1", "y\n");
  member.options.yes = true;
  member.refuses<NetworkError>("127.0.0.1");
  const std::string agreed = read_text(member.folder / "out/agreed.csv");
  CHECK(agreed.starts_with("time,agreement,version,by\n20"));
  CHECK(std::ranges::count(agreed, '\n') == 3);
  has(agreed, ",typing yes\n");
  CHECK(agreed.ends_with(",--yes\n"));
}

TEST_CASE("a stranger is refused, and one without TLS on another machine") {
  Member member;
  member.options.name = "d";
  member.refuses<UsageError>("members.names = a, b, c: d is none of them");
  member.options.name = "a";
  member.options.yes = true;
  member.options.link.address = {"192.0.2.1", 9};
  member.refuses<UsageError>("192.0.2.1");
}

TEST_CASE("searches are taken by those who learn from them only") {
  Member member;
  member.options.log = MemberLogFiles{"clicks.csv", "rows.letor"};
  member.refuses<UsageError>("--log needs members.source = log");
  member.options.log.reset();
  member.options.agent = Address{"127.0.0.1", 0};
  member.refuses<UsageError>("--agent needs members.source = clicks or log");
  member.options.agent.reset();
  member.options.keep_days = 30;
  member.refuses<UsageError>("--keep needs members.source = clicks or log");
}

TEST_CASE("a member with --keep removes old searches when it starts") {
  Member member("source = clicks\n");
  const auto agreement =
      read_members_agreement(member.options.file, {}, member.options.rehearsal);
  const auto columns = search_columns(agreement.scenario, agreement.features);
  const auto file = member.options.data / kSearchLog;
  constexpr std::int64_t kSpring = 20530;  // a day of 2026
  SearchLog(file, columns, agreement.digest, {30, [] { return kSpring; }})
      .add({1, "u", {0.5F, 1}, {0.25}, {1}});
  member.options.yes = true;
  member.refuses<NetworkError>("Connection refused");
  CHECK(read_search_log(file, columns).waiting.size() == 1);
  member.options.keep_days = 30;
  member.refuses<NetworkError>("Connection refused");
  CHECK(read_search_log(file, columns).waiting.empty());
}

TEST_CASE("with noise a member has a ledger, and a rehearsal has none") {
  Member member("epsilon = 2\n");
  member.options.show = true;
  CHECK(member.run() == kDone);
  has(member.out.str(), "0 in the current period, 0 over its life");
  member.options.ledger = member.folder.write("ledger.csv", "no ledger\n");
  CHECK(member.run() == kDone);
  member.options.rehearsal = false;
  member.refuses<DataError>("ledger.csv");
  CHECK(read_text(member.folder / "ledger.csv") == "no ledger\n");
}

}  // namespace fedltr::member_run_test
