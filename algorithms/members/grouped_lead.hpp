#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/members/epoch_lead.hpp"
#include "algorithms/privacy/discrete.hpp"

namespace fedltr {

/// One of the groups of an epoch, with a sum of its own.
struct EpochGroup {
  EpochLead lead;
  std::string lost;  ///< reason; empty if it is not
};

/// Deals members out to groups as equal as can be: uniform by independent bits.
/// @return  each ascending; those before are as large or larger by one
std::vector<std::vector<std::uint32_t>> deal_groups(
    const std::vector<std::uint32_t>& members, std::uint32_t groups,
    const Bits& bits);

/// Bits of a rehearsal's draws, by the run's seed and the epoch.
std::function<Bits(std::uint32_t epoch)> simulated_draw(std::uint64_t seed);

/// The lead's part in one epoch, as EpochLead, of members in groups: each group
/// is a round of secure aggregation of its own, and may be lost alone. The
/// groups are drawn once all keys have come, so no member can choose its group.
/// One group is an EpochLead from the start.
class GroupedLead {
 public:
  /// @param number     of the epoch, from 1, never used before
  /// @param words      of a member's part
  /// @param tolerance  of each of `groups`
  /// @param bits       unknown to members, to draw groups and neighbours
  /// @param check      of one group, as in EpochLead
  GroupedLead(std::uint32_t number, std::uint32_t words,
              const Tolerance& tolerance, Bits bits,
              std::optional<EpochCheck> check = std::nullopt);

  std::uint32_t number() const { return number_; }
  SecureStage stage() const;
  std::optional<std::string> letter(std::uint32_t member) const;
  std::string accept(std::uint32_t member, std::string_view bytes);
  void restart(std::uint32_t member);
  bool awaits(std::uint32_t member) const;
  std::uint32_t answered() const;
  bool complete() const;

  /// Ends the stage of each group that is not lost.
  /// @return  reason of the first group if all are lost, else empty
  std::string end_stage();
  /// True once the sums of all groups that are not lost are open.
  bool opened() const;
  /// Empty until keys have ended, unless there is one.
  const std::vector<EpochGroup>& groups() const { return groups_; }

  // Unions over all groups:
  std::vector<std::uint32_t> members() const;
  std::vector<std::uint32_t> survivors() const;
  std::map<std::uint32_t, std::string> bad_keys() const;

 private:
  const EpochGroup* group_of(std::uint32_t member) const;
  EpochGroup* group_of(std::uint32_t member);
  void deal();

  std::uint32_t number_;
  std::uint32_t words_;
  Tolerance tolerance_;
  Bits bits_;
  std::map<std::uint32_t, std::string> keys_;  ///< until the groups are drawn
  std::vector<EpochGroup> groups_;
  std::map<std::uint32_t, std::size_t> group_;  ///< by member
};

}  // namespace fedltr
