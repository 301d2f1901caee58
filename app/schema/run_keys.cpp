// Keys of runs and their evaluation: [run], [evaluation], [checkpoint].
#include "algorithms/ranking/conventions.hpp"
#include "algorithms/ranking/metrics.hpp"
#include "app/schema/key_table.hpp"

namespace fedltr {
namespace {

constexpr std::size_t kLongestName = 200;

/// Accepts only the name of a folder in runs/, so that the author of a scenario
/// can't choose where another user's results are written.
void set_name(Scenario& scenario, const Value& value) {
  const std::string& name = value.text;
  const bool printable = std::ranges::none_of(
      name, [](unsigned char each) { return each < ' ' || each == 0x7F; });
  require(!name.empty() && name != "." && name != ".." && printable &&
              name.find('/') == std::string::npos &&
              name.size() <= kLongestName,
          "expected a folder name of 1 to " + std::to_string(kLongestName) +
              " bytes without '/': results are written to runs/NAME; run.out "
              "and --out name any other folder");
  scenario.run.name = name;
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

/// Rejects an unknown metric and suggests the nearest: ndcg10 is ndcg@10.
void require_metric(const std::string& name) {
  std::vector<std::string> known;
  for (const auto& each : metrics()) known.push_back(each.name);
  const std::string stem = name.substr(0, name.find('@'));
  if (std::ranges::count(known, stem) > 0) return;
  const std::string nearest = nearest_name(stem, known);
  const std::size_t digits = stem.find_last_not_of("0123456789") + 1;
  const std::string cutoff = name.size() > stem.size()
                                 ? name.substr(stem.size())
                             : digits < stem.size() ? "@" + stem.substr(digits)
                                                    : "";
  throw std::invalid_argument(
      "unknown metric '" + name + "'; nearest is '" + nearest + cutoff +
      "'; known are " + join(known, ", ") + ", with a cutoff as in ndcg@10");
}

void set_metrics(Scenario& scenario, const Value& value) {
  auto& names = scenario.evaluation.metrics;
  names = split(value.text, ',');
  require(!names.empty(), "expected at least one metric, e.g. ndcg@10");
  MetricOptions options;
  for (const std::string& name : names) {
    require_metric(name);
    parse_metric(name, options);
    require(find_metric(name)->traits.unjudged != Unjudged::kCount,
            "'" + name +
                "' is 1 where every row has a label; expected it in fedltr "
                "eval, of a TREC run and its judgements");
    require(std::ranges::count(names, name) == 1,
            "'" + name + "' occurs twice");
  }
}

void set_validate(Scenario& scenario, const Value& value) {
  scenario.evaluation.validate = value.text;
  if (value.text.empty()) return;
  require_metric(value.text);
  parse_metric(value.text, {});
  require(find_metric(value.text)->traits.unjudged != Unjudged::kCount,
          "'" + value.text + "' is 1 where every row has a label");
}

void set_gains(Scenario& scenario, const Value& value) {
  scenario.evaluation.gains = parse_gains(value.text);
}

void set_err_grade(Scenario& scenario, const Value& value) {
  const auto number = parse_whole(value.text);
  require(value.text == "dataset" || value.text == "list" ||
              (number && *number >= 1 && *number <= 31),
          "expected dataset, list or a grade 1 to 31");
  scenario.evaluation.err_grade = value.text;
}

}  // namespace

std::vector<double> parse_gains(const std::string& text) {
  std::vector<double> gains;
  for (const std::string& each : split(text, ',')) {
    const auto number = parse_real(each);
    // Sums of larger gains would not be finite.
    require(number && *number >= 0 && *number <= 1e100,
            "'" + each + "' is no number from 0 to 1e100");
    require(gains.empty() || *number >= gains.back(),
            "expected gains that do not fall from grade to grade");
    gains.push_back(*number);
  }
  require(gains.empty() || gains.back() > 0,
          "expected a gain above 0 for the highest grade");
  return gains;
}

std::vector<Key> run_keys() {
  return {
      {"run.name", "fedltr", "name of a folder",
       "name of the study and of its run folder", set_name},
      whole("run.seed", &RunSettings::seed, "1", 0, kAny,
            "source of every random number"),
      whole("run.repeats", &RunSettings::repeats, "1", 1, 100000,
            "runs with different seeds, on each fold"),
      whole("run.threads", &RunSettings::threads, "0", 0, 4096,
            "number of threads, 0 = all cores; does not change results"),
      {"run.speedup", "", "numbers of threads, e.g. 1, 2, 4",
       "runs once with each and prints the speed-up; does not change results",
       set_speedup, false, true},
      choice(
          "run.scaling", &RunSettings::weak, "strong",
          {{"strong", false}, {"weak", true}},
          "strong: the same work on more threads; weak: federation.clients for "
          "each thread")
          .when({"run.speedup, e.g. 1, 2, 4",
                 [](const Scenario& s) { return !s.run.speedup.empty(); }})
          .only_in(Study::kFederation),
      path("run.out", &RunSettings::out,
           "run folder; runs/NAME below the working directory unless given"),
      flag("run.rankings", &RunSettings::rankings, false,
           "also write what each final model ranks as a TREC run; does not "
           "change results")};
}

/// Keys of the selection of a model by validation queries.
std::vector<Key> validation_keys() {
  using E = EvaluationSettings;
  const Condition validates = {
      "evaluation.validate, e.g. ndcg@10",
      [](const Scenario& s) { return !s.evaluation.validate.empty(); }};
  return {
      {"evaluation.validate", "", "a metric, e.g. ndcg@10",
       "metric of the validation queries (data.validation, or those of "
       "data.folds or of synthetic data), in the column validation_METRIC; "
       "chooses rounds, and points of a grid",
       set_validate},
      choice("evaluation.keep", &E::keep_best, "last",
             {{"last", false}, {"best", true}},
             "round whose model is the result: the last one, or the best by "
             "evaluation.validate among the evaluated ones")
          .follows("last, with evaluation.patience best",
                   [](const Scenario& s) {
                     return s.evaluation.patience > 0 ? "best" : "last";
                   })
          .when(validates),
      whole("evaluation.patience", &E::patience, "0", 0, 100000000,
            "early stopping: evaluations in a row, evaluation.every rounds "
            "apart, without a better value of evaluation.validate after which "
            "training ends; 0 = it never ends early")
          .when(validates),
      real("evaluation.min-delta", &E::min_delta, "0", kNotNegative,
           "by how much a value of evaluation.validate must exceed the best "
           "one to be better")
          .when(validates)};
}

/// Keys of metrics and their conventions.
std::vector<Key> metric_keys() {
  return {
      Key{"evaluation.metrics", "ndcg@10", "metrics, separated by commas",
          "names of fedltr list metrics, with a cutoff as in ndcg@10",
          set_metrics, false, true}
          .silo_default("err, map, ndcg, ndcg@10"),
      whole("evaluation.every", &EvaluationSettings::every, "1", 1, 100000000,
            "rounds from one evaluation to the next")
          .only_in(Study::kNoSilo),
      choice("evaluation.on", &EvaluationSettings::on, "test",
             {{"test", EvaluateOn::kTest},
              {"validation", EvaluateOn::kValidation},
              {"train", EvaluateOn::kTrain}},
             "queries to evaluate on; train: the training queries, if none are "
             "held out")
          .only_in(Study::kFederation),
      choice(
          "evaluation.empty", &EvaluationSettings::empty, "skip",
          empty_query_names(),
          "value of a query without relevant documents: skip (FOLTR papers), 0 "
          "(trec_eval, RankLib) or 1 (LightGBM)")
          .only_in(Study::kNoSilo),
      choice(
          "evaluation.ties", &EvaluationSettings::ties, "input", ties_names(),
          "equal scores: in the file's order, or by document name descending")
          .only_in(Study::kNoSilo),
      {"evaluation.err-grade", "dataset", "dataset | list | 1 ... 31",
       "err: highest grade: of the data set, of the list, or a number",
       set_err_grade},
      {"evaluation.gains", "", "numbers, e.g. 0, 1, 3, 7, 15",
       "ndcg, dcg: gain of each grade from 0, as LightGBM's label_gain; "
       "empty: 2^grade - 1; online_ndcg@10 keeps that",
       set_gains, false, true},
      whole("evaluation.relevant-from", &EvaluationSettings::relevant_from, "1",
            1, 31,
            "map, mrr, p, recall, success, bpref: the least grade that is "
            "relevant"),
      real("evaluation.discount", &EvaluationSettings::discount, "0.9995",
           kShare, "discount of online performance, per round")
          .only_in(Study::kFederation),
      choice("evaluation.layer", &EvaluationSettings::mean_layer, "own",
             {{"own", false}, {"mean", true}},
             "fedper: own: each client's model with its own output layer, mean "
             "over the clients; mean: one model with the mean of these layers, "
             "as in the authors' code")
          .when({"federation.local = fedper",
                 [](const Scenario& s) {
                   return s.federation.local == LocalObjective::kFedPer;
                 }})
          .only_in(Study::kFederation)};
}

std::vector<Key> evaluation_keys() {
  return joined(
      {metric_keys(), only_in(Study::kFederation, validation_keys())});
}

std::vector<Key> checkpoint_keys() {
  return {
      whole("checkpoint.every", &CheckpointSettings::every, "0", 0, 100000000,
            "rounds from one checkpoint to the next, 0 = by time only; never "
            "changes a result"),
      real(
          "checkpoint.seconds", &CheckpointSettings::seconds, "60",
          ValueRange{0, 1e6},
          "seconds from one checkpoint to the next, 0 = by rounds only; Ctrl-C "
          "makes one in any case"),
      flag("checkpoint.keep", &CheckpointSettings::keep, true,
           "also write the state after the last round, state-fF-rR.bin, from "
           "which --resume with a larger federation.rounds continues")};
}

}  // namespace fedltr
