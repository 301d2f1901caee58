#include "app/plan/silo_plans.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include "algorithms/core/math.hpp"
#include "algorithms/core/require.hpp"
#include "algorithms/core/rng.hpp"
#include "algorithms/silo/own_rows.hpp"
#include "algorithms/silo/untrained.hpp"
#include "app/base/errors.hpp"
#include "app/base/text.hpp"
#include "app/plan/metric_options.hpp"
#include "app/plan/silo_gains.hpp"
#include "app/plan/silo_rule.hpp"

namespace fedltr {
namespace {

constexpr double kMaxFailing = 0.01;  ///< expected number of terms

std::uint64_t different_terms(const Collection& collection,
                              std::uint32_t query) {
  const auto terms = collection.query(query);
  return std::set<TermId>(terms.begin(), terms.end()).size();
}

/// Probability that a Poisson variable is below a number.
double chance_below(std::uint32_t number, double mean) {
  double chance = 0;
  double term = std::exp(-mean);
  for (std::uint32_t k = 0; k < number; ++k) {
    chance += term;
    term *= mean / (k + 1);
  }
  return chance;
}

/// Refuses runs with colliding confounders if too few terms are likely to
/// collide; the parties' key, still unknown, decides which do.
void check_confounders(const SiloPlan& plan, std::uint64_t asked) {
  const SketchShape& shape = plan.protocol.shape;
  const Obfuscation& hidden = plan.protocol.obfuscation;
  if (hidden.real_rows == shape.rows ||
      hidden.confounders == Confounders::kRandom)
    return;
  const double column = 1 / static_cast<double>(shape.columns);
  const double elsewhere = std::pow(1 - column, shape.rows - hidden.shared);
  const auto terms = static_cast<double>(plan.collection->dictionary().size());
  const std::uint32_t needed =
      (shape.rows - hidden.real_rows) / (hidden.real_rows - hidden.shared);
  // The last one must fit all that were chosen before.
  const double colliding =
      terms * std::pow(column / 2, hidden.shared) * std::pow(elsewhere, needed);
  const double failing =
      static_cast<double>(asked) * chance_below(needed, colliding);
  if (failing > kMaxFailing)
    throw UsageError(fmt::format(
        "silo.shared = {}: colliding confounders need {} terms that share so "
        "many columns and signs with the one asked for; of {} terms about "
        "{:.2g} do, and of {} terms asked for about {:.2g} would find too few: "
        "lower "
        "silo.shared or silo.columns, or raise silo.real-rows",
        hidden.shared, needed, plan.collection->dictionary().size(), colliding,
        asked, failing));
}

/// Copies the keys that both recipes have.
void share_settings(SiloOptions& options) {
  options.listwise.rate = options.training.rate;
  options.listwise.l2 = options.training.l2;
  options.listwise.cross_weight = options.training.cross_weight;
}

/// Refuses shares too large for the numbers in messages.
void check_sizes(const SiloPlan& plan) {
  for (const PartyShare& share : *plan.shares)
    if (share.documents.size() > kMaxDocuments)
      throw UsageError("silo.parties = " + std::to_string(plan.parties()) +
                       ": a party would have more than 2^24 documents");
}

/// Returns the highest grade of test queries.
/// @param sampled  pairs to test with, if such are the test
int highest_tested(const SiloPlan& plan, const PartyShare& share,
                   std::span<const std::uint32_t> queries,
                   std::span<const Judgement> sampled) {
  const TestDocuments tested = plan.options.test_documents;
  const auto judged = tested == TestDocuments::kSampled ? sampled
                      : tested == TestDocuments::kOwn
                          ? std::span<const Judgement>(share.judgements)
                          : plan.collection->judgements();
  int highest = 0;
  for (const std::uint32_t query : queries)
    for (const Judgement& judgement : judgements_of_query(judged, query))
      highest = std::max<int>(highest, judgement.grade);
  return highest;
}

/// Refuses metrics that exclude all test queries.
void check_means(const SiloPlan& plan, int highest) {
  for (const NamedMetric& metric : plan.metrics)
    if (highest < metric.relevant_from)
      throw UsageError(
          "silo.test-share = " + exact(plan.options.test_share) +
          (plan.options.test_documents == TestDocuments::kSampled
               ? ": holds out no relevant document"
               : ": holds out no query with a relevant document") +
          (highest > 0 ? ", of grade " + std::to_string(metric.relevant_from) +
                             " or higher (evaluation.relevant-from)"
                       : "") +
          ", so " + metric.name + " has no mean");
}

/// Refuses silos without a party that can learn, or without a test.
/// @return  number of terms asked of each owner, including test queries' terms
std::uint64_t check_parties(const SiloPlan& plan) {
  int highest = 0;
  std::size_t learners = 0;
  std::uint64_t asked = 0;
  for (std::uint32_t p = 0; p < plan.parties(); ++p) {
    const PartyShare& share = (*plan.shares)[p];
    const HeldOut parts =
        held_out_queries(*plan.collection, share, p, plan.options);
    const HeldOutPairs pairs =
        held_out_pairs(share, p, parts.train, plan.options);
    highest =
        std::max(highest, highest_tested(plan, share, parts.test, pairs.test));
    learners += !pairs.train.empty();
    for (const std::uint32_t query : share.queries)
      asked += different_terms(*plan.collection, query);
  }
  if (learners == 0 && !plan.methods.empty())
    throw UsageError("silo.parties = " + std::to_string(plan.parties()) +
                     ": no party has a judged pair of its own to learn from; "
                     "take fewer parties, another silo.split or more data");
  check_means(plan, highest);
  return asked;
}

}  // namespace

std::vector<NamedMetric> metrics_of(const Scenario& scenario, Index grades) {
  return build_metrics(scenario,
                       metric_options(scenario, static_cast<int>(grades)));
}

std::string headline(const Scenario& scenario) {
  return scenario.silo.method == kAllSiloMethods
             ? silo_method(SiloRole::kProtocol).name
             : scenario.silo.method;
}

std::vector<std::string> methods_of(const Scenario& scenario) {
  if (scenario.silo.method != kAllSiloMethods) return {scenario.silo.method};
  std::vector<std::string> names;
  for (const auto& each : untrained_rankers()) names.push_back(each.name);
  for (const auto& each : silo_methods()) names.push_back(each.name);
  return names;
}

bool is_untrained(const std::string& method) {
  return std::ranges::count(untrained_rankers(), method,
                            &Method<UntrainedScore, UntrainedTraits>::name) > 0;
}

bool uses_own_rows(const std::string& method) {
  return method.starts_with(kOwnRowsMethod);
}

SiloProtocol protocol_of(const Scenario& scenario) {
  const SiloSettings& silo = scenario.silo;
  SiloProtocol protocol;
  protocol.shape = {silo.sketch, silo.rows, silo.columns};
  protocol.frequency = {silo.sketch, silo.frequency_rows,
                        silo.frequency_columns};
  protocol.obfuscation = {silo.queried_rows(), silo.confounders, silo.shared};
  protocol.noise = make_sketch_noise(
      silo.noisy() ? silo.noise : "off",
      {silo.noisy() ? silo.epsilon : 0.5, silo.rows, silo.columns});
  protocol.top = {static_cast<std::uint32_t>(silo.options.top), silo.beta,
                  silo.leave_out_absent};
  protocol.capacity = static_cast<std::uint32_t>(
      std::ceil(share_of(silo.alpha, static_cast<double>(silo.options.top))));
  protocol.naive = silo.naive;
  protocol.size_step = silo.round_sizes;
  protocol.dummies = silo.dummy_terms;
  protocol.constants = silo.options.constants;
  if (scenario.privacy.budget > 0) protocol.budget = scenario.privacy.budget;
  return protocol;
}

namespace {

/// Reports RTK-Sketches that take much memory before they hold a document, and
/// refuses those that don't fit into this machine's.
void check_memory(const SiloSettings& silo) {
  if (silo.naive) return;
  // Lists, their floors and bounds of a cell (rtk_sketch.hpp).
  const double of_cell = silo.sketch == SketchKind::kCount ? 76 : 44;
  const auto parties = static_cast<double>(
      silo.members.empty() ? silo.parties : silo.members.size());
  const double bytes = of_cell * parties * silo.rows * silo.columns;
  if (bytes < 1e9) return;
  const std::string needed = fmt::format(
      "silo.columns = {}: RTK-Sketches of {} parties with {} rows take at "
      "least {:.1f} GB",
      silo.columns, parties, silo.rows, bytes / 1e9);
  const double there = static_cast<double>(sysconf(_SC_PHYS_PAGES)) *
                       static_cast<double>(sysconf(_SC_PAGESIZE));
  if (bytes > there)
    throw UsageError(
        needed +
        fmt::format(", and this machine has {:.1f} GB: expected fewer columns, "
                    "silo.rows or silo.parties",
                    there / 1e9));
  spdlog::warn(needed);
}

std::shared_ptr<const std::vector<PartyShare>> split_collection(
    const SiloSettings& silo, const SiloPlan& plan) {
  try {
    return std::make_shared<const std::vector<PartyShare>>(split_into_parties(
        *plan.collection, find(party_splits(), silo.split).make,
        {silo.parties, silo.balanced, plan.seed, silo.moved}));
  } catch (const std::invalid_argument& error) {
    throw UsageError("silo.parties = " + std::to_string(silo.parties) + ": " +
                     error.what());
  }
}

/// Adds the rankers of members' own rows: alone, and with the joint model.
void add_rankers_of_rows(SiloPoint& point) {
  const std::string joint = headline(point.described.scenario);
  point.methods.emplace_back(kOwnRowsMethod);
  if (!is_untrained(joint) && needs_joining(joint))
    point.methods.push_back(own_rows_with(joint));
}

/// Sets the members' own data; the shares are their parts of the merged
/// collection.
void own_data(const LoadedCollection& data, SiloPlan& plan) {
  plan.shares =
      std::make_shared<const std::vector<PartyShare>>(data.merged->shares);
  for (const auto& own : data.own)
    plan.own.push_back(
        std::make_shared<const PartyData>(PartyData{own, whole_share(*own)}));
}

}  // namespace

void complete_plan(const Scenario& scenario, std::uint32_t repeat,
                   SiloPlan& plan) {
  plan.seed = run_seed(scenario.run.seed, 1, repeat);
  plan.protocol = protocol_of(scenario);
  plan.protocol.bounds_questions = false;  // between companies only
  plan.options = scenario.silo.options;
  plan.options.seed = plan.seed;
  plan.options.training.seed = plan.seed;
  share_settings(plan.options);
  plan.options.rule = party_rule_of(scenario, plan.seed);
  plan.options.attack = party_attack_of(scenario, plan.seed);
  plan.sharing = scenario.silo.sharing;
  plan.metrics_epsilon = scenario.silo.metrics_epsilon;
  plan.shared_method = headline(scenario);
  std::ranges::remove_copy_if(methods_of(scenario),
                              std::back_inserter(plan.methods), is_untrained);
}

void build_silo(SiloPoint& point, std::uint32_t first) try {
  const Scenario& scenario = point.described.scenario;
  const SiloSettings& silo = scenario.silo;
  check_memory(silo);
  point.metrics = metrics_of(scenario, point.data->grades);
  point.methods = methods_of(scenario);
  if (!point.data->own_rows.empty()) add_rankers_of_rows(point);
  for (std::uint32_t repeat = 1; repeat <= scenario.run.repeats; ++repeat) {
    auto plan = std::make_shared<SiloPlan>();
    plan->run = first + repeat - 1;
    plan->collection = point.data->collection;
    plan->grades = point.data->grades;
    complete_plan(scenario, repeat, *plan);
    plan->metrics = point.metrics;
    if (point.data->merged)
      own_data(*point.data, *plan);
    else
      plan->shares = split_collection(silo, *plan);
    check_sizes(*plan);
    check_confounders(*plan, check_parties(*plan));
    point.plans.push_back(std::move(plan));
  }
} catch (const std::invalid_argument& error) {
  throw UsageError(point.described.scenario.run.name + ": " + error.what());
}

}  // namespace fedltr
