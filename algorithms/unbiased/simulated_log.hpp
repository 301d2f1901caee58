#pragma once

#include <memory>

#include "algorithms/clicks/click_model.hpp"
#include "algorithms/data/dataset.hpp"
#include "algorithms/data/session_log.hpp"

namespace fedltr {

/// A search engine of the past, whose lists a simulated log holds.
struct LoggingPolicy {
  Index sessions = 1000;
  Index queries = 10;  ///< that its ranker learned from, by their labels
  double temperature = 0;
  double swaps = 0;
  std::uint32_t users = 1;
  Index list = 10;  ///< documents shown
};

/// Learns a linear ranker from the labels of some queries, drawn from those
/// with a relevant document: a weak one from few, a strong one from many
/// (Joachims et al., WSDM 2017: from 1 % of the data).
///
/// Takes normalised steps of softmax cross entropy on gains 2^label - 1.
/// @param queries  number of them; all if there are fewer
/// @return         #features
Vector learn_logging_ranker(const Dataset& data, Index queries,
                            std::uint64_t seed);

/// Simulates searches of the past: a random query, a list, and a user's clicks;
/// session i is of user i modulo their number.
///
/// Lists are those of learn_logging_ranker(); with a temperature, drawn from
/// the Plackett-Luce model of its scores over the temperature; for 0 queries
/// random. Then, with probability `swaps`, the first document and another
/// random one change places, the intervention of Joachims et al. (WSDM 2017).
/// Gives the log no propensities.
SessionLog simulate_log(const Dataset& data, const ClickModel& user,
                        const LoggingPolicy& policy, std::uint64_t seed);

}  // namespace fedltr
