// The lead's and the members' parts in an epoch, joined without actors.
#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/members/epoch_lead.hpp"
#include "algorithms/members/epoch_member.hpp"
#include "tests/support/small_members.hpp"

namespace fedltr::epoch_test {
using namespace fedltr::test;

constexpr Tolerance kTolerance{0.25, 0.25};

class Epochs {
 public:
  explicit Epochs(double multiplier = 0) : run(small_members(1, multiplier)) {
    for (std::uint32_t i = 0; i < kMembers; ++i)
      members.push_back(member(i, simulated_secrets(run.seed, i)));
  }

  EpochMember member(std::uint32_t i, MemberSecrets secrets) const {
    return make_epoch_member(run.plan, i, run.rows[i], run.exams[i],
                             std::move(secrets));
  }

  /// Runs a stage, without the answers of some members.
  /// @return  reason of a loss
  std::string stage(EpochLead& lead,
                    const std::set<std::uint32_t>& silent = {}) {
    for (std::uint32_t i = 0; i < kMembers; ++i)
      if (!silent.contains(i) && lead.awaits(i))
        CHECK(
            lead.accept(i, members[i].answer(lead.number(), kind, lead.stage(),
                                             *lead.letter(i), model)) == "");
    return lead.end_stage();
  }

  members::Rehearsal run;
  EpochKind kind = EpochKind::kLearning;
  std::vector<EpochMember> members;
  Vector model = Vector::Constant(kMemberFeatures, 0.1);
};

EpochLead lead_of(std::uint32_t number) {
  return {number, kMemberFeatures, kTolerance};
}

TEST_CASE("the sum is that of all parts, with and without noise") {
  for (const double multiplier : {0.0, 5.0}) {
    Epochs epochs(multiplier);
    for (const std::uint32_t number : {1U, 2U, 7U}) {
      EpochLead lead = lead_of(number);
      for (int i = 0; i < 4; ++i) CHECK(epochs.stage(lead) == "");
      REQUIRE(lead.opened());
      const Vector next =
          next_model(epochs.run, epochs.model, number, kMembers, {0, 1, 2, 3});
      CHECK(epochs.model + epochs.run.plan.code.sum_of(lead.sum()) / 4 == next);
    }
  }
}

TEST_CASE("a member that falls silent in any stage drops out of the sum") {
  for (int when = 0; when < 4; ++when)
    for (std::uint32_t who = 0; who < kMembers; ++who) {
      CAPTURE(when);
      CAPTURE(who);
      Epochs epochs(3);
      EpochLead lead = lead_of(1);
      std::string lost;
      for (int i = 0; i < 4 && lost.empty(); ++i)
        lost = epochs.stage(
            lead, i == when ? std::set{who} : std::set<std::uint32_t>{});
      REQUIRE(lost == "");
      std::vector<std::uint32_t> survivors = {0, 1, 2, 3};
      if (when < 3) std::erase(survivors, who);
      CHECK(lead.survivors() == survivors);
      const std::uint32_t all = when == 0 ? 3 : 4;
      CHECK(epochs.model + epochs.run.plan.code.sum_of(lead.sum()) /
                               static_cast<double>(survivors.size()) ==
            next_model(epochs.run, epochs.model, 1, all, survivors));
    }
}

TEST_CASE("with fewer than needed, the epoch is lost and not opened") {
  Epochs epochs;
  EpochLead lead = lead_of(1);
  CHECK(epochs.stage(lead) == "");
  CHECK(epochs.stage(lead) == "");
  CHECK(epochs.stage(lead, {1, 2}).find("2 of 4") != std::string::npos);
  CHECK_FALSE(lead.opened());
}

TEST_CASE("two members are too few") {
  Epochs epochs;
  EpochLead lead = lead_of(1);
  CHECK(epochs.stage(lead, {0, 3}).find("three") != std::string::npos);
}

TEST_CASE("a member answers a stage once, and the same when asked again") {
  Epochs epochs(3);
  EpochLead lead = lead_of(1);
  epochs.stage(lead);
  epochs.stage(lead);
  const auto ask = [&](SecureStage stage, const std::string& letter) {
    return epochs.members[0].answer(1, EpochKind::kLearning, stage, letter,
                                    epochs.model);
  };
  const std::string letter = *lead.letter(0);
  const std::string first = ask(SecureStage::kMasks, letter);
  CHECK(ask(SecureStage::kMasks, letter) == first);
  // Another list of survivors has no second answer.
  lead.accept(0, first);
  epochs.stage(lead);
  const std::string opened = ask(SecureStage::kOpening, *lead.letter(0));
  CHECK(ask(SecureStage::kOpening, write_letter(Survivors{{1, 2}, {3}})) ==
        opened);
  CHECK_THROWS_AS(ask(SecureStage::kMasks, letter), std::invalid_argument);
}

TEST_CASE("an old epoch has no answer") {
  Epochs epochs;
  EpochLead second = lead_of(2);
  for (int i = 0; i < 4; ++i) epochs.stage(second);
  CHECK_THROWS_AS(
      epochs.members[0].answer(1, EpochKind::kLearning, SecureStage::kKeys, "",
                               epochs.model),
      std::invalid_argument);
}

TEST_CASE("more members than are named are no reason for less noise") {
  Epochs epochs(3);
  EpochLead lead = lead_of(1);
  epochs.stage(lead);
  auto letter = read_letter<Neighbours>(*lead.letter(0));
  CHECK(letter.all == kMembers);
  letter.all = 7;
  CHECK_THROWS_WITH_AS(
      epochs.members[0].answer(1, EpochKind::kLearning, SecureStage::kShares,
                               write_letter(letter), epochs.model),
      "more members than are named", std::invalid_argument);
}

TEST_CASE("after a message without an answer, the epoch before is over") {
  Epochs epochs(3);
  EpochLead lead = lead_of(1);
  epochs.stage(lead);
  epochs.stage(lead);
  EpochMember& member = epochs.members[0];
  CHECK_THROWS(member.answer(2, EpochKind::kLearning, SecureStage::kOpening, "",
                             epochs.model));
  CHECK_THROWS_WITH_AS(
      member.answer(1, EpochKind::kLearning, SecureStage::kMasks,
                    *lead.letter(0), epochs.model),
      "an epoch that is over", std::invalid_argument);
}

TEST_CASE("a part that the ledger does not cover stays") {
  Epochs epochs(3);
  MemberSecrets secrets = simulated_secrets(1, 0);
  secrets.charge = [](std::uint32_t, double mu_squared) {
    CHECK(mu_squared > 0);
    throw std::runtime_error("spent");
  };
  epochs.members[0] = epochs.member(0, secrets);
  EpochLead lead = lead_of(1);
  epochs.stage(lead);
  CHECK_THROWS_WITH(
      epochs.members[0].answer(1, EpochKind::kLearning, SecureStage::kShares,
                               *lead.letter(0), epochs.model),
      "spent");
}

TEST_CASE("a part that was not charged has no masks, whatever the lead asks") {
  Epochs epochs(3);
  bool spent = false;
  MemberSecrets secrets = simulated_secrets(1, 0);
  secrets.charge = [&](std::uint32_t, double) {
    if (spent) throw std::invalid_argument("spent");
  };
  epochs.members[0] = epochs.member(0, secrets);
  EpochLead first = lead_of(1);
  for (int i = 0; i < 4; ++i) CHECK(epochs.stage(first) == "");
  spent = true;
  EpochLead lead = lead_of(2);
  epochs.stage(lead);
  const auto ask = [&](SecureStage stage, const std::string& letter) {
    return epochs.members[0].answer(2, EpochKind::kLearning, stage, letter,
                                    epochs.model);
  };
  CHECK_THROWS_WITH(ask(SecureStage::kShares, *lead.letter(0)), "spent");
  const Incoming incoming{{1, 2, 3}, std::string(3 * kSealedBytes, '\0')};
  CHECK_THROWS_WITH_AS(ask(SecureStage::kMasks, write_letter(incoming)),
                       "masks of an epoch without shares",
                       std::invalid_argument);
}

TEST_CASE("hostile answers are refused, and cost their sender its part") {
  Epochs epochs;
  EpochLead lead = lead_of(1);
  CHECK(lead.accept(0, "short") == "");  // checked at the end of the stage
  for (std::uint32_t i = 1; i < kMembers; ++i)
    lead.accept(
        i, epochs.members[i].answer(1, EpochKind::kLearning, SecureStage::kKeys,
                                    "", epochs.model));
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
  EpochLead lead = lead_of(1);
  CHECK(epochs.stage(lead) == "");
  CHECK(lead.accept(2, useless_shares(kMembers - 1)) == "");
  CHECK(epochs.stage(lead) == "");
  CHECK(lead.accept(2, write_letter(
                           std::vector<std::uint64_t>(kMemberFeatures))) == "");
  CHECK(epochs.stage(lead) == "");
  CHECK_FALSE(lead.unrecovered());
  CHECK(epochs.stage(lead, {2}) != "");
  CHECK_FALSE(lead.opened());
  CHECK(lead.unrecovered() == 2U);
}

TEST_CASE("a member that starts anew may send another key") {
  Epochs epochs;
  EpochLead lead = lead_of(1);
  CHECK(lead.accept(0, "an older process's key") == "");
  CHECK_FALSE(lead.awaits(0));
  lead.restart(0);
  CHECK(lead.awaits(0));
  epochs.stage(lead);
  lead.restart(2);
  CHECK_FALSE(lead.awaits(2));
}

TEST_CASE("an epoch keeps its kind, and evaluations need an agreement") {
  Epochs epochs;
  const auto ask = [&](EpochKind kind) {
    return epochs.members[0].answer(1, kind, SecureStage::kKeys, "",
                                    epochs.model);
  };
  CHECK_THROWS_AS(ask(EpochKind::kEvaluation), std::invalid_argument);
  epochs.run.plan.evaluate = 1;
  epochs.members[0] = epochs.member(0, simulated_secrets(1, 0));
  ask(EpochKind::kLearning);
  CHECK_THROWS_WITH(ask(EpochKind::kEvaluation),
                    "an epoch that has changed its kind");
}

TEST_CASE("an evaluation opens the mean over all held-out queries") {
  for (const double multiplier : {0.0, 0.001}) {
    Epochs epochs;
    epochs.run.plan.evaluate = 1;
    epochs.run.plan.exam.multiplier = multiplier;
    epochs.kind = EpochKind::kEvaluation;
    double charged = 0;
    for (std::uint32_t i = 0; i < kMembers; ++i) {
      MemberSecrets secrets = simulated_secrets(1, i);
      secrets.charge = [&](std::uint32_t, double mu) { charged += mu; };
      epochs.members[i] = epochs.member(i, secrets);
    }
    EpochLead lead(1, kExamWords, kTolerance);
    for (int i = 0; i < 4; ++i) REQUIRE(epochs.stage(lead) == "");
    const HeldOutPoint point = held_out_point(
        epochs.run.plan.exam.sum_of(lead.sum()), multiplier == 0);
    double sum = 0;
    double count = 0;
    for (const auto& exam : epochs.run.exams) {
      const Matrix values = exam->per_query(epochs.model);
      for (const double value : values.reshaped())
        if (!std::isnan(value)) {
          sum += value;
          ++count;
        }
    }
    CHECK(point.mean == doctest::Approx(sum / count).epsilon(1e-3));
    if (multiplier == 0) {
      CHECK(point.queries == count);
      CHECK(std::abs(point.mean - sum / count) < 1e-8);
      CHECK(charged == 0);
    } else {
      CHECK(point.queries == doctest::Approx(count).epsilon(1e-2));
      CHECK(charged ==
            doctest::Approx(kMembers * epochs.run.plan.exam.mu_squared(2)));
    }
  }
}

}  // namespace fedltr::epoch_test
