// Times and heads of a ledger of answers.
#include <sstream>

#include "tests/support/ledger_run.hpp"

namespace fedltr::answer_ledger_times_test {
using namespace fedltr::test;

namespace {

using Run = LedgerRun;

}  // namespace

TEST_CASE("a budget of a period returns to later runs once it is over") {
  const TemporaryFolder folder;
  const auto file = folder / "ledger.csv";
  std::int64_t now = kLedgerStart;
  { CHECK(Run(file, lasting_run("one", now)).answer(1, {0, 0}).size() == 2); }
  now += 500;
  { CHECK(Run(file, lasting_run("two", now)).answer(1, {0, 0}).size() == 1); }
  // The first two lines count for a minute more than the period.
  now = kLedgerStart + kLedgerPeriod + kLedgerMinute - 1;
  { CHECK(Run(file, lasting_run("three", now)).answer(1, {0}).empty()); }
  now += 1;
  {
    CHECK(Run(file, lasting_run("four", now)).answer(1, {0, 0, 0}).size() == 2);
  }
  // A budget for life counts them all.
  CHECK(Run(file, "five", pure_config(6)).answer(1, {0, 0}).size() == 1);
}

TEST_CASE("a ledger holds a time and a salt before each answer") {
  const TemporaryFolder folder;
  const auto file = folder / "ledger.csv";
  std::int64_t now = kLedgerStart;
  Run run(file, lasting_run("one", now));
  run.answer(1, {0});
  now += kLedgerMinute - 1;
  run.answer(1, {1});
  now -= 500;  // a clock that is set back
  run.answer(1, {2});
  now += 500 + 1;
  run.answer(2, {0});
  std::vector<std::string> times;
  std::istringstream text(read_text(file));
  for (std::string line; std::getline(text, line);)
    if (const auto at = line.find(",at,"); at != std::string::npos)
      times.push_back(line.substr(at + 1));
  const std::int64_t later = kLedgerStart + kLedgerMinute;
  CHECK(times == std::vector{time_line(kLedgerStart, 7),
                             time_line(later - 1, 7), time_line(later - 1, 7),
                             time_line(later, 7)});
}

TEST_CASE("a session's own answers return as their period ends") {
  const TemporaryFolder folder;
  const auto file = folder / "ledger.csv";
  std::int64_t now = kLedgerStart;
  Run run(file, lasting_run("one", now));
  CHECK(run.answer(1, {0, 0, 0, 0, 1}) == ToldDocuments{0, 0, 0, 1});
  now += 500;
  CHECK(run.answer(1, {1, 0}) == ToldDocuments{1});
  now = kLedgerStart + kLedgerPeriod + kLedgerMinute;
  run.ledger.renew(now, run.account);
  CHECK(run.answer(1, {0, 0, 0, 0}) == ToldDocuments{0, 0, 0});
  CHECK(run.answer(1, {1, 1, 1}) == ToldDocuments{1, 1});
  run.ledger.renew(now, run.account);
  CHECK(run.answer(1, {0, 1}).empty());
}

TEST_CASE("a process that resumes a session renews the same") {
  const TemporaryFolder folder;
  const auto file = folder / "ledger.csv";
  std::int64_t now = kLedgerStart;
  const LedgerSetup setup = lasting_run("one", now);
  const auto session = [&](bool is_new) {
    Run run(file, setup);
    CHECK(run.answer(1, {0, 0, 0, 0}).size() == 3);
    if (is_new) now += 2 * kLedgerPeriod;
    run.ledger.renew(kLedgerStart + 2 * kLedgerPeriod, run.account);
    CHECK(run.answer(1, {0, 0, 0, 0}).size() == 3);
  };
  session(true);
  const std::string whole = read_text(file);
  session(false);
  CHECK(read_text(file) == whole);
}

TEST_CASE("lines without a time are as old as the first line with one") {
  const TemporaryFolder folder;
  const auto file = folder / "ledger.csv";
  { Run(file, "one", pure_config(3)).answer(1, {0, 0}); }
  std::int64_t now = kLedgerStart;
  {
    CHECK(Run(file, lasting_run("two", now)).answer(1, {0, 0}) ==
          ToldDocuments{0});
  }
  now += kLedgerPeriod - 1;
  { CHECK(Run(file, lasting_run("three", now)).answer(1, {0}).empty()); }
  now += 1;
  CHECK(Run(file, lasting_run("four", now)).answer(1, {0, 0, 0}).size() == 2);
}

TEST_CASE("a head is of the last answer, and the same for a next process") {
  const TemporaryFolder folder;
  const auto file = folder / "ledger.csv";
  std::int64_t now = kLedgerStart;
  { Run(file, lasting_run("one", now)).answer(1, {0, 1}); }
  std::vector<LedgerHead> first;
  const LedgerSetup two = lasting_run("two", now);
  const auto heads = [&] {
    Run run(file, two);
    std::vector<LedgerHead> all = {run.ledger.head()};
    run.answer(1, {0});
    all.push_back(run.ledger.head());
    now += kLedgerMinute;
    run.answer(1, {2, 1});
    all.push_back(run.ledger.head());
    run.answer(1, {});
    all.push_back(run.ledger.head());
    return all;
  };
  first = heads();
  CHECK(first[0].lines == 3);  // a time, two documents
  CHECK(first[1].lines == 5);
  CHECK(first[2].lines == 8);
  CHECK(first[3] == first[2]);  // an answer that reveals nothing
  CHECK(heads() == first);
}

TEST_CASE("a ledger that lost lines does not hold a head, unless accepted") {
  const TemporaryFolder folder;
  const auto file = folder / "ledger.csv";
  std::int64_t now = kLedgerStart;
  LedgerHead early;
  LedgerHead late;
  {
    Run run(file, lasting_run("one", now));
    run.answer(1, {0});
    early = run.ledger.head();
  }
  const std::string backup = read_text(file);
  {
    Run run(file, lasting_run("two", now));
    run.answer(1, {1});
    late = run.ledger.head();
    for (const LedgerHead& head : {LedgerHead(), early, late})
      CHECK(run.ledger.loss_of("a", head).empty());
  }
  // Restored, restored and continued, or gone.
  std::ofstream(file, std::ios::binary) << backup;
  CHECK(
      Run(file, lasting_run("three", now)).ledger.loss_of("a", early).empty());
  has(Run(file, lasting_run("three", now)).ledger.loss_of("a", late),
      "has 2 lines, but a remembers one of 4 lines that is no part of it");
  { Run(file, lasting_run("three", now)).answer(1, {2, 1}); }
  CHECK_FALSE(
      Run(file, lasting_run("four", now)).ledger.loss_of("b", late).empty());
  std::filesystem::remove(file);
  {
    Run run(file, lasting_run("five", now));
    CHECK_FALSE(run.ledger.loss_of("a", early).empty());
    run.ledger.accept_loss("a", early);
    CHECK(run.ledger.loss_of("a", early).empty());
    CHECK_FALSE(run.ledger.loss_of("b", late).empty());
    run.answer(1, {0});
  }
  Run run(file, lasting_run("six", now));
  CHECK(run.ledger.loss_of("a", early).empty());
  CHECK_FALSE(run.ledger.loss_of("b", late).empty());
  CHECK(run.account.left(0, 1) == 2);  // of three
}

}  // namespace fedltr::answer_ledger_times_test
