#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "algorithms/clicks/click_model.hpp"
#include "algorithms/data/dataset.hpp"
#include "algorithms/data/session_log.hpp"
#include "algorithms/data/user_log.hpp"
#include "algorithms/heterogeneity/turns.hpp"

namespace fedltr {

/// A client's part of the training data.
struct Holding {
  std::shared_ptr<const Dataset> data;  ///< its documents, with its labels
  /// Queries that its users ask, or sessions of the log, in this order;
  /// nullopt: all of them. May be empty.
  std::optional<std::vector<Index>> queries = {};
  /// By document of `data`: its document of the training data; nullopt: the
  /// same one.
  std::optional<std::vector<Index>> documents = {};
};

/// Differences between the clients of a federation; an empty list means none.
/// places_of() gives a client's elements.
struct Split {
  std::vector<Holding> holdings;
  /// Number of kinds of holdings: holding i is of kind i modulo it; 1: they are
  /// all of one kind, or each of its own.
  std::size_t holding_kinds = 1;
  std::vector<std::shared_ptr<const ClickModel>> users;
  bool users_drawn = false;  ///< redrawn by each client in each round
  std::vector<std::uint32_t> interactions;  ///< searches in a round
  bool in_order = false;  ///< queries are asked one after the other
  std::shared_ptr<const Turns> turns;  ///< null: participants are drawn
  /// The evaluation set, as the clients judge it.
  std::vector<std::shared_ptr<const Dataset>> views;
};

/// Indices of a client's elements in a split's lists; 0 for an empty list.
struct SplitPlaces {
  std::size_t holding = 0;
  std::size_t user = 0;  ///< unless users are drawn
  std::size_t interactions = 0;
};

/// Returns element i modulo the size of each list for client i. If sizes (of
/// holdings: the number of kinds) have a common divisor, so that this would tie
/// one difference to another, the later list (users, then interactions) is
/// shifted by one each time all pairs so far have occurred: then each
/// combination occurs once before any repeats.
SplitPlaces places_of(const Split& split, std::uint32_t client);
/// Number of clients after which the elements repeat.
std::size_t period_of(const Split& split);

/// Labels of a set's documents as each of several intents judges them.
using IntentLabels = std::vector<std::vector<std::uint8_t>>;

struct SplitOptions {
  bool iid = false;  ///< the baseline to compare with, not the split itself
  ParameterValues parameters = {};
};

/// Input of a split.
struct SplitInput {
  std::shared_ptr<const Dataset> train;
  std::shared_ptr<const Dataset> evaluation;    ///< may be the same
  const IntentLabels* train_intents = nullptr;  ///< from judgements, or null
  const IntentLabels* evaluation_intents = nullptr;
  const UserLog* log = nullptr;          ///< by-user
  const SessionLog* sessions = nullptr;  ///< lists of the past, if any
  std::uint32_t clients = 1;
  std::uint32_t participants = 1;  ///< of a round
  std::uint32_t interactions = 1;  ///< searches of a client in a round
  int grades = 2;
  std::uint64_t seed = 0;  ///< of the run
  SplitOptions options;
};

/// Adds its differences to a split.
/// @throws std::invalid_argument  when the data does not allow it
using SplitFactory = std::function<void(const SplitInput&, Split&)>;

/// Differences that a split makes between clients, and its requirements.
struct SplitTraits {
  bool assigns_data =
      false;               ///< decides a client's data, as only one split may
  bool by_intent = false;  ///< from data.intents, where there are any
  bool by_label = false;
  bool by_log = false;        ///< needs a log of users
  bool brings_users = false;  ///< in place of clicks.model's
  /// Searches of each client in a round; empty: the same number each.
  std::function<std::vector<std::uint64_t>(const ParameterValues&)> searches =
      {};
  /// Number of kinds of clients, each of which must occur; empty: any.
  std::function<std::size_t(const ParameterValues&)> groups = {};
  std::string group_name = {};  ///< "intents"
};
using SplitMethod = Method<SplitFactory, SplitTraits>;

/// The split in which clients do not differ.
inline constexpr const char* kIidSplit = "iid";

/// All kinds by name. Terms and types 1 to 4 after Wang and Zuccon, "Is non-IID
/// data a threat in federated online learning to rank?" (SIGIR 2022); thesis
/// chapter 4.
const Methods<SplitFactory, SplitTraits>& splits();

/// Purpose::kSplit's entities: the user of the stream.
enum class SplitStream : std::uint32_t {
  kTrainIntents = 1,
  kEvaluationIntents = 2,
  kLabels = 3,
  kDirichlet = 4,
  kUsers = 5,
};
inline Rng split_rng(const SplitInput& input, SplitStream stream) {
  return Rng(input.seed, Purpose::kSplit, static_cast<std::uint32_t>(stream));
}

}  // namespace fedltr
