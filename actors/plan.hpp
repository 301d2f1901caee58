#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "algorithms/aggregation/aggregation.hpp"
#include "algorithms/federation/block.hpp"
#include "algorithms/federation/optimizer.hpp"
#include "algorithms/online/learner.hpp"
#include "algorithms/privacy/ledger.hpp"
#include "algorithms/ranking/evaluation.hpp"

namespace fedltr {

/// Clients that one cohort actor looks after: fixed, so that sums have the same
/// order on any number of threads and nodes.
inline constexpr std::uint32_t kCohortSize = 256;

/// All that makes one federation: shared by its actors, never changed.
struct FederationPlan {
  std::uint32_t run = 0;  ///< its place among the runs
  std::string name;       ///< for the log
  std::uint64_t seed = 0;
  std::shared_ptr<const Simulation> simulation;
  std::shared_ptr<const Learner> learner;
  std::shared_ptr<const Evaluation> evaluation;
  AggregationRule aggregate;
  PrivacyTerms privacy;
  /// A fresh one for each run.
  std::function<std::unique_ptr<ServerOptimizer>()> optimizer;
  Weighting weighting = Weighting::kInteractions;
  Vector initial;
  std::uint32_t clients = 1;
  std::uint32_t interactions = 1;  ///< per client and round
  std::uint32_t rounds = 1;
  double participation = 1;
  std::uint32_t evaluate_every = 1;  ///< rounds; the last one always
  double discount = 0.9995;

  std::uint32_t cohorts() const {
    return (clients + kCohortSize - 1) / kCohortSize;
  }
};

/// A row of the curve. Counters are cumulative; `clients`, `online` and
/// `max_rr` are of this round.
struct RoundRecord {
  std::uint32_t round = 0;
  std::uint64_t interactions = 0;
  std::vector<double> metrics;
  double online = 0;
  double online_discounted = 0;
  double max_rr = 0;  ///< mean MaxRR@10 of the clicks, of this round
  std::uint32_t clients = 0;
  std::uint64_t dropped = 0;
  std::uint64_t refused = 0;
  std::uint64_t bytes_up = 0;
  std::uint64_t bytes_down = 0;
  double epsilon = kNoBound;  ///< accounted, of the client that took part most
};

struct ClientRecord {
  std::uint64_t interactions = 0;
  std::uint64_t dropped = 0;
  std::uint64_t refused = 0;
  std::uint64_t bytes_up = 0;
  std::uint64_t bytes_down = 0;
  double epsilon = kNoBound;  ///< accounted
};

struct RunResult {
  std::vector<RoundRecord> rounds;
  Vector model;
  std::vector<ClientRecord> clients;
  bool complete = false;          ///< false when it was stopped early
  bool budget_spent = false;      ///< which is why it was stopped
  std::uint64_t most_rounds = 0;  ///< any client took part in
};

}  // namespace fedltr
