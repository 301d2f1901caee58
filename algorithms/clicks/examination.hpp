#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace fedltr {

/// Dependence of clicks on the rank of a document of relevance r, its
/// probability of a click once its user has examined it:
///   P(click | rank k) = propensity[k] r + offset[k].
///
/// Without offsets that is the position-based model (Joachims et al., WSDM
/// 2017; Richardson et al., WWW 2007); with them the affine form of trust bias
/// (Vardasbi et al., CIKM 2020; Oosterhuis and de Rijke, WSDM 2021). With
/// `proceed` it is a cascade instead: a user examines all ranks up to the first
/// click, and after a click at rank k proceeds with probability proceed[k]
/// (dependent click model, Guo et al., WSDM 2009), so the propensity of a rank
/// is the product of proceed over the clicks above it (Vardasbi et al., SIGIR
/// 2020). Ranks count from 0; beyond the end the last value holds.
struct Examination {
  std::vector<double> propensity;    ///< by rank; empty for a cascade
  std::vector<double> offset = {};   ///< by rank; empty: 0
  std::vector<double> proceed = {};  ///< by rank; empty: no cascade
  /// Ends of a 95 % interval of propensity or proceed, by rank; empty: unknown.
  std::vector<double> low = {};
  std::vector<double> high = {};

  bool empty() const { return propensity.empty() && proceed.empty(); }
  bool is_cascade() const { return !proceed.empty(); }
  /// Returns propensity or, of a cascade, proceed.
  const std::vector<double>& curve() const {
    return is_cascade() ? proceed : propensity;
  }

  /// Computes propensity and offset of each rank of a list with these clicks.
  /// @param slopes, offsets  of the size of `clicks`, overwritten
  void at(std::span<const std::uint8_t> clicks, std::span<double> slopes,
          std::span<double> offsets) const;
};

/// Returns the value at a rank; beyond the end, the last one.
inline double at_rank(const std::vector<double>& by_rank, std::size_t rank) {
  return rank < by_rank.size() ? by_rank[rank] : by_rank.back();
}

}  // namespace fedltr
