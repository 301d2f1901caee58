#include "app/deploy/party_spending.hpp"

#include <sstream>

#include "app/base/errors.hpp"
#include "tests/support/ledger_run.hpp"

namespace fedltr::party_spending_test {
using namespace fedltr::test;

namespace {

/// A ledger of member own, whose budget of 3 lasts for kLedgerPeriod.
struct Spending {
  TemporaryFolder folder;
  std::filesystem::path file = folder / "ledger.csv";
  OwnLimits limits;

  std::string printed(std::int64_t at, const std::string& privacy =
                                           "budget = 3\nperiod = 1000s\n") {
    const Agreement agreement = read_agreement(
        folder.write("s.ini",
                     "[silo]\nmembers = own, a, b\nnoise = sound\n"
                     "epsilon = 1\n[privacy]\n" +
                         privacy));
    std::ostringstream out;
    print_spending(out, file, agreement, plan_of(agreement).protocol, limits,
                   at);
    return out.str();
  }
  void answer(const std::string& run, std::int64_t at,
              const std::vector<std::uint32_t>& documents) {
    LedgerRun(file, lasting_run(run, at)).answer(1, documents);
  }
};

bool lacks(const std::string& text, const std::string& part) {
  const bool found = text.find(part) != std::string::npos;
  CHECK_MESSAGE(!found, text);
  return !found;
}

}  // namespace

TEST_CASE("budgets are renewed 24 times in a period, at most once an hour") {
  CHECK(renewal_of(0) == 0);
  CHECK(renewal_of(10) == 1);
  CHECK(renewal_of(2400) == 100);
  CHECK(renewal_of(24 * 3600) == 3600);
  CHECK(renewal_of(30 * 86400) == 3600);
}

TEST_CASE("times are printed to the minute") {
  CHECK(time_text(0) == "1970-01-01 00:00 UTC");
  CHECK(time_text(kLedgerStart + 59) == "2027-01-15 08:00 UTC");
  CHECK(time_text(kLedgerStart + 60) == "2027-01-15 08:01 UTC");
}

TEST_CASE("spending is of the period, and over life beside it") {
  Spending own;
  has(own.printed(kLedgerStart), "does not exist: nothing counts as spent");
  own.answer("one", kLedgerStart, {0, 0, 1});
  const std::string first =
      own.printed(kLedgerStart + 10, "budget = 30\nperiod = 1000s\n");
  lacks(first, "does not exist");
  has(first,
      "1 answers of 1 runs about 2 documents; the most\n            exposed "
      "one has spent epsilon 2 of a budget of 30\n");
  has(first, "in the last 1000s, 2 over life\n");
  has(first,
      "the first of these answers stop counting on 2027-01-15 08:17 UTC");
  lacks(first, "budget      spent");
  own.answer("two", kLedgerStart + 500, {0});
  const std::string spent = own.printed(kLedgerStart + 510);
  has(spent, "has spent epsilon 3 of a budget of 3");
  has(spent,
      "budget      spent for 1 documents: until then no answer is about them");
  const std::string later =
      own.printed(kLedgerStart + kLedgerPeriod + 2 * kLedgerMinute);
  has(later, "has spent epsilon 1 of a budget of 3");
  has(later, "3 over life");
  lacks(later, "budget      spent");
}

TEST_CASE("a budget for life has no period") {
  Spending own;
  own.answer("one", kLedgerStart, {0, 0, 0});
  const std::string spent =
      own.printed(kLedgerStart + 2 * kLedgerPeriod, "budget = 3\n");
  has(spent, "budget      spent for 1 documents: no answer is about them");
  lacks(spent, "in the last");
  lacks(spent, "stop counting");
}

TEST_CASE("own limits are printed, or those of no budget") {
  Spending own;
  lacks(own.printed(kLedgerStart), "answers     ");
  has(own.printed(kLedgerStart, ""),
      "answers     without a budget at most 1000 to one member in a run");
  own.limits.answers_a_run = 5;
  own.limits.refused = {"b"};
  own.limits.questions_a_query = 2;
  const std::string limited = own.printed(kLedgerStart, "");
  has(limited, "answers     at most 5 to one member in a run\n");
  lacks(limited, "without a budget");
  has(limited, "answers     nothing to b\n");
  has(limited,
      "questions   at most 2 of one own query; 0 were asked before, 0 as "
      "often");
}

TEST_CASE("a ledger that is ahead of the clock is named, with the way out") {
  Spending own;
  own.answer("one", kLedgerStart, {0});
  lacks(own.printed(kLedgerStart), "clock  ");
  const std::string ahead = own.printed(kLedgerStart - 86400);
  has(ahead, "clock       the ledger's last answer is of 2027-01-15");
  has(ahead, "--accept-loss");
}

TEST_CASE("a file that is no ledger is refused") {
  Spending own;
  own.folder.write("ledger.csv", "no ledger\n");
  CHECK_THROWS_AS(own.printed(kLedgerStart), DataError);
}

}  // namespace fedltr::party_spending_test
