#include "app/deploy/own_rankers.hpp"

#include <cmath>
#include <limits>

#include "algorithms/silo/experiment.hpp"
#include "algorithms/silo/methods.hpp"
#include "algorithms/silo/untrained.hpp"
#include "algorithms/text/exact_features.hpp"
#include "app/deploy/joining_gain.hpp"
#include "app/plan/silo_repeat.hpp"

namespace fedltr {
namespace {

/// Own documents, queries and judgements, with own statistics.
class OwnTexts {
 public:
  OwnTexts(const SiloPlan& plan, std::uint32_t party)
      : plan_(plan),
        party_(party),
        collection_(plan.collection_of(party)),
        share_(plan.share_of(party)),
        statistics_(collection_),
        features_(collection_, statistics_, plan.options.constants),
        parts_(held_out_queries(collection_, share_, party, plan.options)) {}

  std::vector<TestQuery> tests() {
    if (plan_.options.test_documents == TestDocuments::kSampled)
      return sampled_tests(collection_, share_, party_, plan_.options,
                           [&](std::span<const Judgement> pairs) {
                             return features_.of(pairs);
                           });
    const Retrieval retrieval(collection_, statistics_, share_.documents,
                              share_.queries, plan_.options.constants);
    std::vector<TestQuery> tests;
    for (const std::uint32_t query : parts_.test)
      tests.push_back(test_query(party_, query, share_.documents,
                                 judgements_of_query(share_.judgements, query),
                                 plan_.options.candidates, retrieval,
                                 features_));
    return tests;
  }

  PartyInstances labelled() {
    return labelled_instances(
        collection_, share_, party_, parts_.train, plan_.options,
        [&](std::span<const Judgement> pairs) { return features_.of(pairs); });
  }

  /// The model of own judgements; nullopt without any to learn from.
  std::optional<Vector> local() {
    const auto model = silo_model(plan_.options, plan_.grades);
    PartyInstances instances = labelled();
    if (!instances.learns) return std::nullopt;
    instances.cross.features.resize(0, kFeatureColumns);  // of no other party
    PartyTraining training = party_training_of(
        party_, instances, own_scaling(model->own_columns(instances.features)),
        model, plan_.options);
    const auto trainer =
        silo_method(SiloRole::kBaseline)
            .make.trainer(trainer_config(*model, plan_.options));
    return training.perform(trainer->next({party_}).value());
  }

 private:
  const SiloPlan& plan_;
  std::uint32_t party_;
  const Collection& collection_;
  const PartyShare& share_;
  CollectionStatistics statistics_;
  ExactFeatures features_;
  HeldOut parts_;
};

}  // namespace

std::string OwnRankers::best() const {
  std::string best;
  double most = -std::numeric_limits<double>::infinity();
  for (const auto& [method, each] : values) {
    const double mean = means(each)(main);
    if (!(mean > most) || counted(main) == 0) continue;
    best = method;
    most = mean;
  }
  return best;
}

std::size_t OwnRankers::counted(Index metric) const {
  if (values.empty()) return 0;
  const Vector column = values.begin()->second.col(metric);
  return static_cast<std::size_t>(column.array().isFinite().count());
}

OwnRankers own_rankers(const SiloPlan& plan, std::uint32_t party,
                       const OwnRows* rows) {
  OwnTexts texts(plan, party);
  const std::vector<TestQuery> tests = texts.tests();
  OwnRankers rankers;
  if (tests.empty()) return rankers;
  rankers.main = main_metric(plan.metrics);
  for (const TestQuery& test : tests) rankers.queries.push_back(test.query);
  for (const auto& method : untrained_rankers()) {
    if (method.traits.sketched) continue;
    Matrix& values = rankers.values[method.name];
    values.resize(std::ssize(tests), std::ssize(plan.metrics));
    for (std::size_t q = 0; q < tests.size(); ++q)
      values.row(static_cast<Index>(q)) =
          metrics_of(tests[q], method.make(tests[q].features), plan.metrics)
              .transpose();
  }
  if (const auto local = texts.local())
    rankers.values[silo_method(SiloRole::kBaseline).name] = evaluate_each(
        *silo_model(plan.options, plan.grades), *local, tests, plan.metrics);
  if (rows)
    rankers.values[kOwnRowsMethod] = evaluate_own_rows(
        *rows, texts.labelled(), tests, plan.metrics, plan.options.listwise);
  return rankers;
}

std::optional<PairedDifference> mean_within(const VectorView& values) {
  std::vector<double> counted;
  for (const double value : values)
    if (std::isfinite(value)) counted.push_back(value);
  if (counted.size() < kFewestQueries) return std::nullopt;
  return compare_pairs(counted, 1, 1);
}

}  // namespace fedltr
