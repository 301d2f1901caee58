#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/members/epoch_check.hpp"
#include "algorithms/members/epoch_code.hpp"
#include "algorithms/privacy/discrete.hpp"
#include "algorithms/privacy/secure_round.hpp"

namespace fedltr {

/// The lead's part in one epoch: a round of secure aggregation among the
/// members that send a key while the epoch is open. Uses no clock: its owner
/// ends a stage when all have answered or their time is over. Members that
/// have not answered by then have dropped out of the epoch.
///
/// The lead sees public keys, sealed shares, masked words and, of each member,
/// one opened share per other member; the sum when the epoch ends.
class EpochLead {
 public:
  /// @param number   of the epoch, from 1, never used before
  /// @param words    of a member's part
  /// @param bits     for the graph of neighbours, drawn after the last key, so
  ///                 that members that collude can't choose their places;
  ///                 empty: it follows from the keys
  /// @param check    of what members sign, if they expect a lead that may lie
  EpochLead(std::uint32_t number, std::uint32_t words, Tolerance tolerance,
            Bits bits = {}, std::optional<EpochCheck> check = std::nullopt);

  std::uint32_t number() const { return number_; }
  SecureStage stage() const { return stage_; }
  /// Returns a member's message that starts the stage; nullopt if it has no
  /// part in it. Any member may send a key: without signatures, the message
  /// that asks for it is empty.
  std::optional<std::string> letter(std::uint32_t member) const;
  /// Takes a member's answer of the stage.
  /// @return  reason if it is refused, else empty
  std::string accept(std::uint32_t member, std::string_view bytes);
  /// Forgets a member that starts anew, without its secrets: it may send
  /// another key, or has dropped out.
  void restart(std::uint32_t member);
  /// True if a member may or must still answer in this stage.
  bool awaits(std::uint32_t member) const;
  /// Returns the number of members that have answered in this stage.
  std::uint32_t answered() const;
  /// True if all have answered. Never for keys: others may come.
  bool complete() const;

  /// Ends the stage.
  /// @return  reason if the epoch is lost, else empty
  std::string end_stage();
  /// True once the sum is open.
  bool opened() const { return !sum_.empty(); }
  /// The sum of the survivors' words modulo 2^64; empty until it is open.
  const std::vector<std::uint64_t>& sum() const { return sum_; }
  /// Members that sent a key, ascending; empty until the stage has ended.
  const std::vector<std::uint32_t>& members() const { return members_; }
  /// Reasons why keys are unusable, by member.
  const std::map<std::uint32_t, std::string>& bad_keys() const {
    return bad_keys_;
  }
  /// Member that keeps the sum from being opened: too few shares that it has
  /// dealt were opened as it has dealt them.
  std::optional<std::uint32_t> unrecovered() const { return unrecovered_; }
  /// Those that dealt shares, ascending, once shares have ended: what each has
  /// dealt is needed to open the sum.
  const std::vector<std::uint32_t>& sharers() const { return sharers_; }
  /// Those whose parts are in the sum, ascending, once masks have ended.
  const std::vector<std::uint32_t>& survivors() const { return survivors_; }

 private:
  void accept_key(std::uint32_t member, std::string_view bytes);
  std::string end_keys();
  std::string end_masks();
  std::string end_agreement() const;
  std::string lack_of(std::size_t members, const char* what) const;
  std::string end_opening();
  void expect_answers();

  std::uint32_t number_;
  std::uint32_t words_;
  Tolerance tolerance_;
  Bits bits_;
  std::optional<EpochCheck> check_;
  SecureStage stage_ = SecureStage::kKeys;
  std::map<std::uint32_t, std::string> keys_;
  std::map<std::uint32_t, std::string> bad_keys_;
  std::vector<std::uint32_t> members_;
  std::vector<std::uint32_t> survivors_;
  std::optional<SecureRound> round_;  ///< once keys have ended
  std::set<std::uint32_t> awaited_;   ///< in stages after keys
  std::set<std::uint32_t> answered_;
  std::vector<std::uint32_t> sharers_;
  std::vector<std::uint64_t> sum_;
  std::optional<std::uint32_t> unrecovered_;
};

}  // namespace fedltr
