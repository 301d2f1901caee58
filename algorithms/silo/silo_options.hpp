#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "algorithms/silo/listwise.hpp"
#include "algorithms/silo/silo_training.hpp"
#include "algorithms/text/features.hpp"

namespace fedltr {

/// Moments used to scale features.
enum class SiloScaling : std::uint8_t {
  /// Alone: each party's own. Together: the sum of all parties' moments (33
  /// numbers per party for 16 features).
  kSummed,
  /// Always each party's own, as in the public code: nothing is sent, but one
  /// model's inputs differ from party to party.
  kPerParty,
};

/// Documents on which a query is tested.
enum class TestDocuments : std::uint8_t {
  kOwn,  ///< those of its party, by the party's own judgements
  kAll,  ///< all parties', by all judgements: only a simulation can
  /// A share of its party's labelled pairs, drawn at random and not trained
  /// with; no query is held out, no document retrieved. Section VI-A of ICDE
  /// (8,000 of 36,000 pairs a party), 5.1 of the journal (7,000 of 24,000).
  kSampled,
};

/// Features, loss and course of training of a method.
enum class SiloRecipe {
  kPapers,    ///< a pointwise model of the 16 features, SGD
  kListwise,  ///< whole lists, ranking features, from BM25 (silo/listwise.hpp)
};

struct SiloOptions {
  SiloRecipe recipe = SiloRecipe::kPapers;
  FeatureConstants constants;  ///< of features and of the search for candidates
  ListwiseOptions listwise;
  double test_share = 0.3;  ///< of queries; kSampled: of labelled pairs
  TestDocuments test_documents = TestDocuments::kAll;
  std::size_t candidates = 1000;  ///< per test query; 0 = all documents
  /// Negatives per positive pair; random ones are easy, so with the papers'
  /// single one, models are worse than BM25 if labels are few (Cranfield).
  double negatives = 1;
  std::size_t top = 150;          ///< K, from each other party
  std::uint32_t high_ranks = 10;  ///< kRank: of K, the number labelled highest
  SiloScaling scaling = SiloScaling::kSummed;
  std::string model = "softmax";
  JointOrder order = JointOrder::kSerial;
  TrainingOptions training;
  ParameterValues parameters;  ///< of silo_methods(), by name
  PartyRule rule;
  PartyAttack attack;
  std::uint64_t seed = 1;  ///< for everything except training's batches
};

}  // namespace fedltr
