#include "algorithms/privacy/release_ledger.hpp"

#include <doctest/doctest.h>

#include "algorithms/sketch/noise.hpp"

namespace fedltr::release_ledger_test {
namespace {

ReleaseConfig terms(const std::string& noise, double budget = kNoBound) {
  const SketchNoise kind = make_sketch_noise(noise, {0.5, 30, 200});
  return {kind.claimed, kind.guarantee, 1e-6, budget};
}

}  // namespace

TEST_CASE("releases about a document add up over its askers") {
  ReleaseLedger ledger(terms("sound"), 3, 2);
  CHECK(ledger.charge(1, 0));
  CHECK(ledger.charge(1, 1, 4));
  CHECK(ledger.charge(2, 1, 2));
  CHECK(ledger.releases(1, 0) == 1);
  CHECK(ledger.releases(1, 1) == 4);
  const auto worst = ledger.worst();
  CHECK(worst.document == 1);
  CHECK(worst.releases == 5);
  CHECK(worst.claimed == 2.5);
  CHECK(worst.accounted.basic == doctest::Approx(2.5));
  CHECK(ledger.account(0).accounted.best() == 0);
}

TEST_CASE("the paper's noise claims epsilon and is worth none") {
  ReleaseLedger ledger(terms("paper"), 2, 1);
  CHECK(ledger.account(0).claimed == 0);
  CHECK(ledger.charge(0, 0, 3));
  CHECK(ledger.account(0).claimed == 1.5);
  CHECK(ledger.account(0).accounted.best() == kNoBound);
}

TEST_CASE("a budget allows as many releases as compose within it, no more") {
  for (const double budget : {0.4, 0.5, 2.0, 10.0}) {
    ReleaseLedger ledger(terms("sound", budget), 2, 1);
    std::uint64_t made = 0;
    while (ledger.charge(0, 0)) ++made;
    CHECK(made == ledger.allowed());
    CHECK(ledger.account(0).accounted.best() <= budget);
    CHECK(compose(ledger.config().guarantee, made + 1, 1e-6).best() > budget);
    CHECK(ledger.refused() == 1);
    // Another document has its own budget.
    CHECK(ledger.charge(1, 0) == (made > 0));
  }
}

TEST_CASE("a budget is dealt to the askers in any order") {
  const std::uint64_t whole = ReleaseLedger(terms("sound", 10), 1, 1).allowed();
  REQUIRE(whole > 20);
  // One of four is the owner, which needs no share.
  ReleaseLedger ledger(terms("sound", 10), 1, 4, 3);
  CHECK(ledger.allowed() == whole / 3);
  while (ledger.charge(0, 1)) continue;
  CHECK(ledger.charge(0, 2, static_cast<std::uint32_t>(whole / 3)));
  CHECK_FALSE(ledger.charge(0, 2));
  CHECK(ledger.account(0).accounted.best() <= 10);
  CHECK(ledger.refused() == 2);
  ledger.leave_out(1);
  CHECK(ledger.releases(0) == whole / 3);
  CHECK(ledger.refused() == 1);
}

TEST_CASE("earlier spending reduces a budget") {
  ReleaseConfig config;
  config.guarantee.pure = 1;
  config.budget = 6;
  ReleaseLedger ledger(config, 3, 2);
  CHECK(ledger.allowed() == 3);
  ledger.spend(0, 2, 0.5);  // 3.5 are left: three releases, one an asker
  ledger.spend(1, 0, kNoBound);
  CHECK(ledger.charge(0, 0));
  CHECK_FALSE(ledger.charge(0, 0));
  CHECK(ledger.charge(0, 1));
  CHECK_FALSE(ledger.charge(1, 0));
  CHECK(ledger.charge(2, 0, 3));
  CHECK(ledger.releases(0) == 2);  // in this run
  CHECK_THROWS_AS(ledger.spend(3, 0, 0), std::invalid_argument);
}

TEST_CASE("documents of many pasts are each held to what their own one left") {
  constexpr std::uint32_t kPasts = 25;
  ReleaseConfig config;
  config.guarantee.pure = 0.25;
  config.budget = 6;
  ReleaseLedger ledger(config, kPasts, 1);
  for (std::uint32_t d = 0; d < kPasts; ++d) ledger.spend(d, 0, 6 - 0.25 * d);
  for (std::uint32_t d = 0; d < kPasts; ++d) {
    CHECK(ledger.charge(d, 0, d));
    CHECK_FALSE(ledger.charge(d, 0));
  }
}

TEST_CASE("releases whose period is over leave room for new ones") {
  ReleaseConfig config;
  config.guarantee.pure = 1;
  config.budget = 4;
  ReleaseLedger ledger(config, 2, 2);
  ledger.spend(0, 2, 0);  // leaves one for each asker
  CHECK(ledger.charge(0, 0));
  CHECK_FALSE(ledger.charge(0, 0));
  ledger.spend(0, 0, 0);  // of other runs
  CHECK(ledger.left(0, 0) == 1);
  CHECK(ledger.charge(0, 0));
  CHECK(ledger.left(0, 0) == 0);
  ledger.renew(0, 0, 1);  // of this one
  CHECK(ledger.left(0, 0) == 1);
  CHECK(ledger.left(0, 1) == 2);  // has its own share
  CHECK(ledger.charge(0, 0));
  CHECK_FALSE(ledger.charge(0, 0));
  CHECK(ledger.releases(0) == 3);  // over life
  CHECK_THROWS_AS(ledger.renew(0, 0, 4), std::invalid_argument);
  ledger.leave_out(0);
  CHECK(ledger.releases(0) == 0);
  CHECK_FALSE(ledger.charge(0, 0));
}

TEST_CASE("an asker that is closed gets nothing more, and the others do") {
  ReleaseLedger ledger(terms("paper"), 1, 2);
  CHECK(ledger.charge(0, 1));
  ledger.close(1);
  CHECK_FALSE(ledger.charge(0, 1));
  CHECK(ledger.charge(0, 0));
  CHECK(ledger.refused() == 1);
  CHECK_THROWS_AS(ledger.close(2), std::invalid_argument);
}

TEST_CASE("thirty rows of noise compose better than by their sum") {
  // Each of many releases is thirty small ones, together nearly Gaussian.
  ReleaseLedger ledger(terms("sound"), 1, 1);
  CHECK(ledger.charge(0, 0, 100));
  CHECK(ledger.worst().accounted.basic == doctest::Approx(50));
  CHECK(ledger.worst().accounted.renyi < 10);
}

TEST_CASE("nothing with the paper's noise fits a budget") {
  ReleaseLedger ledger(terms("paper", 100), 1, 1);
  CHECK(ledger.allowed() == 0);
  CHECK_FALSE(ledger.charge(0, 0));
  CHECK_THROWS_AS((void)ledger.charge(1, 0), std::invalid_argument);
  CHECK_THROWS_AS((void)ledger.charge(0, 1), std::invalid_argument);
  CHECK_THROWS_AS(ReleaseLedger(terms("sound", -1), 1, 1),
                  std::invalid_argument);
}

}  // namespace fedltr::release_ledger_test
