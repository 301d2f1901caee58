// A party before it connects: everything that it refuses, prints or asks about
// first.
#include "app/deploy/party_run.hpp"

#include <ctime>
#include <sstream>

#include <spdlog/fmt/fmt.h>

#include "app/base/errors.hpp"
#include "app/deploy/ledger_book.hpp"
#include "tests/support/beir_folder.hpp"
#include "tests/support/loopback.hpp"

namespace fedltr::party_run_test {
using namespace fedltr::test;
namespace fs = std::filesystem;

namespace {

/// Member a of a rehearsal of a, b and c; its results go to `out`.
struct Member {
  TemporaryFolder folder;
  PartyOptions options;
  std::ostringstream out;

  explicit Member(const std::string& more = "") {
    write_beir(folder);
    options.file = folder.write("s.ini", "[silo]\nmembers = a, b, c\n" + more);
    options.link.address = {"127.0.0.1", 9};
    options.data = folder / "beir";
    options.name = "a";
    options.rehearsal = true;
    options.out = folder / "out";
  }
  int run(const std::string& typed = "") {
    out.str("");
    std::istringstream in(typed);
    return run_party(options, in, out);
  }
  template <class Error>
  void refuses(const std::string& why, const std::string& typed = "") {
    CHECK_THROWS_WITH_AS(run(typed), doctest::Contains(why.c_str()), Error);
  }
  /// Leaves the results of a run of a member.
  void done(const std::string& member, const std::string& agreement,
            int withheld) const {
    folder.write("out/model.json", "{}");
    const nlohmann::json told = {{"agreement", agreement},
                                 {"member", member},
                                 {"answers", {{"withheld", withheld}}}};
    folder.write("out/disclosure.json", told.dump());
  }
};

}  // namespace

TEST_CASE("--show prints what would be sent, and reads and writes nothing") {
  Member member;
  member.options.show = true;
  member.options.data = member.folder / "none";
  CHECK(member.run() == 0);
  has(member.out.str(), "This machine will send:");
  has(member.out.str(), "0 answers of 0 runs about 0 documents");
  has(member.out.str(), "budget of none");
  has(member.out.str(), "at most 1000 to one member");
  CHECK_FALSE(fs::exists(member.folder / "out"));
}

TEST_CASE("earlier runs' spending is printed, beside the lower own budget") {
  Member member("epsilon = 2\nnoise = sound\n[privacy]\nbudget = 8\n");
  member.options.show = true;
  const std::string line = "one,b,counts,1,other,0.5,3,d1";
  member.options.ledger = member.folder.write(
      "ledger.csv",
      kLedgerHeading + fmt::format("{:08x},{}\n", check_of(line, 0), line));
  CHECK(member.run() == 0);
  has(member.out.str(), "1 answers of 1 runs about 1 documents");
  has(member.out.str(), "has spent epsilon 1.5 of a budget of 8");
  member.options.own = member.folder.write(
      "own.ini", "[answers]\nbudget = 4\na-run = 5\nrefuse = c\n");
  CHECK(member.run() == 0);
  has(member.out.str(), "of a budget of 4");
  has(member.out.str(), "answers     at most 5 to one member in a run");
  has(member.out.str(), "answers     nothing to c");
}

TEST_CASE("nothing is sent or written unless the user types yes") {
  Member member;
  for (const char* typed :
       {"", "n\n", "no\n", "Y\n", "yes please\n", "\ny\n"}) {
    CAPTURE(typed);
    member.refuses<UsageError>("nothing was sent; --yes", typed);
    has(member.out.str(), "Send this? [y/N]");
    CHECK_FALSE(fs::exists(member.folder / "out"));
  }
}

TEST_CASE("own data is read before the user is asked") {
  Member member;
  member.options.data = member.folder / "none";
  member.refuses<DataError>("none", "y\n");
  CHECK(member.out.str().find("Send this?") == std::string::npos);
  CHECK_FALSE(fs::exists(member.folder / "out"));
}

TEST_CASE("a stranger is refused, and one without TLS on another machine") {
  Member member;
  member.options.name = "d";
  member.refuses<UsageError>("silo.members = a, b, c: d is none of them");
  member.options.name = "a";
  member.options.link.address = {"192.0.2.1", 9};
  member.refuses<UsageError>("192.0.2.1");
}

TEST_CASE("results of another run are kept") {
  Member member;
  member.folder.write("out/model.json", "kept");
  member.refuses<UsageError>("holds results of another run; give --out DIR");
  CHECK(read_text(member.folder / "out/model.json") == "kept");
}

TEST_CASE("a run that is complete is resumed with its own exit code") {
  Member member;
  const std::string digest =
      read_agreement(member.options.file, {.rehearsal = true}).digest;
  member.options.resume = true;
  member.done("a", digest, 0);
  CHECK(member.run() == kDone);
  has(member.out.str(), "already complete: nothing is left to do");
  member.done("a", digest, 3);
  CHECK(member.run() == kBudgetSpent);
  member.done("b", digest, 0);
  member.refuses<CheckpointError>("disclosure.json: is of the member b");
  member.done("a", std::string(64, '0'), 0);
  member.refuses<CheckpointError>("another --out begins a run of this one");
}

TEST_CASE("a search session does not replace the account of another") {
  Member member;
  member.options.rehearsal = false;
  member.options.answer = true;
  member.folder.write("out/disclosure.json", "kept");
  member.refuses<UsageError>("holds the account of another session or run");
  CHECK(read_text(member.folder / "out/disclosure.json") == "kept");
}

/// A ledger of these lines.
std::string ledger_of(const std::vector<std::string>& lines) {
  std::string text = kLedgerHeading;
  std::uint32_t check = 0;
  for (const std::string& line : lines) {
    check = check_of(line, check);
    text += fmt::format("{:08x},{}\n", check, line);
  }
  return text;
}

/// A ledger in which documents have spent an epsilon of 100.
std::string spent_ledger(int first) {
  std::vector<std::string> lines;
  for (int d = first; d < 90; ++d)
    lines.push_back(fmt::format("one,b,counts,1,other,100,1,d{}", d));
  return ledger_of(lines);
}

constexpr const char* kSmallAgreement =
    "rows = 9\ncolumns = 64\nfrequency-columns = 512\ntop = 6\n"
    "local-iterations = 60\nepsilon = 2\nnoise = sound\n"
    "[privacy]\nbudget = 40\n";

TEST_CASE("a forecast prints cost and own quality, and writes nothing") {
  Member member(kSmallAgreement);
  member.options.forecast = true;
  CHECK(member.run() == 0);
  const std::string text = member.out.str();
  has(text, "forecast    from own data and the agreement alone");
  has(text, " own training queries, to 2 members");
  has(text, ", of a budget of 40");
  has(text, " MB sent, ");
  has(text, " count for ndcg@10\n");
  has(text,
      ", the best that needs no joining, of\n            bm25, bm25-body, "
      "bm25-title, lmir, local\n");
  has(text, "only a rehearsal shows");
  CHECK(text.find("This machine will send") == std::string::npos);
  CHECK_FALSE(fs::exists(member.folder / "out"));
}

TEST_CASE("a forecast counts the queries that own limits leave out") {
  Member member(kSmallAgreement);
  member.options.forecast = true;
  CHECK(member.run() == 0);
  CHECK(member.out.str().find("not asked") == std::string::npos);
  const std::string text = member.out.str();
  const std::size_t by = text.find(", by ") + 5;
  const std::string queries = text.substr(by, text.find(" own training") - by);
  member.options.own =
      member.folder.write("own.ini", "[answers]\nquestions-a-query = 0\n");
  CHECK(member.run() == 0);
  has(member.out.str(), "not asked   " + queries + " of these queries");
}

TEST_CASE("a forecast does not blame the budget for own limits alone") {
  Member member(kSmallAgreement);
  member.options.forecast = true;
  member.options.own =
      member.folder.write("own.ini", "[answers]\nrefuse = b, c\n");
  CHECK(member.run() == kBudgetSpent);
  has(member.out.str(), "or own limits withhold all\n");
}

/// Judgements of two queries only.
constexpr const char* kFewJudgements =
    "query-id\tcorpus-id\tscore\nq0\td0\t1\nq1\td1\t1\n";

TEST_CASE("a forecast stops where too few queries could show a gain") {
  Member member(kSmallAgreement);
  member.options.forecast = true;
  member.folder.write("beir/qrels/test.tsv", kFewJudgements);
  CHECK(member.run() == kBadData);
  has(member.out.str(), "of fewer than 6 there is no");
}

TEST_CASE("--yes ends before a run that can't be shown to help") {
  Member member(kSmallAgreement);
  member.folder.write("beir/qrels/test.tsv", kFewJudgements);
  member.options.rehearsal = false;
  member.options.yes = true;
  CHECK(member.run() == kBadData);
  has(member.out.str(), "verdict     joining can't be shown to help: ");
  has(member.out.str(), "of fewer than 6 there is no");
  CHECK_FALSE(fs::exists(member.folder / "out"));
  // A person is asked, and may decline.
  member.options.yes = false;
  member.refuses<UsageError>("nothing was sent; --yes", "n\n");
  has(member.out.str(), "verdict     joining can't be shown to help: ");
  has(member.out.str(), "Send this? [y/N]");
  // With --regardless it connects; nothing listens here.
  member.options.yes = true;
  member.options.regardless = true;
  member.options.link.wait = 1;
  member.refuses<NetworkError>("127.0.0.1");
}

TEST_CASE("--yes ends before a run that no budget is left for") {
  Member member(kSmallAgreement);
  member.options.rehearsal = false;
  member.options.yes = true;
  member.options.ledger = member.folder.write("ledger.csv", spent_ledger(0));
  CHECK(member.run() == kBudgetSpent);
  has(member.out.str(),
      "verdict     the budget is spent for all own documents that");
  CHECK_FALSE(fs::exists(member.folder / "out"));
}

TEST_CASE("documents without words do not make up for spent ones") {
  Member member(kSmallAgreement);
  std::string corpus = read_text(member.folder / "beir/corpus.jsonl");
  for (int d = 0; d < 100; ++d)
    corpus +=
        fmt::format(R"({{"_id": "e{}", "title": "", "text": ""}})", d) + "\n";
  member.folder.write("beir/corpus.jsonl", corpus);
  member.options.rehearsal = false;
  member.options.yes = true;
  member.options.ledger = member.folder.write("ledger.csv", spent_ledger(0));
  CHECK(member.run() == kBudgetSpent);
}

TEST_CASE("documents with a budget left are enough to take part") {
  Member member(kSmallAgreement);
  member.options.rehearsal = false;
  member.options.yes = true;
  member.options.link.wait = 1;
  member.options.ledger = member.folder.write("ledger.csv", spent_ledger(30));
  member.refuses<NetworkError>("127.0.0.1");
  CHECK(member.out.str().find("verdict") == std::string::npos);
}

TEST_CASE("a ledger that does not exist is named before anything is sent") {
  Member member;
  member.options.show = true;
  member.options.ledger = member.folder / "mistyped.csv";
  CHECK(member.run() == kDone);
  has(member.out.str(), "new ledger  ");
  has(member.out.str(), "mistyped.csv does not exist: nothing counts as spent");
  member.folder.write("mistyped.csv", kLedgerHeading);
  CHECK(member.run() == kDone);
  CHECK(member.out.str().find("new ledger") == std::string::npos);
}

TEST_CASE("own queries that are at their limit are counted") {
  Member member;
  member.options.show = true;
  member.options.ledger = member.folder.write(
      "ledger.csv", ledger_of({asked_line("one", "aa"), asked_line("one", "bb"),
                               asked_line("one", "aa")}));
  member.options.own =
      member.folder.write("own.ini", "[answers]\nquestions-a-query = 2\n");
  CHECK(member.run() == kDone);
  has(member.out.str(),
      "questions   at most 2 of one own query; 2 were asked before, 1 as "
      "often");
}

TEST_CASE("a forecast counts the ledger's spending, until its period is over") {
  Member member(std::string(kSmallAgreement) + "period = 30d\n");
  member.options.forecast = true;
  std::string text = kLedgerHeading;
  std::uint32_t check = 0;
  const auto add = [&](const std::string& line) {
    check = check_of(line, check);
    text += fmt::format("{:08x},{}\n", check, line);
  };
  add(time_line(std::time(nullptr) - 86400, 0));
  for (int d = 0; d < 90; ++d)
    add(fmt::format("one,b,counts,1,other,100,1,d{}", d));
  member.options.ledger = member.folder.write("ledger.csv", text);
  CHECK(member.run() == kBudgetSpent);
  has(member.out.str(), "in the last 30d, 100 over life");
  has(member.out.str(), "spent for 90 documents");
  has(member.out.str(), "is spent for all documents that are asked about");
  text = kLedgerHeading;
  check = 0;
  add(time_line(std::time(nullptr) - 31 * 86400, 0));
  add("one,b,counts,1,other,100,1,d0");
  member.folder.write("ledger.csv", text);
  CHECK(member.run() == kDone);
  has(member.out.str(), "has spent epsilon 0 of a budget of 40");
}

TEST_CASE("a port that is taken is found before a person is asked") {
  Member member;
  member.options.answer = true;
  const auto [listener, port] = listen_on_loopback();
  member.options.http = Address{"127.0.0.1", port};
  member.refuses<NetworkError>("Address already in use", "y\n");
  CHECK(member.out.str().find("Send this?") == std::string::npos);
  CHECK_FALSE(fs::exists(member.folder / "out"));
  close(listener);
}

}  // namespace fedltr::party_run_test
