#include "app/deploy/member_budget.hpp"

#include "tests/support/log_text.hpp"
#include "tests/support/members_agreement.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::member_budget_test {
using namespace fedltr::test;

TEST_CASE("a spent budget keeps parts back until there is room again") {
  const MembersAgreement agreement =
      members_agreement("epsilon = 2\nepochs = 20\n");
  const double cost = agreement.cost();
  constexpr std::int64_t kPeriod = 1000;
  std::int64_t now = 5000;
  const TemporaryFolder folder;
  MemberLedger ledger(folder / "ledger.csv",
                      {agreement.digest, PrivacyUnit::kMember, 2 * cost,
                       static_cast<std::uint64_t>(kPeriod)},
                      [&] { return now; });
  MemberBudget budget(agreement, ledger);
  const LogText log(spdlog::level::info);
  budget.charge(1, cost);
  CHECK(budget.covers(EpochKind::kLearning));
  budget.charge(2, cost);
  CHECK(log.text().empty());
  CHECK_FALSE(budget.covers(EpochKind::kLearning));
  CHECK_FALSE(budget.covers(EpochKind::kLearning));
  const std::string renewal = "there is room again at 1970-01-01 01:40:00 UTC";
  has(log.text(), "epochs that learn, and its agent ranks on; " + renewal);
  CHECK_THROWS_WITH_AS(
      budget.charge(3, cost),
      ("the ledger allows no more in this period: members.epsilon = 2 is "
       "spent; no part of epoch 3 has left; " +
       renewal)
          .c_str(),
      members::BudgetSpent);
  now += kPeriod;
  CHECK(budget.covers(EpochKind::kLearning));
  has(log.text(), "the budget covers epochs that learn again");
  budget.charge(3, cost);
}

TEST_CASE("a budget covers nothing while the clock is not believed") {
  const MembersAgreement agreement = members_agreement("epsilon = 2\n");
  std::int64_t now = 5000;
  const TemporaryFolder folder;
  MemberLedger ledger(
      folder / "ledger.csv",
      {agreement.digest, PrivacyUnit::kMember, agreement.cost(), 1000},
      [&] { return now; },
      std::make_shared<ClockWatch>([&] { return now; }, [] { return 7; }));
  MemberBudget budget(agreement, ledger);
  const LogText log(spdlog::level::info);
  CHECK(budget.covers(EpochKind::kLearning));
  CHECK(log.text().empty());
  now += 2 * ClockWatch::kHour;
  CHECK_FALSE(budget.covers(EpochKind::kLearning));
  const std::string once = log.text();
  has(once, "clock was set by more than an hour");
  CHECK_FALSE(budget.covers(EpochKind::kLearning));
  CHECK(log.text() == once);
  now = 5000;
  CHECK(budget.covers(EpochKind::kLearning));
}

TEST_CASE("a ledger in the future is reported at the start") {
  const MembersAgreement agreement = members_agreement("epsilon = 2\n");
  std::int64_t now = 86400 * 3 + 60;
  const TemporaryFolder folder;
  MemberLedger ledger(
      folder / "ledger.csv",
      {agreement.digest, PrivacyUnit::kMember, agreement.cost(), 1000},
      [&] { return now; });
  CHECK(ledger.charge(1, agreement.cost()));
  now = 60;
  const LogText log(spdlog::level::info);
  const MemberBudget budget(agreement, ledger);
  has(log.text(), "the ledger's last line is of 1970-01-04 00:01:00 UTC");
}

}  // namespace fedltr::member_budget_test
