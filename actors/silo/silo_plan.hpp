#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "actors/silo/envelope.hpp"
#include "actors/silo/traffic.hpp"
#include "algorithms/privacy/release_ledger.hpp"
#include "algorithms/silo/experiment.hpp"
#include "algorithms/silo/querier.hpp"
#include "algorithms/silo/shared_metrics.hpp"
#include "algorithms/silo/simulated_bits.hpp"

namespace fedltr {

class KnownStatistics;

/// What a party reads where each has files of its own: nothing of others.
struct PartyData {
  std::shared_ptr<const Collection> collection;
  PartyShare share;  ///< all of it
};

/// One run of parties that search together. In a simulation all of them read
/// the same collection, each its own share of it and nothing else, unless each
/// has data of its own.
struct SiloPlan {
  std::uint32_t run = 0;
  std::shared_ptr<const Collection> collection;
  std::shared_ptr<const std::vector<PartyShare>> shares;
  /// By party; empty: all read the collection. A party on its own machine has
  /// its own only, a relay has none, and both have neither collection nor
  /// shares but for their number.
  std::vector<std::shared_ptr<const PartyData>> own;
  SiloProtocol protocol;
  SiloOptions options;
  Index grades = 3;
  std::vector<std::string> methods;  ///< of silo_methods(), in this order
  /// Seed of keys, obfuscation and noise, all simulated.
  std::uint64_t seed = 1;
  Bits system;  ///< the operating system's randomness; none: simulated secrets
  /// What a party tells the others of its own metrics, of which method's model.
  MetricSharing sharing = MetricSharing::kNone;
  double metrics_epsilon = 1;  ///< kNoisy: of all metrics together
  std::vector<NamedMetric> metrics;
  std::string shared_method;

  /// A search session: once keys are agreed on, the parties answer each other's
  /// questions until they are stopped, and nobody trains.
  bool is_search = false;
  /// Seconds in which a party has to send what it owes; 0: no clock.
  std::uint32_t deadline = 0;

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

  /// Whether features of some method are scaled by the sum of moments.
  bool sums_moments() const {
    return options.recipe == SiloRecipe::kPapers &&
           options.scaling == SiloScaling::kSummed &&
           std::ranges::any_of(methods, [](const std::string& method) {
             return find(silo_methods(), method).make.joint;
           });
  }

  /// Messages that a misbehaving party sends in place of one; if that is not
  /// among them, with whatever payload, it lets the deadline pass. For tests.
  std::function<std::vector<SiloMessage>(const SiloMessage&)> tamper;
  /// Sees every message that the relay gets. For tests.
  std::function<void(const SiloMessage&)> on_message;
  /// Told of each party that the relay excludes, and why.
  std::function<void(std::uint32_t, const std::string&)> on_excluded;
  /// Told each second of each party that owes for longer than the deadline.
  std::function<void(std::uint32_t)> on_overdue;
  /// Told the safety code before a party uses the keys. Throws to stop it.
  std::function<void(const std::string&)> on_safety_code;
  /// Told of a party's account before its first answer: what was spent before
  /// this run may be entered. Whoever keeps it has it when the party is gone.
  std::function<void(const std::shared_ptr<ReleaseLedger>&)> on_account;
  /// Told of each answer about a party's documents, and of the account after
  /// it, before it leaves. Throws to hold it back, with the party.
  std::function<void(const SiloMessage&, ReleaseLedger&)> before_answer;
};

/// The state of a party at the end of a run. Documents in it are places in the
/// collection.
struct PartyRecord {
  PartyInstances instances;
  std::vector<FoundTop> found;  ///< documents by the owner's numbers
  /// By method: parameters for features as they are; none where it failed.
  std::map<std::string, Vector> models;
  /// By method: the models on the way, of parties that trained with it.
  std::map<std::string, std::vector<ModelAt>> curves;
  std::uint64_t index_bytes = 0;
  std::uint64_t sketch_bytes = 0;
  std::uint32_t shortest_list = 0;  ///< DataOwner::shortest_list()
  ReleaseLedger::Account worst;     ///< of the document with most releases
  std::uint64_t releases = 0;       ///< of all its documents
  std::uint64_t withheld = 0;       ///< releases that no budget was left for
  /// Of the public keys it saw: the same for all, unless the relay stands in
  /// the middle. Parties compare it by another way than the relay.
  std::string safety_code;
  // Where metrics are shared:
  std::optional<MetricMeans> told;              ///< to the others
  std::map<std::uint32_t, MetricMeans> others;  ///< by party that told them
  /// By party: what is wrong with what came from it.
  std::map<std::uint32_t, std::string> unreadable;
  // Where parties have data of their own:
  std::vector<TestQuery> tests;  ///< own_tests()
  /// What it knows of all parties' documents, for its own dictionary.
  std::shared_ptr<const KnownStatistics> known;
  /// Of all parties' documents, from their sums; by field.
  std::vector<FieldStatistics> fields;
};

struct SiloRecord {
  std::vector<std::shared_ptr<PartyRecord>> parties;  ///< none: excluded
  std::map<std::uint32_t, std::string> excluded;      ///< and why
  std::vector<Traffic> by_type;                       ///< received by the relay
  std::vector<Traffic> sent;      ///< by party, to the relay
  std::vector<Traffic> received;  ///< by party, from the relay
  std::uint64_t refused = 0;      ///< messages
  std::uint32_t attempts = 0;     ///< at agreeing on a key
};

}  // namespace fedltr
