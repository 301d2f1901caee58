#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "actors/silo/traffic.hpp"
#include "algorithms/privacy/release_ledger.hpp"
#include "algorithms/silo/experiment.hpp"
#include "algorithms/silo/querier.hpp"
#include "algorithms/silo/shared_metrics.hpp"
#include "algorithms/silo/simulated_bits.hpp"

namespace fedltr {

class KnownStatistics;

/// Task of relay and parties. In a search session the parties answer each
/// other's questions until they are stopped, without training.
enum class SiloTask : std::uint8_t { kTraining, kSearch };

/// A party's data, if each party has its own files.
struct PartyData {
  std::shared_ptr<const Collection> collection;
  PartyShare share;  ///< the entire collection
};

/// One run of parties that search together; never changes once it is shared. In
/// a simulation all parties read the same collection, each only its own share
/// of it, unless each has its own data.
struct SiloPlan {
  std::uint32_t run = 0;
  std::shared_ptr<const Collection> collection;
  std::shared_ptr<const std::vector<PartyShare>> shares;
  /// By party; empty if all read the collection. A party on its own machine has
  /// only its own data, a relay has none; both have no collection, and of
  /// shares only their number.
  std::vector<std::shared_ptr<const PartyData>> own;
  SiloProtocol protocol;
  SiloOptions options;
  Index grades = 3;
  std::vector<std::string> methods;  ///< names in silo_methods(), in this order
  /// False if parties ask no questions, since no method uses answers.
  bool asks = true;
  /// Seed of keys, obfuscation and noise, all simulated.
  std::uint64_t seed = 1;
  Bits system;  ///< the operating system's; empty if simulated
  /// Form in which a party shares its metrics of the model of `shared_method`.
  MetricSharing sharing = MetricSharing::kNone;
  double metrics_epsilon = 1;  ///< if kNoisy: of all metrics together
  std::vector<NamedMetric> metrics;
  std::string shared_method;

  const Collection& collection_of(std::uint32_t party) const {
    return own.empty() ? *collection : *own[party]->collection;
  }
  const PartyShare& share_of(std::uint32_t party) const {
    return own.empty() ? (*shares)[party] : own[party]->share;
  }
  BitsSource secrets() const { return {seed, system}; }

  std::uint32_t parties() const {
    return static_cast<std::uint32_t>(shares->size());
  }

  /// True if the sum of moments scales features of some method.
  bool sums_moments() const {
    return options.recipe == SiloRecipe::kPapers &&
           options.scaling == SiloScaling::kSummed &&
           std::ranges::any_of(methods, [](const std::string& method) {
             return find(silo_methods(), method).make.joint;
           });
  }
};

/// The state of a party at the end of a run. Documents are indices in the
/// collection.
struct PartyRecord {
  PartyInstances instances;
  std::vector<FoundTop> found;  ///< documents by the owner's numbers
  /// By method: parameters for unscaled features; no entry if it failed.
  std::map<std::string, Vector> models;
  /// By method: intermediate models, for parties that trained with it.
  std::map<std::string, std::vector<ModelAt>> curves;
  std::uint64_t index_bytes = 0;
  std::uint64_t sketch_bytes = 0;
  std::uint32_t shortest_list = 0;  ///< DataOwner::shortest_list()
  ReleaseLedger::Account worst;     ///< of the document with most releases
  std::uint64_t releases = 0;       ///< of all its documents
  std::uint64_t withheld = 0;       ///< releases withheld for lack of budget
  /// Safety code of the public keys it received: equal for all parties, unless
  /// the relay is a man in the middle. Parties compare it over another channel.
  std::string safety_code;
  // If metrics are shared:
  std::optional<MetricMeans> told;              ///< sent to the others
  std::map<std::uint32_t, MetricMeans> others;  ///< by sending party
  /// By party: the error in its metrics.
  std::map<std::uint32_t, std::string> unreadable;
  // If parties have their own data:
  std::vector<TestQuery> tests;  ///< own_tests()
  /// Statistics of all parties' documents for the terms of its dictionary.
  std::shared_ptr<const KnownStatistics> known;
  /// Statistics of all parties' documents, from their sums; by field.
  std::vector<FieldStatistics> fields;
};

struct SiloRecord {
  std::vector<std::shared_ptr<PartyRecord>> parties;  ///< null if excluded
  std::map<std::uint32_t, std::string> excluded;      ///< and the reason
  std::vector<Traffic> by_type;                       ///< received by the relay
  std::vector<Traffic> sent;      ///< by party, to the relay
  std::vector<Traffic> received;  ///< by party, from the relay
  std::uint64_t refused = 0;      ///< number of messages
  std::uint32_t attempts = 0;     ///< at key agreement
};

}  // namespace fedltr
