#include "app/deploy/party_files.hpp"

#include <limits>
#include <optional>

#include <spdlog/fmt/fmt.h>

#include "app/base/errors.hpp"
#include "app/base/files.hpp"
#include "app/base/json.hpp"
#include "app/base/json_members.hpp"
#include "app/deploy/joining_gain.hpp"
#include "app/models/search/statistics_file.hpp"
#include "app/plan/silo_gains.hpp"
#include "app/plan/silo_plans.hpp"
#include "app/results/rankings.hpp"
#include "app/results/shared_means.hpp"

namespace fedltr {
namespace {

constexpr std::size_t kMostOfDisclosure = 1 << 20;  // bytes

const Scenario& scenario_of(const PartyResults& results) {
  return results.account.agreement.scenario;
}

std::string model_json(const PartyResults& results) {
  const PartyRecord& record = results.account.record;
  const SiloSettings& silo = scenario_of(results).silo;
  const FeatureConstants& constants = silo.options.constants;
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
        {{"version", kWordsVersion},
         {"stemmer", silo.tokens.stemmer},
         {"stop_words", silo.tokens.stop_words}}},
       {"methods", models}});
}

/// Each method's metrics: #own held-out queries by #metrics.
std::map<std::string, Matrix> own_metrics(const PartyResults& results) {
  const auto model = silo_model(results.plan.options, results.plan.grades);
  const auto metrics = metrics_of(scenario_of(results), results.plan.grades);
  std::map<std::string, Matrix> values;
  for (const auto& [method, parameters] : results.account.record.models)
    values[method] = evaluate_each(*model, parameters,
                                   results.account.record.tests, metrics);
  const std::string joint = headline(scenario_of(results));
  const auto& models = results.account.record.models;
  if (results.rows && needs_joining(joint) && models.contains(joint))
    values[own_rows_with(joint)] = evaluate_own_rows(
        *results.rows, results.account.record.instances,
        results.account.record.tests, metrics, results.plan.options.listwise,
        [&](const MatrixView& features) {
          return model->scores(models.at(joint), features);
        });
  return values;
}

/// Returns nullopt if there is no joint model, or no query counts.
std::optional<JoiningGain> gain_in(
    const PartyResults& results, const std::map<std::string, Matrix>& values) {
  const std::string method = headline(scenario_of(results));
  const std::string joint = results.rows ? own_rows_with(method) : method;
  const auto with = values.find(joint);
  const std::string best = results.alone.best();
  if (with == values.end() || best.empty() || !needs_joining(method))
    return std::nullopt;
  return joining_gain(joint, with->second, best, results.alone.values.at(best),
                      scenario_of(results).evaluation.metrics);
}

Json told_json(const MetricMeans& told,
               const std::vector<std::string>& metrics) {
  Json all = means_json(told, metrics);
  all["queries"] = told.queries;
  return all;
}

/// Means of metrics that members sent each other.
Json shared_json(const PartyResults& results) {
  const PartyRecord& record = results.account.record;
  const SiloSettings& silo = scenario_of(results).silo;
  const auto& names = scenario_of(results).evaluation.metrics;
  const bool noisy = silo.sharing == MetricSharing::kNoisy;
  const auto& all = results.account.agreement.members();
  Json members = Json::object();
  for (std::uint32_t party = 0; party < all.size(); ++party)
    if (const auto heard = record.others.find(party);
        heard != record.others.end())
      members[all[party]] = told_json(heard->second, names);
    else if (record.unreadable.contains(party))
      members[all[party]] = {{"refused", record.unreadable.at(party)}};
    else if (party != results.party)
      members[all[party]] = nullptr;  // excluded from the run
  return {{"method", headline(scenario_of(results))},
          {"epsilon", noisy ? Json(silo.metrics_epsilon) : Json(nullptr)},
          {"told", told_json(*record.told, names)},
          {"members", members}};
}

Json means_by_method(const std::map<std::string, Matrix>& values,
                     const std::vector<std::string>& names) {
  Json all = Json::object();
  for (const auto& [method, each] : values) {
    const Vector mean = means(each);
    for (std::size_t m = 0; m < names.size(); ++m)
      all[method][names[m]] = json_number(mean(static_cast<Index>(m)));
  }
  return all;
}

std::string metrics_json(const PartyResults& results) {
  const auto& names = scenario_of(results).evaluation.metrics;
  const auto values = own_metrics(results);
  Json all = Json::object();
  if (const auto gain = gain_in(results, values))
    all["joining"] = joining_json(*gain);
  all["queries"] = results.account.record.tests.size();
  all["documents"] = "own";
  all["methods"] = means_by_method(values, names);
  all["without_joining"] = means_by_method(results.alone.values, names);
  if (results.account.record.told) all["shared"] = shared_json(results);
  return json_text(all);
}

/// TREC run of own held-out queries, ranked by a model.
std::string run_text(const PartyResults& results, const Vector& parameters) {
  const auto model = silo_model(results.plan.options, results.plan.grades);
  const Collection& own = results.plan.collection_of(results.party);
  std::string text;
  for (const TestQuery& test : results.account.record.tests)
    append_ranking(text, own, test, model->scores(parameters, test.features));
  return text;
}

void print_means(std::ostream& out, const std::map<std::string, Matrix>& values,
                 const std::vector<std::string>& names) {
  for (const auto& [method, each] : values) {
    const Vector mean = means(each);
    out << fmt::format("  {:<12}", method);
    for (std::size_t m = 0; m < names.size(); ++m)
      out << fmt::format(" {} {:.4f}", names[m], mean(static_cast<Index>(m)));
    out << "\n";
  }
}

void print_shared_metrics(std::ostream& out, const PartyResults& results) {
  const PartyRecord& record = results.account.record;
  if (!record.told) return;
  const auto& names = scenario_of(results).evaluation.metrics;
  const bool noisy = scenario_of(results).silo.sharing == MetricSharing::kNoisy;
  out << "shared by members" << (noisy ? ", with noise" : "") << ": "
      << headline(scenario_of(results)) << " on each member's own queries\n";
  const auto& members = results.account.agreement.members();
  out << means_line(results.account.member, *record.told, names);
  for (const auto& [party, means] : record.others)
    out << means_line(members[party], means, names);
  for (const auto& [party, why] : record.unreadable)
    out << fmt::format("  {:<12} refused: its message {}\n", members[party],
                       why);
}

}  // namespace

void write_party_files(const std::filesystem::path& folder,
                       const PartyResults& results) {
  write_whole(folder / "model.json", model_json(results));
  write_statistics(folder / kStatisticsFile, *results.account.record.known,
                   results.plan.collection_of(results.party).dictionary());
  write_whole(folder / "metrics.json", metrics_json(results));
  const auto& models = results.account.record.models;
  const auto found = models.find(headline(scenario_of(results)));
  if (found == models.end()) return;
  WholeFile rankings(folder / "rankings.run", 0600);
  rankings.write(run_text(results, found->second));
  rankings.commit();
}

int exit_code_of(const DisclosureAccount& account) {
  const bool is_whole = account.record.withheld == 0 && account.unasked == 0;
  return is_whole ? kDone : kBudgetSpent;
}

int exit_code_of_results(const std::filesystem::path& folder,
                         const Agreement& agreement,
                         const std::string& member) {
  const std::string file = (folder / "disclosure.json").string();
  const Json told = read_json(file, kMostOfDisclosure);
  require_agreement(told, file, agreement);
  const JsonMembers members(told, file);
  if (const std::string other = members.text("member"); other != member)
    throw CheckpointError(file + ": is of the member " + other);
  constexpr auto kMost = std::numeric_limits<std::uint64_t>::max();
  const auto count = [&](const char* part, const char* name) {
    return members.object(part).whole<std::uint64_t>(name, 0, kMost);
  };
  const bool is_whole =
      count("answers", "withheld") == 0 &&
      (!members.has("questions") || count("questions", "not_asked") == 0);
  return is_whole ? kDone : kBudgetSpent;
}

void print_party_metrics(std::ostream& out, const PartyResults& results) {
  const auto& names = scenario_of(results).evaluation.metrics;
  const auto values = own_metrics(results);
  if (const auto gain = gain_in(results, values)) print_joining(out, *gain);
  const PartyInstances& instances = results.account.record.instances;
  if (const std::size_t unasked = results.account.unasked)
    out << "questions   " << unasked
        << " own training queries were not asked: they have been asked as "
           "often as questions-a-query\n            of --own allows\n";
  if (results.plan.asks && !instances.pairs.empty() &&
      instances.cross.pairs.empty())
    out << "answers     of the others held no document, perhaps because their "
           "budgets are spent:\n            this member trained on its own "
           "documents only\n";
  out << results.account.record.tests.size()
      << " own held-out queries, own documents\n";
  print_means(out, values, names);
  if (!results.alone.values.empty()) {
    out << "without joining, own statistics\n";
    print_means(out, results.alone.values, names);
  }
  print_shared_metrics(out, results);
}

}  // namespace fedltr
