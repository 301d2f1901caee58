#pragma once

#include <bit>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/support/epoch_oracle.hpp"
#include "tests/support/simulated_members.hpp"

namespace fedltr::test {

/// A federation at members.level = lying in which the lead lies, or one member
/// does, in ways that follow from the seed. It notes what a lead that keeps
/// everything could open.
class LyingMembers : public SimulatedMembers {
 public:
  struct Options : SimulatedMembers::Options {
    bool lead_lies = true;    ///< else a member
    bool is_colluder = true;  ///< members allow for one colluder, not dropout
    std::uint64_t minutes = 10;
  };
  enum class Lie : std::uint8_t {
    kSize,
    kFewerMembers,
    kSwappedKey,
    kInventedMember,
    kCertificate,
    kSharers,
    kSurvivors,
    kViews,
    kOldEpoch,
    kTwice,
    kModel,
    kHistory,
    kBytes,
    kWithdrawal,
    kCopiedKey,  // from here on a member's
    kBadShares,
    kSilence,
    kOtherView,
    kMemberBytes,
  };
  static constexpr int kLiesOfLead = 14;
  static constexpr int kLiesOfMember = 5;
  static constexpr std::uint32_t kLiar = 2;

  LyingMembers(std::uint64_t seed, const Options& options)
      : SimulatedMembers(seed, with_tolerance(options)),
        options_(options),
        seed_(seed),
        kind_(static_cast<Lie>(options.lead_lies
                                   ? seed % kLiesOfLead
                                   : kLiesOfLead + seed % kLiesOfMember)) {}

  Lie kind() const { return kind_; }
  std::uint64_t told = 0;  ///< lies

  /// Returns, for each epoch, the groups of honest members whose sum a lead
  /// could open, with the number that was promised.
  std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> openings()
      const {
    std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> found;
    const Tolerance& tolerance = plan().plan.tolerance;
    for (const auto& [epoch, seen] : epochs_) {
      found.emplace_back();
      for (const std::uint32_t group :
           seen.open_groups(kMembers, tolerance,
                            options_.is_colluder ? std::set{kLiar}
                                                 : std::set<std::uint32_t>{}))
        found.back().emplace_back(std::popcount(group),
                                  seen.promised(group, tolerance));
    }
    return found;
  }

 protected:
  /// Members that wait for a lead that they no longer trust end with the time.
  bool is_ended(std::uint32_t who) const override {
    return SimulatedMembers::is_ended(who) ||
           network.now > options_.minutes * 60000 || all_members_ended();
  }

  void send(std::uint32_t who, const Alive& alive,
            const SendFrame& frame) override {
    if (who == lead_place()) {
      const auto to = network.party_of(*alive, frame.link);
      if (!to) return;
      for (auto& each :
           of_lead(*to, unarchived<members::FromLead>(*frame.bytes))) {
        note(*to, each);
        deliver(alive, frame.link, archived(each));
      }
      return;
    }
    auto message = unarchived<members::FromMember>(*frame.bytes);
    note(who, message);
    if (!options_.lead_lies && who == kLiar) {
      if (auto changed = of_member(std::move(message)))
        deliver(alive, frame.link, archived(*changed));
    } else {
      deliver(alive, frame.link, *frame.bytes);
    }
  }

 private:
  static SimulatedMembers::Options with_tolerance(Options options) {
    options.lies = options.is_colluder ? against_lies(0, 0.25, kMembers)
                                       : against_lies(0.25, 0, kMembers);
    return options;
  }

  bool all_members_ended() const {
    for (std::uint32_t i = 0; i < kMembers; ++i)
      if (!SimulatedMembers::is_ended(i)) return false;
    return true;
  }

  void deliver(const Alive& alive, LinkId link, std::string bytes) {
    network.send(*alive,
                 {link, std::make_shared<const std::string>(std::move(bytes))});
  }

  /// The same for the same member, epoch and stage: a message that is repeated
  /// after a lost connection has the same lie.
  std::uint64_t dice(std::uint32_t member, std::uint32_t epoch,
                     std::uint32_t what) const {
    return Rng(seed_, Purpose::kTest, member * 1000 + epoch, what)();
  }
  bool lies_now(std::uint32_t member, std::uint32_t epoch,
                std::uint32_t what) const {
    return dice(member, epoch, what) % 3 == 0;
  }

  std::vector<members::FromLead> of_lead(std::uint32_t to,
                                         members::FromLead message) {
    if (!options_.lead_lies) return {message};
    if (auto* ask = std::get_if<members::Ask>(&message)) {
      const auto stage = static_cast<std::uint32_t>(ask->stage);
      if (!lies_now(to, ask->epoch, stage)) return {message};
      const members::Ask truth = *ask;
      change(to, *ask);
      told += ask->letter != truth.letter || ask->epoch != truth.epoch;
      if (kind_ != Lie::kTwice || truth.stage == SecureStage::kKeys)
        return {message};
      // Once more, with another list, and after a stage that is over.
      members::Ask again = truth;
      ++told;
      spoil_list(again);
      members::Ask before = truth;
      before.stage = SecureStage::kKeys;
      before.letter = "";
      return {truth, before, again};
    }
    if (auto* closed = std::get_if<members::Closed>(&message))
      if (closed->why.empty() && lies_now(to, closed->epoch, 77)) {
        const Parameters other = other_model(closed->model);
        told += kind_ == Lie::kModel || kind_ == Lie::kWithdrawal;
        if (kind_ == Lie::kModel) closed->model = other;
        if (kind_ == Lie::kWithdrawal) return withdrawal(*closed, other);
      }
    if (auto* history = std::get_if<members::History>(&message))
      if (kind_ == Lie::kHistory && !history->links.empty() &&
          lies_now(to, history->links.back().epoch, 78)) {
        history->links.pop_back();
        ++told;
      }
    if (auto* roster = std::get_if<members::Roster>(&message))
      if (kind_ == Lie::kCertificate && !roster->certificates.empty() &&
          lies_now(to, 0, 79)) {
        roster->certificates.begin()->second = certificate_of(99);
        ++told;
      }
    return {message};
  }

  /// Reports a withdrawal, for a model of the lead's own.
  static std::vector<members::FromLead> withdrawal(
      const members::Closed& closed, const Parameters& other) {
    HeldOutPoint point;
    point.verdict = ModelVerdict::kWithdrawn;
    return {closed, members::Fallback{0, other},
            members::Measured{closed.epoch, point}};
  }
  static Parameters other_model(const Parameters& model) {
    Vector other = model.view();
    other(0) += 1;
    return Parameters(other);
  }
  static std::string certificate_of(std::uint64_t seed) {
    return simulated_signer(seed, 0).public_half();
  }

  void change(std::uint32_t to, members::Ask& ask) {
    const std::uint64_t drawn = dice(to, ask.epoch, 5);
    switch (ask.stage) {
      case SecureStage::kKeys:
        if (kind_ == Lie::kOldEpoch && ask.epoch > 1) --ask.epoch;
        break;
      case SecureStage::kShares:
        change_keys(drawn, ask);
        break;
      case SecureStage::kMasks:
        if (kind_ == Lie::kSharers) spoil_list(ask);
        break;
      case SecureStage::kAgreement:
        if (kind_ == Lie::kSurvivors) spoil_list(ask);
        break;
      case SecureStage::kOpening:
        if (kind_ == Lie::kViews) {
          auto views = read_letter<SignedViews>(ask.letter);
          for (auto& signature : views.signatures)
            signature = views.signatures[drawn % views.signatures.size()];
          ask.letter = write_letter(std::move(views));
        }
    }
    if (kind_ == Lie::kOldEpoch && ask.stage != SecureStage::kKeys &&
        ask.epoch > 1)
      --ask.epoch;
    if (kind_ == Lie::kBytes && !ask.letter.empty())
      ask.letter[drawn % ask.letter.size()] ^= static_cast<char>(1 + drawn % 7);
  }

  void change_keys(std::uint64_t drawn, members::Ask& ask) {
    auto told = read_letter<SignedNeighbours>(ask.letter);
    auto& others = told.neighbours;
    const std::size_t at = drawn % others.clients.size();
    switch (kind_) {
      case Lie::kSize:
        others.all += drawn % 2 == 0 ? 1 : -1;
        break;
      case Lie::kFewerMembers:
        others.clients.erase(others.clients.begin() +
                             static_cast<std::ptrdiff_t>(at));
        others.keys.erase(at * kKeyBytes, kKeyBytes);
        told.signatures.erase(told.signatures.begin() +
                              static_cast<std::ptrdiff_t>(at));
        --others.all;
        break;
      case Lie::kSwappedKey: {
        const KeyPair own(simulated_bits(seed_, Purpose::kTest, 1, 1));
        const std::string key(own.public_key().begin(), own.public_key().end());
        others.keys.replace(at * kKeyBytes, kKeyBytes, key);
        // The lead's own name does not help it.
        told.signatures[at] = simulated_signer(99, 0).sign(key);
        break;
      }
      case Lie::kInventedMember:
        others.clients.push_back(kMembers);
        others.keys += std::string(kKeyBytes, '\x21');
        told.signatures.push_back(told.signatures[at]);
        ++others.all;
        break;
      default:
        break;
    }
    ask.letter = write_letter(std::move(told));
  }

  /// Changes who has sent shares, or has survived.
  static void spoil_list(members::Ask& ask) {
    if (ask.stage == SecureStage::kMasks) {
      auto told = read_letter<Incoming>(ask.letter);
      if (told.clients.empty()) return;
      told.clients.pop_back();
      told.sealed.resize(told.sealed.size() - kSealedBytes);
      ask.letter = write_letter(std::move(told));
    } else if (ask.stage == SecureStage::kAgreement) {
      auto told = read_letter<Survivors>(ask.letter);
      if (told.survived.empty()) return;
      told.dropped.push_back(told.survived.front());
      told.survived.erase(told.survived.begin());
      std::ranges::sort(told.dropped);
      ask.letter = write_letter(std::move(told));
    }
  }

  /// @return  nullopt for silence
  std::optional<members::FromMember> of_member(members::FromMember message) {
    auto* answer = std::get_if<members::Answer>(&message);
    if (!answer) return message;
    const auto stage = static_cast<std::uint32_t>(answer->stage);
    const bool lies = lies_now(kLiar, answer->epoch, stage);
    if (answer->stage == SecureStage::kKeys && lies &&
        kind_ == Lie::kCopiedKey) {
      ++told;
      return copied_key(*answer);
    }
    if (!lies) return message;
    const std::uint64_t drawn = dice(kLiar, answer->epoch, 6);
    const bool applies =
        kind_ == Lie::kBadShares   ? answer->stage == SecureStage::kShares
        : kind_ == Lie::kOtherView ? answer->stage == SecureStage::kAgreement
        : kind_ == Lie::kCopiedKey ? false
                                   : !answer->letter.empty();
    if (!applies) return message;
    ++told;
    if (kind_ == Lie::kSilence) return std::nullopt;
    if (kind_ == Lie::kBadShares) {
      auto shares = read_letter<Shares>(answer->letter);
      for (char& byte : shares.sealed) byte ^= 1;
      answer->letter = write_letter(std::move(shares));
    } else {
      answer->letter[drawn % answer->letter.size()] ^= 1;
    }
    return message;
  }

  /// Signs the key that another member has sent.
  members::FromMember copied_key(members::Answer answer) {
    for (const auto& [member, key] : keys_[answer.epoch])
      if (member != kLiar) {
        HistoryHead head = first_head("same", plan().plan.initial);
        for (const ModelLink& link : kept.history) head = next_head(head, link);
        const EpochTerms terms{"same", answer.epoch, EpochKind::kLearning,
                               head.digest};
        answer.letter = write_letter(
            SignedKey{key, simulated_signer(plan().seed, kLiar)
                               .sign(key_statement(terms, kLiar, key))});
      }
    return answer;
  }

  void note(std::uint32_t member, const members::FromLead& message) {
    const auto* ask = std::get_if<members::Ask>(&message);
    if (!ask) return;
    EpochOracle& seen = epochs_[ask->epoch];
    try {
      if (ask->stage == SecureStage::kShares)
        seen.others.try_emplace(
            member,
            read_letter<SignedNeighbours>(ask->letter).neighbours.clients);
      if (ask->stage == SecureStage::kMasks)
        seen.sharers.try_emplace(member,
                                 read_letter<Incoming>(ask->letter).clients);
    } catch (const ArchiveError&) {
      return;
    }
  }

  void note(std::uint32_t member, const members::FromMember& message) {
    const auto* answer = std::get_if<members::Answer>(&message);
    if (!answer) return;
    EpochOracle& seen = epochs_[answer->epoch];
    switch (answer->stage) {
      case SecureStage::kKeys:
        keys_[answer->epoch].emplace(
            member, read_letter<SignedKey>(answer->letter).key);
        break;
      case SecureStage::kShares:
        seen.shares.try_emplace(member, read_letter<Shares>(answer->letter));
        break;
      case SecureStage::kMasks:
        seen.masked.insert(member);
        break;
      case SecureStage::kOpening:
        seen.opened.try_emplace(member, read_letter<Opened>(answer->letter));
        break;
      case SecureStage::kAgreement:
        break;
    }
  }

  Options options_;
  std::uint64_t seed_;
  Lie kind_;
  std::map<std::uint32_t, EpochOracle> epochs_;
  std::map<std::uint32_t, std::map<std::uint32_t, std::string>> keys_;
};

}  // namespace fedltr::test
