#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "algorithms/silo/instances.hpp"
#include "algorithms/silo/methods.hpp"
#include "algorithms/silo/own_lists.hpp"
#include "algorithms/silo/party_training.hpp"
#include "algorithms/silo/silo_options.hpp"
#include "algorithms/silo/test_set.hpp"

namespace fedltr {

/// A party's training and test queries: the same ones if sampled pairs are the
/// test (TestDocuments::kSampled). A query without terms is skipped in
/// questions and in training.
HeldOut held_out_queries(const Collection& collection, const PartyShare& share,
                         std::uint32_t party, const SiloOptions& options);

/// The model that a recipe trains.
std::shared_ptr<const PointwiseModel> silo_model(const SiloOptions& options,
                                                 Index grades);

/// A party's labelled pairs; none to test with unless tests are sampled pairs.
/// @param queries  training queries, ascending
HeldOutPairs held_out_pairs(const PartyShare& share, std::uint32_t party,
                            std::span<const std::uint32_t> queries,
                            const SiloOptions& options);

/// True if a party has a labelled pair to train with.
/// @param queries  training queries, ascending
bool learns(const PartyShare& share, std::uint32_t party,
            std::span<const std::uint32_t> queries, const SiloOptions& options);

/// A party's test queries of sampled pairs, those with one.
std::vector<TestQuery> sampled_tests(const Collection& collection,
                                     const PartyShare& share,
                                     std::uint32_t party,
                                     const SiloOptions& options,
                                     const PairFeatures& features);

/// Instances that a party trains with.
struct PartyInstances {
  std::vector<Judgement> pairs;
  Matrix features;  ///< #pairs by #features, not scaled
  CrossInstances cross;
  bool learns = true;  ///< true if it has judged any; pairs may lack it
};

/// The labelled part of a party's instances, by recipe.
/// @param queries   training queries, ascending
/// @param features  of pairs
PartyInstances labelled_instances(const Collection& collection,
                                  const PartyShare& share, std::uint32_t party,
                                  std::span<const std::uint32_t> queries,
                                  const SiloOptions& options,
                                  const PairFeatures& features);
struct SiloData {
  std::vector<PartyInstances> parties;
  std::vector<TestQuery> tests;
  Index grades = 3;
};

/// Computes everything from exact counts in one place: the limit that protocols
/// approach. Cross instances: for each of a party's training queries, the K
/// documents of each other party with the largest counts of its terms, ranked
/// by the body's BM25.
SiloData exact_silo_data(const Collection& collection,
                         const std::vector<PartyShare>& shares,
                         const SiloOptions& options);

/// The parties' test queries with exact features, as in exact_silo_data().
std::vector<TestQuery> silo_tests(const Collection& collection,
                                  const CollectionStatistics& statistics,
                                  const std::vector<PartyShare>& shares,
                                  const SiloOptions& options);

/// Scaling by a party's own moments; the identity if there are no features.
Scaling own_scaling(const MatrixView& features);

/// A party's side of training.
/// @param joint  scaling for methods whose parties share a model; the others
///               scale by the party's own moments
PartyTraining party_training_of(
    std::uint32_t party, const PartyInstances& instances, const Scaling& joint,
    const std::shared_ptr<const PointwiseModel>& model,
    const SiloOptions& options);

/// Configuration of a method's trainer.
SiloTrainerConfig trainer_config(const PointwiseModel& model,
                                 const SiloOptions& options);

}  // namespace fedltr
