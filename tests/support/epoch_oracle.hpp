#pragma once

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "algorithms/members/epoch_code.hpp"
#include "algorithms/privacy/secagg_messages.hpp"
#include "algorithms/privacy/secure_client.hpp"
#include "algorithms/privacy/shamir.hpp"

namespace fedltr::test {

/// Messages of an epoch, and what a lead could open that kept all of them and
/// has the shares of the colluders. Groups of members are bits.
class EpochOracle {
 public:
  std::map<std::uint32_t, std::vector<std::uint32_t>> others;  ///< with a key
  std::map<std::uint32_t, std::vector<std::uint32_t>> sharers;
  std::map<std::uint32_t, Shares> shares;
  std::set<std::uint32_t> masked;
  std::map<std::uint32_t, Opened> opened;

  /// Returns the groups of honest members whose sum is open, without those that
  /// contain another such group.
  std::vector<std::uint32_t> open_groups(
      std::uint32_t members, const Tolerance& tolerance,
      const std::set<std::uint32_t>& colluders) const {
    std::uint32_t candidates = 0;
    for (std::uint32_t member = 0; member < members; ++member)
      if (!colluders.contains(member) && masked.contains(member) &&
          is_known(member, 0, tolerance, colluders))
        candidates |= 1U << member;
    std::set<std::uint32_t> keys;
    for (std::uint32_t member = 0; member < members; ++member)
      if (colluders.contains(member) ||
          is_known(member, 1, tolerance, colluders))
        keys.insert(member);
    std::vector<std::uint32_t> least;
    for (std::uint32_t group = 1; group < 1U << members; ++group)
      if ((group & ~candidates) == 0 && is_open(group, members, keys) &&
          std::ranges::none_of(
              least, [&](auto other) { return (other & group) == other; }))
        least.push_back(group);
    return least;
  }

  /// Returns the number of members on whose noise the parts of a group count.
  std::uint32_t promised(std::uint32_t group,
                         const Tolerance& tolerance) const {
    std::uint32_t most = 0;
    for (const auto& [member, dealt] : shares)
      if ((group >> member & 1U) != 0)
        most = std::max(most, honest_members(1 + holders(dealt), tolerance));
    return most;
  }

 private:
  static std::uint32_t holders(const Shares& dealt) {
    return static_cast<std::uint32_t>(dealt.deposit.size() / kDepositBytes);
  }

  /// True if the lead has enough shares of a self mask (0) or key (1).
  bool is_known(std::uint32_t owner, std::size_t which,
                const Tolerance& tolerance,
                const std::set<std::uint32_t>& colluders) const {
    const auto dealt = shares.find(owner);
    const auto to = others.find(owner);
    if (dealt == shares.end() || to == others.end()) return false;
    std::set<std::uint32_t> known;
    for (const std::uint32_t holder : to->second)
      if (colluders.contains(holder)) known.insert(holder);
    for (const auto& [holder, letter] : opened)
      for (std::size_t i = 0; i < letter.clients.size(); ++i)
        if (letter.clients[i] == owner &&
            is_dealt(dealt->second, which, to->second, holder, letter, i))
          known.insert(holder);
    return known.size() >=
           choose_neighbourhood(1 + holders(dealt->second), tolerance)
               .threshold;
  }

  static bool is_dealt(const Shares& dealt, std::size_t which,
                       const std::vector<std::uint32_t>& to,
                       std::uint32_t holder, const Opened& letter,
                       std::size_t i) {
    const auto at = static_cast<std::size_t>(
        std::ranges::lower_bound(to, holder) - to.begin());
    if (at == to.size() || to[at] != holder) return false;
    Share share{};
    std::copy_n(
        letter.shares.begin() + static_cast<std::ptrdiff_t>(i * share.size()),
        share.size(), share.begin());
    return check_of(share) ==
           dealt.dealt.substr((2 * at + which) * kShareCheckBytes,
                              kShareCheckBytes);
  }

  /// True if no mask between the group and others remains.
  /// @param keys  members whose masks with others the lead knows
  bool is_open(std::uint32_t group, std::uint32_t members,
               const std::set<std::uint32_t>& keys) const {
    for (std::uint32_t member = 0; member < members; ++member) {
      if ((group >> member & 1U) == 0 || keys.contains(member)) continue;
      const auto partners = sharers.find(member);
      if (partners == sharers.end()) return false;
      for (const std::uint32_t other : partners->second)
        if ((group >> other & 1U) == 0 && !keys.contains(other)) return false;
    }
    return true;
  }
};

}  // namespace fedltr::test
