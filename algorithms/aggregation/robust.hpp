#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "algorithms/core/linalg.hpp"
#include "algorithms/core/method.hpp"

namespace fedltr {

class Archive;

/// Rows of numbers, stored without gaps: a matrix, or foreign memory aligned as
/// one (16 bytes). Rules and attacks read their input in place.
class RowsView : public Eigen::Map<const Matrix> {
 public:
  using Eigen::Map<const Matrix>::Map;
  /// @param rows  must outlive the view
  RowsView(const Matrix& rows) : Map(rows.data(), rows.rows(), rows.cols()) {}
};

/// Local models of one round, and the state before it.
struct LocalModels {
  RowsView models;  ///< #clients by #parameters, one client per row
  std::span<const std::uint32_t> clients;  ///< their numbers, ascending
  const Vector& global;                    ///< the model they started from
  std::uint32_t round = 1;
  /// Numbers of the clients that might have taken part, ascending, including
  /// all of the above; empty: all of RuleOptions::clients, and every client
  /// seen so far.
  std::span<const std::uint32_t> eligible = {};
};

/// Combines the local models into one without trusting any of them; every
/// client has the same weight. May remember earlier rounds.
///
/// A client can send any numbers that pass the check of an update,
/// Learner::accepts(): finite, and up to kLargestSent, 1.79e100, so that
/// squares and their sums are finite. From such models every rule, with or
/// without a pre-aggregation, computes finite numbers, whatever it remembers;
/// so does an attack that knows them. Further guarantees of a rule are in its
/// traits.
class RobustRule {
 public:
  virtual ~RobustRule() = default;
  /// @param selection  overwritten with each client's selection weight: 1 for
  ///                   an equal share of the result, 0 if it was rejected
  virtual Vector aggregate(const LocalModels& local,
                           std::span<double> selection) = 0;
  /// Saves or loads the rule's memory, for a checkpoint; default: nothing.
  virtual void exchange(Archive&) {}
};

/// Everything a rule is made from.
struct RuleOptions {
  std::uint32_t malicious = 0;  ///< clients assumed malicious
  std::uint64_t seed = 0;       ///< of the run
  ParameterValues parameters = {};
  double momentum = 0;  ///< factor of the clients' momentum before the rule
  /// For a rule with root data: the model that the server itself learns from a
  /// given one in a round.
  std::function<Vector(const Vector& global, std::uint32_t round)> trusted = {};
  std::uint32_t clients = 0;  ///< of the federation, as far as known
};

/// Makes a rule; empty for the mean, which needs sums only.
using RobustFactory =
    std::function<std::unique_ptr<RobustRule>(const RuleOptions&)>;

/// Requirements of a rule on a federation.
struct RuleTraits {
  std::string condition;  ///< "n >= 2m + 3"; empty: none
  /// Largest m among n clients, below n / 2 in any case; negative: n is too
  /// small.
  std::function<std::int64_t(std::int64_t clients)> max_malicious;
  bool uses_malicious = false;   ///< the result depends on m
  bool follows_clients = false;  ///< remembers each client from round to round
  bool needs_root_data = false;  ///< the server learns from queries of its own
  /// Guarantee: models of at most m clients, whatever they are, leave the
  /// result of a first round within 10 sqrt(n) r of the model before the round,
  /// if the models of the others (with root data: also the server's own) lie
  /// within r of it; also behind a pre-aggregation; for r above 1e-150 and
  /// default parameters.
  bool bounded = false;
  /// The smallest nDCG@10 in table matrix-momentum of docs/validation.md, of
  /// that without attack, then those of table matrix-searched; empty for a rule
  /// that claims no robustness.
  std::string falls = {};
};
using RuleMethod = Method<RobustFactory, RuleTraits>;

/// Training queries of the server itself, for rules with root data.
extern const Parameter kRootQueries;

/// Number of past rounds that a rule which follows clients uses.
extern const Parameter kWindow;

/// The largest number below half: n > 2m.
inline std::int64_t below_half(std::int64_t clients) {
  return (clients - 1) / 2;
}

/// Traits of rules that know m, withstand it below half, and are bounded.
extern const RuleTraits kBoundedByHalf;

/// Returns the traits with `falls`.
RuleTraits falling_to(RuleTraits traits, std::string falls);

/// Mean of the rows whose selection weight is 1, in order; the others have 0.
/// At least one has 1.
/// @param selection  overwritten: scaled to 1 on average
Vector mean_of_kept(const RowsView& models, std::span<double> selection);

/// Turns the local models into others before a rule sees them.
/// @return  #rows by #parameters; row i stands for the clients in members[i]
struct Prepared {
  Matrix models;
  std::vector<std::vector<std::size_t>> members;
};

/// Squared Euclidean distances, #rows by #rows: of few models directly, of many
/// by one matrix product of the models less their mean (so that a common offset
/// costs no digits). Where that product cancels, because a model far off drags
/// the mean away or two models are almost equal, they are also computed
/// directly: to 1e-9 each, whatever the others are.
Matrix squared_distances(const RowsView& models);

/// The value at a place in sorted order; reorders `values`.
double select_value(std::span<double> values, std::size_t place);

/// The middle value, or the mean of the middle two; reorders `values`.
double median_of(std::span<double> values);
/// The same, without reordering them.
double median_of_copy(const Vector& values);

/// Rows of the updates by which a round is judged: all of them; but if more
/// than half are 0, as from clients without clicks, those that are not, unless
/// a third of these or more may be malicious. By all of them the usual update
/// is 0, and the model does not move.
/// @param lengths    of the updates
/// @param malicious  clients assumed malicious
std::vector<Index> telling_rows(const Vector& lengths, std::uint32_t malicious);

/// Euclidean norms of the rows less `centre`.
Vector distances_to(const RowsView& models, const Vector& centre);

}  // namespace fedltr
