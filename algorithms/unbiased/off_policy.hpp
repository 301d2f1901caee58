#pragma once

#include <functional>

#include "algorithms/clicks/examination.hpp"
#include "algorithms/data/session_log.hpp"

namespace fedltr {

/// A mean with the ends of its 95 % interval.
struct Estimated {
  double mean = 0;
  double low = 0;
  double high = 0;
};

/// Value of a ranker that was never shown to users, estimated from a log.
struct OffPolicyValue {
  /// Sum over relevant documents of 1 / log2(1 + rank), in which a document
  /// counts by its probability of a click when examined.
  Estimated dcg;
  Estimated logged_dcg;  ///< of the lists that were shown
  Estimated gain;        ///< first less second, of the same searches
  /// Mean of 1 / log2(1 + rank) over relevant documents: self-normalised, from
  /// 0 to 1.
  Estimated discount;
  /// Share of the ranker's discount on documents that the search's own list
  /// showed, over all searches.
  double overlap = 0;
  std::uint64_t clipped = 0;  ///< clicks whose propensity was below the least
  std::uint64_t clicks = 0;
  std::uint64_t users = 0;
};

struct OffPolicyInput {
  const SessionLog& log;
  const Examination& examination;  ///< unless the log has propensities
  /// Returns the documents of a query, best first, by the ranker.
  std::function<std::vector<Index>(Index query)> ranked;
  std::size_t depth = 10;  ///< ranks that count
  double least = 0.01;     ///< propensities below it count as it
};

/// Weighs clicks by inverse propensities: each document counts its discount at
/// the rank that the new ranker gives it.
///
/// Joachims et al. (WSDM 2017), for a sum over relevant documents (Eq. 9 and 10
/// of Oosterhuis and de Rijke, WSDM 2021), with offsets as
/// InversePropensityLearner; the self-normalised estimate after
/// Swaminathan and Joachims (NIPS 2015). Intervals are Student's over users,
/// not clicks: too narrow if a few users have most of the searches. A document
/// counts 0 in each search whose list lacks it, so the estimates of value and
/// gain are no more than the truth, unless clicks are clipped; see `overlap`
/// and `clipped`.
/// @throws std::invalid_argument  for a log without sessions
OffPolicyValue estimate_off_policy(const OffPolicyInput& input);

}  // namespace fedltr
