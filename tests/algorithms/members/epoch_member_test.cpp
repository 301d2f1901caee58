#include "algorithms/members/epoch_member.hpp"

#include <limits>

#include "tests/support/epochs.hpp"

namespace fedltr::epoch_member_test {
using namespace fedltr::test;

TEST_CASE("a member answers a stage once, and the same when asked again") {
  Epochs epochs(3);
  EpochLead lead = epochs.lead(1);
  epochs.stage(lead);
  epochs.stage(lead);
  const std::string letter = *lead.letter(0);
  const std::string first = epochs.ask(0, 1, SecureStage::kMasks, letter);
  CHECK(epochs.ask(0, 1, SecureStage::kMasks, letter) == first);
  // Another list of survivors has no second answer.
  lead.accept(0, first);
  epochs.stage(lead);
  const std::string opened =
      epochs.ask(0, 1, SecureStage::kOpening, *lead.letter(0));
  CHECK(epochs.ask(0, 1, SecureStage::kOpening,
                   write_letter(Survivors{{1, 2}, {3}})) == opened);
  CHECK_THROWS_AS(epochs.ask(0, 1, SecureStage::kMasks, letter),
                  std::invalid_argument);
}

TEST_CASE("an old epoch has no answer") {
  Epochs epochs;
  EpochLead second = epochs.lead(2);
  for (int i = 0; i < 4; ++i) epochs.stage(second);
  CHECK_THROWS_WITH_AS(epochs.ask(0, 1, SecureStage::kKeys, ""),
                       doctest::Contains("an epoch that is over"),
                       std::invalid_argument);
}

TEST_CASE("more members than are named are no reason for less noise") {
  Epochs epochs(3);
  EpochLead lead = epochs.lead(1);
  epochs.stage(lead);
  auto letter = read_letter<Neighbours>(*lead.letter(0));
  CHECK(letter.all == 4);
  letter.all = 7;
  CHECK_THROWS_WITH_AS(
      epochs.ask(0, 1, SecureStage::kShares, write_letter(letter)),
      "more members than are named", std::invalid_argument);
}

TEST_CASE("after a message without an answer, the epoch before is over") {
  Epochs epochs(3);
  EpochLead lead = epochs.lead(1);
  epochs.stage(lead);
  epochs.stage(lead);
  CHECK_THROWS(epochs.ask(0, 2, SecureStage::kOpening, ""));
  CHECK_THROWS_WITH_AS(epochs.ask(0, 1, SecureStage::kMasks, *lead.letter(0)),
                       doctest::Contains("an epoch that is over"),
                       std::invalid_argument);
}

TEST_CASE("a part that the ledger does not cover stays") {
  Epochs epochs(3);
  MemberSecrets secrets = simulated_secrets(1, 0);
  secrets.charge = [](std::uint32_t, double mu_squared) {
    CHECK(mu_squared > 0);
    throw std::runtime_error("spent");
  };
  epochs.members[0] = epochs.member(0, secrets);
  EpochLead lead = epochs.lead(1);
  epochs.stage(lead);
  CHECK_THROWS_WITH(epochs.ask(0, 1, SecureStage::kShares, *lead.letter(0)),
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
  EpochLead first = epochs.lead(1);
  for (int i = 0; i < 4; ++i) CHECK(epochs.stage(first) == "");
  spent = true;
  EpochLead lead = epochs.lead(2);
  epochs.stage(lead);
  CHECK_THROWS_WITH(epochs.ask(0, 2, SecureStage::kShares, *lead.letter(0)),
                    "spent");
  const Incoming incoming{{1, 2, 3}, std::string(3 * kSealedBytes, '\0')};
  CHECK_THROWS_WITH_AS(
      epochs.ask(0, 2, SecureStage::kMasks, write_letter(incoming)),
      "masks of an epoch without shares", std::invalid_argument);
}

TEST_CASE("an epoch keeps its kind, and evaluations need an agreement") {
  Epochs epochs;
  const auto ask = [&](EpochKind kind) {
    return epochs.ask(0, 1, SecureStage::kKeys, "", kind);
  };
  CHECK_THROWS_WITH_AS(ask(EpochKind::kEvaluation),
                       "an epoch of a kind that was not agreed",
                       std::invalid_argument);
  epochs.members[0] =
      epochs.member(0, simulated_secrets(1, 0),
                    {{}, [](auto, const auto& model) { return model; }});
  ask(EpochKind::kLearning);
  CHECK_THROWS_WITH(ask(EpochKind::kEvaluation),
                    "an epoch that has changed its kind");
}

TEST_CASE("a part that is not finite stays") {
  Epochs epochs;
  epochs.parts[0][1] = std::numeric_limits<double>::infinity();
  epochs.members[0] = epochs.member(0, simulated_secrets(Epochs::kSeed, 0));
  EpochLead lead = epochs.lead(1);
  epochs.stage(lead);
  epochs.stage(lead);
  CHECK_THROWS_WITH_AS(
      epochs.ask(0, 1, SecureStage::kMasks, *lead.letter(0)),
      "the change of the model is not finite: the learning rate is too high",
      std::runtime_error);
}

}  // namespace fedltr::epoch_member_test
