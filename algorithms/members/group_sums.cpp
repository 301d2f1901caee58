#include "algorithms/members/group_sums.hpp"

#include <algorithm>
#include <cmath>

#include "algorithms/aggregation/coordinate_wise.hpp"

namespace fedltr {
namespace {

/// Deviations of which the norm of noise exceeds its mean with probability
/// 1e-9: sqrt(2 log(1e9)), rounded up.
constexpr double kRarest = 6.5;

void add(std::vector<std::uint32_t>& list,
         const std::vector<std::uint32_t>& more) {
  list.insert(list.end(), more.begin(), more.end());
}

/// @param sums  #groups by #words
/// @param size  of each group
Vector total_of(const Matrix& sums, const std::vector<double>& sizes,
                bool robust) {
  if (sums.rows() == 1 || !robust) return sums.colwise().sum().transpose();
  Matrix means = sums;
  double members = 0;
  for (Index i = 0; i < sums.rows(); ++i) {
    means.row(i) /= sizes[static_cast<std::size_t>(i)];
    members += sizes[static_cast<std::size_t>(i)];
  }
  return members * median_of_rows(means);
}

}  // namespace

double longest_sum(const EpochCode& code, const Tolerance& tolerance,
                   double units, std::uint32_t all, std::size_t members,
                   Index words) {
  const auto count = static_cast<double>(members);
  double noise = 0;
  if (code.multiplier > 0)
    noise = code.step() *
            static_cast<double>(code.spread(honest_members(all, tolerance))) *
            std::sqrt(count) *
            (std::sqrt(static_cast<double>(words)) + kRarest);
  constexpr double kRounding = 1 + 1e-9;
  return kRounding * count * units * code.clip + noise;
}

GroupSums add_groups(const GroupedLead& epoch, const EpochCode& code,
                     const Tolerance& tolerance, double units, bool robust) {
  GroupSums found;
  std::vector<Vector> good;
  std::vector<double> sizes;
  for (const EpochGroup& group : epoch.groups()) {
    const EpochLead& lead = group.lead;
    if (lead.opened()) {
      Vector sum = code.sum_of(lead.sum());
      const auto& members = lead.survivors();
      const bool is_good =
          units == 0 ||
          sum.norm() <=
              longest_sum(code, tolerance, units,
                          static_cast<std::uint32_t>(lead.members().size()),
                          members.size(), sum.size());
      add(found.judged, lead.sharers());
      if (is_good) {
        add(found.members, members);
        good.push_back(std::move(sum));
        sizes.push_back(static_cast<double>(members.size()));
        continue;
      }
    } else if (lead.unrecovered()) {
      add(found.judged, lead.sharers());
    } else {
      continue;
    }
    add(found.hit, lead.sharers());
    ++found.discarded;
  }
  for (auto* const list : {&found.members, &found.hit, &found.judged})
    std::ranges::sort(*list);
  if (good.empty()) return found;
  Matrix sums(std::ssize(good), good.front().size());
  for (std::size_t i = 0; i < good.size(); ++i)
    sums.row(static_cast<Index>(i)) = good[i].transpose();
  found.total = total_of(sums, sizes, robust);
  return found;
}

}  // namespace fedltr
