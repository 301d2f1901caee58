#include "app/deploy/answer_ledger.hpp"

#include <spdlog/fmt/fmt.h>

#include "algorithms/data/letor.hpp"
#include "app/base/errors.hpp"
#include "tests/support/ledger_run.hpp"

namespace fedltr::answer_ledger_test {
using namespace fedltr::test;

namespace {

using Run = LedgerRun;

}  // namespace

TEST_CASE("a ledger has a line for each document of an answer") {
  const TemporaryFolder folder;
  const auto file = folder / "ledger.csv";
  Run run(file, "one");
  run.answer(1, {0, 2, 2}, 4);
  run.answer(2, {}, 7);
  const std::string label = label_of(pure_config(1).guarantee);
  const std::string begin = "one,a,top-K answer,1," + label + ",1,";
  const std::string text = read_text(file);
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
      read_ledger(file, "two", label_of(pure_config(1).guarantee));
  CHECK(book.documents.at("d0").same == 3);
}

TEST_CASE("a budget holds over runs") {
  const TemporaryFolder folder;
  const auto file = folder / "ledger.csv";
  {
    Run run(file, "one", pure_config(3));
    CHECK(run.answer(1, {0, 0, 1}) == ToldDocuments{0, 0, 1});
  }
  {
    Run run(file, "two", pure_config(3));
    CHECK(run.ledger.earlier() == 1);
    // One release of three is left for d0, two for d1, three for d2.
    CHECK(run.answer(1, {0, 0, 1, 1, 1, 2, 2, 2, 2}) ==
          ToldDocuments{0, 1, 1, 2, 2, 2});
  }
  Run run(file, "three", pure_config(3));
  CHECK(run.answer(1, {0, 1, 2}).empty());
  CHECK(run.ledger.book().runs.size() == 2);
  // A larger budget leaves room again.
  CHECK(run.ledger.book().most_told(pure_config(3).guarantee, 1e-6).accounted ==
        3);
}

TEST_CASE("answers under other noise count at their epsilon") {
  const TemporaryFolder folder;
  const auto file = folder / "ledger.csv";
  { Run(file, "one", pure_config(kNoBound, 0.75)).answer(1, {0, 0}); }
  {
    // 1.5 of 3 are spent: one release of epsilon 1 fits.
    Run run(file, "two", pure_config(3));
    CHECK(run.answer(1, {0, 0}) == ToldDocuments{0});
    CHECK(
        run.ledger.book().most_told(pure_config(3).guarantee, 1e-6).accounted ==
        1.5);
  }
  { Run(file, "three", pure_config(kNoBound, kNoBound)).answer(1, {1}); }
  // The release about d1 has no bound.
  CHECK(Run(file, "four", pure_config(3)).answer(1, {1, 2}) ==
        ToldDocuments{2});
}

TEST_CASE("a resumed run enters what is missing, and nothing twice") {
  const TemporaryFolder folder;
  const auto file = folder / "ledger.csv";
  {
    Run run(file, "one", pure_config(4));
    run.answer(1, {0, 1, 2}, 0);
    run.answer(2, {0}, 1);
  }
  const std::string whole = read_text(file);
  // After a kill anywhere, lines of an answer may be missing or cut short.
  for (const std::size_t cut : {whole.size(), whole.size() - 5,
                                whole.find(",d1") + 4, whole.find(",d0")}) {
    CAPTURE(cut);
    std::ofstream(file, std::ios::binary) << whole.substr(0, cut);
    Run run(file, "one", pure_config(4));
    CHECK(run.ledger.earlier() == 0);
    CHECK(run.answer(1, {0, 1, 2}, 0) == ToldDocuments{0, 1, 2});
    CHECK(run.answer(2, {0}, 1) == ToldDocuments{0});
    CHECK(read_text(file) == whole);
  }
  // Another run counts all entries as spent, whether their answers were sent or
  std::ofstream(file, std::ios::binary)
      << whole.substr(0, whole.find(",d1") + 4);
  Run other(file, "two", pure_config(1));
  CHECK(other.answer(1, {0, 1, 2}) == ToldDocuments{2});
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
  const std::string whole = read_text(file);
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
    CHECK(read_text(file) == text);
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
    ReleaseLedger account(pure_config(1), 1, 2, 1);
    AnswerLedger ledger(
        file, {run, {"own", "a"}, {"a\nb,\"c\""}, pure_config(1), {}});
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
    Run run(folder / "ledger.csv", name, pure_config(kNoBound), limits);
    CHECK(run.answer(1, {0}) == ToldDocuments{0});
    CHECK_FALSE(run.ledger.is_last_of_run(1));
    CHECK(run.answer(1, {0}, 1) == ToldDocuments{0});
    CHECK(run.ledger.is_last_of_run(1));
    CHECK(run.answer(1, {0}, 2).empty());
    CHECK_FALSE(run.ledger.is_last_of_run(1));  // already reported
    CHECK(run.answer(2, {0}) == ToldDocuments{0});
  }
}

TEST_CASE("a resumed run continues its count of answers") {
  const TemporaryFolder folder;
  OwnLimits limits;
  limits.answers_a_run = 2;
  {
    Run run(folder / "ledger.csv", "run", pure_config(kNoBound), limits);
    run.answer(1, {0});
  }
  Run again(folder / "ledger.csv", "run", pure_config(kNoBound), limits);
  CHECK(again.answer(1, {0}) == ToldDocuments{0});  // repeated from its journal
  CHECK(again.answer(1, {1}, 1) == ToldDocuments{1});
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
  const std::string label = label_of(pure_config(1).guarantee);
  CHECK(read_ledger(file, "", label).answers ==
        std::map<std::string, std::size_t>{{"a", 4}, {"b", 1}});
  CHECK(read_ledger(file, "", label, "a").earlier() == 4);
  OwnLimits limits;
  limits.answers_a_member = 5;
  Run run(file, "two", pure_config(kNoBound), limits);
  CHECK(run.answer(1, {0}, 100000) == ToldDocuments{0});
  CHECK(run.answer(1, {0}, 100000).empty());
}

TEST_CASE("answers that reveal nothing fill no disk") {
  const TemporaryFolder folder;
  const auto file = folder / "l";
  OwnLimits limits;
  limits.answers_a_run = 4;
  Run run(file, "one", pure_config(kNoBound), limits);
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
  const auto config = pure_config(kNoBound);
  {
    Run run(file, "one", config, limits);
    CHECK(run.answer(1, {0}) == ToldDocuments{0});
    CHECK(run.answer(2, {0}).empty());
  }
  {
    Run run(file, "two", config, limits);
    CHECK(run.answer(1, {0}, 0) == ToldDocuments{0});
    CHECK(run.answer(1, {0}, 1).empty());
    CHECK(run.account.refused() == 1);
  }
  OwnLimits all;
  all.answers = 3;  // four were given, two of them empty
  Run run(file, "three", config, all);
  CHECK(run.answer(2, {1}) == ToldDocuments{1});
  CHECK(run.answer(1, {1}).empty());
}

}  // namespace fedltr::answer_ledger_test
