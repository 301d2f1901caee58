#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <numeric>

#include "algorithms/aggregation/aggregation.hpp"
#include "algorithms/aggregation/before.hpp"
#include "algorithms/attacks/attack.hpp"
#include "algorithms/clicks/click_model.hpp"
#include "algorithms/core/require.hpp"
#include "algorithms/data/synthetic.hpp"
#include "algorithms/federation/optimizer.hpp"
#include "algorithms/online/learner.hpp"
#include "algorithms/ranking/metrics.hpp"
#include "algorithms/ranking/neural.hpp"
#include "scenarios/key_table.hpp"
#include "scenarios/scenario.hpp"
#include "scenarios/text.hpp"

namespace fedltr {
namespace {

std::vector<std::uint32_t> parse_clients(const std::string& text) {
  std::vector<std::uint32_t> clients;
  for (const std::string& part : split(text, ',')) {
    const std::size_t dash = part.find('-');
    const auto first = parse_whole(trim(part.substr(0, dash)));
    const auto last = dash == std::string::npos
                          ? first
                          : parse_whole(trim(part.substr(dash + 1)));
    require(first && last && *first <= *last && *last < 10000000,
            "'" + part + "' is not a client's number or a range like 0-3");
    for (std::uint64_t client = *first; client <= *last; ++client)
      clients.push_back(static_cast<std::uint32_t>(client));
  }
  std::ranges::sort(clients);
  clients.erase(std::unique(clients.begin(), clients.end()), clients.end());
  return clients;
}

Key clients_list(std::string name,
                 const Slot<std::vector<std::uint32_t>>& field,
                 std::string help) {
  Key key{std::move(name), "", "numbers and ranges, e.g. 0-3,7",
          std::move(help), [=](Scenario& scenario, const Value& value) {
            field(scenario) = value.text.empty() ? std::vector<std::uint32_t>()
                                                 : parse_clients(value.text);
          }};
  key.is_list = true;
  return key;
}

Key paths(std::string name,
          const Slot<std::vector<std::filesystem::path>>& field,
          std::string help) {
  return {std::move(name),
          "",
          "paths, separated by commas",
          std::move(help),
          [=](Scenario& scenario, const Value& value) {
            auto& list = field(scenario);
            list.clear();
            for (const std::string& each : split(value.text, ',')) {
              require(!each.empty(), "holds an empty path");
              list.push_back(resolve(each, value.base));
            }
          },
          true,
          true};
}

Key probabilities(std::string name, const Slot<std::vector<double>>& field,
                  std::string help) {
  const std::string allowed = "probabilities, separated by commas, one a grade";
  return {std::move(name),
          "",
          allowed,
          std::move(help),
          [=](Scenario& scenario, const Value& value) {
            auto& list = field(scenario);
            list.clear();
            for (const std::string& each : split(value.text, ',')) {
              const auto number = parse_real(each);
              require(
                  number && *number >= 0 && *number <= 1,
                  "'" + each + "' is not within 0 and 1; expected " + allowed);
              list.push_back(*number);
            }
          },
          false,
          true};
}

void set_metrics(Scenario& scenario, const Value& value) {
  auto& names = scenario.evaluation.metrics;
  names = split(value.text, ',');
  require(!names.empty(), "expected at least one metric, e.g. ndcg@10");
  MetricOptions options;
  for (const std::string& name : names) {
    parse_metric(name, options);
    require(std::ranges::count(names, name) == 1,
            "'" + name + "' stands twice");
  }
}

void set_err_grade(Scenario& scenario, const Value& value) {
  const auto number = parse_whole(value.text);
  require(value.text == "dataset" || value.text == "list" ||
              (number && *number >= 1 && *number <= 31),
          "expected dataset, list or a grade 1 to 31");
  scenario.evaluation.err_grade = value.text;
}

void set_fold(Scenario& scenario, const Value& value) {
  const auto number = parse_whole(value.text);
  require(value.text == "all" || (number && *number >= 1 && *number <= 5),
          "expected 1, 2, 3, 4, 5 or all");
  scenario.data.fold = value.text == "all" ? 0 : static_cast<int>(*number);
}

bool positive(double x) {
  return x > 0;
}
bool not_negative(double x) {
  return x >= 0;
}
bool share(double x) {
  return x > 0 && x <= 1;
}

void set_server_rate(Scenario& scenario, const Value& value) {
  const auto number = parse_real(value.text);
  require(value.text == "auto" || (number && *number > 0),
          "expected auto or a number above 0");
  scenario.federation.server_rate = value.text;
}

Key server_key() {
  std::vector<std::pair<std::string, std::string>> choices = {{"auto", "auto"}};
  for (const auto& each : server_optimizers())
    choices.emplace_back(each.name, each.name);
  return choice<std::string>(
      "federation.server",
      [](Scenario & s) -> auto& { return s.federation.server; }, "auto",
      choices,
      "how the server moves its model; auto: adam for es, else average");
}

constexpr std::uint64_t kAny = ~std::uint64_t{0};

void set_speedup(Scenario& scenario, const Value& value);

void add_run_keys(std::vector<Key>& table) {
  using S = Scenario;
  table.push_back(text(
      "run.name", [](S & s) -> auto& { return s.run.name; }, "fedltr",
      "what results are called"));
  table.push_back(whole<std::uint64_t>(
      "run.seed", [](S & s) -> auto& { return s.run.seed; }, "1", 0, kAny,
      "source of every random number"));
  table.push_back(whole<std::uint32_t>(
      "run.repeats", [](S & s) -> auto& { return s.run.repeats; }, "1", 1,
      100000, "runs of other seeds, on each fold"));
  table.push_back(whole<std::size_t>(
      "run.threads", [](S & s) -> auto& { return s.run.threads; }, "0", 0, 4096,
      "threads, 0 = all cores; never changes a result"));
  Key speedup{"run.speedup", "", "numbers of threads, e.g. 1, 2, 4",
              "runs once with each and prints a table of speed-up; never "
              "changes a result",
              set_speedup};
  speedup.is_list = true;
  table.push_back(std::move(speedup));
  table.push_back(choice<bool>(
      "run.scaling", [](S & s) -> auto& { return s.run.weak; }, "strong",
      {{"strong", false}, {"weak", true}},
      "strong: the same work on more threads; weak: federation.clients for "
      "each thread"));
  table.push_back(path(
      "run.out", [](S & s) -> auto& { return s.run.out; },
      "run folder; runs/NAME below the working directory "
      "unless given"));
}

void add_data_keys(std::vector<Key>& table) {
  using S = Scenario;
  table.push_back(choice<Format>(
      "data.format", [](S & s) -> auto& { return s.data.format; }, "auto",
      {{"auto", Format::kAuto},
       {"synthetic", Format::kSynthetic},
       {"letor", Format::kLetor},
       {"beir", Format::kBeir},
       {"msmarco", Format::kMsMarco}},
      "auto: letor when data.train or data.folds is given, beir when "
      "data.folder, msmarco when data.documents, else synthetic"));
  table.push_back(paths(
      "data.train", [](S & s) -> auto& { return s.data.train; },
      "LETOR files to learn on, also .gz"));
  table.push_back(paths(
      "data.test", [](S & s) -> auto& { return s.data.test; },
      "LETOR files to evaluate on"));
  table.push_back(paths(
      "data.validation", [](S & s) -> auto& { return s.data.validation; },
      "LETOR files for evaluation.on = validation"));
  table.push_back(path(
      "data.folds", [](S & s) -> auto& { return s.data.folds; },
      "folder with Fold1 ... Fold5 or with S1.txt ... S5.txt, "
      "instead of data.train and data.test"));
  table.push_back({"data.fold", "1", "1 ... 5 | all", "which fold", set_fold});
  table.push_back(choice<Normalize>(
      "data.normalize", [](S & s) -> auto& { return s.data.normalize; }, "none",
      {{"none", Normalize::kNone}, {"query-minmax", Normalize::kQueryMinmax}},
      "query-minmax: each feature of a query to [0,1]; for MSLR, Yahoo, "
      "Istella"));
  table.push_back(paths(
      "data.intents", [](S & s) -> auto& { return s.data.intents; },
      "TREC qrels files, one an intent, for document-preference; documents by "
      "their names in the LETOR files"));
  table.push_back(path(
      "data.users", [](S & s) -> auto& { return s.data.users; },
      "CSV file qid,user,timestamp for by-user"));
  table.push_back(choice<bool>(
      "data.merge", [](S & s) -> auto& { return s.data.merge; }, "no",
      {{"no", false}, {"yes", true}},
      "join the documents of a query that comes back later in a file"));
  add_text_data_keys(table);
}

void add_synthetic_keys(std::vector<Key>& table) {
  using S = Scenario;
  std::vector<std::pair<std::string, std::string>> twins;
  for (const auto& shape : twin_shapes())
    twins.emplace_back(shape.name, shape.name);
  twins.emplace_back("custom", "custom");
  twins.emplace_back("text", "text");
  table.push_back(choice<std::string>(
      "synthetic.twin", [](S & s) -> auto& { return s.synthetic.twin; },
      "mq2008", twins,
      "which data set to be like; text: documents and queries for a [silo], "
      "its default"));
  table.push_back(whole<Index>(
      "synthetic.queries", [](S & s) -> auto& { return s.synthetic.queries; },
      "0", 0, 10000000, "0 = as the twin (custom: 500, text: 800)"));
  table.push_back(whole<Index>(
      "synthetic.documents",
      [](S & s) -> auto& { return s.synthetic.documents; }, "0", 0, 10000000,
      "mean documents a query, 0 = as the twin (custom: 20); text: in all (0: "
      "4000)"));
  table.push_back(whole<Index>(
      "synthetic.features", [](S & s) -> auto& { return s.synthetic.features; },
      "0", 0, 65535, "0 = as the twin (custom: 20)"));
  table.push_back(whole<int>(
      "synthetic.grades", [](S & s) -> auto& { return s.synthetic.grades; },
      "0", 0, 31,
      "custom only, 0 = 3; each half as frequent as the one below"));
  table.push_back(real(
      "synthetic.noise", [](S & s) -> auto& { return s.synthetic.noise; }, "1",
      [](double x) { return x >= 0 && x <= 1e6; }, "a number 0 to 1e6",
      "relevance that no feature explains, relative to what they do"));
  table.push_back(whole<std::uint64_t>(
      "synthetic.seed", [](S & s) -> auto& { return s.synthetic.seed; }, "1", 0,
      kAny, "source of the data, apart from run.seed"));
  add_text_twin_keys(table);
}

void add_learning_keys(std::vector<Key>& table) {
  using S = Scenario;
  table.push_back(method(
      "ranker.model", [](S & s) -> auto& { return s.ranker.model; }, "linear",
      rankers(), "scoring function"));
  table.push_back(whole<Index>(
      "ranker.hidden", [](S & s) -> auto& { return s.ranker.hidden; }, "64", 1,
      NeuralRanker::kMostHidden, "units of a neural ranker"));
  table.push_back(choice<Initial>(
      "ranker.init", [](S & s) -> auto& { return s.ranker.init; }, "zero",
      {{"zero", Initial::kZero}, {"normal", Initial::kNormal}},
      "normal: linear a random direction of length 0.01, neural normal "
      "with standard deviation 1/fan-in"));
  table.push_back(method(
      "learner.method", [](S & s) -> auto& { return s.learner.method; }, "pdgd",
      learners(), "how a client learns"));
  table.push_back(real(
      "learner.rate", [](S & s) -> auto& { return s.learner.options.rate; },
      "0.1", positive, "a number above 0",
      "local step size; dbgd and pmgd are published with 0.01"));
  table.push_back(whole<Index>(
      "learner.pdgd.batch",
      [](S & s) -> auto& { return s.learner.options.batch; }, "1", 1, 1000000,
      "searches whose gradients are summed under one model"));
  table.push_back(real(
      "learner.es.sigma",
      [](S & s) -> auto& { return s.learner.options.sigma; }, "0.01", positive,
      "a number above 0", "scale of the perturbation"));
  table.push_back(choice<bool>(
      "learner.es.antithetic",
      [](S & s) -> auto& { return s.learner.options.antithetic; }, "yes",
      {{"yes", true}, {"no", false}},
      "half of a client's searches at the negative perturbation"));
  table.push_back(choice<Reward>(
      "learner.es.reward",
      [](S & s) -> auto& { return s.learner.options.reward; }, "maxrr",
      {{"maxrr", Reward::kMaxRr}, {"ndcg", Reward::kNdcg}},
      "MaxRR@10 of the clicks, or nDCG@10 of the list in tenths"));
  table.push_back(real(
      "learner.dueling.delta",
      [](S & s) -> auto& { return s.learner.options.delta; }, "1", positive,
      "a number above 0", "dbgd, pmgd: length of the exploration"));
  table.push_back(whole<Index>(
      "learner.pmgd.candidates",
      [](S & s) -> auto& { return s.learner.options.candidates; }, "49", 1,
      1000, "rankers compared with the model"));
}

void add_federation_keys(std::vector<Key>& table) {
  using S = Scenario;
  table.push_back(whole<std::uint32_t>(
      "federation.clients", [](S & s) -> auto& { return s.federation.clients; },
      "100", 1, 10000000, "how many learn together"));
  table.push_back(whole<std::uint32_t>(
      "federation.interactions",
      [](S & s) -> auto& { return s.federation.interactions; }, "4", 1, 1000000,
      "searches of a client in a round"));
  table.push_back(whole<std::uint32_t>(
      "federation.rounds", [](S & s) -> auto& { return s.federation.rounds; },
      "100", 1, 100000000, "global updates"));
  table.push_back(real(
      "federation.participation",
      [](S & s) -> auto& { return s.federation.participation; }, "1", share,
      "a number above 0, at most 1",
      "share of the clients that take part in a round"));
  table.push_back(clients_list(
      "federation.absent", [](S & s) -> auto& { return s.federation.absent; },
      "clients that never take part"));
  table.push_back(choice<Weighting>(
      "federation.weighting",
      [](S & s) -> auto& { return s.federation.weighting; }, "interactions",
      {{"interactions", Weighting::kInteractions},
       {"uniform", Weighting::kUniform}},
      "how clients count in the average; the same while all make as many "
      "searches"));
  table.push_back(server_key());
  table.push_back({"federation.server-rate", "auto", "auto | a number above 0",
                   "server's step; auto: average and momentum 1, adam and yogi "
                   "0.001 for es, else 0.01",
                   set_server_rate});
  table.push_back(choice<LocalObjective>(
      "federation.local", [](S & s) -> auto& { return s.federation.local; },
      "plain",
      {{"plain", LocalObjective::kPlain},
       {"fedprox", LocalObjective::kFedProx},
       {"fedper", LocalObjective::kFedPer}},
      "fedprox: a pull towards the global model in each step; fedper: a neural "
      "ranker's output layer stays with its client"));
  table.push_back(real(
      "federation.mu", [](S & s) -> auto& { return s.federation.mu; }, "0.01",
      positive, "a number above 0", "fedprox: strength of the pull"));
  table.push_back(real(
      "federation.share",
      [](S & s) -> auto& { return s.federation.sharing.share; }, "0",
      [](double x) { return x >= 0 && x <= 1; }, "a number 0 to 1",
      "data-sharing: what each client gets of the global queries, beside its "
      "own; the server starts with a model trained on them; 0 = no sharing"));
  table.push_back(real(
      "federation.global-queries",
      [](S & s) -> auto& { return s.federation.sharing.globally; }, "0.1",
      share, "a number above 0, at most 1",
      "data-sharing: share of the training queries that is global"));
}

void set_malicious(Scenario& scenario, const Value& value) {
  const auto number = parse_whole(value.text);
  require(value.text == "auto" || (number && *number <= 10000000),
          "expected auto or a whole number 0 to 10000000");
  scenario.aggregation.malicious = value.text;
}

void add_aggregation_keys(std::vector<Key>& table) {
  using S = Scenario;
  table.push_back(method(
      "aggregation.rule", [](S & s) -> auto& { return s.aggregation.rule; },
      "mean", aggregation_rules(), "how local models become one"));
  table.push_back({"aggregation.malicious", "auto", "auto | 0 ... 10000000",
                   "clients a robust rule assumes malicious; auto: as many as "
                   "attack, as far as its condition allows",
                   set_malicious});
  table.push_back(method(
      "aggregation.before", [](S & s) -> auto& { return s.aggregation.before; },
      "none", preparations(), "what is done to local models before the rule"));
  table.push_back(real(
      "aggregation.bound",
      [](S & s) -> auto& { return s.aggregation.options.bound; }, "0",
      not_negative, "a number from 0",
      "norm-bound, centered-clip: length an update is cut to; 0: the median"));
  table.push_back(real(
      "aggregation.alarm",
      [](S & s) -> auto& { return s.aggregation.options.alarm; }, "0.01",
      [](double x) { return x >= 0.001 && x <= 0.5; }, "a number 0.001 to 0.5",
      "vigilant: probability of an alarm in a round without attack"));
  table.push_back(whole<std::uint32_t>(
      "aggregation.window",
      [](S & s) -> auto& { return s.aggregation.options.window; }, "50", 2,
      100000, "vigilant, fldetector: rounds remembered"));
  table.push_back(whole<Index>(
      "aggregation.root-queries",
      [](S & s) -> auto& { return s.aggregation.root_queries; }, "100", 1,
      1000000000, "fltrust: training queries the server has itself"));
}

void set_attackers(Scenario& scenario, const Value& value) {
  const bool is_share = value.text.find('.') != std::string::npos;
  const auto share_of = parse_real(value.text);
  require(is_share ? share_of && *share_of >= 0 && *share_of < 0.5
                   : parse_whole(value.text).has_value(),
          "expected a number of clients, or a share from 0.0 to below 0.5");
  scenario.attack.clients = value.text;
}

void add_attack_keys(std::vector<Key>& table) {
  using S = Scenario;
  table.push_back(method(
      "attack.kind", [](S & s) -> auto& { return s.attack.kind; }, "none",
      attacks(), "what attackers do"));
  table.push_back({"attack.clients", "0.2",
                   "a number, or a share with a point, of less than half",
                   "attackers: the first clients", set_attackers});
  table.push_back(choice<bool>(
      "attack.knowledge", [](S & s) -> auto& { return s.attack.full; },
      "partial", {{"partial", false}, {"full", true}},
      "partial: what the attackers' own clients learn; full: what everybody "
      "sends"));
  table.push_back(real(
      "attack.strength",
      [](S & s) -> auto& { return s.attack.options.strength; }, "0",
      [](double x) { return std::abs(x) <= 1e6; }, "a number -1e6 to 1e6",
      "see fedltr list attacks; 0: the attack's own default"));
  table.push_back(choice<bool>(
      "attack.baseline", [](S & s) -> auto& { return s.attack.baseline; },
      "yes", {{"yes", true}, {"no", false}},
      "also run the same seeds with everybody honest, to tell what is lost"));
}

void set_timeline(Scenario& scenario, const Value& value) {
  auto& entries = scenario.timeline.entries;
  entries.clear();
  for (const std::string& text : split(value.text, ';')) {
    const std::string expected =
        "'" + text +
        "': expected ROUND attack|honest [CLIENTS] or ROUND "
        "unlearn|join|leave CLIENTS, e.g. 100 attack 0-3";
    const std::size_t first = text.find(' ');
    const auto round = parse_whole(text.substr(0, first));
    require(first != std::string::npos && round && *round >= 1 &&
                *round <= 100000000,
            expected);
    const std::string rest = trim(text.substr(first));
    const std::size_t second = rest.find(' ');
    const std::string event = rest.substr(0, second);
    static const std::map<std::string, Event> events = {
        {"attack", Event::kAttack},
        {"honest", Event::kHonest},
        {"unlearn", Event::kUnlearn},
        {"join", Event::kJoin},
        {"leave", Event::kLeave}};
    const auto known = events.find(event);
    require(known != events.end() && (known->second == Event::kAttack ||
                                      known->second == Event::kHonest ||
                                      second != std::string::npos),
            expected);
    entries.push_back({static_cast<std::uint32_t>(*round), known->second,
                       second == std::string::npos
                           ? std::vector<std::uint32_t>()
                           : parse_clients(rest.substr(second))});
  }
}

void add_unlearning_keys(std::vector<Key>& table) {
  using S = Scenario;
  std::vector<std::pair<std::string, std::string>> names = {{"none", "none"}};
  for (const auto& each : unlearning_methods())
    names.emplace_back(each.name, each.name);
  table.push_back(choice<std::string>(
      "unlearning.method", [](S & s) -> auto& { return s.unlearning.method; },
      "none", names, "how clients that leave are forgotten"));
  table.push_back(clients_list(
      "unlearning.clients", [](S & s) -> auto& { return s.unlearning.clients; },
      "who leaves; more with timeline.at = ROUND unlearn CLIENTS"));
  table.push_back(whole<std::uint32_t>(
      "unlearning.after", [](S & s) -> auto& { return s.unlearning.after; },
      "0", 0, 100000000, "round after which they leave; 0: the last one"));
  table.push_back(whole<std::uint32_t>(
      "unlearning.interval",
      [](S & s) -> auto& { return s.unlearning.options.interval; }, "10", 1,
      100000000, "rounds from one update that clients store to the next"));
  table.push_back(whole<std::uint32_t>(
      "unlearning.steps",
      [](S & s) -> auto& { return s.unlearning.options.steps; }, "3", 1,
      1000000, "searches of a client in a round of unlearning"));
  table.push_back(whole<std::uint32_t>(
      "unlearning.rounds",
      [](S & s) -> auto& { return s.unlearning.options.rounds; }, "0", 0,
      10000000,
      "fine-tune, pga: rounds of tuning; 0: one a stored update, as "
      "federaser"));
  table.push_back(whole<std::uint32_t>(
      "unlearning.ascent",
      [](S & s) -> auto& { return s.unlearning.options.ascent; }, "100", 1,
      100000000, "pga: searches of a leaver that climb its loss"));
  table.push_back(choice<bool>(
      "unlearning.evidence",
      [](S & s) -> auto& { return s.unlearning.evidence; }, "yes",
      {{"yes", true}, {"no", false}},
      "also train without the leavers from the start, to compare with, and "
      "look for what they clicked"));
  table.push_back(whole<std::uint64_t>(
      "unlearning.memory", [](S & s) -> auto& { return s.unlearning.memory; },
      "256", 1, 1000000000,
      "megabytes of stored updates a run keeps in memory; the rest goes to "
      "files of the run's folder"));
}

void add_timeline_keys(std::vector<Key>& table) {
  Key at{
      "timeline.at", "",
      "ROUND attack|honest [CLIENTS] or ROUND unlearn|join|leave CLIENTS, "
      "on any number of lines or between ;",
      "what happens when: from a round on attackers (all, or e.g. 0-3,7) "
      "start or stop, who attack from the first round unless told to start; "
      "from a round on clients are there, absent before, or are gone, though "
      "what they taught stays; after a round clients leave and are "
      "forgotten",
      set_timeline};
  at.is_list = true;
  at.repeats = true;
  table.push_back(std::move(at));
}

void add_fault_keys(std::vector<Key>& table) {
  using S = Scenario;
  const auto chance = [&](const char* name, double FaultOptions::*field,
                          const char* help) {
    table.push_back(real(
        name, [field](S & s) -> auto& { return s.faults.*field; }, "0",
        [](double x) { return x >= 0 && x < 1; }, "a number from 0, below 1",
        help));
  };
  chance("faults.dropout", &FaultOptions::dropout,
         "chance that a client that is asked does not answer, by round");
  chance("faults.late", &FaultOptions::late,
         "chance that its update comes rounds later");
  chance("faults.corrupt", &FaultOptions::corrupt,
         "chance that its update comes as nonsense: NaN, a wrong size, a wrong "
         "round, a huge number");
  chance("faults.crash", &FaultOptions::crash,
         "chance that it ends before it learns, and is started anew with what "
         "it may keep");
  table.push_back(choice<bool>(
      "faults.stale", [](S & s) -> auto& { return s.faults.use_late; }, "drop",
      {{"drop", false}, {"weigh", true}},
      "late updates are dropped, or used when they come, weighted by their "
      "staleness (FedBuff)"));
  table.push_back(whole<std::uint32_t>(
      "faults.delay", [](S & s) -> auto& { return s.faults.delay; }, "1", 1,
      1000, "rounds by which an update is late, drawn from 1 to this"));
  table.push_back(real(
      "faults.staleness", [](S & s) -> auto& { return s.faults.staleness; },
      "0.5", [](double x) { return x >= 0 && x <= 100; }, "a number 0 to 100",
      "exponent a: an update late by t rounds weighs 1 / (1 + t)^a"));
  table.push_back(whole<std::uint32_t>(
      "faults.least", [](S & s) -> auto& { return s.faults.least; }, "1", 1,
      10000000,
      "updates without which a round of training is counted but not used"));
}

void set_speedup(Scenario& scenario, const Value& value) {
  auto& threads = scenario.run.speedup;
  threads.clear();
  for (const std::string& each : split(value.text, ',')) {
    const auto number = parse_whole(each);
    require(number && *number >= 1 && *number <= 4096,
            "expected numbers of threads 1 to 4096, e.g. 1, 2, 4");
    require(std::ranges::find(threads, *number) == threads.end(),
            "expected each number of threads once");
    threads.push_back(*number);
  }
}

void add_click_keys(std::vector<Key>& table) {
  using S = Scenario;
  table.push_back(method(
      "clicks.model", [](S & s) -> auto& { return s.clicks.model; },
      "navigational", click_models(), "simulated user"));
  table.push_back(real(
      "clicks.eta", [](S & s) -> auto& { return s.clicks.eta; }, "1",
      not_negative, "a number from 0",
      "pbm: how steeply attention falls with rank"));
  table.push_back(probabilities(
      "clicks.click", [](S & s) -> auto& { return s.clicks.click; },
      "custom, pbm: P(click | grade), e.g. 0, 0.5, 1"));
  table.push_back(probabilities(
      "clicks.stop", [](S & s) -> auto& { return s.clicks.stop; },
      "custom: P(stop | grade, clicked)"));
}

void set_kinds(Scenario& scenario, const Value& value) {
  auto& kinds = scenario.heterogeneity.kinds;
  kinds = split(value.text, '+');
  std::vector<std::string> names;
  for (const auto& each : splits()) names.push_back(each.name);
  require(!kinds.empty(), "expected one of " + join(names, ", "));
  for (const std::string& kind : kinds)
    require(std::ranges::count(names, kind) > 0,
            "expected one of " + join(names, ", ") +
                ", or several joined by +; nearest to '" + kind + "' is '" +
                nearest_name(kind, names) + "'");
}

void set_quantities(Scenario& scenario, const Value& value) {
  auto& counts = scenario.heterogeneity.options.interactions;
  counts.clear();
  for (const std::string& each : split(value.text, ',')) {
    const auto number = parse_whole(each);
    require(number && *number >= 1 && *number <= 1000000,
            "expected whole numbers 1 to 1000000, separated by commas");
    counts.push_back(static_cast<std::uint32_t>(*number));
  }
  require(!counts.empty(), "expected whole numbers, e.g. 1, 3, 5, 7, 9");
}

void add_heterogeneity_keys(std::vector<Key>& table) {
  using S = Scenario;
  table.push_back({"heterogeneity.kind", "iid",
                   "a name of fedltr list splits, or several joined by +",
                   "how clients differ, e.g. label-distribution+quantity",
                   set_kinds});
  table.push_back(choice<bool>(
      "heterogeneity.iid",
      [](S & s) -> auto& { return s.heterogeneity.options.iid; }, "no",
      {{"no", false}, {"yes", true}},
      "yes: the IID baseline that goes with this kind"));
  table.push_back(whole<std::uint32_t>(
      "heterogeneity.intents",
      [](S & s) -> auto& { return s.heterogeneity.options.intents; }, "4", 2,
      1000,
      "document-preference: intents derived where data.intents gives none"));
  table.push_back(real(
      "heterogeneity.common",
      [](S & s) -> auto& { return s.heterogeneity.options.common; }, "0.1",
      [](double x) { return x >= 0 && x <= 1; }, "a number 0 to 1",
      "document-preference, derived: chance that a relevant document is so to "
      "another intent too"));
  table.push_back(choice<JudgedBy>(
      "heterogeneity.judged-by",
      [](S & s) -> auto& { return s.heterogeneity.options.judged_by; }, "auto",
      {{"auto", JudgedBy::kAuto},
       {"intents", JudgedBy::kIntents},
       {"any-intent", JudgedBy::kAnyIntent}},
      "document-preference: who judges the evaluation queries, each intent "
      "(averaged) or all merged; auto, as published: merged for the IID "
      "baseline, which makes its test easier"));
  table.push_back(whole<int>(
      "heterogeneity.labels-per-client",
      [](S & s) -> auto& { return s.heterogeneity.options.labels_per_client; },
      "1", 1, 31, "label-distribution: #R"));
  table.push_back(choice<std::string>(
      "heterogeneity.users",
      [](S & s) -> auto& { return s.heterogeneity.options.users; }, "cascade",
      {{"cascade", "cascade"}, {"pbm", "pbm"}},
      "click-preference: perfect, navigational, informational; or position-"
      "based with eta 0, .5, 1, 1.5, 2"));
  table.push_back({"heterogeneity.interactions", "1, 3, 5, 7, 9",
                   "whole numbers, separated by commas",
                   "quantity: searches of each client in a round, instead of "
                   "federation.interactions",
                   set_quantities, false, true});
  table.push_back(real(
      "heterogeneity.alpha",
      [](S & s) -> auto& { return s.heterogeneity.options.alpha; }, "0.5",
      [](double x) { return x >= 1e-6 && x <= 1e6; }, "a number 1e-6 to 1e6",
      "dirichlet: the smaller, the less alike"));
  table.push_back(choice<DirichletOver>(
      "heterogeneity.over",
      [](S & s) -> auto& { return s.heterogeneity.options.over; }, "labels",
      {{"labels", DirichletOver::kLabels},
       {"queries", DirichletOver::kQueries}},
      "dirichlet: of which clients get shares"));
}

void add_privacy_keys(std::vector<Key>& table) {
  using S = Scenario;
  table.push_back(choice<std::string>(
      "privacy.mechanism", [](S & s) -> auto& { return s.privacy.mechanism; },
      "none",
      {{"none", "none"},
       {"gamma-laplace", "gamma-laplace"},
       {"gaussian", "gaussian"},
       {"randomized-response", "randomized-response"}},
      "gamma-laplace and gaussian: noise on what a client sends; "
      "randomized-response: FOLtR-ES's, with es"));
  table.push_back(choice<std::string>(
      "privacy.mode", [](S & s) -> auto& { return s.privacy.mode; }, "paper",
      {{"paper", "paper"}, {"sound", "sound"}},
      "paper: as published, with what it lacks; sound: what is claimed holds "
      "for whoever sees a message"));
  table.push_back(real(
      "privacy.epsilon", [](S & s) -> auto& { return s.privacy.epsilon; },
      "4.5", positive, "a number above 0",
      "gamma-laplace, gaussian: of a round"));
  table.push_back(real(
      "privacy.delta", [](S & s) -> auto& { return s.privacy.delta; }, "1e-06",
      [](double x) { return x > 0 && x < 1; }, "a number between 0 and 1",
      "at which the account is drawn up; gaussian: also what epsilon is meant "
      "at"));
  table.push_back(real(
      "privacy.sensitivity",
      [](S & s) -> auto& { return s.privacy.sensitivity; }, "5", positive,
      "a number above 0",
      "how far replacing a client's data can move its message; sound: L1 for "
      "gamma-laplace, L2 for gaussian, by clipping the update to half of it"));
  table.push_back(real(
      "privacy.clip", [](S & s) -> auto& { return s.privacy.clip; }, "0",
      not_negative, "a number from 0",
      "gamma-laplace, paper: largest norm of a local model; 0 = half the "
      "sensitivity, as printed (the authors' code: all of it)"));
  table.push_back(real(
      "privacy.p", [](S & s) -> auto& { return s.privacy.p; }, "1", share,
      "a number above 0, at most 1",
      "randomized-response: probability of the truth"));
  table.push_back(real(
      "privacy.budget", [](S & s) -> auto& { return s.privacy.budget; }, "0",
      not_negative, "a number from 0",
      "accounted epsilon that a client may reach, or a silo's document by "
      "answers about its counts; what is beyond it is not released, and the "
      "run ends with exit code 5; 0 = none"));
  table.push_back(whole<std::uint32_t>(
      "privacy.shares", [](S & s) -> auto& { return s.privacy.shares; }, "1", 1,
      10000000,
      "messages that hold the whole noise together: the fewest clients a round "
      "must bring, when nobody sees but their sum; 1 = each holds all of it"));
  table.push_back(choice<bool>(
      "privacy.randomness",
      [](S & s) -> auto& { return s.privacy.system_randomness; }, "simulated",
      {{"simulated", false}, {"system", true}},
      "of sound noise and of secure aggregation: from run.seed, or the "
      "operating system's, which protects real people and makes each run "
      "another"));
  table.push_back(choice<bool>(
      "privacy.secure-aggregation",
      [](S & s) -> auto& { return s.privacy.secure; }, "no",
      {{"yes", true}, {"no", false}},
      "updates are added under masks: the server sees nothing but each round's "
      "sum (Bell et al., CCS 2020); for aggregation.rule = mean"));
  table.push_back(real(
      "privacy.secure-range",
      [](S & s) -> auto& { return s.privacy.secure_range; }, "1024", positive,
      "a number above 0",
      "largest magnitude of what a client adds to a sum; beyond it, it "
      "withdraws its update, which is counted as refused"));
  const auto below_one = [](double x) { return x >= 0 && x < 1; };
  table.push_back(real(
      "privacy.secure-dropouts",
      [](S & s) -> auto& { return s.privacy.secure_dropouts; }, "0.2",
      below_one, "a number from 0, below 1",
      "share of a round's clients that may fail; if more do, its sum is lost"));
  table.push_back(real(
      "privacy.secure-colluders",
      [](S & s) -> auto& { return s.privacy.secure_colluders; }, "0.1",
      below_one, "a number from 0, below 1",
      "share of a round's clients that may be with the server without learning "
      "more than the sum of the others"));
}

void add_evaluation_keys(std::vector<Key>& table) {
  using S = Scenario;
  table.push_back({"evaluation.metrics", "ndcg@10",
                   "metrics, separated by commas", "see fedltr list metrics",
                   set_metrics, false, true});
  table.push_back(whole<std::uint32_t>(
      "evaluation.every", [](S & s) -> auto& { return s.evaluation.every; },
      "1", 1, 100000000, "rounds from one evaluation to the next"));
  table.push_back(choice<EvaluateOn>(
      "evaluation.on", [](S & s) -> auto& { return s.evaluation.on; }, "test",
      {{"test", EvaluateOn::kTest},
       {"validation", EvaluateOn::kValidation},
       {"train", EvaluateOn::kTrain}},
      "which queries; train: those that are learned from, where none are "
      "held out"));
  table.push_back(choice<EmptyQuery>(
      "evaluation.empty", [](S & s) -> auto& { return s.evaluation.empty; },
      "skip",
      {{"skip", EmptyQuery::kSkip},
       {"0", EmptyQuery::kZero},
       {"1", EmptyQuery::kOne}},
      "what a query without relevant document counts: FOLTR papers skip it, "
      "trec_eval and RankLib 0, LightGBM 1"));
  table.push_back(choice<Ties>(
      "evaluation.ties", [](S & s) -> auto& { return s.evaluation.ties; },
      "input", {{"input", Ties::kInput}, {"trec", Ties::kTrec}},
      "equal scores: in the file's order, or by document name descending"));
  table.push_back({"evaluation.err-grade", "dataset",
                   "dataset | list | 1 ... 31",
                   "err: the grade that satisfies for certain", set_err_grade});
  table.push_back(whole<int>(
      "evaluation.relevant-from",
      [](S & s) -> auto& { return s.evaluation.relevant_from; }, "1", 1, 31,
      "map, mrr, p: the least grade that is relevant"));
  table.push_back(real(
      "evaluation.discount",
      [](S & s) -> auto& { return s.evaluation.discount; }, "0.9995", share,
      "a number above 0, at most 1", "of online performance, per round"));
}

void add_learning_conditions(const When& when) {
  using S = const Scenario&;
  when({"learner.rate"},
       "learner.method = pdgd, dbgd or pmgd (es steps by "
       "federation.server-rate)",
       [](S s) { return s.learner.method != "es"; });
  when({"learner.pdgd.batch"}, "learner.method = pdgd",
       [](S s) { return s.learner.method == "pdgd"; });
  when({"learner.es.sigma", "learner.es.antithetic", "learner.es.reward"},
       "learner.method = es", [](S s) { return s.learner.method == "es"; });
  when({"learner.dueling.delta"}, "learner.method = dbgd or pmgd", [](S s) {
    return s.learner.method == "dbgd" || s.learner.method == "pmgd";
  });
  when({"learner.pmgd.candidates"}, "learner.method = pmgd",
       [](S s) { return s.learner.method == "pmgd"; });
  when({"privacy.epsilon", "privacy.sensitivity"},
       "privacy.mechanism = gamma-laplace or gaussian", [](S s) {
         return s.privacy.mechanism == "gamma-laplace" ||
                s.privacy.mechanism == "gaussian";
       });
  when({"privacy.shares"}, "privacy.mode = sound",
       [](S s) { return s.privacy.mode == "sound"; });
  when({"privacy.randomness"},
       "privacy.mode = sound or privacy.secure-aggregation = yes",
       [](S s) { return s.privacy.mode == "sound" || s.privacy.secure; });
  when({"privacy.secure-range", "privacy.secure-dropouts",
        "privacy.secure-colluders"},
       "privacy.secure-aggregation = yes",
       [](S s) { return s.privacy.secure; });
}

void add_defence_conditions(const When& when) {
  using S = const Scenario&;
  when({"aggregation.malicious", "aggregation.before"},
       "a robust aggregation.rule, not mean",
       [](S s) { return s.aggregation.rule != "mean"; });
  when({"aggregation.bound"}, "aggregation.rule = norm-bound or centered-clip",
       [](S s) {
         return s.aggregation.rule == "norm-bound" ||
                s.aggregation.rule == "centered-clip";
       });
  when({"aggregation.alarm"}, "aggregation.rule = vigilant",
       [](S s) { return s.aggregation.rule == "vigilant"; });
  when({"aggregation.window"}, "aggregation.rule = vigilant or fldetector",
       [](S s) {
         return s.aggregation.rule == "vigilant" ||
                s.aggregation.rule == "fldetector";
       });
  when({"aggregation.root-queries"}, "aggregation.rule = fltrust",
       [](S s) { return s.aggregation.rule == "fltrust"; });
  when({"attack.clients", "attack.baseline"}, "an attack.kind other than none",
       [](S s) { return s.attack.kind != "none"; });
  when({"timeline.at"},
       "join or leave, or an attack.kind or an unlearning.method other than "
       "none",
       [](S s) {
         return s.attack.kind != "none" || s.unlearning.method != "none" ||
                has_moves(s);
       });
  when({"attack.knowledge", "attack.strength"},
       "an attack on models: attack.kind other than none and click-poison",
       [](S s) {
         return s.attack.kind != "none" && s.attack.kind != "click-poison";
       });
}

void add_fault_conditions(const When& when) {
  using S = const Scenario&;
  when({"faults.stale"}, "faults.late above 0",
       [](S s) { return s.faults.late > 0; });
  when({"faults.delay", "faults.staleness"},
       "faults.late above 0 and faults.stale = weigh",
       [](S s) { return s.faults.late > 0 && s.faults.use_late; });
  when({"run.scaling"}, "run.speedup, e.g. 1, 2, 4",
       [](S s) { return !s.run.speedup.empty(); });
}

void add_unlearning_conditions(const When& when) {
  using S = const Scenario&;
  const auto among = [](std::vector<std::string> methods) {
    return [methods](S s) {
      return std::ranges::count(methods, s.unlearning.method) > 0;
    };
  };
  when({"unlearning.clients", "unlearning.evidence"},
       "an unlearning.method other than none",
       [](S s) { return s.unlearning.method != "none"; });
  when({"unlearning.after"}, "unlearning.clients",
       [](S s) { return !s.unlearning.clients.empty(); });
  when({"unlearning.interval"}, "an unlearning.method other than retrain",
       [](S s) {
         return s.unlearning.method != "none" &&
                s.unlearning.method != "retrain";
       });
  when({"unlearning.steps"}, "unlearning.method = federaser, fine-tune or pga",
       among({"federaser", "fine-tune", "pga"}));
  when({"unlearning.rounds"}, "unlearning.method = fine-tune or pga",
       among({"fine-tune", "pga"}));
  when({"unlearning.ascent"}, "unlearning.method = pga", among({"pga"}));
  when({"unlearning.memory"}, "unlearning.method = federaser, fedremove or pga",
       stores_updates);
}

void add_heterogeneity_conditions(const When& when) {
  using S = const Scenario&;
  when({"federation.mu"}, "federation.local = fedprox",
       [](S s) { return s.federation.local == LocalObjective::kFedProx; });
  when({"federation.global-queries"}, "federation.share above 0",
       [](S s) { return s.federation.sharing.share > 0; });
  when({"heterogeneity.iid"}, "a heterogeneity.kind other than iid", [](S s) {
    return s.heterogeneity.kinds != std::vector<std::string>{"iid"};
  });
  when.kind({"data.intents", "heterogeneity.judged-by"}, "document-preference");
  when({"heterogeneity.intents", "heterogeneity.common"},
       "heterogeneity.kind = document-preference without data.intents",
       [](S s) {
         return has_kind(s, "document-preference") && s.data.intents.empty();
       });
  when({"clicks.model"},
       "another heterogeneity.kind: click-preference brings "
       "its own users",
       [](S s) {
         return !has_kind(s, "click-preference") ||
                s.federation.sharing.share > 0;
       });
  when.kind({"heterogeneity.labels-per-client"}, "label-distribution");
  when.kind({"heterogeneity.users"}, "click-preference");
  when.kind({"heterogeneity.interactions"}, "quantity");
  when.kind({"heterogeneity.alpha", "heterogeneity.over"}, "dirichlet");
  when.kind({"data.users"}, "by-user");
}

void add_checkpoint_keys(std::vector<Key>& table) {
  using S = Scenario;
  table.push_back(whole<std::uint32_t>(
      "checkpoint.every", [](S & s) -> auto& { return s.checkpoint.every; },
      "0", 0, 100000000,
      "rounds from one checkpoint to the next, 0 = by time only; never changes "
      "a result"));
  table.push_back(real(
      "checkpoint.seconds", [](S & s) -> auto& { return s.checkpoint.seconds; },
      "60", [](double x) { return x >= 0 && x <= 1e6; }, "a number 0 to 1e6",
      "seconds from one checkpoint to the next, 0 = by rounds only; Ctrl-C "
      "makes one in any case"));
}

std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replace = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replace});
    }
  }
  return row[b.size()];
}

}  // namespace

const std::vector<Key>& keys() {
  static const std::vector<Key> table = [] {
    std::vector<Key> all;
    add_run_keys(all);
    add_data_keys(all);
    add_synthetic_keys(all);
    add_learning_keys(all);
    add_federation_keys(all);
    add_aggregation_keys(all);
    add_click_keys(all);
    add_heterogeneity_keys(all);
    add_privacy_keys(all);
    add_attack_keys(all);
    add_evaluation_keys(all);
    add_unlearning_keys(all);
    add_timeline_keys(all);
    add_fault_keys(all);
    add_silo_keys(all);
    add_checkpoint_keys(all);
    const When when(all);
    add_learning_conditions(when);
    add_defence_conditions(when);
    add_fault_conditions(when);
    add_unlearning_conditions(when);
    add_heterogeneity_conditions(when);
    add_silo_conditions(all);
    return all;
  }();
  return table;
}

std::uint32_t participants_of(const Scenario& scenario) {
  const auto& federation = scenario.federation;
  const double wanted =
      federation.participation *
      (federation.clients - static_cast<double>(federation.absent.size()));
  return static_cast<std::uint32_t>(std::max(1.0, std::round(wanted)));
}

std::uint32_t attackers_of(const Scenario& scenario) {
  const auto& attack = scenario.attack;
  if (attack.kind == "none") return 0;
  const double clients = scenario.federation.clients;
  const double wanted =
      attack.clients.find('.') == std::string::npos
          ? std::min(clients, static_cast<double>(*parse_whole(attack.clients)))
          : std::round(*parse_real(attack.clients) * clients);
  return static_cast<std::uint32_t>(wanted);
}

double most_weight(const Scenario& scenario) {
  const auto& federation = scenario.federation;
  double most = 1;
  if (federation.weighting == Weighting::kInteractions) {
    most = federation.interactions;
    if (has_kind(scenario, "quantity"))
      for (const auto searches : scenario.heterogeneity.options.interactions)
        most = std::max(most, static_cast<double>(searches));
  }
  return most * federation.clients;
}

std::uint32_t assumed_malicious(const Scenario& scenario) {
  const auto& aggregation = scenario.aggregation;
  if (aggregation.malicious != "auto")
    return static_cast<std::uint32_t>(*parse_whole(aggregation.malicious));
  const std::int64_t most =
      find(aggregation_rules(), aggregation.rule)
          .make.most_malicious(
              clients_seen(aggregation.before, participants_of(scenario)));
  return static_cast<std::uint32_t>(
      std::clamp<std::int64_t>(most, 0, std::int64_t{attackers_of(scenario)}));
}

std::vector<Leaving> leavers_of(const Scenario& scenario) {
  std::map<std::uint32_t, std::vector<std::uint32_t>> by_round;
  const auto add = [&](std::uint32_t after,
                       const std::vector<std::uint32_t>& clients) {
    auto& leavers = by_round[after];
    leavers.insert(leavers.end(), clients.begin(), clients.end());
  };
  const auto& unlearning = scenario.unlearning;
  if (!unlearning.clients.empty())
    add(unlearning.after > 0 ? unlearning.after : scenario.federation.rounds,
        unlearning.clients);
  for (const TimelineEntry& entry : scenario.timeline.entries)
    if (entry.event == Event::kUnlearn) add(entry.round, entry.clients);
  std::vector<Leaving> all;
  for (auto& [round, clients] : by_round) {
    std::ranges::sort(clients);
    all.push_back({round, clients});
  }
  return all;
}

bool has_moves(const Scenario& scenario) {
  return std::ranges::any_of(
      scenario.timeline.entries, [](const TimelineEntry& entry) {
        return entry.event == Event::kJoin || entry.event == Event::kLeave;
      });
}

bool stores_updates(const Scenario& scenario) {
  const std::string& method = scenario.unlearning.method;
  return method != "none" && find(unlearning_methods(), method).make.history;
}

bool has_kind(const Scenario& scenario, std::string_view kind) {
  return std::ranges::count(scenario.heterogeneity.kinds, kind) > 0;
}

const Key* find_key(const std::string& name) {
  const auto found = std::ranges::find(keys(), name, &Key::name);
  return found == keys().end() ? nullptr : &*found;
}

std::string nearest_name(const std::string& name,
                         const std::vector<std::string>& known) {
  require(!known.empty(), "nearest_name needs names");
  return *std::ranges::min_element(known, {}, [&](const std::string& each) {
    return edit_distance(name, each);
  });
}

}  // namespace fedltr
