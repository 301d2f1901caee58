#include "actors/nodes/assignment.hpp"

#include <algorithm>

namespace fedltr {
namespace {

struct Share {
  std::uint64_t node = 0;
  std::size_t cohorts = 0;
  double remainder = 0;  ///< of its exact share
};

/// Returns each node's number of cohorts by largest remainder; a tie goes to
/// the first node.
std::map<std::uint64_t, std::size_t> shares_of(
    std::size_t cohorts, const std::map<std::uint64_t, std::uint32_t>& cores) {
  double all = 0;
  for (const auto& [node, count] : cores) all += count;
  std::vector<Share> shares;
  std::size_t given = 0;
  for (const auto& [node, count] : cores) {
    const double due = static_cast<double>(cohorts) * count / all;
    const auto whole = static_cast<std::size_t>(due);
    shares.push_back({node, whole, due - static_cast<double>(whole)});
    given += whole;
  }
  std::ranges::stable_sort(shares, std::greater<>(), &Share::remainder);
  for (std::size_t i = 0; given < cohorts; ++i, ++given)
    ++shares[i % shares.size()].cohorts;
  std::map<std::uint64_t, std::size_t> left;
  for (const Share& share : shares) left[share.node] = share.cohorts;
  return left;
}

}  // namespace

std::vector<std::uint64_t> assign_cohorts(
    std::vector<std::uint64_t> homes,
    const std::map<std::uint64_t, std::uint32_t>& cores) {
  if (cores.empty()) return std::vector<std::uint64_t>(homes.size(), 0);
  auto left = shares_of(homes.size(), cores);
  for (std::uint64_t& home : homes) {
    const auto share = left.find(home);
    if (share != left.end() && share->second > 0)
      --share->second;
    else
      home = 0;
  }
  auto free = left.begin();
  for (std::uint64_t& home : homes) {
    if (home != 0) continue;
    while (free->second == 0) ++free;
    home = free->first;
    --free->second;
  }
  return homes;
}

}  // namespace fedltr
