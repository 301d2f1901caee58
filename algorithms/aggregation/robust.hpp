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

/// Rows of numbers, one after the other without gaps: a matrix, or memory of
/// somebody else's that is aligned as one (16 bytes). Rules and attacks read
/// what they are given where it is.
class RowsView : public Eigen::Map<const Matrix> {
 public:
  using Eigen::Map<const Matrix>::Map;
  /// @param rows  outlives it
  RowsView(const Matrix& rows) : Map(rows.data(), rows.rows(), rows.cols()) {}
};

/// What the clients of one round sent, and what came before it.
struct LocalModels {
  RowsView models;  ///< #clients by #parameters, one client a row
  std::span<const std::uint32_t> clients;  ///< their numbers, ascending
  const Vector& global;                    ///< the model they started at
  std::uint32_t round = 1;
  /// Clients that might have taken part, all of the above among them: their
  /// numbers, ascending; empty: all of RuleOptions::clients, and who was seen.
  std::span<const std::uint32_t> eligible = {};
};

/// Makes one model of the local models without trusting each of them; every
/// client counts the same. May remember earlier rounds.
///
/// What a client sends may be any numbers that pass the check of an update,
/// Learner::accepts(): finite, and up to kLargestSent, 1.79e100, so that
/// squares and their sums are finite, too. Of such models every rule, with or
/// without a pre-aggregation, makes finite numbers, whatever it remembers; so
/// does an attack that knows them. What a rule promises beyond that, its traits
/// say.
class RobustRule {
 public:
  virtual ~RobustRule() = default;
  /// @param shares  one a client, overwritten: how much of it is in the result,
  ///                1 for as much as in a mean over all, 0 if it was refused
  virtual Vector aggregate(const LocalModels& local,
                           std::span<double> shares) = 0;
  /// What it remembers, for a checkpoint; default: nothing.
  virtual void exchange(Archive&) {}
};

/// Everything a rule is made from.
struct RuleOptions {
  std::uint32_t malicious = 0;  ///< clients assumed malicious
  std::uint64_t seed = 0;       ///< of the run
  ParameterValues parameters = {};
  /// Of a rule with root data: the model the server itself learns from another
  /// one in a round.
  std::function<Vector(const Vector& global, std::uint32_t round)> trusted = {};
  std::uint32_t clients = 0;  ///< of the federation, as far as known
};

/// Makes a rule; empty for the mean, which needs sums only.
using RobustFactory =
    std::function<std::unique_ptr<RobustRule>(const RuleOptions&)>;

/// What a rule asks of a federation.
struct RuleTraits {
  std::string condition;  ///< "n >= 2m + 3"; empty: any
  /// Largest m among n clients, below n / 2 in any case; negative: n is too
  /// few.
  std::function<std::int64_t(std::int64_t clients)> max_malicious;
  bool uses_malicious = false;   ///< the result depends on m
  bool follows_clients = false;  ///< remembers each client from round to round
  bool needs_root_data = false;  ///< the server learns from queries of its own
  /// Whatever they are sent by at most m clients, others' models that lie no
  /// farther than r from the one before the round (with root data: the server's
  /// own, too) leave the result of a first round within 10 sqrt(n) r of it,
  /// behind a pre-aggregation as well; r above 1e-150, parameters as they are
  /// by default.
  bool bounded = false;
};
using RuleMethod = Method<RobustFactory, RuleTraits>;

/// Training queries the server has itself, for rules with root data.
extern const Parameter kRootQueries;

/// Rounds a rule that follows clients looks back on.
extern const Parameter kWindow;

/// The largest number below half: n > 2m.
inline std::int64_t below_half(std::int64_t clients) {
  return (clients - 1) / 2;
}

/// Of rules that know m, stand it below half, and are bounded.
extern const RuleTraits kBoundedByHalf;

/// Mean of the rows whose share is 1, in order; the others' are 0, at least one
/// is not.
/// @param shares  overwritten: of what is kept
Vector mean_of_kept(const RowsView& models, std::span<double> shares);

/// Turns the local models into others before a rule sees them.
/// @return  #rows by #parameters; row i stands for the clients in members[i]
struct Prepared {
  Matrix models;
  std::vector<std::vector<std::size_t>> members;
};

/// Squared Euclidean distances, #rows by #rows: of few models as they are, of
/// many by one matrix product of the models less their mean (so that a common
/// offset costs no digits). Where that product cancels, because a model far off
/// drags the mean away or two models are as good as equal, they are taken as
/// they are, too: to 1e-9 each, whatever the others are.
Matrix squared_distances(const RowsView& models);

/// The value that would stand at a place if they were sorted; reorders them.
double select_value(std::span<double> values, std::size_t place);

/// The value in the middle, or the mean of the two; reorders `values`.
double median_of(std::span<double> values);
/// The same, without reordering them.
double median_of_copy(const Vector& values);

/// The updates by which a round is judged: all of them; but where more than
/// half are 0, as of clients that had no click, those that are not. By all of
/// them the usual update would be none then, and nothing would move.
/// @param lengths  of the updates
std::vector<Index> telling_rows(const Vector& lengths);

/// The median of the lengths by which a round is judged; of less than all of
/// them no more than the longest but m, up to which an honest one comes: 0 if
/// a third of these or more may be malicious.
double usual_length(const Vector& lengths, const std::vector<Index>& telling,
                    std::uint32_t malicious);

/// Euclidean norms of the rows less `centre`.
Vector distances_to(const RowsView& models, const Vector& centre);

}  // namespace fedltr
