#include "algorithms/members/epoch_lead.hpp"

#include "tests/support/epochs.hpp"

namespace fedltr::epoch_lead_test {
using namespace fedltr::test;

TEST_CASE("the sum is that of all parts, with and without noise") {
  for (const double multiplier : {0.0, 5.0}) {
    Epochs epochs(multiplier);
    for (const std::uint32_t number : {1U, 2U, 7U}) {
      EpochLead lead = epochs.lead(number);
      for (int i = 0; i < 4; ++i) CHECK(epochs.stage(lead) == "");
      REQUIRE(lead.opened());
      CHECK(lead.sum() == epochs.sum_of(number, 4, {0, 1, 2, 3}));
    }
  }
}

TEST_CASE("a member that falls silent in any stage drops out of the sum") {
  for (int when = 0; when < 4; ++when)
    for (std::uint32_t who = 0; who < 4; ++who) {
      CAPTURE(when);
      CAPTURE(who);
      Epochs epochs(3);
      EpochLead lead = epochs.lead(1);
      std::string lost;
      for (int i = 0; i < 4 && lost.empty(); ++i)
        lost = epochs.stage(
            lead, i == when ? std::set{who} : std::set<std::uint32_t>{});
      REQUIRE(lost == "");
      std::vector<std::uint32_t> survivors = {0, 1, 2, 3};
      if (when < 3) std::erase(survivors, who);
      CHECK(lead.survivors() == survivors);
      CHECK(lead.sum() == epochs.sum_of(1, when == 0 ? 3 : 4, survivors));
    }
}

TEST_CASE("with fewer than needed, the epoch is lost and not opened") {
  Epochs epochs;
  EpochLead lead = epochs.lead(1);
  CHECK(epochs.stage(lead) == "");
  CHECK(epochs.stage(lead) == "");
  CHECK(epochs.stage(lead, {1, 2}).find("2 of 4") != std::string::npos);
  CHECK_FALSE(lead.opened());
}

TEST_CASE("two members are too few") {
  Epochs epochs;
  EpochLead lead = epochs.lead(1);
  CHECK(epochs.stage(lead, {0, 3}).find("three") != std::string::npos);
}

TEST_CASE("hostile answers are refused, and cost their sender its part") {
  Epochs epochs;
  EpochLead lead = epochs.lead(1);
  CHECK(lead.accept(0, "short") == "");  // checked at the end of the stage
  for (std::uint32_t i = 1; i < 4; ++i)
    lead.accept(i, epochs.ask(i, 1, SecureStage::kKeys, ""));
  CHECK(lead.end_stage() == "");
  CHECK_FALSE(lead.awaits(0));
  CHECK(lead.accept(0, "") != "");
  CHECK(lead.accept(1, "bad shares") != "");
  CHECK_FALSE(lead.awaits(1));
  CHECK(lead.accept(77, "") != "");
}

/// Returns shares of the right sizes that open nothing.
std::string useless_shares(std::size_t others) {
  Shares shares;
  shares.deposit.resize(others * kDepositBytes);
  shares.sealed.resize(others * kSealedBytes);
  shares.dealt.resize(others * 2 * kShareCheckBytes);
  shares.checks.resize(2 * kCheckBytes);
  return write_letter(shares);
}

TEST_CASE("a member whose shares open nothing is named") {
  Epochs epochs;
  EpochLead lead = epochs.lead(1);
  CHECK(epochs.stage(lead) == "");
  CHECK(lead.accept(2, useless_shares(3)) == "");
  CHECK(epochs.stage(lead) == "");
  CHECK(lead.accept(
            2, write_letter(std::vector<std::uint64_t>(Epochs::kWords))) == "");
  CHECK(epochs.stage(lead) == "");
  CHECK_FALSE(lead.unrecovered());
  CHECK(epochs.stage(lead, {2}) != "");
  CHECK_FALSE(lead.opened());
  CHECK(lead.unrecovered() == 2U);
}

TEST_CASE("a member that starts anew may send another key") {
  Epochs epochs;
  EpochLead lead = epochs.lead(1);
  CHECK(lead.accept(0, "an older process's key") == "");
  CHECK_FALSE(lead.awaits(0));
  lead.restart(0);
  CHECK(lead.awaits(0));
  epochs.stage(lead);
  lead.restart(2);
  CHECK_FALSE(lead.awaits(2));
}

}  // namespace fedltr::epoch_lead_test
