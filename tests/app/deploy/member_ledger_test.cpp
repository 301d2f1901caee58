#include "app/deploy/member_ledger.hpp"

#include <fstream>

#include "algorithms/data/letor.hpp"
#include "app/base/errors.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::member_ledger_test {
using namespace fedltr::test;

namespace {

constexpr std::int64_t kDay = 86400;

/// A member's ledger at a time that the test sets.
struct Book {
  TemporaryFolder folder;
  std::int64_t now = 100 * kDay;
  std::int64_t jump = 0;  ///< of the clock, since the machine started
  std::optional<MemberLedger> ledger;

  std::filesystem::path file() const { return folder / "ledger.csv"; }
  MemberLedger& open(const std::string& agreement = "ours",
                     PrivacyUnit unit = PrivacyUnit::kMember) {
    ledger.reset();
    return ledger.emplace(
        file(), limits(agreement, unit), [this] { return now; },
        std::make_shared<ClockWatch>([this] { return now; },
                                     [this] { return now - jump; }));
  }
  static MemberLedger::Limits limits(const std::string& agreement,
                                     PrivacyUnit unit) {
    return {agreement, unit, 1.0, 30 * kDay};
  }
};

}  // namespace

TEST_CASE("a period's budget covers what it covers, then no more") {
  Book book;
  MemberLedger& ledger = book.open();
  for (std::uint32_t epoch = 1; epoch <= 10; ++epoch)
    CHECK(ledger.charge(epoch, 0.1));
  CHECK_FALSE(ledger.charge(11, 0.1));
  CHECK(ledger.renewal(0.1) == book.now + 30 * kDay);
  CHECK(ledger.of_period() == doctest::Approx(1));
  book.now += 31 * kDay;
  CHECK(ledger.of_period() == 0);
  CHECK(ledger.charge(12, 0.5));
  CHECK(ledger.of_life() == doctest::Approx(1.5));
}

TEST_CASE("a clock that jumps ahead leaves no line in the future") {
  Book book;
  MemberLedger& ledger = book.open();
  CHECK(ledger.charge(1, 0.5));
  book.now += 300 * kDay;
  book.jump = 300 * kDay;
  CHECK_THROWS_WITH_AS((void)ledger.charge(2, 0.5),
                       doctest::Contains("clock was set by more than an hour"),
                       std::invalid_argument);
  CHECK_FALSE(ledger.knows_time());
  CHECK(ledger.charge(2, 0));  // at the time of the last line
  book.now -= 300 * kDay;
  book.jump = 0;
  CHECK(ledger.charge(3, 0.5));
  CHECK(ledger.renewal(0.5) == book.now + 30 * kDay);
}

TEST_CASE("a ledger in the future is known") {
  Book book;
  CHECK(book.open().charge(1, 0.5));
  CHECK_FALSE(book.ledger->future());
  const std::int64_t then = book.now;
  book.now -= kDay;
  CHECK_FALSE(book.open().future());
  --book.now;
  CHECK(book.open().future() == then);
}

TEST_CASE("the budget is there again when enough charges are old") {
  Book book;
  MemberLedger& ledger = book.open();
  for (std::uint32_t epoch = 1; epoch <= 4; ++epoch, book.now += kDay)
    CHECK(ledger.charge(epoch, 0.25));
  CHECK(ledger.renewal(0.25) == 130 * kDay);
  CHECK(ledger.renewal(0.5) == 131 * kDay);
  book.now = 130 * kDay - 1;
  CHECK_FALSE(ledger.charge(5, 0.25));
  ++book.now;
  CHECK(ledger.charge(5, 0.25));
}

TEST_CASE("a clock that was set back for a while forgets no charge") {
  Book book;
  CHECK(book.open().charge(1, 0.5));
  book.now -= 90 * kDay;
  CHECK(book.open().charge(2, 0.5));
  book.now += 90 * kDay;
  CHECK(book.open().of_period() == 1);
  CHECK_FALSE(book.ledger->charge(3, 0.5));
}

TEST_CASE("a later process continues, and other federations count") {
  Book book;
  CHECK(book.open().charge(3, 0.75));
  CHECK(book.open().of_life() == 0.75);
  CHECK_THROWS_AS(static_cast<void>(book.open().charge(3, 0.1)),
                  std::invalid_argument);
  MemberLedger& other = book.open("another");
  CHECK(other.charge(1, 0.25));
  CHECK_FALSE(other.charge(2, 0.25));
}

TEST_CASE("noise for a query does not count for a member") {
  Book book;
  CHECK(book.open("ours", PrivacyUnit::kQuery).charge(1, 0.5));
  CHECK_THROWS_WITH_AS(
      book.open("another"),
      doctest::Contains("(--ledger FILE) count it beside this one"),
      UsageError);
  CHECK(book.open("another", PrivacyUnit::kQuery).of_life() == 0.5);
  Book strict;
  CHECK(strict.open().charge(1, 0.5));
  CHECK(strict.open("another", PrivacyUnit::kQuery).of_life() == 0.5);
  CHECK(strict.open("third", PrivacyUnit::kUser).charge(1, 0.25));
  CHECK_THROWS_WITH_AS(strict.open("another", PrivacyUnit::kQuery),
                       doctest::Contains("members.unit = user, whose noise "
                                         "does not bound a query"),
                       UsageError);
}

TEST_CASE("an agreement without noise takes a ledger of any unit") {
  Book book;
  CHECK(book.open("ours", PrivacyUnit::kQuery).charge(1, 0.5));
  book.ledger.reset();
  MemberLedger plain(book.file(), {"plain", {}, 0, 30 * kDay},
                     [&] { return book.now; });
  CHECK(plain.charge(1, 0));
  CHECK(plain.unbounded() == 1);
}

TEST_CASE("epochs without noise are counted, and spend no budget") {
  Book book;
  MemberLedger& plain = book.open("plain", PrivacyUnit::kQuery);
  CHECK(plain.charge(1, 0));
  CHECK(plain.charge(2, 0));
  CHECK(plain.charge(1, 0));  // a federation that begins anew
  MemberLedger& noisy = book.open();
  CHECK(noisy.unbounded() == 3);
  CHECK(noisy.charge(1, 1));
  CHECK_FALSE(noisy.charge(2, 0.5));
  CHECK(noisy.charge(2, 0));
  CHECK(book.open().of_life() == 1);
  CHECK(book.ledger->unbounded() == 4);
}

TEST_CASE("a ledger that another process made meanwhile is read") {
  Book book;
  book.open();
  {
    MemberLedger other(book.file(), Book::limits("theirs", {}),
                       [] { return 100 * kDay; });
    CHECK(other.charge(1, 0.75));
  }
  CHECK_FALSE(book.ledger->charge(1, 0.5));
  CHECK(book.ledger->of_life() == 0.75);
}

TEST_CASE("an epoch that the ledger has is not charged or answered again") {
  Book book;
  MemberLedger& ledger = book.open();
  CHECK(ledger.charge(5, 0.1));
  for (const std::uint32_t old : {5U, 4U, 1U})
    CHECK_THROWS_AS(static_cast<void>(ledger.charge(old, 0.1)),
                    std::invalid_argument);
}

TEST_CASE("a line that a loss of power cut short is left out") {
  Book book;
  CHECK(book.open().charge(1, 0.5));
  book.ledger.reset();
  std::ofstream(book.file(), std::ios::app) << "0123abcd,86";
  MemberLedger& ledger = book.open();
  CHECK(ledger.of_life() == 0.5);
  CHECK(ledger.charge(2, 0.25));
  CHECK(book.open().of_life() == 0.75);
}

TEST_CASE("a ledger that was changed is refused, with its line") {
  Book book;
  CHECK(book.open().charge(1, 0.5));
  CHECK(book.open().charge(2, 0.25));
  book.ledger.reset();
  std::string text = read_text(book.file());
  text.replace(text.find(",0.5\n"), 5, ",0.1\n");
  book.folder.write("ledger.csv", text);
  CHECK_THROWS_WITH_AS(book.open(), doctest::Contains("ledger.csv:2: was"),
                       DataError);
  book.folder.write("ledger.csv", "something else\n");
  CHECK_THROWS_WITH_AS(book.open(), doctest::Contains("no ledger of a member"),
                       DataError);
}

TEST_CASE("a ledger that another process holds can be read") {
  Book book;
  CHECK(book.open().charge(1, 0.25));
  MemberLedger::Limits limits = Book::limits("ours", PrivacyUnit::kMember);
  limits.only_read = true;
  const MemberLedger shown(book.file(), limits, [&] { return book.now; });
  CHECK(shown.of_life() == 0.25);
}

TEST_CASE("two processes can't hold one ledger") {
  Book book;
  CHECK(book.open().charge(1, 0.1));
  CHECK_THROWS_AS(MemberLedger(book.file(), Book::limits("ours", {}),
                               [] { return std::int64_t{1}; }),
                  UsageError);
}

}  // namespace fedltr::member_ledger_test
