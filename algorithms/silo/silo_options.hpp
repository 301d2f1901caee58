#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "algorithms/silo/listwise.hpp"
#include "algorithms/silo/silo_training.hpp"

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
  ParameterValues parameters;  ///< of silo_methods(), by name
  PartyRule rule;
  PartyAttack attack;
  std::uint64_t seed = 1;  ///< of everything but training's batches
};

}  // namespace fedltr
