#include "app/schema/rules.hpp"

#include <filesystem>
#include <set>

#include <doctest/doctest.h>

#include "app/base/errors.hpp"
#include "app/schema/own_methods.hpp"
#include "app/schema/reader.hpp"
#include "tests/support/cli.hpp"

namespace fedltr::rules_test {
namespace {

/// A smallest scenario that breaks one rule.
struct Case {
  std::string key;  ///< the key in the error
  std::vector<std::string> settings;
  std::shared_ptr<const OwnMethods> own = nullptr;
};

std::shared_ptr<const OwnMethods> own_clicks() {
  auto own = std::make_shared<OwnMethods>();
  own->clicks = click_models().front();
  return own;
}

const std::vector<Case>& data_cases() {
  static const std::vector<Case> cases = {
      {"data.format", {"data.format=beir"}},
      {"synthetic.like", {"synthetic.like=text"}},
      {"data.format", {"data.format=synthetic", "data.folds=x"}},
      {"data.folds", {"data.folds=x", "data.train=y"}},
      {"data.format", {"data.format=letor"}},
      {"data.test", {"data.test=x"}},
      {"data.train", {"data.train=x"}},
      {"evaluation.on", {"data.train=x", "evaluation.on=validation"}},
      {"evaluation.validate",
       {"data.train=x", "data.test=y", "evaluation.validate=map"}},
      {"data.fold", {"data.train=x", "data.test=y", "data.fold=2"}},
      {"data.weights",
       {"data.train=x", "data.test=y", "data.weights=w",
        "heterogeneity.kind=by-user", "data.users=u"}},
      {"data.weights",
       {"data.train=x", "data.test=y", "data.weights=w", "logging.sessions=10",
        "learner.method=naive"}},
      {"data.weights", {"data.folds=x", "data.weights=a, b"}},
      {"run.scaling",
       {"run.scaling=weak", "run.speedup=4000", "federation.clients=100000"}},
      {"synthetic.grades", {"synthetic.grades=3"}},
      {"synthetic.features", {"synthetic.features=3"}},
      {"synthetic.grades", {"synthetic.like=custom", "synthetic.grades=1"}},
      {"synthetic.queries", {"synthetic.queries=3"}},
      {"clicks.model", {"clicks.model=custom"}},
  };
  return cases;
}

const std::vector<Case>& learning_cases() {
  static const std::vector<Case> cases = {
      {"evaluation.validate",
       {"evaluation.validate=map", "evaluation.on=validation"}},
      {"evaluation.validate",
       {"evaluation.validate=map", "federation.local=fedper",
        "ranker.model=neural"}},
      {"evaluation.validate",
       {"evaluation.validate=map", "heterogeneity.kind=document-preference"}},
      {"evaluation.keep",
       {"evaluation.validate=map", "evaluation.keep=best",
        "unlearning.method=retrain", "unlearning.clients=1"}},
      {"ranker.init", {"ranker.model=neural", "ranker.init=zero"}},
      {"ranker.init", {"ranker.model=neural-relu", "ranker.init=zero"}},
      {"learner.pdgd.batch", {"learner.pdgd.batch=3"}},
      {"federation.interactions",
       {"learner.method=es", "federation.interactions=3"}},
      {"federation.clients", {"federation.clients=10000001"}},
      {"federation.clients",
       {"federation.clients=10000001", "federation.participation=0.01",
        "federation.local=fedper", "ranker.model=neural",
        "ranker.init=normal"}},
      {"federation.local", {"federation.local=fedprox", "learner.method=dbgd"}},
      {"federation.local", {"federation.local=fedper"}},
      {"federation.local",
       {"federation.local=fedper", "ranker.model=neural-relu",
        "learner.method=es"}},
      {"federation.share", {"federation.share=0.5", "learner.method=es"}},
      {"federation.share",
       {"federation.share=0.5", "privacy.mechanism=gaussian"}},
      {"federation.share",
       {"federation.share=0.5", "heterogeneity.kind=by-user"}},
      {"federation.absent", {"federation.absent=100"}},
      {"federation.absent", {"federation.absent=0-99"}},
  };
  return cases;
}

const std::vector<Case>& logging_cases() {
  static const std::vector<Case> cases = {
      {"logging.sessions",
       {"learner.method=naive", "data.train=x", "data.test=y", "data.log=z",
        "logging.sessions=5"}},
      {"data.log", {"learner.method=naive", "data.log=z"}},
      {"federation.share",
       {"learner.method=ips", "clicks.model=pbm", "federation.share=0.1"}},
      {"learner.method", {"logging.sessions=5"}},
      {"attack.kind",
       {"learner.method=naive", "logging.sessions=5",
        "attack.kind=click-poison", "attack.clients=2"}},
      {"data.users",
       {"learner.method=naive", "logging.sessions=5",
        "heterogeneity.kind=by-user", "data.users=x"}},
      {"federation.share",
       {"learner.method=naive", "logging.sessions=5", "federation.share=0.1"}},
      {"heterogeneity.kind",
       {"learner.method=naive", "logging.sessions=5",
        "heterogeneity.kind=label-distribution"}},
      {"logging.propensities",
       {"learner.method=ips", "data.train=x", "data.test=y", "data.log=z"}},
      {"logging.propensities",
       {"learner.method=ips", "logging.propensities=swaps"}},
      {"learner.log.curve-rate",
       {"learner.method=em", "federation.interactions=200",
        "learner.log.batch=200", "learner.log.curve-rate=0.01"}},
      {"logging.propensities",
       {"learner.method=ips", "logging.sessions=5",
        "logging.propensities=log"}},
      {"logging.propensities",
       {"learner.method=dr", "logging.sessions=5",
        "logging.propensities=file"}},
      {"federation.local",
       {"learner.method=em", "ranker.model=neural", "federation.local=fedper"}},
      {"logging.propensities",
       {"learner.method=ips", "logging.sessions=5",
        "logging.propensities=swaps", "logging.epsilon=1"}},
      {"federation.clients",
       {"learner.method=ips", "logging.sessions=5",
        "logging.propensities=swaps", "heterogeneity.kind=by-user",
        "privacy.secure-aggregation=yes", "federation.clients=200000",
        "federation.participation=0.1"}},
      {"logging.propensities",
       {"learner.method=ips", "logging.sessions=5",
        "logging.propensities=swaps", "heterogeneity.kind=by-user",
        "privacy.secure-aggregation=yes", "faults.late=0.1"}},
      {"logging.epsilon",
       {"learner.method=ips", "logging.sessions=5",
        "logging.propensities=swaps", "heterogeneity.kind=by-user",
        "logging.epsilon=1e-6"}},
      {"logging.epsilon",
       {"learner.method=ips", "logging.sessions=5",
        "logging.propensities=swaps", "heterogeneity.kind=by-user",
        "logging.epsilon=1", "privacy.mechanism=gaussian",
        "privacy.budget=10"}},
      {"privacy.randomness",
       {"learner.method=ips", "logging.sessions=5",
        "logging.propensities=swaps", "heterogeneity.kind=by-user",
        "logging.epsilon=1", "privacy.mechanism=gaussian",
        "privacy.randomness=system"}},
  };
  return cases;
}

const std::vector<Case>& privacy_cases() {
  const std::string gamma = "privacy.mechanism=gamma-laplace";
  const std::string gaussian = "privacy.mechanism=gaussian";
  const std::string sound = "privacy.mode=sound";
  static const std::vector<Case> cases = {
      {"privacy.mechanism", {"privacy.mechanism=randomized-response"}},
      {"privacy.mechanism", {gamma, "learner.method=dbgd"}},
      {"privacy.mechanism", {gaussian, sound, "learner.method=es"}},
      {"privacy.mechanism", {gaussian, "privacy.mode=paper"}},
      {"privacy.mode", {sound}},
      {"federation.participation", {gamma, "federation.participation=0.5"}},
      {"learner.pdgd.batch", {gamma, "learner.pdgd.batch=2"}},
      {"privacy.clip", {gamma, sound, "privacy.clip=1"}},
      {"privacy.p",
       {"privacy.mechanism=randomized-response", "learner.method=es",
        "privacy.p=0.05"}},
      {"privacy.budget", {"privacy.budget=1"}},
      {"privacy.epsilon", {gaussian, sound, "privacy.epsilon=501"}},
      {"privacy.delta", {gaussian, sound, "privacy.delta=1e-31"}},
      {"privacy.epsilon", {gaussian, sound, "privacy.epsilon=1e-6"}},
      {"privacy.shares", {"privacy.shares=101"}},
  };
  return cases;
}

const std::vector<Case>& heterogeneity_cases() {
  const std::string quantity = "heterogeneity.kind=quantity";
  const std::string users = "heterogeneity.kind=by-user";
  const std::string turns = "heterogeneity.turns";
  static const std::vector<Case> cases = {
      {"heterogeneity.kind", {"heterogeneity.kind=dirichlet+by-user"}},
      {"heterogeneity.kind", {"heterogeneity.kind=quantity+quantity"}},
      {"heterogeneity.kind", {"heterogeneity.kind=iid+quantity"}},
      {"data.intents", {"data.intents=a", "data.train=x", "data.test=y"}},
      {"data.intents", {"data.intents=a,b"}},
      {"heterogeneity.kind", {users}},
      {turns, {users + "+quantity", "data.users=u", turns + "=by-time"}},
      {turns,
       {users, "data.users=u", turns + "=by-time", "federation.absent=3"}},
      {"federation.clients", {quantity, "federation.clients=4"}},
      {"heterogeneity.kind", {quantity, "learner.method=es"}},
      {"learner.pdgd.batch", {quantity, "learner.pdgd.batch=2"}},
      {"privacy.shares", {quantity, "privacy.shares=2"}},
      {"heterogeneity.kind",
       {"heterogeneity.kind=click-preference"},
       own_clicks()},
  };
  return cases;
}

const std::vector<Case>& defence_cases() {
  const std::string krum = "aggregation.rule=krum";
  static const std::vector<Case> cases = {
      {"aggregation.rule", {krum, "learner.method=es"}},
      {"aggregation.rule", {krum, "privacy.shares=2"}},
      {"aggregation.rule",
       {"aggregation.rule=fltrust", "federation.local=fedper",
        "ranker.model=neural", "ranker.init=normal"}},
      {"aggregation.pre-aggregation",
       {"aggregation.rule=vigilant", "aggregation.pre-aggregation=nnm"}},
      {"aggregation.rule", {krum, "federation.clients=2"}},
      {"aggregation.malicious", {krum, "aggregation.malicious=60"}},
      {"aggregation.malicious", {krum, "aggregation.malicious=100"}},
      {"attack.clients", {"attack.kind=lie", "attack.clients=50"}},
      {"attack.kind", {"attack.kind=lie", "learner.method=es"}},
      {"attack.kind",
       {"attack.kind=promote", "federation.local=fedper", "ranker.model=neural",
        "ranker.init=normal"}},
      {"timeline.at", {"attack.kind=lie", "timeline.at=5 attack 99"}},
  };
  return cases;
}

const std::vector<Case>& unlearning_cases() {
  const std::string retrain = "unlearning.method=retrain";
  const std::string federaser = "unlearning.method=federaser";
  const std::string one = "unlearning.clients=1";
  static const std::vector<Case> cases = {
      {"timeline.at", {"timeline.at=5 unlearn 1"}},
      {"unlearning.method", {retrain}},
      {"unlearning.clients", {retrain, "unlearning.clients=100"}},
      {"timeline.at", {retrain, one, "timeline.at=5 unlearn 100"}},
      {"unlearning.after", {retrain, one, "unlearning.after=101"}},
      {"unlearning.clients", {retrain, one, "timeline.at=5 unlearn 1"}},
      {"unlearning.clients", {retrain, "unlearning.clients=0-98"}},
      {"logging.propensities",
       {retrain, one, "learner.method=ips", "logging.sessions=5",
        "logging.propensities=swaps", "heterogeneity.kind=by-user"}},
      {"unlearning.method", {federaser, one, "learner.method=es"}},
      {"unlearning.method",
       {"unlearning.method=pga", one, "learner.method=dbgd"}},
      {"unlearning.method",
       {retrain, one, "federation.local=fedper", "ranker.model=neural",
        "ranker.init=normal"}},
      {"learner.pdgd.batch", {federaser, one, "learner.pdgd.batch=2"}},
      {"privacy.shares", {federaser, one, "privacy.shares=2"}},
      {"unlearning.steps",
       {"unlearning.method=fine-tune", one, "learner.method=es"}},
      {"unlearning.steps", {federaser, one, "unlearning.steps=5"}},
      {"privacy.shares", {retrain, one, "privacy.shares=100"}},
      {"aggregation.malicious",
       {retrain, "unlearning.clients=0-1", "aggregation.rule=krum",
        "aggregation.malicious=48"}},
  };
  return cases;
}

const std::vector<Case>& fault_cases() {
  const std::string late = "faults.late=0.1";
  const std::string weigh = "faults.stale=weigh";
  static const std::vector<Case> cases = {
      {"faults.dropout", {"faults.dropout=0.6", "faults.late=0.5"}},
      {"faults.min-updates", {"faults.min-updates=101"}},
      {"faults.stale",
       {late, weigh, "unlearning.method=retrain", "unlearning.clients=1"}},
      {"faults.min-updates", {"faults.dropout=0.5", "faults.min-updates=60"}},
      {"faults.dropout",
       {"faults.dropout=0.1", "privacy.mechanism=gamma-laplace"}},
      {"faults.stale", {late, weigh, "privacy.shares=2"}},
      {"privacy.shares", {"faults.dropout=0.5", "privacy.shares=60"}},
      {"faults.stale", {late, weigh, "aggregation.rule=median"}},
      {"faults.min-updates", {"faults.dropout=0.1", "aggregation.rule=krum"}},
      {"timeline.at", {"timeline.at=5 join 100"}},
      {"timeline.at", {"timeline.at=101 leave 1"}},
      {"timeline.at", {"timeline.at=5 join 1; 6 join 1"}},
      {"timeline.at",
       {"unlearning.method=retrain", "unlearning.clients=1",
        "unlearning.after=5", "timeline.at=6 leave 1"}},
      {"timeline.at", {"timeline.at=5 leave 0-99"}},
      {"timeline.at",
       {"unlearning.method=retrain", "unlearning.clients=1",
        "unlearning.after=10", "timeline.at=5 leave 2-99"}},
      {"timeline.at", {"timeline.at=5 attack"}},
  };
  return cases;
}

const std::vector<Case>& secure_cases() {
  const std::string yes = "privacy.secure-aggregation=yes";
  const std::string lies = "privacy.secure-server=lies-about-dropouts";
  const std::string gamma = "privacy.mechanism=gamma-laplace";
  const std::string one = "unlearning.clients=1";
  static const std::vector<Case> cases = {
      {"aggregation.rule", {yes, "aggregation.rule=krum"}},
      {"attack.knowledge", {yes, "attack.kind=lie", "attack.knowledge=full"}},
      {"faults.stale", {yes, "faults.late=0.1", "faults.stale=weigh"}},
      {"unlearning.method", {yes, one, "unlearning.method=federaser"}},
      {"unlearning.method", {yes, one, "unlearning.method=retrain"}},
      {"attack.kind", {yes, gamma, "attack.kind=lie"}},
      {"privacy.shares",
       {yes, "privacy.mechanism=gaussian", "privacy.mode=sound",
        "privacy.shares=90", "attack.kind=lie"}},
      {"privacy.randomness",
       {yes, "learner.method=es", "privacy.mechanism=randomized-response",
        "privacy.p=0.5", "privacy.randomness=system"}},
      {"federation.absent", {yes, gamma, "federation.absent=1"}},
      {"unlearning.method", {yes, gamma, one, "unlearning.method=fine-tune"}},
      {"privacy.randomness", {yes, gamma, "privacy.randomness=system"}},
      {"federation.weighting", {yes, gamma, "heterogeneity.kind=quantity"}},
      {"privacy.secure-dropouts", {yes, "faults.dropout=0.3"}},
      {"federation.clients", {yes, "federation.clients=100001"}},
      {"federation.clients", {yes, "federation.clients=2"}},
      {"federation.clients", {yes, lies, "federation.clients=2001"}},
      {"privacy.secure-server", {yes, gamma, lies}},
      {"privacy.shares",
       {yes, lies, "privacy.mechanism=gaussian", "privacy.shares=65"}},
      {"privacy.secure-range", {yes, gamma, "privacy.secure-range=5"}},
      {"privacy.secure-range", {yes, "privacy.secure-range=1e300"}},
  };
  return cases;
}

const std::vector<Case>& silo_cases() {
  const std::string silo = "silo.parties=4";
  const std::string colliding = "silo.confounders=colliding";
  std::string too_many = "silo.members=a0";
  for (int i = 1; i <= 1000; ++i) too_many += ",a" + std::to_string(i);
  static const std::vector<Case> cases = {
      {"silo.members", {"data.format=beir", "silo.members=a,b"}},
      {"silo.members", {"data.format=beir", too_many}},
      {"silo.members", {"data.format=synthetic", "silo.members=a,b,c"}},
      {"data.format", {silo, "data.format=letor"}},
      {"silo.test-documents",
       {silo, "silo.recipe=listwise", "silo.test-documents=sampled"}},
      {"synthetic.like", {silo, "synthetic.like=mq2008"}},
      {"data.format", {silo, "data.format=beir"}},
      {"data.format", {silo, "data.format=msmarco"}},
      {"data.format",
       {silo, "data.format=msmarco", "data.documents=a", "data.queries=b"}},
      {"synthetic.vocabulary", {silo, "synthetic.vocabulary=100"}},
      {"silo.documents", {"silo.parties=1000", "silo.documents=20000"}},
      {"silo.queries", {"silo.parties=1000", "silo.queries=20000"}},
      {"silo.real-rows", {silo, "silo.real-rows=40"}},
      {"silo.shared", {silo, colliding, "silo.real-rows=5", "silo.shared=5"}},
      {"silo.real-rows", {silo, colliding, "silo.real-rows=20"}},
      {"silo.columns", {silo, "silo.columns=1000000", "silo.rows=4096"}},
      {"silo.frequency-columns",
       {silo, "silo.frequency-rows=4096", "silo.frequency-columns=16777216"}},
      {"silo.alpha", {silo, "silo.alpha=1000", "silo.top=100000"}},
      {"privacy.budget", {silo, "privacy.budget=1"}},
      {"privacy.budget",
       {silo, "privacy.budget=1", "silo.noise=sound", "silo.sketch=count-min"}},
      {"silo.noise", {silo, "silo.noise=paper-reduced", "silo.columns=1"}},
      {"evaluation.metrics", {silo, "evaluation.metrics=expected-maxrr"}},
      {"silo.share-metrics",
       {"data.format=beir", "data.folder=x", "silo.members=a,b,c",
        "silo.share-metrics=noisy",
        "evaluation.metrics=ndcg@1,ndcg@2,ndcg@3,ndcg@4,ndcg@5,ndcg@6,ndcg@7,"
        "ndcg@8,ndcg@9,ndcg@10,ndcg@11,ndcg@12,ndcg@13,ndcg@14,ndcg@15,"
        "ndcg@16"}},
  };
  return cases;
}

std::vector<Case> silo_defence_cases() {
  const std::string silo = "silo.parties=4";
  const std::string parallel = "silo.order=parallel";
  const std::string median = "aggregation.rule=median";
  const std::string lie = "attack.kind=lie";
  return {
      {"aggregation.rule", {"silo.parties=2", median}},
      {"aggregation.rule", {silo, median}},
      {"aggregation.rule", {silo, parallel, "aggregation.rule=fltrust"}},
      {"aggregation.rule", {silo, parallel, "aggregation.rule=foolsgold"}},
      {"aggregation.rule", {silo, parallel, "aggregation.rule=krum"}},
      {"aggregation.malicious",
       {silo, parallel, median, "aggregation.malicious=2"}},
      {"aggregation.malicious",
       {silo, parallel, median, "aggregation.malicious=4"}},
      {"attack.kind", {silo, parallel, "attack.kind=click-poison"}},
      {"attack.kind", {silo, parallel, "attack.kind=replacement"}},
      {"attack.kind", {silo, parallel, "attack.kind=promote"}},
      {"attack.kind", {silo, lie}},
      {"attack.clients", {silo, parallel, lie, "attack.clients=2"}},
  };
}

std::vector<Case> member_cases() {
  const std::string names = "members.names=a,b,c,d";
  const auto many_of = [](int members) {
    std::string many = "members.names=m0";
    for (int i = 1; i < members; ++i) many += ",m" + std::to_string(i);
    return many;
  };
  const std::string many = many_of(10001);
  return {
      {"run.speedup", {names, "run.speedup=2"}},
      {"members.groups", {names, "members.groups=2"}},
      {"run.repeats", {names, "run.repeats=2"}},
      {"members.groups", {names, "members.groups=3"}},
      {"members.groups",
       {names + ",e,f,g,h,i,j,k,l", "members.groups=3",
        "members.colluders=0.25"}},
      {"members.groups",
       {many_of(12), "members.groups=3", "members.colluders=0",
        "members.level=lying"}},
      {"members.groups",
       {many_of(12), "members.groups=3", "members.colluders=0",
        "members.source=simulated", "members.grades=3", "members.evaluate=1",
        "members.compare=last"}},
      {"members.liars", {names, "members.liars=4"}},
      {"members.unit", {names, "members.source=clicks", "members.unit=query"}},
      {"learner.method",
       {names, "members.source=clicks", "learner.method=dbgd"}},
      {"learner.method",
       {names, "members.source=clicks", "members.exploration=none"}},
      {"clicks.list",
       {names, "members.source=clicks", "members.exploration=swap",
        "clicks.list=1"}},
      {"members.divisor",
       {names, "members.source=clicks", "members.unit=user"}},
      {"members.evaluate",
       {names, "members.source=clicks", "members.unit=user",
        "members.divisor=9", "members.epsilon=2", "members.evaluate=3"}},
      {"members.grades", {names, "members.source=simulated"}},
      {"learner.method",
       {names, "members.source=simulated", "members.grades=3",
        "learner.method=naive"}},
      {"members.searches",
       {names, "members.source=simulated", "members.grades=3",
        "members.searches=9", "learner.method=es"}},
      {"members.searches",
       {names, "members.source=simulated", "members.grades=3",
        "members.searches=10", "learner.pdgd.batch=4"}},
      {"members.hold-out", {names, "members.evaluate=2", "members.hold-out=0"}},
      {"members.grades",
       {names, "members.evaluate=2", "evaluation.metrics=err",
        "members.epsilon=8", "members.unit=query", "members.divisor=100"}},
      {"evaluation.metrics",
       {names, "members.evaluate=2", "evaluation.metrics=dcg@10"}},
      {"learner.method", {names, "members.source=log"}},
      {"learner.method", {names, "members.source=log", "learner.method=em"}},
      {"logging.propensities",
       {names, "members.source=log", "learner.method=ips"}},
      {"logging.curve",
       {names, "members.source=log", "learner.method=ips",
        "logging.propensities=file"}},
      {"logging.propensities",
       {names, "members.source=log", "learner.method=ips",
        "logging.propensities=swaps", "members.unit=user", "members.divisor=9",
        "members.epsilon=2"}},
      {"members.compare",
       {names, "members.source=clicks", "members.compare=last"}},
      {"members.compare",
       {names, "members.source=clicks", "members.compare=last",
        "members.evaluate=2", "members.hold-out=0.2", "members.dropouts=0",
        "members.colluders=0", "members.level=lying"}},
      {"members.hold-out",
       {names, "members.source=clicks", "members.compare=engine",
        "members.evaluate=2", "members.hold-out=0"}},
      {"clicks.list",
       {names, "members.source=clicks", "members.compare=last",
        "members.evaluate=2", "clicks.list=1"}},
      {"members.unit", {names, "members.unit=user"}},
      {"members.dropouts", {names, "members.level=lying"}},
      {"members.names", {"members.level=lying", many_of(2001)}},
      {"members.epochs",
       {names, "members.level=lying", "members.colluders=0",
        "members.epochs=100001"}},
      {"members.names", {"members.names=a,b"}},
      {"members.names", {many}},
      {"members.features", {names, "members.folder=data"}},
      {"members.dropouts",
       {names, "members.colluders=0.49", "members.dropouts=0.49",
        "members.names=a,b,c,d,e"}},
      {"members.divisor", {names, "members.unit=query"}},
      {"members.period", {names, "members.epsilon=1", "members.period=0"}},
      {"members.every",
       {names, "members.epsilon=1", "members.period=1h", "members.every=2h"}},
      {"data.normalize", {names, "data.normalize=zscore"}},
      {"data.normalize", {names, "data.normalize=quantile"}},
      {"synthetic.like", {names, "synthetic.like=text"}},
      {"evaluation.metrics", {names, "evaluation.metrics=expected-maxrr@10"}},
  };
}

/// The place of a rule, or empty if the scenario breaks none.
std::string broken_by(const Case& each) {
  Scenario scenario = unchecked_scenario(each.settings);
  scenario.own = each.own;
  const auto broken = broken_rule(Choices(scenario));
  if (!broken) return "";
  CHECK(broken->key == each.key);
  CHECK(broken->what.size() > 10);
  const std::string file = std::filesystem::path(broken->file).filename();
  return file + ":" + std::to_string(broken->line);
}

/// Number of rules in the sources, each of which returns a conflict.
std::size_t count_rules() {
  std::size_t count = 0;
  for (const auto& file : std::filesystem::directory_iterator("app/schema")) {
    if (!file.path().string().ends_with("_rules.cpp")) continue;
    const std::string text = test::read_text(file.path());
    for (std::size_t at = text.find("return conflict("); at != text.npos;
         at = text.find("return conflict(", at + 1))
      ++count;
  }
  return count;
}

}  // namespace

TEST_CASE("each rule is broken by a scenario of its own") {
  std::set<std::string> broken;
  for (const auto& cases :
       {data_cases(), learning_cases(), logging_cases(), privacy_cases(),
        heterogeneity_cases(), defence_cases(), unlearning_cases(),
        fault_cases(), secure_cases(), silo_cases(), silo_defence_cases(),
        member_cases()})
    for (const Case& each : cases) {
      const std::string last = each.settings.back();
      CAPTURE(last);
      const std::string rule = broken_by(each);
      CHECK(rule != "");
      broken.insert(rule);
      if (!each.own)
        CHECK_THROWS_AS(default_scenario(each.settings), UsageError);
    }
  std::string all;
  for (const std::string& rule : broken) all += rule + "\n";
  CAPTURE(all);
  CHECK(broken.size() == count_rules());
}

TEST_CASE("rules without a bound run even if all who are asked may attack") {
  for (const char* rule : {"fltrust", "foolsgold"})
    CHECK_NOTHROW(default_scenario({"federation.clients=40",
                                    "federation.participation=0.1",
                                    "attack.kind=lie", "attack.clients=10",
                                    std::string("aggregation.rule=") + rule}));
}

TEST_CASE("the defaults break no rule") {
  CHECK_NOTHROW(default_scenario({}));
  CHECK_NOTHROW(default_scenario({"silo.parties=4"}));
  CHECK_NOTHROW(default_scenario({"members.names=a,b,c,d"}));
  CHECK_NOTHROW(
      default_scenario({"members.names=a,b,c,d", "members.source=log",
                        "learner.method=ips", "logging.propensities=swaps"}));
  // Users, unlike held-out queries, are the unit.
  CHECK_NOTHROW(default_scenario(
      {"members.names=a,b,c,d", "members.source=clicks", "members.unit=user",
       "members.divisor=9", "members.epsilon=2", "members.evaluate=3",
       "members.compare=last", "evaluation.metrics=dcg@10"}));
  CHECK_NOTHROW(
      default_scenario({"members.names=a,b,c,d", "members.source=simulated",
                        "members.grades=3", "members.evaluate=2"}));
  CHECK_NOTHROW(default_scenario(
      {"members.names=a,b,c,d", "members.source=clicks", "members.evaluate=2",
       "clicks.list=5", "members.unit=user", "members.divisor=9"}));
  CHECK_NOTHROW(
      default_scenario({"members.names=a,b,c,d", "members.source=clicks",
                        "members.exploration=swap"}));
  CHECK_NOTHROW(
      default_scenario({"members.names=a,b,c,d", "members.source=clicks",
                        "members.exploration=none", "learner.method=naive"}));
}

TEST_CASE("a broken rule is reported with the setting it blames") {
  CHECK_THROWS_WITH_AS(
      default_scenario({"aggregation.rule=krum", "aggregation.malicious=60"}),
      "--set: aggregation.malicious = 60: krum needs n >= 2m + 3, but n = 100 "
      "and m = 60; m is at most 48; to run it with a warning: "
      "aggregation.condition = warn",
      UsageError);
  CHECK_THROWS_WITH_AS(
      default_scenario({"aggregation.rule=vigilant", "aggregation.before=nnm"}),
      doctest::Contains("aggregation.pre-aggregation = nnm: vigilant follows"),
      UsageError);
  CHECK_THROWS_WITH_AS(
      default_scenario({"ranker.model=linear", "federation.local=fedper"}),
      doctest::Contains("ranker.model = neural or neural-relu, not linear"),
      UsageError);
}

TEST_CASE("clients are known up to their number") {
  const Scenario scenario = unchecked_scenario({"federation.clients=5"});
  CHECK_FALSE(unknown_client(scenario, {}));
  CHECK_FALSE(unknown_client(scenario, {0, 4}));
  CHECK(unknown_client(scenario, {0, 5}) ==
        "names client 5, but clients are numbered 0 to 4");
}

TEST_CASE("the first of several broken rules is reported") {
  const Scenario scenario = unchecked_scenario(
      {"faults.dropout=0.6", "faults.late=0.5", "data.test=x"});
  const auto conflict = find_conflict(scenario);
  REQUIRE(conflict);
  CHECK(conflict->key == "data.test");
}

}  // namespace fedltr::rules_test
