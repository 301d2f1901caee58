#include "algorithms/attacks/promote.hpp"
#include "app/plan/baseline_points.hpp"
#include "app/results/attack_report.hpp"
#include "app/results/fault_report.hpp"
#include "app/results/federation_files.hpp"
#include "app/results/members_json.hpp"
#include "app/results/secure_report.hpp"
#include "app/results/summary.hpp"
#include "app/results/summary_parts.hpp"
#include "app/schema/attendance.hpp"
#include "app/schema/choices.hpp"
#include "app/schema/secure_plan.hpp"

namespace fedltr {
namespace {

/// Returns the results that no epsilon covers, though they depend on clients'
/// data.
std::vector<std::string> released_unprotected(const Scenario& scenario) {
  if (scenario.members.on)
    return {"metrics on members' held-out queries, of a rehearsal only",
            "clients.csv"};
  std::vector<std::string> all = {
      "online metrics, from users' clicks and lists", "clients.csv"};
  if (sums_clicks(scenario) && scenario.logging.epsilon == 0)
    all.emplace_back(
        "propensities, from clients' exact sums of clicks by rank "
        "(logging.epsilon = 0)");
  if (scenario.evaluation.on == EvaluateOn::kTrain)
    all.emplace_back("metrics on training queries (evaluation.on = train)");
  if (Choices(scenario).is_split())
    all.emplace_back("own_ metrics, from each client's data");
  if (is_fitted(scenario.data.normalize))
    all.emplace_back(
        scenario.data.normalize == Normalize::kQuantile
            ? "quantiles in the model file, of all clients' rows "
              "(data.normalize = quantile)"
            : "means and deviations in the model file, of all clients' rows "
              "(data.normalize = zscore)");
  if (scenario.federation.local == LocalObjective::kFedPer)
    all.emplace_back(
        "each client's own output layer in the model file, and metrics of "
        "models with it (federation.local = fedper)");
  if (wants_retraining_baselines(scenario))
    all.emplace_back(
        "clicked_auc, from the clicks of unlearned clients "
        "(unlearning.evidence)");
  return all;
}

/// Returns the account of the sums from which propensities are estimated; null
/// without noise on them. Each run adds them up once.
Json propensities_json(const FederationResults& results) {
  const SumProtection protection = sum_protection(results.scenario);
  if (!protection.has_noise()) return nullptr;
  const GridNoise noise =
      protection.noise(numbers_there(results.scenario).at(1));
  const Guarantee once = gaussian_guarantee(noise.width() / noise.sensitivity);
  const auto after = [&](std::uint64_t sums) {
    return json_number(compose(once, sums, protection.delta).best());
  };
  return {
      {"epsilon", after(1)},
      {"epsilon_all_runs", after(results.runs.size())},
      {"delta", protection.delta},
      {"caveat",
       "one sum of clicks by rank before training, in addition to the "
       "account: covers all searches of one client, against anyone who "
       "sees " +
           std::string(protection.masks ? "only the sum" : "its part of it") +
           "; simulated randomness"}};
}

Json privacy_json(const FederationResults& results) {
  const auto& runs = results.runs;
  const PrivacySpec& spec = runs[0].plan.privacy;
  const std::uint64_t rounds = max_rounds(runs);
  const Composition account = spec.after(rounds);
  return {
      {"mechanism", spec.mechanism},
      {"claimed", json_number(spec.claimed)},
      {"claimed_per", spec.per},
      {"accounted", json_number(account.best())},
      {"accounted_all_runs",
       json_number(spec.after(rounds * runs.size()).best())},
      {"unprotected", spec.protects() ? released_unprotected(results.scenario)
                                      : std::vector<std::string>()},
      {"delta", spec.delta},
      {"releases", rounds * spec.releases_per_round},
      {"composition", composition_json(account)},
      {"caveat", spec.caveat},
      {"propensities", propensities_json(results)},
      {"lying_server", lying_server(results.scenario)}};
}

/// Returns null if clients do not differ.
Json fairness_json(const std::vector<Run>& runs) {
  const Fairness fairness = fairness_over(runs);
  if (fairness.clients == 0) return nullptr;
  return {{"metric", metric_names(runs)[0]},
          {"mean", fairness.mean},
          {"std", fairness.std},
          {"worst", fairness.worst},
          {"worst_tenth", fairness.worst_tenth},
          {"n", fairness.clients}};
}

/// Means over runs of where the final models rank the targets of a promotion.
Promotion promotion_of(const Scenario& scenario, const std::vector<Run>& runs) {
  Promotion mean;
  for (const Run& run : runs) {
    const Promotion each = promotion_by(
        *run.plan.simulation->ranker, run.result.model, *run.load().evaluation,
        scenario.attack.parameters.whole<Index>(kPromotedFeature));
    mean.rank += each.rank / static_cast<double>(runs.size());
    mean.top_10 += each.top_10 / static_cast<double>(runs.size());
  }
  return mean;
}

Json promotion_json(const Scenario& scenario, const std::vector<Run>& runs) {
  const Promotion mean = promotion_of(scenario, runs);
  return {{"rank", json_number(mean.rank)},
          {"top_10", json_number(mean.top_10)}};
}

/// Returns null without attackers and without a robust rule.
Json attack_json(const FederationResults& results) {
  const AttackReport report =
      report_attack(results.scenario, results.runs, results.honest);
  if (!report.has_content()) return nullptr;
  Json json = {{"kind", report.kind},
               {"attackers", report.attackers},
               {"rejected_attackers", json_number(report.rejected_attackers)},
               {"rejected_honest", json_number(report.rejected_honest)}};
  add_rule(json, results.scenario);
  const bool compares = report.honest.n > 0;
  if (report.attackers > 0 &&
      Choices(results.scenario).attack.traits.promotes) {
    json["promotion"] = promotion_json(results.scenario, results.runs);
    if (compares)
      json["promotion"]["honest"] =
          promotion_json(results.scenario, results.honest);
  }
  if (!compares) return json;
  json["honest"] = spreads_json(results_of(results.honest).spreads());
  json["lost"] = json_number(report.lost());
  return json;
}

Json summary_json(const FederationResults& results) {
  const auto& runs = results.runs;
  const MethodResults all = results_of(runs);
  std::uint64_t refused = 0;
  bool budget_spent = false;
  for (const Run& run : runs) {
    refused += run.result.rounds.back().refused;
    budget_spent |= run.result.budget_spent;
  }
  Json json = {{"name", results.scenario.run.name},
               {"complete", is_complete(runs, results.planned)},
               {"refused", refused},
               {"faults", faults_json(runs)},
               {"budget_spent", budget_spent},
               {"metrics", spreads_json(all.spreads())},
               {"runs", runs_json(all)},
               {"clients", fairness_json(runs)},
               {"members", members_json(runs, results.scenario.members)},
               {"attack", attack_json(results)},
               {"privacy", privacy_json(results)},
               {"secure_aggregation", secure_json(runs)},
               {"signature", all.signature}};
  if (Json held_out = held_out_json(runs); !held_out.is_null())
    json["held_out"] = std::move(held_out);
  if (Json compared = compared_json(runs); !compared.is_null())
    json["compared"] = std::move(compared);
  return json;
}

std::vector<OutputField> metrics_fields() {
  return {
      {"budget_spent", "true if `privacy.budget` ended a run"},
      {"metrics.METRIC.mean",
       "mean of the final values over folds and repeats, of the models that "
       "are the result; METRIC is any of `evaluation.metrics`, of the "
       "`online_` columns of `rounds.csv`, or `validation_METRIC`"},
      {"metrics.METRIC.std",
       "their sample standard deviation; null for a single run"},
      {"metrics.METRIC.n", "number of runs"},
      {"runs[].fold", "fold, from 1"},
      {"runs[].repeat", "repeat, from 1"},
      {"runs[].rounds", "number of its training rounds"},
      {"runs[].kept",
       "round whose model is the result: the last one, or with "
       "`evaluation.keep = best` the best on the validation queries"},
      {"runs[].final.METRIC",
       "its row of `rounds.csv`; `online_` values of the last row"},
  };
}

std::vector<OutputField> fairness_fields() {
  return {
      {"clients.metric",
       "first metric of the final model on each client's queries, as "
       "`own_METRIC` of `clients.csv`; `clients` is null if clients do not "
       "differ"},
      {"clients.mean",
       "mean over clients; this and the following are means over runs"},
      {"clients.std", "standard deviation over clients"},
      {"clients.worst", "value of the worst client"},
      {"clients.worst_tenth", "mean over the worst tenth of clients"},
      {"clients.n", "number of clients with a value"},
  };
}

std::vector<OutputField> attack_fields() {
  return {
      {"attack.kind",
       "`attack.kind`; `attack` is null if no client attacks and the rule is "
       "the mean"},
      {"attack.attackers", "number of attackers"},
      {"attack.rejected_attackers",
       "fraction of the attackers' updates to which the rule gave less "
       "than half of an equal weight; null: none was weighed"},
      {"attack.rejected_honest",
       "the same fraction of honest clients' updates"},
      {"attack.honest.METRIC.mean",
       "`metrics` of the attack-free baseline in `honest/`"},
      {"attack.honest.METRIC.std", "as in `metrics`, of the baseline"},
      {"attack.honest.METRIC.n", "as in `metrics`, of the baseline"},
      {"attack.lost",
       "first metric: mean of the baseline minus mean under attack"},
      {"attack.promotion.rank",
       "of an attack that promotes a feature: mean rank, from 1, that the "
       "final model gives its targets, in each test query the document with "
       "the highest value of the feature; queries whose values are all equal "
       "don't count, documents with equal scores share their mean rank; null: "
       "no query counts"},
      {"attack.promotion.top_10", "share of the targets at rank 10 or above"},
      {"attack.promotion.honest.rank",
       "as `attack.promotion.rank`, by the attack-free baseline"},
      {"attack.promotion.honest.top_10",
       "as `attack.promotion.top_10`, by the attack-free baseline"},
  };
}

std::vector<OutputField> privacy_fields() {
  return {
      {"privacy.mechanism", "`privacy.mechanism`"},
      {"privacy.claimed", "epsilon claimed by the method's paper"},
      {"privacy.claimed_per", "release that the claim is about"},
      {"privacy.accounted",
       "epsilon of the client with the most releases, over the whole run; "
       "null: no bound"},
      {"privacy.accounted_all_runs",
       "the same over all runs (folds and repeats) together, whose models are "
       "all published: each may have trained on the same client"},
      {"privacy.unprotected[]",
       "results that depend on clients' data and are in no account, in words; "
       "empty without a mechanism"},
      {"privacy.delta", "delta of the accounted epsilon"},
      {"privacy.releases", "releases of that client"},
      {"privacy.caveat", "assumptions of the account, in words"},
      {"privacy.propensities.epsilon",
       "epsilon of a client by the sum from which propensities are estimated, "
       "in addition to `accounted`; `propensities` is null without "
       "`logging.epsilon`"},
      {"privacy.propensities.epsilon_all_runs",
       "the same over all runs together"},
      {"privacy.propensities.delta", "delta of both"},
      {"privacy.propensities.caveat", "their assumptions, in words"},
      {"privacy.lying_server",
       "what a server that lies may open of secure aggregation, in words; "
       "empty without `privacy.secure-aggregation` and `[members]`"},
  };
}

std::vector<OutputField> summary_fields() {
  std::vector<OutputField> fields = {
      {"name", "`run.name`"},
      {"complete", "true if every run was completed"},
      {"refused", "invalid updates, of all runs"},
  };
  for (const auto& part :
       {faults_fields(), metrics_fields(), fairness_fields(), attack_fields(),
        rule_fields("attack"), members_fields(), privacy_fields(),
        composition_fields("; `accounted` is the smallest of the four"),
        secure_fields()})
    fields.insert(fields.end(), part.begin(), part.end());
  fields.push_back(
      {"signature", "SHA-256 over the final parameters of all runs, in order"});
  return fields;
}

}  // namespace

FederationFile summary_json_file() {
  return single_file<FederationResults>(
      {"summary.json", "Means over the runs, and the privacy account.", "",
       summary_fields()},
      [](const FederationResults& results) {
        return json_text(summary_json(results));
      });
}

}  // namespace fedltr
