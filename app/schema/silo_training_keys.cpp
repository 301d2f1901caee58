#include "app/schema/key_table.hpp"

namespace fedltr {
namespace {

using S = Scenario;

void add_recipe_keys(std::vector<Key>& table) {
  table.push_back(choice<SiloRecipe>(
      "silo.recipe", [](S & s) -> auto& { return s.silo.options.recipe; },
      "papers",
      {{"papers", SiloRecipe::kPapers}, {"listwise", SiloRecipe::kListwise}},
      "papers: a pointwise model of 16 features; listwise: whole lists of "
      "retrieved documents, four features, from BM25 on"));
  table.push_back(count(
      "silo.folds",
      [](S & s) -> auto& { return s.silo.options.listwise.folds; }, "5", 2, 100,
      "listwise: parts of each party's queries, held out in turn to choose "
      "when to stop"));
  table.push_back(count(
      "silo.steps",
      [](S & s) -> auto& { return s.silo.options.listwise.steps; }, "64", 1,
      10000, "listwise: most steps of gradient descent"));
  table.push_back(whole<std::size_t>(
      "silo.depth",
      [](S & s) -> auto& { return s.silo.options.listwise.depth; }, "100", 2,
      100000, "listwise: documents of a party's own list, the best by BM25"));
}

void add_training_keys(std::vector<Key>& table) {
  table.push_back(count(
      "silo.local-iterations",
      [](S & s) -> auto& { return s.silo.options.training.local_iterations; },
      "1000", 1, 10000000, "steps of a party alone"));
  table.push_back(count(
      "silo.joint-iterations",
      [](S & s) -> auto& { return s.silo.options.training.joint_iterations; },
      "2000", 1, 10000000, "steps of each party together"));
  table.push_back(count(
      "silo.curve-every",
      [](S & s) -> auto& { return s.silo.options.training.curve_every; }, "0",
      0, 10000000, "iterations between points of curves.csv; 0 = none"));
  table.push_back(real(
      "silo.rate", [](S & s) -> auto& { return s.silo.options.training.rate; },
      "0.1", [](double x) { return x > 0 && x <= 1000; },
      "a number above 0 to 1000",
      "of the first step; papers: falls linearly to 0"));
  table.push_back(real(
      "silo.l2", [](S & s) -> auto& { return s.silo.options.training.l2; },
      "0.01", [](double x) { return x >= 0 && x <= 1000; },
      "a number 0 to 1000",
      "of the weights; listwise: of their distance from the start"));
  table.push_back(whole<Index>(
      "silo.batch",
      [](S & s) -> auto& { return s.silo.options.training.batch; }, "64", 1,
      1000000, "instances of a step"));
  table.push_back(real(
      "silo.cross-weight",
      [](S & s) -> auto& { return s.silo.options.training.cross_weight; },
      "0.1", [](double x) { return x >= 0 && x <= 1000; }, "a number 0 to 1000",
      "beta of the journal's loss: of cross instances"));
}

void add_sharing_keys(std::vector<Key>& table) {
  table.push_back(choice<MetricSharing>(
      "silo.share-metrics", [](S & s) -> auto& { return s.silo.sharing; },
      "none",
      {{"none", MetricSharing::kNone},
       {"noisy", MetricSharing::kNoisy},
       {"plain", MetricSharing::kPlain}},
      "whether members tell each other, but not the relay, the means of their "
      "metrics over their own held-out queries"));
  table.push_back(real(
      "silo.metrics-epsilon",
      [](S & s) -> auto& { return s.silo.metrics_epsilon; }, "1",
      [](double x) { return x >= 0.001 && x <= 1000; },
      "a number 0.001 to 1000",
      "noisy: of a run's shared metrics together, for one held-out query"));
}

}  // namespace

void add_silo_training_keys(std::vector<Key>& table) {
  add_recipe_keys(table);
  add_training_keys(table);
  add_sharing_keys(table);
}

}  // namespace fedltr
