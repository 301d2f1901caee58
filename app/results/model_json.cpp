#include <algorithm>

#include "app/base/version.hpp"
#include "app/data/feature_names.hpp"
#include "app/plan/metric_options.hpp"
#include "app/results/federation_files.hpp"
#include "app/results/rankings.hpp"

namespace fedltr {
namespace {

/// Parameters of a FedPer model with the mean of the active clients' output
/// layers, which are the last parameters and stay with the clients.
Vector with_mean_layer(const Run& run) {
  const Index personal = run.plan.personal;
  const auto& clients = run.result.clients;
  Vector whole(run.result.model.size() + personal);
  whole.head(run.result.model.size()) = run.result.model;
  whole.tail(personal).setZero();
  const auto active = static_cast<double>(
      std::ranges::count(clients, true, &ClientRecord::is_active));
  for (const ClientRecord& client : clients)
    if (personal > 0 && client.is_active)
      whole.tail(personal) += client.personal / active;
  return whole;
}

ModelEvaluation evaluation_of(const FederationResults& results,
                              const Run& run) {
  const FederationPlan& plan = run.plan;
  const EvaluationConfig& config = plan.evaluation->config();
  ModelEvaluation evaluation;
  evaluation.metrics = metric_names(config.metrics);
  evaluation.empty = config.empty;
  evaluation.ties = config.ties;
  evaluation.options = metric_options(results.scenario, grades_of(results.data),
                                      *plan.simulation->user);
  return evaluation;
}

}  // namespace

ModelFile final_model(const FederationResults& results, const Run& run) {
  const Scenario& scenario = results.scenario;
  const Simulation& simulation = *run.plan.simulation;
  ModelFile model;
  model.model = scenario.ranker.model;
  model.features = simulation.data->features();
  model.hidden = simulation.ranker->hidden();
  model.parameters = simulation.ranker->published(with_mean_layer(run));
  if (run.plan.personal > 0)
    for (const ClientRecord& client : run.result.clients)
      model.output_layers.push_back(client.personal);
  model.names = feature_names(scenario, model.features, results.data);
  model.first_index = results.data.zero_based ? 0 : 1;
  model.normalize = scenario.data.normalize;
  model.scale = scale_of(results.data, run.fold);
  model.missing = scenario.data.missing;
  model.grades = grades_of(results.data);
  model.evaluation = evaluation_of(results, run);
  model.scenario = scenario.run.name;
  model.version = kVersion;
  model.signature = signature_of(model);
  return model;
}

FederationFile model_json_file() {
  return {
      {"model-fF-rR.json",
       "Final model of fold F and repeat R; numbers read back exactly.",
       "",
       {{"model", "`ranker.model`: linear, neural or neural-relu"},
        {"features", "number of features d"},
        {"hidden", "hidden units h; neural models only"},
        {"fedltr", "version that trained it"},
        {"scenario", "`run.name`"},
        {"signature",
         "SHA-256 over its parameters; for a single run as in summary.json"},
        {"first_index", "index of the first feature in LETOR files, 0 or 1"},
        {"normalize",
         "`data.normalize`, to apply before the model scores a query"},
        {"missing[]", "`data.missing`, each as text"},
        {"missing_as[]", "`data.missing-as`, one number, unless it is 0"},
        {"means[]",
         "with `data.normalize = zscore` each feature's mean in the training "
         "set"},
        {"deviations[]",
         "with `data.normalize = zscore` each feature's deviation there; a "
         "feature of deviation 0 counts 0"},
        {"quantiles[][]",
         "with `data.normalize = quantile` each feature's quantiles there, at "
         "equal steps from the least value to the largest"},
        {"grades", "number of grades of the data"},
        {"evaluation.metrics[]", "`evaluation.metrics`"},
        {"evaluation.empty", "`evaluation.empty`"},
        {"evaluation.ties", "`evaluation.ties`"},
        {"evaluation.err_highest",
         "highest grade for err; 0: the highest of each list"},
        {"evaluation.relevant_from", "`evaluation.relevant-from`"},
        {"evaluation.gains[]", "`evaluation.gains`, if set"},
        {"evaluation.click[]",
         "probability of a click by grade, for expected-maxrr"},
        {"names[]", "names of the features, by `data.feature-names`"},
        {"parameters[]",
         "d weights of a linear model; for a neural model W (h by d, row by "
         "row), b (h), v (h)"},
        {"output_layers[][]",
         "with `federation.local = fedper` each client's own v, by client "
         "number; v above is their mean"}}},
      {},
      [](const FederationResults& results, const AddFile& add) {
        for (const Run& run : results.runs)
          add("model-" + fold_and_repeat(run.fold, run.repeat) + ".json",
              model_text(final_model(results, run)));
      }};
}

}  // namespace fedltr
