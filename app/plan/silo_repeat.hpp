#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "actors/silo/silo_plan.hpp"
#include "algorithms/silo/count_errors.hpp"
#include "algorithms/statistics/paired.hpp"
#include "algorithms/statistics/spread.hpp"

namespace fedltr {

class Archive;

/// Results of one method in a finished repeat.
struct SiloMethodResult {
  /// By party; empty for an excluded one. No entries for an untrained method.
  std::vector<Vector> models;
  Matrix all;          ///< #parties by #metrics: on all test queries
  Matrix own;          ///< #parties by #metrics: on the party's own
  Matrix queries;      ///< #queries by #metrics, mean over the parties
  Matrix own_queries;  ///< the same for the query's own party; or NaN
  /// Learning curve: one row per party and iteration, ascending: party,
  /// iteration, #metrics on all test queries. Empty without silo.curve-every.
  Matrix curve;

  void exchange(Archive& archive);
};

/// Quality and cost of reverse top-K.
struct RetrievalResult {
  double cover = 0;         ///< mean over terms and owners
  std::uint64_t asked = 0;  ///< sum over owners of the number of terms
  Traffic moved;            ///< questions and answers
  std::uint64_t index_bytes = 0;
  std::uint64_t sketch_bytes = 0;
  /// Minimum length of an RTK-Sketch's list, over all parties; 0 without one.
  std::uint32_t shortest_list = 0;
  double cover_bound = 0;  ///< of cover_bound(), like cover; NaN: none

  void exchange(Archive& archive);
};

/// Releases about the document with the most releases.
struct SiloPrivacy {
  std::uint64_t releases = 0;
  double claimed = 0;  ///< epsilon as the paper counts it, for all releases
  Composition accounted;

  void exchange(Archive& archive);
};

/// Features of some cross instances, for a figure: relevant ones first.
struct FeatureSample {
  Matrix sketched;     ///< #instances by kTextFeatures, scaled
  Matrix exact;        ///< the same instances by exact counts
  Index relevant = 0;  ///< number of relevant ones

  void exchange(Archive& archive);
};

/// Wall time of searching at one party, which varies between runs. All but the
/// number of terms are means in seconds, without the time of messages.
struct SearchTime {
  std::size_t terms = 0;      ///< number of terms asked for
  double rtk_seconds = 0;     ///< per term, by RTK-Sketch
  double naive_seconds = 0;   ///< per term, asking about every document
  double insert_seconds = 0;  ///< per document added to the index
  double delete_seconds = 0;  ///< per document removed from the index
};

/// Results of one repeat.
struct SiloRepeat {
  std::uint32_t repeat = 1;
  std::uint64_t seed = 0;
  std::vector<std::string> names;  ///< of test queries
  std::vector<std::uint32_t> query_party;
  CandidateCounts candidates;  ///< of the test queries
  std::map<std::string, SiloMethodResult> methods;
  std::vector<PartyShare> shares;     ///< the plan's
  std::vector<std::size_t> labelled;  ///< number of instances, by party
  std::vector<std::size_t> cross;
  Vector correlation;  ///< by feature, sketched and exact; NaN: constant
  RetrievalResult retrieval;
  BoundChecks bounds;  ///< of counts
  SiloPrivacy privacy;
  std::string safety_code;  ///< of the parties' public keys
  std::vector<SiloPrivacy> by_party;
  /// Number of releases withheld for lack of budget, by party.
  std::vector<std::uint64_t> withheld;
  std::vector<Traffic> sent;
  std::vector<Traffic> received;
  std::vector<Traffic> by_type;
  std::map<std::uint32_t, std::string> excluded;
  std::uint64_t refused = 0;
  /// Metrics that each party shared with the others, by party; absent if it has
  /// not agreed.
  std::map<std::uint32_t, MetricMeans> shared;
  /// Features of some instances of the first repeat, for a figure: scaled; the
  /// first `local_points` are labelled ones.
  Matrix points;
  Index local_points = 0;
  FeatureSample sample;  ///< of the first repeat

  /// Exchanges all but the shares, which follow from the plan.
  void exchange(Archive& archive);
};

/// Returns the means of the columns without NaN; NaN if all values are NaN.
Vector means(const Matrix& values);

/// Returns mean and deviation over the runs of the mean over parties.
Spread spread_over(const std::vector<SiloRepeat>& runs,
                   const std::string& method, Index metric);
/// Compares two methods over queries: each counts once, by its mean over the
/// runs that test it.
/// @return  interval and p-values are NaN for fewer than two queries
PairedDifference compare_methods(const std::vector<SiloRepeat>& runs,
                                 const std::string& method,
                                 const std::string& other, Index metric,
                                 std::uint64_t seed);
/// Returns the index of ndcg@10, or of the first metric without it.
Index main_metric(const std::vector<NamedMetric>& metrics);

}  // namespace fedltr
