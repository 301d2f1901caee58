#include "app/deploy/answer_ledger.hpp"

#include <spdlog/fmt/fmt.h>

#include "algorithms/data/letor.hpp"
#include "app/base/errors.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::answer_ledger_test {
using namespace fedltr::test;

namespace {

/// Pure epsilon 1 per release without a better bound: budgets are counts.
ReleaseConfig config_of(double budget, double epsilon = 1) {
  ReleaseConfig config;
  config.guarantee.pure = epsilon;
  config.budget = budget;
  return config;
}

/// A run of party 0, which has documents d0, d1 and d2, with members a and b.
struct Run {
  Run(const std::filesystem::path& file, const std::string& name,
      const ReleaseConfig& config = config_of(kNoBound),
      const OwnLimits& limits = {})
      : Run(file,
            LedgerSetup{
                name, {"own", "a", "b"}, {"d0", "d1", "d2"}, config, limits}) {}
  Run(const std::filesystem::path& file, const LedgerSetup& setup)
      : account(setup.config, 3, 3, 1), ledger(file, setup) {
    ledger.open(account);
  }

  /// @return documents that the answer releases something about
  std::vector<std::uint32_t> answer(std::uint32_t asker,
                                    const std::vector<std::uint32_t>& documents,
                                    std::uint32_t request = 0) {
    std::vector<std::uint32_t> told;
    for (const std::uint32_t d : documents)
      if (account.charge(d, asker)) told.push_back(d);
    SiloMessage message = message_of(TopAnswer(), request);
    message.to = asker;
    ledger.enter(message, account);
    return told;
  }

  ReleaseLedger account;
  AnswerLedger ledger;
};

using Documents = std::vector<std::uint32_t>;

constexpr std::int64_t kStart = 1'800'000'000;  // Unix time
constexpr std::int64_t kPeriod = 1000;          // seconds

/// A run whose budget of 3 lasts for a period.
LedgerSetup lasting(const std::string& name, std::int64_t& now) {
  LedgerSetup setup{
      name, {"own", "a", "b"}, {"d0", "d1", "d2"}, config_of(3), {}};
  setup.period = kPeriod;
  setup.begun = now;
  setup.clock = [&now] { return now; };
  setup.salt = [] { return std::uint64_t{7}; };
  return setup;
}

std::string text_of(const std::filesystem::path& file) {
  return read_text(file);
}

}  // namespace

TEST_CASE("a ledger has a line for each document of an answer") {
  const TemporaryFolder folder;
  const auto file = folder / "ledger.csv";
  Run run(file, "one");
  run.answer(1, {0, 2, 2}, 4);
  run.answer(2, {}, 7);
  const std::string label = label_of(config_of(1).guarantee);
  const std::string begin = "one,a,top-K answer,1," + label + ",1,";
  const std::string text = text_of(file);
  has(text, kLedgerHeading);
  has(text, "," + begin + "1,d0\n");
  has(text, "," + begin + "2,d2\n");
  // CRC-32 of the first line without its check, by Python's zlib.
  CHECK(check_of("123456789", 0) == 0xcbf43926U);
  CHECK(std::ranges::count(text, '\n') == 3);  // none for b
}

TEST_CASE("an account that is smaller than it was takes nothing back") {
  const TemporaryFolder folder;
  const auto file = folder / "ledger.csv";
  Run run(file, "one");
  run.answer(1, {0, 0, 0});
  run.account.leave_out(1);
  CHECK_THROWS_AS(run.answer(1, {0}), std::invalid_argument);
  const LedgerBook book =
      read_ledger(file, "two", label_of(config_of(1).guarantee));
  CHECK(book.documents.at("d0").same == 3);
}

TEST_CASE("a budget holds over runs") {
  const TemporaryFolder folder;
  const auto file = folder / "ledger.csv";
  {
    Run run(file, "one", config_of(3));
    CHECK(run.answer(1, {0, 0, 1}) == Documents{0, 0, 1});
  }
  {
    Run run(file, "two", config_of(3));
    CHECK(run.ledger.earlier() == 1);
    // One release of three is left for d0, two for d1, three for d2.
    CHECK(run.answer(1, {0, 0, 1, 1, 1, 2, 2, 2, 2}) ==
          Documents{0, 1, 1, 2, 2, 2});
  }
  Run run(file, "three", config_of(3));
  CHECK(run.answer(1, {0, 1, 2}).empty());
  CHECK(run.ledger.book().runs.size() == 2);
  // A larger budget leaves room again.
  CHECK(run.ledger.book().most_told(config_of(3).guarantee, 1e-6).accounted ==
        3);
}

TEST_CASE("answers under other noise count at their epsilon") {
  const TemporaryFolder folder;
  const auto file = folder / "ledger.csv";
  { Run(file, "one", config_of(kNoBound, 0.75)).answer(1, {0, 0}); }
  {
    // 1.5 of 3 are spent: one release of epsilon 1 fits.
    Run run(file, "two", config_of(3));
    CHECK(run.answer(1, {0, 0}) == Documents{0});
    CHECK(run.ledger.book().most_told(config_of(3).guarantee, 1e-6).accounted ==
          1.5);
  }
  { Run(file, "three", config_of(kNoBound, kNoBound)).answer(1, {1}); }
  // The release about d1 has no bound.
  CHECK(Run(file, "four", config_of(3)).answer(1, {1, 2}) == Documents{2});
}

TEST_CASE("a budget of a period returns to later runs once it is over") {
  const TemporaryFolder folder;
  const auto file = folder / "ledger.csv";
  std::int64_t now = kStart;
  { CHECK(Run(file, lasting("one", now)).answer(1, {0, 0}).size() == 2); }
  now += 500;
  { CHECK(Run(file, lasting("two", now)).answer(1, {0, 0}).size() == 1); }
  // The first two lines count for a minute more than the period.
  now = kStart + kPeriod + kLedgerMinute - 1;
  { CHECK(Run(file, lasting("three", now)).answer(1, {0}).empty()); }
  now += 1;
  { CHECK(Run(file, lasting("four", now)).answer(1, {0, 0, 0}).size() == 2); }
  // A budget for life counts them all.
  CHECK(Run(file, "five", config_of(6)).answer(1, {0, 0}).size() == 1);
}

TEST_CASE("a ledger holds the time of its lines, once a minute") {
  const TemporaryFolder folder;
  const auto file = folder / "ledger.csv";
  std::int64_t now = kStart;
  Run run(file, lasting("one", now));
  run.answer(1, {0});
  now += kLedgerMinute - 1;
  run.answer(1, {1});
  now -= 500;  // a clock that is set back
  run.answer(1, {2});
  now += 500 + 1;
  run.answer(2, {0});
  std::vector<std::string> times;
  std::istringstream text(text_of(file));
  for (std::string line; std::getline(text, line);)
    if (const auto at = line.find(",at,"); at != std::string::npos)
      times.push_back(line.substr(at + 1));
  CHECK(times == std::vector{time_line(kStart, 7),
                             time_line(kStart + kLedgerMinute, 7)});
}

TEST_CASE("a session's own answers return as their period ends") {
  const TemporaryFolder folder;
  const auto file = folder / "ledger.csv";
  std::int64_t now = kStart;
  Run run(file, lasting("one", now));
  CHECK(run.answer(1, {0, 0, 0, 0, 1}) == Documents{0, 0, 0, 1});
  now += 500;
  CHECK(run.answer(1, {1, 0}) == Documents{1});
  now = kStart + kPeriod + kLedgerMinute;
  run.ledger.renew(now, run.account);
  CHECK(run.answer(1, {0, 0, 0, 0}) == Documents{0, 0, 0});
  CHECK(run.answer(1, {1, 1, 1}) == Documents{1, 1});
  run.ledger.renew(now, run.account);
  CHECK(run.answer(1, {0, 1}).empty());
}

TEST_CASE("a process that resumes a session renews the same") {
  const TemporaryFolder folder;
  const auto file = folder / "ledger.csv";
  std::int64_t now = kStart;
  const LedgerSetup setup = lasting("one", now);
  const auto session = [&](bool is_new) {
    Run run(file, setup);
    CHECK(run.answer(1, {0, 0, 0, 0}).size() == 3);
    if (is_new) now += 2 * kPeriod;
    run.ledger.renew(kStart + 2 * kPeriod, run.account);
    CHECK(run.answer(1, {0, 0, 0, 0}).size() == 3);
  };
  session(true);
  const std::string whole = text_of(file);
  session(false);
  CHECK(text_of(file) == whole);
}

TEST_CASE("lines without a time are as old as the first line with one") {
  const TemporaryFolder folder;
  const auto file = folder / "ledger.csv";
  { Run(file, "one", config_of(3)).answer(1, {0, 0}); }
  std::int64_t now = kStart;
  { CHECK(Run(file, lasting("two", now)).answer(1, {0, 0}) == Documents{0}); }
  now += kPeriod - 1;
  { CHECK(Run(file, lasting("three", now)).answer(1, {0}).empty()); }
  now += 1;
  CHECK(Run(file, lasting("four", now)).answer(1, {0, 0, 0}).size() == 2);
}

TEST_CASE("a resumed run enters what is missing, and nothing twice") {
  const TemporaryFolder folder;
  const auto file = folder / "ledger.csv";
  {
    Run run(file, "one", config_of(4));
    run.answer(1, {0, 1, 2}, 0);
    run.answer(2, {0}, 1);
  }
  const std::string whole = text_of(file);
  // After a kill anywhere, lines of an answer may be missing or cut short.
  for (const std::size_t cut : {whole.size(), whole.size() - 5,
                                whole.find(",d1") + 4, whole.find(",d0")}) {
    CAPTURE(cut);
    std::ofstream(file, std::ios::binary) << whole.substr(0, cut);
    Run run(file, "one", config_of(4));
    CHECK(run.ledger.earlier() == 0);
    CHECK(run.answer(1, {0, 1, 2}, 0) == Documents{0, 1, 2});
    CHECK(run.answer(2, {0}, 1) == Documents{0});
    CHECK(text_of(file) == whole);
  }
  // Another run counts all entries as spent, whether their answers were sent or
  std::ofstream(file, std::ios::binary)
      << whole.substr(0, whole.find(",d1") + 4);
  Run other(file, "two", config_of(1));
  CHECK(other.answer(1, {0, 1, 2}) == Documents{2});
}

TEST_CASE("a run does not resume behind another one, nor in a packed ledger") {
  const TemporaryFolder folder;
  const auto file = folder / "ledger.csv";
  { Run(file, "one").answer(1, {0}); }
  { Run(file, "two").answer(1, {0}); }
  { Run(file, "two").answer(1, {0}); }
  CHECK_THROWS_WITH_AS(
      Run(file, "one"),
      doctest::Contains("other runs have entered answers since this one"),
      CheckpointError);
  folder.write("packed.csv", std::string("\x1f\x8b") + "rest");
  CHECK_THROWS_WITH_AS(Run(folder / "packed.csv", "one"),
                       doctest::Contains("is packed"), DataError);
}

TEST_CASE("a head is of the last answer, and the same for a next process") {
  const TemporaryFolder folder;
  const auto file = folder / "ledger.csv";
  std::int64_t now = kStart;
  { Run(file, lasting("one", now)).answer(1, {0, 1}); }
  std::vector<LedgerHead> first;
  const LedgerSetup two = lasting("two", now);
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
  CHECK(first[1].lines == 4);
  CHECK(first[2].lines == 7);
  CHECK(first[3] == first[2]);  // an answer that reveals nothing
  CHECK(heads() == first);
}

TEST_CASE("a ledger that lost lines does not hold a head, unless accepted") {
  const TemporaryFolder folder;
  const auto file = folder / "ledger.csv";
  std::int64_t now = kStart;
  LedgerHead early;
  LedgerHead late;
  {
    Run run(file, lasting("one", now));
    run.answer(1, {0});
    early = run.ledger.head();
  }
  const std::string backup = text_of(file);
  {
    Run run(file, lasting("two", now));
    run.answer(1, {1});
    late = run.ledger.head();
    for (const LedgerHead& head : {LedgerHead(), early, late})
      CHECK(run.ledger.loss_of("a", head).empty());
  }
  // Restored, restored and continued, or gone.
  std::ofstream(file, std::ios::binary) << backup;
  CHECK(Run(file, lasting("three", now)).ledger.loss_of("a", early).empty());
  has(Run(file, lasting("three", now)).ledger.loss_of("a", late),
      "has 2 lines, but a remembers one of 3 lines that is no part of it");
  { Run(file, lasting("three", now)).answer(1, {2, 1}); }
  CHECK_FALSE(
      Run(file, lasting("four", now)).ledger.loss_of("b", late).empty());
  std::filesystem::remove(file);
  {
    Run run(file, lasting("five", now));
    CHECK_FALSE(run.ledger.loss_of("a", early).empty());
    run.ledger.accept_loss("a", early);
    CHECK(run.ledger.loss_of("a", early).empty());
    CHECK_FALSE(run.ledger.loss_of("b", late).empty());
    run.answer(1, {0});
  }
  Run run(file, lasting("six", now));
  CHECK(run.ledger.loss_of("a", early).empty());
  CHECK_FALSE(run.ledger.loss_of("b", late).empty());
  CHECK(run.account.left(0, 1) == 2);  // of three
}

TEST_CASE("a resumed run that answers differently is stopped") {
  const TemporaryFolder folder;
  { Run(folder / "l", "one").answer(1, {0}); }
  Run run(folder / "l", "one");
  CHECK_THROWS_AS(run.answer(1, {1}), DataError);
}

TEST_CASE("a changed or invalid ledger is refused as it is") {
  const TemporaryFolder folder;
  const auto file = folder / "ledger.csv";
  {
    Run run(file, "one");
    run.answer(1, {0, 1});
    run.answer(1, {2});
  }
  const std::string whole = text_of(file);
  std::vector<std::string> damaged = {"a,b\n1,2\n"};
  for (const char* part : {",d0", ",1,d1", "one", "top-K"}) {
    damaged.push_back(whole);
    damaged.back()[whole.find(part) + 1] ^= 1;
  }
  // A missing line.
  const std::size_t first = std::string(kLedgerHeading).size();
  damaged.push_back(whole.substr(0, first) +
                    whole.substr(whole.find('\n', first) + 1));
  for (const std::string& text : damaged) {
    CAPTURE(text);
    std::ofstream(file, std::ios::binary) << text;
    CHECK_THROWS_AS(Run(file, "two"), DataError);
    CHECK(text_of(file) == text);
  }
  std::ofstream(file, std::ios::binary) << whole;
  const Run run(file, "two");
  CHECK_THROWS_AS(Run(file, "three"), UsageError);  // in use
}

TEST_CASE("names with line ends are one line, and the same document") {
  const TemporaryFolder folder;
  CHECK(escaped("a\nb\\,c") == "a\\x0ab\\x5c,c");
  const auto file = folder / "l";
  const auto answer_one = [&](const std::string& run) {
    ReleaseLedger account(config_of(1), 1, 2, 1);
    AnswerLedger ledger(file,
                        {run, {"own", "a"}, {"a\nb,\"c\""}, config_of(1), {}});
    ledger.open(account);
    const bool told = account.charge(0, 1);
    SiloMessage message;
    message.to = 1;
    ledger.enter(message, account);
    return told;
  };
  CHECK(answer_one("one"));
  CHECK_FALSE(answer_one("two"));
}

TEST_CASE("a limit of a run's answers ends with the run, for each member") {
  const TemporaryFolder folder;
  OwnLimits limits;
  limits.answers_a_run = 2;
  for (const char* name : {"first", "second"}) {
    Run run(folder / "ledger.csv", name, config_of(kNoBound), limits);
    CHECK(run.answer(1, {0}) == Documents{0});
    CHECK_FALSE(run.ledger.is_last_of_run(1));
    CHECK(run.answer(1, {0}, 1) == Documents{0});
    CHECK(run.ledger.is_last_of_run(1));
    CHECK(run.answer(1, {0}, 2).empty());
    CHECK_FALSE(run.ledger.is_last_of_run(1));  // already reported
    CHECK(run.answer(2, {0}) == Documents{0});
  }
}

TEST_CASE("a resumed run continues its count of answers") {
  const TemporaryFolder folder;
  OwnLimits limits;
  limits.answers_a_run = 2;
  {
    Run run(folder / "ledger.csv", "run", config_of(kNoBound), limits);
    run.answer(1, {0});
  }
  Run again(folder / "ledger.csv", "run", config_of(kNoBound), limits);
  CHECK(again.answer(1, {0}) == Documents{0});  // repeated from its journal
  CHECK(again.answer(1, {1}, 1) == Documents{1});
  CHECK(again.answer(1, {2}, 2).empty());
}

TEST_CASE("answers are counted as given, independent of the asked number") {
  const TemporaryFolder folder;
  const auto file = folder / "l";
  {
    Run run(file, "one");
    for (int i = 0; i < 3; ++i) run.answer(1, {0, 1}, 100000);
    run.answer(1, {2}, 100000);
    run.answer(1, {}, 100000);
    run.answer(2, {0}, 100000);
    run.answer(1, {}, 100000);
  }
  const std::string label = label_of(config_of(1).guarantee);
  CHECK(read_ledger(file, "", label).answers ==
        std::map<std::string, std::size_t>{{"a", 4}, {"b", 1}});
  CHECK(read_ledger(file, "", label, "a").earlier() == 4);
  OwnLimits limits;
  limits.answers_a_member = 5;
  Run run(file, "two", config_of(kNoBound), limits);
  CHECK(run.answer(1, {0}, 100000) == Documents{0});
  CHECK(run.answer(1, {0}, 100000).empty());
}

TEST_CASE("answers that reveal nothing fill no disk") {
  const TemporaryFolder folder;
  const auto file = folder / "l";
  OwnLimits limits;
  limits.answers_a_run = 4;
  Run run(file, "one", config_of(kNoBound), limits);
  run.answer(1, {0});
  const auto size = std::filesystem::file_size(file);
  for (std::uint32_t i = 1; i < 100; ++i) run.answer(1, {}, i);
  CHECK(std::filesystem::file_size(file) == size);
  // They count as answers of the run.
  CHECK(run.answer(1, {0}, 100).empty());
}

TEST_CASE(
    "a ledger of 0.1.0 has one more answer where a document comes again") {
  const TemporaryFolder folder;
  std::string text = kLedgerHeading;
  std::uint32_t check = 0;
  for (const char* line :
       {"one,a,top-K answer,7,x,1,1,d0", "one,a,top-K answer,7,x,1,1,d1",
        "one,a,top-K answer,7,x,1,1,d0", "one,a,top-K answer,7,x,1,0,",
        "one,a,top-K answer,7,x,1,0,", "one,a,top-K answer,7,x,1,1,d0",
        "one,a,top-K answer,8,x,1,1,d1", "one,a,count answers,8,x,1,1,d2"}) {
    check = check_of(line, check);
    text += fmt::format("{:08x},{}\n", check, line);
  }
  const LedgerBook book = read_ledger(folder.write("l", text), "", "x", "");
  CHECK(book.earlier() == 7);
  CHECK(book.documents.at("d0").same == 3);
}

TEST_CASE("own limits close to members, over runs") {
  const TemporaryFolder folder;
  const auto file = folder / "l";
  OwnLimits limits;
  limits.answers_a_member = 2;
  limits.refused = {"b"};
  const auto config = config_of(kNoBound);
  {
    Run run(file, "one", config, limits);
    CHECK(run.answer(1, {0}) == Documents{0});
    CHECK(run.answer(2, {0}).empty());
  }
  {
    Run run(file, "two", config, limits);
    CHECK(run.answer(1, {0}, 0) == Documents{0});
    CHECK(run.answer(1, {0}, 1).empty());
    CHECK(run.account.refused() == 1);
  }
  OwnLimits all;
  all.answers = 3;  // four were given, two of them empty
  Run run(file, "three", config, all);
  CHECK(run.answer(2, {1}) == Documents{1});
  CHECK(run.answer(1, {1}).empty());
}

}  // namespace fedltr::answer_ledger_test
