#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "algorithms/silo/experiment.hpp"
#include "algorithms/silo/hostile_parties.hpp"

namespace fedltr::test {

/// Trains all parties in one place, a step at a time; actors must compute the
/// same bits by messages.
/// @param parties  all of the same model
/// @return         the models that the parties keep
inline std::vector<Vector> train_in_one_place(const SiloMethod& method,
                                              std::span<PartyTraining> parties,
                                              const SiloTrainerConfig& config) {
  std::set<std::uint32_t> learners;
  std::vector<std::uint32_t> all;
  for (std::uint32_t p = 0; p < parties.size(); ++p) {
    all.push_back(p);
    if (parties[p].learns()) learners.insert(p);
  }
  std::vector<Vector> models(parties.size());
  const auto trainer = method.trainer(config);
  HostileParties hostile(config.attack);
  while (const auto step = trainer->next(learners)) {
    std::map<std::uint32_t, Vector> told;
    for (const std::uint32_t party : step->is_for_all() ? all : step->parties) {
      Vector result = parties[party].perform(*step);
      if (step->keeps())
        models[party] = std::move(result);
      else if (step->tells())
        told[party] = std::move(result);
    }
    hostile.act(step->kind, told);
    std::vector<Vector> answers;
    for (auto& [party, each] : told) answers.push_back(std::move(each));
    if (step->awaits()) trainer->combine(answers);
  }
  return models;
}

/// Returns the mean of each metric over the queries that have a label from
/// NamedMetric::relevant_from; 0 if none has.
/// @param parameters  of a model of unscaled features (Scaling::folded)
inline Vector evaluate(const PointwiseModel& model,
                       const VectorView& parameters,
                       std::span<const TestQuery> queries,
                       std::span<const NamedMetric> metrics) {
  const Index count = metrics.size();
  Vector sums = Vector::Zero(count);
  Vector counted = Vector::Zero(count);
  const Matrix values = evaluate_each(model, parameters, queries, metrics);
  for (Index q = 0; q < values.rows(); ++q)
    for (Index m = 0; m < count; ++m) {
      if (std::isnan(values(q, m))) continue;
      sums(m) += values(q, m);
      ++counted(m);
    }
  return (counted.array() > 0).select(sums.array() / counted.array().max(1), 0);
}

/// The papers' metrics: err, map, ndcg, ndcg@10, and the journal's own "MAP".
/// @param highest_grade  of ERR
inline std::vector<NamedMetric> silo_metrics(int highest_grade) {
  MetricOptions options;
  options.err_highest = highest_grade;
  std::vector<NamedMetric> metrics;
  for (const char* name : {"err", "map", "ndcg", "ndcg@10", "rank-ratio"})
    metrics.push_back(parse_metric(name, options));
  return metrics;
}

/// The sum of all parties' moments, bit for bit as the parties compute it.
inline Scaling summed_scaling(const SiloData& data,
                              const PointwiseModel& model) {
  std::vector<std::uint64_t> sum;
  for (const PartyInstances& party : data.parties) {
    const auto ring =
        ring_of(FeatureMoments::of(model.own_columns(party.features)));
    sum.resize(ring.size());
    for (std::size_t i = 0; i < ring.size(); ++i) sum[i] += ring[i];
  }
  return Scaling(moments_of_ring(sum));
}

inline std::vector<PartyTraining> all_training(
    const SiloData& data, const std::shared_ptr<const PointwiseModel>& model,
    const SiloOptions& options) {
  const Scaling sum = summed_scaling(data, *model);
  std::vector<PartyTraining> parties;
  for (std::uint32_t p = 0; p < data.parties.size(); ++p) {
    const PartyInstances& party = data.parties[p];
    const Scaling joint = options.scaling == SiloScaling::kSummed
                              ? sum
                              : own_scaling(model->own_columns(party.features));
    parties.push_back(party_training_of(p, party, joint, model, options));
  }
  return parties;
}

/// Models of a method and their quality.
struct SiloOutcome {
  std::vector<Vector> models;  ///< by party, for unscaled features
  Matrix scores;  ///< #parties by #metrics: a party's model on all tests
};

/// Trains and tests one method (a name of silo_methods()).
inline SiloOutcome run_silo(const SiloData& data, const std::string& method,
                            const SiloOptions& options) {
  const auto model = silo_model(options, data.grades);
  auto parties = all_training(data, model, options);
  SiloOutcome outcome;
  outcome.models = train_in_one_place(find(silo_methods(), method).make,
                                      parties, trainer_config(*model, options));
  const auto metrics = silo_metrics(data.grades - 1);
  outcome.scores.resize(std::ssize(parties), std::ssize(metrics));
  for (std::size_t p = 0; p < parties.size(); ++p) {
    const Index row = p;
    outcome.scores.row(row) =
        evaluate(*model, outcome.models[p], data.tests, metrics).transpose();
  }
  return outcome;
}

}  // namespace fedltr::test
