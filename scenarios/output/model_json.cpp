#include "scenarios/base/json.hpp"
#include "scenarios/output/federation_files.hpp"

namespace fedltr {
namespace {

/// The parameters of a FedPer model with the mean of the clients' output
/// layers, which are those last parameters that stay with them.
Vector with_mean_layer(const FinishedRun& finished) {
  const Index personal = finished.run.plan.personal;
  const auto& clients = finished.result.clients;
  Vector whole(finished.result.model.size() + personal);
  whole.head(finished.result.model.size()) = finished.result.model;
  whole.tail(personal).setZero();
  const double count = clients.size();
  for (const ClientRecord& client : clients)
    if (personal > 0) whole.tail(personal) += client.personal / count;
  return whole;
}

Json model_json(const Scenario& scenario, const FinishedRun& finished) {
  const Simulation& simulation = *finished.run.plan.simulation;
  Json model = {{"model", scenario.ranker.model},
                {"features", simulation.data->features()}};
  if (simulation.ranker->hidden() > 0)
    model["hidden"] = simulation.ranker->hidden();
  model["parameters"] =
      json_of(simulation.ranker->published(with_mean_layer(finished)));
  if (finished.run.plan.personal > 0)
    for (const ClientRecord& client : finished.result.clients)
      model["output_layers"].push_back(json_of(client.personal));
  return model;
}

}  // namespace

std::string model_file_name(int fold, std::uint32_t repeat) {
  return "model-f" + std::to_string(fold) + "-r" + std::to_string(repeat) +
         ".json";
}

FederationFile model_json_file() {
  return {{"model-fF-rR.json",
           "Final model of fold F and repeat R; numbers read back exactly.",
           "",
           {{"model", "`ranker.model`: linear, neural or neural-relu"},
            {"features", "number of features d"},
            {"hidden", "hidden units h; neural models only"},
            {"parameters[]",
             "d weights of a linear model; of a neural one W (h by d, row by "
             "row), b (h), v (h)"},
            {"output_layers[][]",
             "with `federation.local = fedper` each client's own v, by number "
             "of the client; v above is their mean"}}},
          {},
          [](const FederationResults& results, const AddFile& add) {
            for (const FinishedRun& finished : results.runs)
              add(model_file_name(finished.run.fold, finished.run.repeat),
                  json_text(model_json(results.scenario, finished)));
          }};
}

}  // namespace fedltr
