#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "actors/silo/silo_plan.hpp"
#include "algorithms/statistics/paired.hpp"
#include "algorithms/statistics/spread.hpp"

namespace fedltr {

class Archive;

/// One method's part of a finished repeat.
struct SiloMethodResult {
  /// By party; empty: it was excluded. None of an untrained method.
  std::vector<Vector> models;
  Matrix all;          ///< #parties by #metrics: on all test queries
  Matrix own;          ///< on the party's own
  Matrix queries;      ///< #queries by #metrics, mean over the parties
  Matrix own_queries;  ///< the same by the query's own party; or NaN
  /// Learning curve: a row a party and iteration, ascending: party, iteration,
  /// #metrics on all test queries. None without silo.curve-every.
  Matrix curve;

  void exchange(Archive& archive);
};

/// How well reverse top-K found what it should.
struct RetrievalResult {
  double cover = 0;         ///< mean over terms and owners
  std::uint64_t asked = 0;  ///< terms at owners
  Traffic moved;            ///< questions and answers
  std::uint64_t index_bytes = 0;
  std::uint64_t sketch_bytes = 0;
  /// Shortest list of an RTK-Sketch, of all parties; 0 without one.
  std::uint32_t shortest_list = 0;

  void exchange(Archive& archive);
};

/// Releases about the document that most is released of.
struct SiloPrivacy {
  std::uint64_t releases = 0;
  double claimed = 0;  ///< epsilon by the paper's figure, all releases
  Composition accounted;

  void exchange(Archive& archive);
};

/// Some cross instances' features, for a picture: relevant ones first.
struct FeatureSample {
  Matrix sketched;     ///< #instances by kTextFeatures, scaled
  Matrix exact;        ///< the same instances by exact counts
  Index relevant = 0;  ///< number of relevant ones

  void exchange(Archive& archive);
};

/// Wall time of searching at one party, which differs from run to run. All but
/// the terms are means in seconds, without what messages would take.
struct SearchTime {
  std::size_t terms = 0;      ///< asked for
  double rtk_seconds = 0;     ///< of a term, by RTK-Sketch
  double naive_seconds = 0;   ///< of a term, about every document
  double insert_seconds = 0;  ///< of a document into the index
  double delete_seconds = 0;  ///< of a document out of it
};

/// Results of one repeat.
struct SiloRun {
  std::uint32_t repeat = 1;
  std::uint64_t seed = 0;
  std::vector<std::string> names;  ///< of test queries
  std::vector<std::uint32_t> query_party;
  CandidateCounts candidates;  ///< of the test queries
  std::map<std::string, SiloMethodResult> methods;
  std::vector<PartyShare> shares;     ///< the plan's
  std::vector<std::size_t> labelled;  ///< by party: instances
  std::vector<std::size_t> cross;
  Vector correlation;  ///< by feature, sketched and exact; NaN: constant
  RetrievalResult retrieval;
  SiloPrivacy privacy;
  std::string safety_code;  ///< of the parties' public keys
  std::vector<SiloPrivacy> by_party;
  /// By party: releases that no budget was left for.
  std::vector<std::uint64_t> withheld;
  std::vector<Traffic> sent;
  std::vector<Traffic> received;
  std::vector<Traffic> by_type;
  std::map<std::uint32_t, std::string> excluded;
  std::uint64_t refused = 0;
  /// By party: what it told the others of its metrics; none: not agreed.
  std::map<std::uint32_t, MetricMeans> shared;
  /// Features of some instances of the first repeat, for the picture: scaled,
  /// the first `local_points` are labelled ones.
  Matrix points;
  Index local_points = 0;
  FeatureSample sample;  ///< of the first repeat

  /// All but the shares, which follow from the plan.
  void exchange(Archive& archive);
};

/// Means of the columns, over what is a number; NaN where nothing is.
Vector means(const Matrix& values);

/// Mean and deviation over the runs of the mean over parties.
Spread spread_over(const std::vector<SiloRun>& runs, const std::string& method,
                   Index metric);
/// The same for one party.
Spread spread_of_party(const std::vector<SiloRun>& runs,
                       const std::string& method, Index party, Index metric);
/// A method less another, over queries: each counts once, by its mean over the
/// runs that test it.
/// @return  pairs = 0 for less than two queries
PairedDifference compare_methods(const std::vector<SiloRun>& runs,
                                 const std::string& method,
                                 const std::string& other, Index metric,
                                 std::uint64_t seed);
/// Place of ndcg@10, or of the first metric without it.
Index main_metric(const std::vector<NamedMetric>& metrics);

}  // namespace fedltr
