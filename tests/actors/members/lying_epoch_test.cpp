// An epoch in which members expect a lead that lies: lead and members joined
// without actors.
#include <doctest/doctest.h>

#include "tests/support/epochs.hpp"
#include "tests/support/small_members.hpp"

namespace fedltr::lying_epoch_test {
using namespace fedltr::test;

namespace {

const Tolerance kOneFails = against_lies(0.25, 0, kMembers);
const Tolerance kOneColludes = against_lies(0, 0.25, kMembers);

/// Four members, their checks, and certificates.
class WaryEpochs {
 public:
  explicit WaryEpochs(const Tolerance& tolerance = kOneFails,
                      double multiplier = 0)
      : run(small_members(1, multiplier)) {
    run.plan.tolerance = tolerance;
    head = first_head("run", run.plan.initial);
    std::map<std::uint32_t, std::string> certificates;
    for (std::uint32_t i = 0; i < kMembers; ++i) {
      MemberProof proof = simulated_proof(run.seed, i, "run");
      certificates[i] = proof.certificate;
      signers.insert(
          {i, simulated_certify(run.seed)(i, proof.certificate).key});
      proof.keep = [this, i](const MemberMemory& kept) { memory[i] = kept; };
      wary.push_back(make_wary(run.plan, i, std::move(proof)));
      members.push_back(make_epoch_member(run.plan, i, run.rows[i], nullptr,
                                          simulated_secrets(run.seed, i),
                                          nullptr, wary[i]));
    }
    for (std::uint32_t i = 0; i < kMembers; ++i) {
      auto others = certificates;
      others.erase(i);
      wary[i]->meet(others);
    }
  }

  EpochLead lead(std::uint32_t number) const {
    return {number,
            kMemberFeatures,
            run.plan.tolerance,
            {},
            EpochCheck({"run", number, EpochKind::kLearning, head.digest},
                       signers)};
  }
  std::string ask(const EpochLead& lead, std::uint32_t i,
                  const std::string& letter) {
    return members[i].answer(lead.number(), EpochKind::kLearning, lead.stage(),
                             letter, run.plan.initial);
  }
  /// Runs a stage, without the answers of some members.
  /// @return  reason of a loss
  std::string stage(EpochLead& lead,
                    const std::set<std::uint32_t>& silent = {}) {
    return run_stage(lead, members, run.plan.initial, silent);
  }
  /// Runs stages until one begins.
  void until(EpochLead& lead, SecureStage stage_of) {
    while (lead.stage() != stage_of) REQUIRE(stage(lead) == "");
  }
  Vector model_of(const EpochLead& lead) const {
    return run.plan.initial + run.plan.code.sum_of(lead.sum()) /
                                  static_cast<double>(lead.survivors().size());
  }

  members::Rehearsal run;
  HistoryHead head;
  std::map<std::uint32_t, SignatureKey> signers;
  std::vector<std::shared_ptr<WaryMember>> wary;
  std::vector<EpochMember> members;
  std::map<std::uint32_t, MemberMemory> memory;
};

/// Returns a letter to member 0, changed.
SignedNeighbours keys_for(const EpochLead& lead) {
  return read_letter<SignedNeighbours>(*lead.letter(0));
}

std::string lie(WaryEpochs& epochs, const EpochLead& lead,
                SignedNeighbours told) {
  try {
    epochs.ask(lead, 0, write_letter(std::move(told)));
  } catch (const LeadLies& lies) {
    return lies.what();
  }
  return "no lie is found";
}

bool has(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("against lies too the sum is that of all parts") {
  for (const double multiplier : {0.0, 5.0})
    for (const Tolerance& tolerance : {kOneFails, kOneColludes}) {
      WaryEpochs epochs(tolerance, multiplier);
      for (const std::uint32_t number : {1U, 2U, 7U}) {
        EpochLead lead = epochs.lead(number);
        for (int i = 0; i < 5; ++i) REQUIRE(epochs.stage(lead) == "");
        REQUIRE(lead.opened());
        CHECK(epochs.model_of(lead) == next_model(epochs.run,
                                                  epochs.run.plan.initial,
                                                  number, 4, {0, 1, 2, 3}));
      }
    }
}

TEST_CASE("against lies one that falls silent in any stage drops out") {
  for (int when = 0; when < 5; ++when) {
    CAPTURE(when);
    WaryEpochs epochs(kOneFails, 3);
    EpochLead lead = epochs.lead(1);
    std::string lost;
    for (int i = 0; i < 5 && lost.empty(); ++i)
      lost = epochs.stage(lead,
                          i == when ? std::set{2U} : std::set<std::uint32_t>{});
    CHECK(lost == "");
    CHECK(lead.opened());
    CHECK(lead.survivors().size() == (when < 3 ? 3 : 4));
  }
}

TEST_CASE("with fewer than more than half of the honest, an epoch is lost") {
  CHECK(least_equal(against_lies(0, 0, 3)) == 3);
  CHECK(least_equal(against_lies(0.25, 0, 4)) == 3);
  CHECK(least_equal(against_lies(0, 0.25, 4)) == 3);
  CHECK(least_equal(against_lies(0.2, 0.2, 5)) == 4);
  CHECK(least_equal(against_lies(0.2, 0.1, 100)) == 56);
  WaryEpochs epochs;
  EpochLead lead = epochs.lead(1);
  CHECK(has(epochs.stage(lead, {0, 1}), "needs three"));
}

TEST_CASE("colluders are a share of the named, however few take part") {
  const Tolerance all = against_lies(0.2, 0.1, 100);
  CHECK(all.max_colluders(100) == 10);
  CHECK(all.max_colluders(20) == 10);
  CHECK(honest_members(70, all) == 70 - 14 - 10);
  CHECK_THROWS_AS(choose_neighbourhood(20, all), std::invalid_argument);
}

TEST_CASE("a lead that lies about keys is found before shares leave") {
  WaryEpochs epochs;
  EpochLead lead = epochs.lead(1);
  epochs.until(lead, SecureStage::kShares);
  const SignedNeighbours truth = keys_for(lead);
  const auto with = [&](const auto& change) {
    WaryEpochs other;
    EpochLead its = other.lead(1);
    other.until(its, SecureStage::kShares);
    SignedNeighbours told = truth;
    change(told);
    return lie(other, its, told);
  };
  CHECK(has(with([](auto& told) { told.neighbours.keys[40] ^= 1; }),
            "for c is not signed"));
  CHECK(has(with([](auto& told) { told.neighbours.clients[2] = 9; }),
            "invents a member"));
  CHECK(has(with([](auto& told) { told.neighbours.all = 3; }),
            "claims 3 members in an epoch, and shows keys of 4"));
  CHECK(has(with([](auto& told) {
              std::swap(told.signatures[0], told.signatures[1]);
            }),
            "for b is not signed"));
  CHECK(has(with([](auto& told) {
              told.neighbours.clients.resize(1);
              told.neighbours.keys.resize(kKeyBytes);
              told.signatures.resize(1);
              told.neighbours.all = 2;
            }),
            "an epoch of 2 members"));
  CHECK(with([](auto&) {}) == "no lie is found");
}

TEST_CASE("certificates of other members or authorities name the member") {
  WaryEpochs epochs;
  const auto other = simulated_proof(99, 1, "run").certificate;
  CHECK_THROWS_WITH_AS(epochs.wary[0]->meet({{1, other}}),
                       "the certificate that the server shows for b is not "
                       "valid: it is not of the rehearsal's seed",
                       LeadLies);
  CHECK_THROWS_AS(epochs.wary[0]->meet({{4, other}}), LeadLies);
}

TEST_CASE("at most one of two lists of survivors is opened") {
  WaryEpochs epochs;
  EpochLead lead = epochs.lead(1);
  epochs.until(lead, SecureStage::kAgreement);
  // To members 0 and 1 the lead reports 3 as a dropout.
  for (const std::uint32_t i : {0U, 1U}) {
    auto told = read_letter<Survivors>(*lead.letter(i));
    std::erase(told.survived, 3);
    told.dropped.push_back(3);
    CHECK(has(lead.accept(i, epochs.ask(lead, i, write_letter(told))),
              "not signed the view"));
  }
  for (const std::uint32_t i : {2U, 3U})
    CHECK(lead.accept(i, epochs.ask(lead, i, *lead.letter(i))) == "");
  CHECK(has(lead.end_stage(), "2 members have the same view of it"));
  // A lying lead asks for the opening in spite of that.
  for (std::uint32_t i = 0; i < kMembers; ++i)
    CHECK_THROWS_AS(epochs.members[i].answer(
                        1, EpochKind::kLearning, SecureStage::kOpening,
                        write_letter(SignedViews{}), epochs.run.plan.initial),
                    std::invalid_argument);
}

TEST_CASE("a member signs one view of an epoch, whatever the lead asks") {
  WaryEpochs epochs;
  EpochLead lead = epochs.lead(1);
  epochs.until(lead, SecureStage::kShares);
  const std::string keys = *lead.letter(0);
  epochs.until(lead, SecureStage::kMasks);
  const std::string masks = *lead.letter(0);
  epochs.until(lead, SecureStage::kAgreement);
  const std::string views = *lead.letter(0);
  const auto ask = [&](SecureStage stage, const std::string& letter) {
    return epochs.members[0].answer(1, EpochKind::kLearning, stage, letter,
                                    epochs.run.plan.initial);
  };
  const std::string first = ask(SecureStage::kAgreement, views);
  for (const auto& [stage, letter] :
       {std::pair{SecureStage::kKeys, std::string()},
        std::pair{SecureStage::kShares, keys},
        std::pair{SecureStage::kMasks, masks}})
    CHECK_THROWS_AS(ask(stage, letter), std::invalid_argument);
  Survivors other = read_letter<Survivors>(views);
  other.dropped = {other.survived.back()};
  other.survived.pop_back();
  CHECK(ask(SecureStage::kAgreement, write_letter(other)) == first);
}

TEST_CASE("a member checks one list of keys, sharers and survivors an epoch") {
  WaryEpochs epochs;
  EpochLead lead = epochs.lead(1);
  epochs.until(lead, SecureStage::kShares);
  const SignedNeighbours keys = keys_for(lead);
  epochs.until(lead, SecureStage::kMasks);
  const auto incoming = read_letter<Incoming>(*lead.letter(0));
  epochs.until(lead, SecureStage::kAgreement);
  const auto survivors = read_letter<Survivors>(*lead.letter(0));
  WaryMember& wary = *epochs.wary[0];
  wary.sign_view(survivors);
  CHECK_THROWS_AS(wary.check(keys), std::invalid_argument);
  CHECK_THROWS_AS(wary.note(incoming), std::invalid_argument);
  CHECK_THROWS_AS(wary.sign_view(survivors), std::invalid_argument);
}

TEST_CASE("the lead refuses copied keys and keys of other models, and names") {
  WaryEpochs epochs;
  EpochLead lead = epochs.lead(1);
  const auto key = read_letter<SignedKey>(epochs.ask(lead, 0, ""));
  CHECK(lead.accept(0, write_letter(key)) == "");
  const EpochTerms terms{"run", 1, EpochKind::kLearning, epochs.head.digest};
  const SignatureKey b = simulated_signer(epochs.run.seed, 1);
  lead.accept(1, write_letter(SignedKey{
                     key.key, b.sign(key_statement(terms, 1, key.key))}));
  EpochTerms other = terms;
  other.head = first_head("run", Vector::Ones(kMemberFeatures)).digest;
  const std::string fresh(kKeyBytes, '\x11');
  lead.accept(2, write_letter(SignedKey{
                     fresh, simulated_signer(epochs.run.seed, 2)
                                .sign(key_statement(other, 2, fresh))}));
  CHECK(lead.bad_keys().at(1) == "a copy of a key that another has sent");
  CHECK(has(lead.bad_keys().at(2), "not signed by its certificate"));
  CHECK_FALSE(lead.awaits(1));
  lead.restart(1);
  CHECK(lead.awaits(1));
}

TEST_CASE("a member that restarts signs for no epoch that it began before") {
  WaryEpochs epochs;
  EpochLead lead = epochs.lead(3);
  epochs.ask(lead, 0, "");
  CHECK(epochs.memory.at(0).asked == 3);
  MemberProof proof = simulated_proof(epochs.run.seed, 0, "run");
  proof.memory = epochs.memory.at(0);
  WaryMember again(0, epochs.run.plan.names, kOneFails, epochs.run.plan.initial,
                   proof);
  for (const std::uint32_t old : {2U, 3U})
    CHECK_THROWS_WITH_AS(again.sign(old, EpochKind::kLearning, "key"),
                         "an epoch that was begun before",
                         std::invalid_argument);
  again.sign(4, EpochKind::kLearning, "key");
}

TEST_CASE("a member has one model from its key to its part of an epoch") {
  const Vector other = Vector::Ones(kMemberFeatures);
  const std::vector<ModelLink> links = {{2, digest_of_model(other)}};
  for (const SecureStage stage : {SecureStage::kShares, SecureStage::kMasks})
    for (const bool joins : {false, true}) {
      WaryEpochs epochs;
      EpochLead lead = epochs.lead(3);
      epochs.until(lead, stage);
      if (joins)
        epochs.wary[0]->join(links, other);
      else
        epochs.wary[0]->take(2, other);
      CHECK_THROWS_WITH_AS(
          epochs.members[0].answer(3, EpochKind::kLearning, stage,
                                   *lead.letter(0), other),
          "a stage of another epoch than that of its key, or after a new model",
          std::invalid_argument);
    }
}

TEST_CASE("a member's part is of the model that it has signed") {
  WaryEpochs epochs;
  EpochLead lead = epochs.lead(1);
  epochs.until(lead, SecureStage::kMasks);
  CHECK_THROWS_WITH_AS(
      epochs.members[0].answer(1, EpochKind::kLearning, SecureStage::kMasks,
                               *lead.letter(0), Vector::Ones(kMemberFeatures)),
      "a part of another model than it has signed", std::invalid_argument);
}

TEST_CASE("a key serves for no other epoch, and none of another kind") {
  WaryEpochs epochs;
  EpochLead lead = epochs.lead(1);
  epochs.until(lead, SecureStage::kShares);
  CHECK_THROWS_WITH_AS(
      epochs.members[0].answer(2, EpochKind::kLearning, SecureStage::kShares,
                               *lead.letter(0), epochs.run.plan.initial),
      "a stage of another epoch than that of its key, or after a new model",
      std::invalid_argument);
  CHECK_THROWS_AS(epochs.wary[0]->expect(1, EpochKind::kEvaluation),
                  std::invalid_argument);
  epochs.wary[0]->expect(1, EpochKind::kLearning);
}

TEST_CASE("members with other models do not seal shares for each other") {
  WaryEpochs epochs;
  epochs.wary[1]->take(1, Vector::Ones(kMemberFeatures));
  EpochLead lead = epochs.lead(2);
  for (std::uint32_t i = 0; i < kMembers; ++i)
    lead.accept(i, epochs.ask(lead, i, *lead.letter(i)));
  CHECK(lead.bad_keys().contains(1));
  CHECK(lead.end_stage() == "");
  // A lead that passes it on is found by each of the others.
  SignedNeighbours told = keys_for(lead);
  EpochLead another = epochs.lead(2);
  const auto key = read_letter<SignedKey>(
      epochs.members[1].answer(2, EpochKind::kLearning, SecureStage::kKeys, "",
                               epochs.run.plan.initial));
  told.neighbours.clients.insert(told.neighbours.clients.begin(), 1);
  told.neighbours.keys = key.key + told.neighbours.keys;
  told.signatures.insert(told.signatures.begin(), key.signature);
  told.neighbours.all = 4;
  CHECK(has(lie(epochs, lead, told), "sent b another model"));
}

}  // namespace fedltr::lying_epoch_test
