#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/members/epoch_code.hpp"
#include "algorithms/members/grouped_lead.hpp"

namespace fedltr {

/// Length that no honest sum exceeds, but with probability 1e-9: that of all
/// clipped units, and a bound on the noise, deviation x (sqrt(words) + 6.5), by
/// the concentration of the norm of a Gaussian vector (e.g. Boucheron, Lugosi
/// and Massart, "Concentration inequalities", 2013, theorem 5.6).
/// @param units    of a member at most, each of which adds at most a clip
/// @param all      members of the group, by whose number the noise is sized
/// @param members  in the sum
/// @param words    of it
double longest_sum(const EpochCode& code, const Tolerance& tolerance,
                   double units, std::uint32_t all, std::size_t members,
                   Index words);

/// The opened sums of an epoch's groups.
struct GroupSums {
  /// An estimate of the sum over `members`; empty without any.
  Vector total;
  std::vector<std::uint32_t> members;  ///< whose parts count, ascending
  /// Those of groups whose sums were discarded, or could not be opened because
  /// a member dealt useless shares; also those that dropped out once they had
  /// dealt shares, which may be the useless ones. Ascending.
  std::vector<std::uint32_t> hit;
  /// Those that dealt shares in these groups and in groups that count;
  /// ascending.
  std::vector<std::uint32_t> judged;
  std::uint32_t discarded = 0;  ///< groups that are hit
};

/// Discards sums that are too long, and adds the others up. The sum of several
/// groups is estimated by their means: their coordinate-wise median, times the
/// members. Lies in fewer than half of the groups move it no farther than the
/// honest groups' means lie apart.
/// @param epoch   with opened sums
/// @param units   as above; 0: no sum is too long
/// @param robust  false: the sums are added
GroupSums add_groups(const GroupedLead& epoch, const EpochCode& code,
                     const Tolerance& tolerance, double units, bool robust);

}  // namespace fedltr
