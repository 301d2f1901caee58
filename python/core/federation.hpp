#pragma once

#include <memory>
#include <string>
#include <vector>

#include "algorithms/federation/block.hpp"
#include "algorithms/heterogeneity/population.hpp"
#include "algorithms/online/learner.hpp"
#include "algorithms/ranking/conventions.hpp"
#include "algorithms/ranking/evaluation.hpp"
#include "core/convert.hpp"

namespace fedltr::python {

/// Everything a simulated federation is made from; docs/keys.md describes the
/// keys of the same names.
struct FederationOptions {
  std::shared_ptr<const Dataset> train;
  std::shared_ptr<const Dataset> evaluation;
  std::shared_ptr<const ClickModel> user;
  std::shared_ptr<const ClickModel> poison;  ///< of attackers; may be null
  std::uint32_t attackers = 0;
  std::string ranker;
  std::string learner;
  py::dict ranker_parameters;
  py::dict learner_parameters;
  py::dict split_parameters;
  std::vector<std::string> splits;
  std::vector<std::string> metrics;
  MetricOptions metric_options;
  EmptyQuery empty = EmptyQuery::kSkip;
  Ties ties = Ties::kInput;
  bool iid = false;
  double proximal = 0;
  bool weigh_interactions = true;
  std::uint32_t clients = 1;
  std::uint32_t interactions = 1;
  double participation = 1;
  std::uint64_t seed = 0;
  int grades = 2;
  std::vector<std::uint32_t> absent;  ///< clients
};

/// Messages of clients in a round.
struct Messages {
  Matrix rows;  ///< #clients by message size
  std::vector<std::uint32_t> clients;
  std::vector<LocalUpdate> updates;
};

/// The clients of a federation and the evaluation of its model, without actors:
/// one client after the other, with the random streams and the order of sums of
/// a study, so with the same bits.
class Federation {
 public:
  explicit Federation(const FederationOptions& options);

  Index parameters() const { return ranker_->size(); }
  Vector initial(Initial kind) const;
  /// Clients of a round, ascending.
  std::vector<std::uint32_t> participants(std::uint32_t round) const;
  /// Returns the clients' messages after learning from the model.
  Messages train(const Vector& model, std::uint32_t round,
                 const std::vector<std::uint32_t>& clients) const;
  /// Sum of the valid rows, from which the mean is computed.
  PartialSum sum(const Messages& messages) const;
  /// True for each row that is a valid message.
  std::vector<bool> accepts(const Matrix& rows) const;
  bool sends_models() const { return learner_->sends_models(); }
  /// True if the split gives clients users in place of FederationOptions::user.
  bool brings_users() const { return brings_users_; }
  /// The model that the server itself learns from the given one on
  /// `root_queries` queries, for a rule with root data; or the attackers'
  /// version of it, on queries of their own, if they do not know the server's.
  Vector trusted(const Vector& model, std::uint32_t round,
                 std::uint64_t root_queries, bool by_attackers) const;
  /// Clients that can take part, ascending.
  const std::vector<std::uint32_t>& eligible() const { return active_; }
  std::vector<double> evaluate(const Vector& model) const;

 private:
  const Simulation& world_of(std::uint32_t client, std::uint32_t round) const;

  FederationOptions options_;
  std::shared_ptr<const Ranker> ranker_;
  std::shared_ptr<const Learner> learner_;
  std::shared_ptr<const Evaluation> evaluation_;
  std::shared_ptr<const Simulation> world_;  ///< of clients that do not differ
  Population population_;
  bool brings_users_ = false;
  std::vector<Simulation> poisoned_;  ///< by attacker
  std::vector<std::uint32_t> active_;
};

}  // namespace fedltr::python
