#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "algorithms/silo/instances.hpp"
#include "algorithms/silo/methods.hpp"
#include "algorithms/silo/own_lists.hpp"
#include "algorithms/silo/party_training.hpp"
#include "algorithms/silo/test_set.hpp"

namespace fedltr {

/// Moments that features are scaled by.
enum class SiloScaling : std::uint8_t {
  /// Alone: each party's own. Together: the sum of all parties' moments (33
  /// numbers a party for 16 features).
  kSummed,
  /// Always each party's own, as in the public code: nothing is given, but one
  /// model's inputs differ from party to party.
  kPerParty,
};

/// Documents that a held-out query is tested on.
enum class TestDocuments : std::uint8_t {
  kOwn,  ///< its party's, by the party's own judgements
  kAll,  ///< all parties', by all judgements: only a simulation can
};

/// What a method learns with: features, loss, course of training.
enum class SiloRecipe {
  kPapers,    ///< a pointwise model of the 16 features, SGD
  kListwise,  ///< whole lists, ranking features, from BM25 (silo/listwise.hpp)
};

struct SiloOptions {
  SiloRecipe recipe = SiloRecipe::kPapers;
  ListwiseOptions listwise;
  double test_share = 0.3;
  TestDocuments test_documents = TestDocuments::kAll;
  std::size_t candidates = 1000;  ///< of a test query; 0: all documents
  /// For each positive pair; random ones are easy, so that the papers' one
  /// leaves models worse than BM25 where labels are few (Cranfield).
  double negatives = 1;
  std::size_t top = 150;          ///< K, of each other party
  std::uint32_t high_ranks = 10;  ///< kRank: of K, those labelled highest
  SiloScaling scaling = SiloScaling::kSummed;
  std::string model = "softmax";
  JointOrder order = JointOrder::kSerial;
  TrainingOptions training;
  std::uint64_t seed = 1;  ///< of everything but training's batches
};

/// A party's queries to train and to test with. One without terms asks for
/// nothing and is not trained with.
HeldOut held_out_queries(const Collection& collection, const PartyShare& share,
                         std::uint32_t party, const SiloOptions& options);

/// The model that a recipe trains.
std::shared_ptr<const PointwiseModel> silo_model(const SiloOptions& options,
                                                 Index grades);

/// Whether a party has judged anything for its training queries.
/// @param queries  ascending
bool learns(const PartyShare& share, std::span<const std::uint32_t> queries,
            const SiloOptions& options);

/// Instances that a party trains with.
struct PartyInstances {
  std::vector<Judgement> pairs;
  Matrix features;  ///< #pairs by #features, not scaled
  CrossInstances cross;
  bool learns = true;  ///< listwise: pairs need not hold a judged one
};

/// The labelled part of a party's instances, by recipe.
/// @param queries   ascending, to train with
/// @param features  of pairs
PartyInstances labelled_instances(const Collection& collection,
                                  const PartyShare& share,
                                  std::span<const std::uint32_t> queries,
                                  const SiloOptions& options,
                                  const PairFeatures& features);
struct SiloData {
  std::vector<PartyInstances> parties;
  std::vector<TestQuery> tests;
  Index grades = 3;
};

/// Everything from exact counts in one place: the limit that protocols are to
/// approach. Cross instances: for each of a party's training queries, the K
/// documents of each other party with most of its terms, ranked by the body's
/// BM25.
SiloData exact_silo_data(const Collection& collection,
                         const std::vector<PartyShare>& shares,
                         const SiloOptions& options);

/// The parties' held-out queries with exact features, as in exact_silo_data().
std::vector<TestQuery> silo_tests(const Collection& collection,
                                  const std::vector<PartyShare>& shares,
                                  const SiloOptions& options);

/// Scaling by a party's own moments; of no features, one that changes nothing.
Scaling own_scaling(const MatrixView& features);

/// A party's side of training.
/// @param joint  scaling of methods whose parties share a model; the others
///               scale by the party's own moments
PartyTraining party_training_of(
    std::uint32_t party, const PartyInstances& instances, const Scaling& joint,
    const std::shared_ptr<const PointwiseModel>& model,
    const SiloOptions& options);

/// Configuration of a method's trainer.
SiloTrainerConfig trainer_config(const PointwiseModel& model,
                                 const SiloOptions& options);

/// Models of a method and how well they rank.
struct SiloOutcome {
  std::string method;
  std::vector<Vector> models;  ///< by party, for features as they are
  Matrix scores;  ///< #parties by #metrics: a party's model on all tests
  Matrix own;     ///< the same on the party's own tests

  /// Mean over the parties.
  Vector mean() const { return scores.colwise().mean().transpose(); }
};

/// Trains and tests one method (a name of silo_methods()), in process.
SiloOutcome run_silo(const SiloData& data, const std::string& method,
                     const SiloOptions& options);

/// Each party's gain by joining, by metric: #parties by #metrics. Below 0 it
/// loses.
Matrix gain_of_joining(const SiloOutcome& joint, const SiloOutcome& local);

}  // namespace fedltr
