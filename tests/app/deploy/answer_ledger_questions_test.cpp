// Own queries in a ledger of answers: how often each was asked of the others.
#include "app/base/errors.hpp"
#include "tests/support/ledger_run.hpp"

namespace fedltr::answer_ledger_questions_test {
using namespace fedltr::test;

namespace {

LedgerSetup limited_run(const std::string& name, std::int64_t& now,
                        std::size_t times) {
  LedgerSetup setup = lasting_run(name, now);
  setup.limits.questions_a_query = times;
  return setup;
}

}  // namespace

TEST_CASE("an own query is asked as often as its limit, over all runs") {
  const TemporaryFolder folder;
  const auto file = folder / "ledger.csv";
  std::int64_t now = kLedgerStart;
  {
    LedgerRun run(file, limited_run("one", now, 2));
    CHECK(run.ledger.ask({"boundary", "layer"}));
    CHECK(run.ledger.ask({"heat"}));
    CHECK(run.ledger.unasked() == 0);
  }
  const std::string text = read_text(file);
  has(text, ",asked,one," + name_of_query({"boundary", "layer"}) + "\n");
  CHECK(text.find("boundary") == std::string::npos);
  LedgerRun run(file, limited_run("two", now, 2));
  // The same terms in another order, one of them twice.
  CHECK(run.ledger.ask({"layer", "boundary", "layer"}));
  CHECK_FALSE(run.ledger.ask({"boundary", "layer"}));
  CHECK(run.ledger.ask({"boundary"}));
  CHECK(run.ledger.unasked() == 1);
  CHECK(read_text(file).size() > text.size());
}

TEST_CASE("without a limit queries are not entered; with 0 none is asked") {
  const TemporaryFolder folder;
  const auto file = folder / "ledger.csv";
  std::int64_t now = kLedgerStart;
  {
    LedgerRun run(file, lasting_run("one", now));
    for (int i = 0; i < 3; ++i) CHECK(run.ledger.ask({"heat"}));
  }
  CHECK(read_text(file) == kLedgerHeading);
  LedgerRun run(file, limited_run("two", now, 0));
  CHECK_FALSE(run.ledger.ask({"heat"}));
  CHECK(read_text(file) == kLedgerHeading);
}

TEST_CASE("a query may be asked again once its period is over") {
  const TemporaryFolder folder;
  const auto file = folder / "ledger.csv";
  std::int64_t now = kLedgerStart;
  { CHECK(LedgerRun(file, limited_run("one", now, 1)).ledger.ask({"heat"})); }
  now = kLedgerStart + kLedgerPeriod + kLedgerMinute - 1;
  {
    LedgerRun run(file, limited_run("two", now, 1));
    CHECK_FALSE(run.ledger.ask({"heat"}));
    // A session returns it, and its own questions, without a new run.
    now += 1;
    run.ledger.renew(now, run.account);
    CHECK(run.ledger.ask({"heat"}));
    CHECK_FALSE(run.ledger.ask({"heat"}));
    now += kLedgerPeriod + kLedgerMinute;
    run.ledger.renew(now, run.account);
    CHECK(run.ledger.ask({"heat"}));
  }
  now += 1;
  CHECK_FALSE(
      LedgerRun(file, limited_run("three", now, 1)).ledger.ask({"heat"}));
}

TEST_CASE("a resumed run asks what it had asked, and enters nothing twice") {
  const TemporaryFolder folder;
  const auto file = folder / "ledger.csv";
  std::int64_t now = kLedgerStart;
  const auto replay = [&](LedgerRun& run) {
    CHECK(run.ledger.ask({"heat"}));
    CHECK(run.answer(1, {0}, 1) == ToldDocuments{0});
    CHECK_FALSE(run.ledger.ask({"heat"}));
    CHECK(run.ledger.ask({"flow"}));
    CHECK(run.answer(2, {1}, 1) == ToldDocuments{1});
    CHECK(run.ledger.unasked() == 1);
  };
  LedgerHead head;
  {
    LedgerRun run(file, limited_run("one", now, 1));
    replay(run);
    head = run.ledger.head();
  }
  const std::string whole = read_text(file);
  for (const std::size_t cut :
       {whole.size(), whole.find(",d1"), whole.rfind(",asked,"),
        whole.find(",d0"), whole.find(",asked,")}) {
    CAPTURE(cut);
    std::ofstream(file, std::ios::binary) << whole.substr(0, cut);
    LedgerRun run(file, limited_run("one", now, 1));
    replay(run);
    CHECK(run.ledger.head().lines >= head.lines);
    // A kill between a time and its line leaves the time.
    const LedgerBook book =
        read_ledger(file, "two", label_of(pure_config(1).guarantee));
    CHECK(book.asked ==
          std::map<std::string, std::size_t>{{name_of_query({"flow"}), 1},
                                             {name_of_query({"heat"}), 1}});
    CHECK(book.documents.at("d0").same == 1);
    CHECK(book.documents.at("d1").same == 1);
  }
  {
    LedgerRun run(file, limited_run("one", now, 1));
    CHECK_THROWS_WITH_AS(
        run.ledger.ask({"flow"}),
        doctest::Contains("holds other questions of this run than it asks"),
        DataError);
  }
  { CHECK(LedgerRun(file, limited_run("two", now, 2)).ledger.ask({"heat"})); }
  CHECK_THROWS_WITH_AS(LedgerRun(file, limited_run("one", now, 1)),
                       doctest::Contains("other runs have entered"),
                       CheckpointError);
}

TEST_CASE("a head covers the questions before an answer") {
  const TemporaryFolder folder;
  const auto file = folder / "ledger.csv";
  std::int64_t now = kLedgerStart;
  LedgerHead head;
  {
    LedgerRun run(file, limited_run("one", now, 1));
    CHECK(run.ledger.ask({"heat"}));
    run.answer(1, {0});
    head = run.ledger.head();
    CHECK(head.lines == 4);  // two times, a question and an answer
  }
  const std::string whole = read_text(file);
  CHECK(LedgerRun(file, limited_run("two", now, 1)).ledger.loss_of("a", head) ==
        "");
  std::ofstream(file, std::ios::binary) << kLedgerHeading;
  CHECK(LedgerRun(file, limited_run("two", now, 1)).ledger.loss_of("a", head) !=
        "");
}

}  // namespace fedltr::answer_ledger_questions_test
