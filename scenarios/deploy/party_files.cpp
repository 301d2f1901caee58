#include "scenarios/deploy/party_files.hpp"

#include <algorithm>

#include <spdlog/fmt/fmt.h>

#include "scenarios/base/files.hpp"
#include "scenarios/base/json.hpp"
#include "scenarios/build/silo_plans.hpp"
#include "scenarios/output/rankings.hpp"
#include "scenarios/search/statistics_file.hpp"

namespace fedltr {
namespace {

const Scenario& scenario_of(const PartyResults& results) {
  return results.account.agreement.scenario;
}

std::string model_json(const PartyResults& results) {
  const PartyRecord& record = results.account.record;
  const SiloSettings& silo = scenario_of(results).silo;
  const FeatureConstants constants;
  Json models = Json::object();
  for (const auto& [method, parameters] : record.models)
    models[method] = json_of(parameters);
  const bool listwise = silo.options.recipe == SiloRecipe::kListwise;
  return json_text(
      {{"model", listwise ? "listwise" : silo.options.model},
       {"agreement", results.account.agreement.digest},
       {"member", results.account.member},
       {"features",
        silo_model(results.plan.options, results.plan.grades)->features()},
       {"grades", results.plan.grades},
       {"candidates", silo.options.candidates},
       {"names",
        listwise ? Json(ranking_feature_names()) : Json(text_feature_names())},
       {"statistics",
        {{"documents", record.fields.at(0).documents},
         {"mean_length",
          {{"title", record.fields.at(0).mean_length},
           {"body", record.fields.at(1).mean_length}}},
         {"k1", constants.k1},
         {"b", constants.b},
         {"lambda", constants.lambda},
         {"mu", constants.mu},
         {"delta", constants.delta}}},
       {"tokens",
        {{"stemmer", silo.tokens.stemmer},
         {"stop_words", silo.tokens.stop_words}}},
       {"methods", models}});
}

/// Each method's metrics, means over own held-out queries.
std::map<std::string, Vector> own_metrics(const PartyResults& results) {
  const auto model = silo_model(results.plan.options, results.plan.grades);
  const auto metrics = metrics_of(scenario_of(results), results.plan.grades);
  std::map<std::string, Vector> values;
  for (const auto& [method, parameters] : results.account.record.models)
    values[method] = means(evaluate_each(
        *model, parameters, results.account.record.tests, metrics));
  return values;
}

std::string metrics_json(const PartyResults& results) {
  const auto& names = scenario_of(results).evaluation.metrics;
  Json methods = Json::object();
  for (const auto& [method, values] : own_metrics(results))
    for (std::size_t m = 0; m < names.size(); ++m)
      methods[method][names[m]] = json_number(values(static_cast<Index>(m)));
  return json_text({{"queries", results.account.record.tests.size()},
                    {"documents", "own"},
                    {"methods", methods}});
}

/// A TREC run of own held-out queries by a model.
std::string run_text(const PartyResults& results, const Vector& parameters) {
  const auto model = silo_model(results.plan.options, results.plan.grades);
  const Collection& own = results.plan.collection_of(results.party);
  std::string text;
  for (const TestQuery& test : results.account.record.tests)
    append_ranking(text, own, test, model->scores(parameters, test.features));
  return text;
}

}  // namespace

void write_party_files(const std::filesystem::path& folder,
                       const PartyResults& results) {
  write_whole(folder / "model.json", model_json(results));
  write_statistics(folder / kStatisticsFile, *results.account.record.known,
                   results.plan.collection_of(results.party).dictionary());
  write_whole(folder / "metrics.json", metrics_json(results));
  write_whole(folder / "disclosure.json", disclosure_json(results.account));
  write_whole(folder / "disclosure.md", disclosure_page(results.account));
  const auto& models = results.account.record.models;
  const auto found = models.find(headline(scenario_of(results)));
  if (found != models.end())
    write_whole(folder / "rankings.run", run_text(results, found->second));
}

void print_party_metrics(std::ostream& out, const PartyResults& results) {
  const auto& names = scenario_of(results).evaluation.metrics;
  out << results.account.record.tests.size()
      << " own held-out queries, own documents\n";
  for (const auto& [method, values] : own_metrics(results)) {
    out << fmt::format("  {:<12}", method);
    for (std::size_t m = 0; m < names.size(); ++m)
      out << fmt::format(" {} {:.4f}", names[m], values(static_cast<Index>(m)));
    out << "\n";
  }
}

}  // namespace fedltr
