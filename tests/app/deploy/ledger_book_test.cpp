#include "app/deploy/ledger_book.hpp"

#include <spdlog/fmt/fmt.h>

#include "algorithms/data/letor.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::ledger_book_test {
using namespace fedltr::test;

namespace {

constexpr const char* kOurs = "ours";  // label of this run's guarantee

Guarantee pure(double epsilon) {
  Guarantee guarantee;
  guarantee.pure = epsilon;
  return guarantee;
}

/// A ledger with the given lines, whose checks fit.
std::string ledger_of(const std::vector<std::string>& lines) {
  std::string text = kLedgerHeading;
  std::uint32_t check = 0;
  for (const std::string& line : lines) {
    check = check_of(line, check);
    text += fmt::format("{:08x},{}\n", check, line);
  }
  return text;
}

LedgerBook book_of(const std::string& text, const std::string& run = "",
                   const std::string& asker = "") {
  const TemporaryFolder folder;
  return read_ledger(folder.write("ledger.csv", text), run, kOurs, asker);
}

std::string refusal_of(const std::string& text) {
  try {
    book_of(text);
  } catch (const DataError& error) {
    const std::string what = error.what();
    return what.substr(what.find("ledger.csv"));
  }
  return "";
}

}  // namespace

TEST_CASE("no ledger and one without a line are empty books") {
  const std::string heading = kLedgerHeading;
  const TemporaryFolder folder;
  CHECK(read_ledger(folder / "none.csv", "", kOurs).bytes == 0);
  CHECK(book_of("").bytes == 0);
  // Cut short by a loss of power: the heading is written anew.
  CHECK(book_of(heading.substr(0, 5)).bytes == 0);
  const LedgerBook book = book_of(heading);
  CHECK(book.bytes == heading.size());
  CHECK(book.check == 0);
  CHECK(book.earlier() == 0);
  CHECK(book.most_told(pure(1), 1e-6).document.empty());
  CHECK(book.most_told(pure(1), 1e-6).accounted == 0);
}

TEST_CASE("releases add up by document, this guarantee's and all others'") {
  const LedgerBook book = book_of(ledger_of({
      "one,a,counts,1,ours,1,2,d0",
      "one,a,counts,2,ours,1,3,d0",
      "two,b,counts,1,other,0.25,4,d0",
      "two,b,counts,2,another,0.5,1,d0",
      "two,b,counts,2,other,inf,0,d1",  // nothing was released
      "two,a,counts,1,ours,1,0,",
  }));
  REQUIRE(book.documents.size() == 2);
  CHECK(book.documents.at("d0").same == 5);
  CHECK(book.documents.at("d0").others == 5);
  CHECK(book.documents.at("d0").other == 1.5);
  CHECK(book.documents.at("d0").releases() == 10);
  CHECK(book.documents.at("d1").releases() == 0);
  CHECK(book.documents.at("d1").other == 0);
  CHECK(book.runs == std::set<std::string>{"one", "two"});
  CHECK(book.answers == std::map<std::string, std::size_t>{{"a", 3}, {"b", 2}});
  CHECK(book.earlier() == 5);
}

TEST_CASE("the document with the largest epsilon is that of all guarantees") {
  const LedgerBook book = book_of(ledger_of({
      "one,a,counts,1,ours,1,2,d0",      // 2
      "one,a,counts,2,other,2.5,1,d1",   // 2.5
      "one,a,counts,3,ours,1,1,d2",      // 1 ...
      "one,a,counts,4,other,1.75,1,d2",  // ... + 1.75
      "one,a,counts,5,other,0.5,2,d3",   // 1
  }));
  const MostTold most = book.most_told(pure(1), 1e-6);
  CHECK(most.document == "d2");
  CHECK(most.accounted == 2.75);
  CHECK(most.spent.same == 1);
  // With a dearer release of this run's kind, that with two of them.
  CHECK(book.most_told(pure(8), 1e-6).document == "d0");
  CHECK(book.most_told(pure(8), 1e-6).accounted == 16);
  // A release without a bound exceeds every sum.
  CHECK(book.most_told(pure(kNoBound), 1e-6).accounted == kNoBound);
}

TEST_CASE("a run's own lines are kept apart, to be entered again") {
  const std::vector<std::string> lines = {"one,a,counts,1,ours,1,1,d0",
                                          "two,a,counts,1,ours,1,1,d0",
                                          "two,b,counts,1,ours,1,1,d1"};
  const LedgerBook last = book_of(ledger_of(lines), "two");
  CHECK(last.own == std::vector<std::string>{lines[1], lines[2]});
  CHECK_FALSE(last.others_since);
  CHECK(last.documents.at("d0").same == 1);
  CHECK_FALSE(last.documents.contains("d1"));
  CHECK(last.runs == std::set<std::string>{"one"});
  CHECK(last.earlier() == 1);
  const LedgerBook first = book_of(ledger_of(lines), "one");
  CHECK(first.own == std::vector<std::string>{lines[0]});
  CHECK(first.others_since);
}

TEST_CASE("the answers to one member alone can be read") {
  const LedgerBook book = book_of(
      ledger_of({"one,a,counts,1,ours,1,1,d0", "one,b,counts,1,ours,1,4,d0",
                 "two,b,counts,1,ours,1,1,d1"}),
      "", "b");
  CHECK(book.documents.at("d0").same == 4);
  CHECK(book.answers == std::map<std::string, std::size_t>{{"b", 2}});
  CHECK(book.runs == std::set<std::string>{"one", "two"});
}

TEST_CASE("a document's name is the rest of its line") {
  const LedgerBook book =
      book_of(ledger_of({"one,a,counts,1,ours,1,1,d0, \"x\",y"}));
  CHECK(book.documents.at("d0, \"x\",y").same == 1);
}

TEST_CASE("a last line without an end is no line, and does not count") {
  const std::string whole =
      ledger_of({"one,a,counts,1,ours,1,1,d0", "one,a,counts,1,ours,1,1,d1"});
  const std::string first = ledger_of({"one,a,counts,1,ours,1,1,d0"});
  for (std::size_t size = first.size(); size < whole.size(); ++size) {
    const LedgerBook book = book_of(whole.substr(0, size));
    CHECK(book.bytes == first.size());
    CHECK(book.check == check_of("one,a,counts,1,ours,1,1,d0", 0));
    CHECK(book.documents.size() == 1);
  }
  CHECK(book_of(whole).documents.size() == 2);
}

TEST_CASE("an invalid line is refused by its number, though its check fits") {
  const std::string good = "one,a,counts,1,ours,1,1,d0";
  for (const char* bad :
       {"", "one,a,counts,1,ours,1,1", "one,a,counts,1,ours,x,1,d0",
        "one,a,counts,1,ours,1,-1,d0", "one,a,counts,1,ours,1,1.5,d0"}) {
    CAPTURE(bad);
    CHECK(refusal_of(ledger_of({good, bad, good})) ==
          "ledger.csv:3: is no line of a ledger");
  }
  CHECK(refusal_of(ledger_of({good, good})).empty());
  has(refusal_of("name,value\n"), "ledger.csv:1: is no ledger of answers");
}

TEST_CASE("a line that changed, moved or is missing is refused by its number") {
  const std::string text =
      ledger_of({"one,a,counts,1,ours,1,1,d0", "one,a,counts,2,ours,1,1,d1",
                 "one,a,counts,3,ours,1,1,d2"});
  const std::size_t second = text.find('\n', text.find("d0")) + 1;
  const std::size_t third = text.find('\n', second) + 1;
  std::string changed = text;
  changed[second + 10] ^= 1;
  const std::string missing = text.substr(0, second) + text.substr(third);
  const std::string swapped = text.substr(0, second) + text.substr(third) +
                              text.substr(second, third - second);
  for (const std::string& each : {changed, missing, swapped})
    CHECK(refusal_of(each) ==
          "ledger.csv:3: was changed after it was written, or a line before "
          "it");
}

TEST_CASE("only answers of a period count, and the oldest is known") {
  const TemporaryFolder folder;
  const auto file = folder.write(
      "ledger.csv",
      ledger_of({"one,a,counts,1,ours,1,1,d0", "at,1000",
                 "one,a,counts,2,ours,1,2,d0", "one,a,counts,2,ours,1,2,d1",
                 "at,2000", "two,a,counts,1,ours,1,4,d0"}));
  const auto since = [&](std::int64_t time) {
    return read_ledger(file, "", kOurs, "", time);
  };
  CHECK(since(kAllTimes).documents.at("d0").same == 7);
  CHECK(since(999).documents.at("d0").same == 7);
  CHECK(since(1000).documents.at("d0").same == 6);
  CHECK(since(1000).oldest == 1000 + kLedgerMinute);
  CHECK(since(1000 + kLedgerMinute).documents.at("d0").same == 4);
  CHECK_FALSE(since(1000 + kLedgerMinute).documents.contains("d1"));
  CHECK(since(1000 + kLedgerMinute).earlier() == 3);  // over life
  CHECK(since(3000).documents.empty());
  CHECK_FALSE(since(3000).oldest.has_value());
  CHECK(since(3000).at == 2000);
  CHECK(read_ledger(file, "two", kOurs).own_times ==
        std::vector<std::int64_t>{2000 + kLedgerMinute});
}

TEST_CASE("documents without any budget left are counted") {
  const LedgerBook book = book_of(ledger_of(
      {"one,a,counts,1,ours,1,5,d0", "one,a,counts,1,ours,1,4,d1",
       "one,a,counts,1,other,4.5,1,d2", "one,a,counts,1,ours,1,9,d3"}));
  ReleaseConfig config;
  config.guarantee = pure(1);
  CHECK(book.spent_out(config, 2) == 0);  // no budget
  config.budget = 6;
  CHECK(book.spent_out(config, 1) == 1);
  // Two askers share what is left.
  CHECK(book.spent_out(config, 2) == 3);
  CHECK(LedgerBook().spent_out(config, 2) == 0);
}

TEST_CASE("a chain names each line and all before it") {
  const std::vector<std::string> lines = {
      "at,1000,00000000000000aa", "one,a,counts,1,ours,1,1,d0",
      "lost,two,b,12,0123456789abcdef", "two,a,counts,1,ours,1,1,d0"};
  const LedgerBook book = book_of(ledger_of(lines));
  REQUIRE(book.chains.size() == 4);
  CHECK(book.head(0) == LedgerHead());
  std::uint64_t chain = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    chain = chain_of(lines[i], chain);
    CHECK(book.head(i + 1) == LedgerHead{i + 1, chain});
    CHECK(book.holds({i + 1, chain}));
    CHECK_FALSE(book.holds({i + 1, chain ^ 1}));
    CHECK_FALSE(book.holds({i + 2, chain}));
  }
  CHECK(book.holds({12, 0x0123456789abcdef}));
  CHECK_FALSE(book.holds({11, 0x0123456789abcdef}));
  CHECK(book.earlier() == 2);
  CHECK(lost_line("two", "b", {12, 0x0123456789abcdef}) == lines[2]);
  CHECK(time_line(1000, 0xaa) == lines[0]);
  // SHA-256 of eight zeros and the letters abc, by Python's hashlib.
  CHECK(chain_of("abc", 0) == 0xf3652e4ce938bb99);
  const LedgerBook second = book_of(ledger_of(lines), "two");
  CHECK(second.before_own == 2);
  CHECK(second.own_places == std::vector<std::size_t>{4});
}

TEST_CASE("guarantees with other bounds have other labels") {
  Guarantee renyi = pure(1);
  renyi.renyi = {0.5, 1};
  Guarantee swapped = pure(1);
  swapped.renyi = {1, 0.5};
  std::set<std::string> labels;
  for (const Guarantee& each :
       {pure(1), pure(0.5), pure(kNoBound), renyi, swapped}) {
    CHECK(label_of(each).size() == 16);
    CHECK(label_of(each) == label_of(Guarantee(each)));
    labels.insert(label_of(each));
  }
  CHECK(labels.size() == 5);
}

}  // namespace fedltr::ledger_book_test
