#include "app/cli/eval_options.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "algorithms/clicks/click_model.hpp"
#include "algorithms/core/require.hpp"
#include "app/base/errors.hpp"
#include "app/base/text.hpp"
#include "app/cli/feature_ranker.hpp"
#include "app/cli/log_evaluation.hpp"
#include "app/cli/search/model_options.hpp"
#include "app/data/letor_input.hpp"
#include "app/data/texts/text_layout.hpp"
#include "app/models/search/folder_ranker.hpp"
#include "app/schema/key_table.hpp"

namespace fedltr {
namespace {

template <class T>
std::optional<T> choice(const Command& command, const char* option,
                        const std::vector<std::pair<std::string, T>>& names) {
  const auto said = command.text(option);
  if (!said) return std::nullopt;
  std::vector<std::string> known;
  for (const auto& [name, value] : names) {
    if (name == *said) return value;
    known.push_back(name);
  }
  throw UsageError("--" + std::string(option) + " " + *said +
                   ": expected one of " + join(known, ", "));
}

/// Name of the method that an option gives; nullopt if it was not given.
template <class Factory, class Traits>
std::optional<std::string> method_name(
    const Command& command, const char* option,
    const Methods<Factory, Traits>& methods) {
  const auto said = command.text(option);
  if (said) try {
      find(methods, *said);
    } catch (const std::invalid_argument& error) {
      throw UsageError("--" + std::string(option) + ": " + error.what());
    }
  return said;
}

void read_inputs(const Command& command, EvalOptions& options) {
  Arguments files = command.list("file");
  const auto run = command.text("run");
  const auto model = command.text("model");
  if (run && model)
    throw UsageError("--run and --model: give only one of them");
  options.choice = model_choice(command);
  options.ranked = run ? *run : model.value_or("");
  const bool without_file =
      command.has("feature") || is_untrained_choice(options.choice);
  if (without_file && run)
    throw UsageError(
        "--run: a TREC run is ranked already; --feature and --method can't be "
        "used with it");
  if (options.ranked.empty() && !files.empty() && !without_file) {
    options.ranked = files[0];
    files.erase(files.begin());
  }
  options.judged = files;
  for (const char* more : {"qrels", "data"})
    for (const std::string& each : command.list(more))
      options.judged.push_back(each);
  options.feature = feature_ranker(command, options.judged);
  options.split = command.text("split").value_or(kTestSplit);
  // Throws an error that names the methods that need no model.
  if (options.judged.empty() && options.choice.method && !without_file)
    (void)folder_ranker(std::nullopt, options.choice);
  if ((options.ranked.empty() && !without_file) || options.judged.empty())
    throw UsageError("expected a TREC run or a model, and judgements: " +
                     command.usage);
  options.is_model = model.has_value();
}

void read_gain(const Command& command, EvalOptions& options) {
  const auto said = command.text("gain");
  if (!said || said->find(',') == std::string::npos) {
    options.gain = choice(command, "gain", gain_names());
    return;
  }
  try {
    options.gains = parse_gains(*said);
  } catch (const std::invalid_argument& error) {
    throw UsageError("--gain " + *said + ": " + error.what());
  }
  options.gain = Gain::kExponential;
}

MetricOptions metric_options(const EvalOptions& options,
                             const std::optional<ModelEvaluation>& evaluation,
                             int grades) {
  MetricOptions from = evaluation ? evaluation->options : MetricOptions();
  if (!evaluation && grades > 0) from.err_highest = std::max(grades - 1, 1);
  if (options.gain) from.gains = options.gains;
  if (options.relevant_from)
    from.relevant_from =
        static_cast<int>(std::ceil(std::min(*options.relevant_from, 255.0)));
  if (const auto& grade = options.err_grade) {
    if (*grade == "dataset" && grades == 0)
      throw UsageError(
          "--err-grade dataset: the model file has no grades; give a number");
    from.err_highest = *grade == "list" ? 0
                       : *grade == "dataset"
                           ? std::max(grades - 1, 1)
                           : static_cast<int>(*parse_whole(*grade));
  }
  if (!from.gains.empty() &&
      from.gains.size() < static_cast<std::size_t>(std::max(grades, 0)))
    throw UsageError(
        (options.gains.empty() ? "the model's evaluation.gains has "
                               : "--gain has ") +
        std::to_string(from.gains.size()) + " gains, the data has " +
        std::to_string(grades) + " grades; --gain names others");
  if (from.err_highest > 0 && from.err_highest < grades - 1)
    throw UsageError("--err-grade " + std::to_string(from.err_highest) +
                     ": is below the highest grade, " +
                     std::to_string(grades - 1));
  if (options.clicks) try {
      const auto user =
          find(click_models(), *options.clicks).make({std::max(grades, 2)});
      from.click.assign(user->click_probabilities().begin(),
                        user->click_probabilities().end());
    } catch (const std::invalid_argument& error) {
      throw UsageError("--clicks " + *options.clicks + ": " + error.what());
    }
  return from;
}

}  // namespace

Command eval_command_options() {
  Command command(
      "fedltr eval RUN|MODEL|--feature F|--method NAME QRELS|DATA... [--metric "
      "NAME]...");
  command.option<std::string>("run", "a run, instead of the first argument");
  command.option<std::string>("model",
                              "a model, instead of the first argument");
  command.repeated("qrels", "judgements: TREC's, BEIR's, or JSON");
  command.repeated("data", "LETOR files; may be repeated");
  command.repeated(
      "metric",
      "names of fedltr list metrics, separated by commas; may be repeated");
  command.flag("per-query", "also print the values by query");
  command.option<std::string>("format", "text (default), tsv or json");
  command.option<std::string>("conventions",
                              "a name of fedltr list conventions");
  command.option<std::string>(
      "gain", "exponential, linear, or the gains of grades 0, 1 ...: 0,1,3");
  command.option<std::string>("ties", "input or trec");
  command.option<std::string>(
      "empty", "value of a query without a relevant document: skip, 0 or 1");
  command.option<std::string>(
      "counted",
      "queries that count: judged (0 for those without a ranking) or ranked");
  command.flag("ignore-identical-ids",
               "leave documents named like their query out of a ranking, as "
               "BEIR does");
  command.option<std::string>(
      "labels",
      "grades of judgements that are not numbers, or others: clip, "
      "bins=1,10,100 or map=-1:drop,Exact:3,..., as in data convert");
  command.option<std::string>("relevant-from", "lowest relevant grade");
  command.option<std::string>("err-grade",
                              "highest grade of err: dataset, list or 1 to 31");
  command.option<std::string>("clicks",
                              "click model of a TREC run's expected-maxrr");
  command.option<std::string>("client", "FedPer: use this client's own model");
  add_model_choice(command, kOrWithoutModel);
  add_feature_choice(command);
  command.option<std::string>("split",
                              "which judgements of a folder of texts, test");
  add_log_options(command);
  command.files(-1);
  return command;
}

EvalOptions read_eval_options(const Command& command) {
  EvalOptions options;
  read_inputs(command, options);
  for (const std::string& each : command.list("metric")) {
    if (trim(each).empty())
      throw UsageError("--metric '': expected a name, such as ndcg@10");
    for (const std::string& name : split(each, ',')) {
      if (std::ranges::count(options.metrics, name) > 0)
        throw UsageError("--metric " + name + ": occurs twice");
      options.metrics.push_back(name);
    }
  }
  options.conventions = method_name(command, "conventions", conventions());
  read_gain(command, options);
  options.ties = choice(command, "ties", ties_names());
  options.empty = choice(command, "empty", empty_query_names());
  options.counted = choice(command, "counted", counted_names());
  if (const auto text = command.text("labels"))
    options.labels = parse_label_rule(*text);
  if (const auto text = command.text("relevant-from")) {
    options.relevant_from = parse_real(*text);
    if (!(options.relevant_from > 0.0))
      throw UsageError("--relevant-from " + *text +
                       ": expected a number above 0");
  }
  options.err_grade = command.text("err-grade");
  if (const auto& grade = options.err_grade;
      grade && *grade != "dataset" && *grade != "list")
    command.number("err-grade", 1, kLargestLabel);
  options.clicks = method_name(command, "clicks", click_models());
  if (const auto client = command.number(
          "client", 0, std::numeric_limits<std::uint32_t>::max()))
    options.client = static_cast<std::uint32_t>(*client);
  options.ignore_identical_ids = command.has("ignore-identical-ids");
  options.per_query = command.has("per-query");
  options.format = command.text("format").value_or("text");
  return options;
}

namespace {

Conventions conventions_of(const EvalOptions& options,
                           const std::optional<ModelEvaluation>& evaluation) {
  Conventions how;
  if (options.conventions)
    how = find(conventions(), *options.conventions).make;
  else if (evaluation)
    how = {Gain::kExponential, evaluation->empty, evaluation->ties};
  how.gain = options.gain.value_or(how.gain);
  how.empty = options.empty.value_or(how.empty);
  how.ties = options.ties.value_or(how.ties);
  how.counted = options.counted.value_or(how.counted);
  return how;
}

EvalPlan plan_of(const EvalOptions& options,
                 const std::optional<ModelEvaluation>& evaluation, int grades,
                 const MetricOptions& from) {
  EvalPlan plan;
  plan.conventions = conventions_of(options, evaluation);
  auto names = options.metrics;
  if (names.empty() && evaluation) names = evaluation->metrics;
  if (names.empty()) names = {"ndcg@10", "map", "mrr", "p@10"};
  for (const std::string& name : names) try {
      plan.metrics.push_back(parse_metric(name, from, plan.conventions.gain));
      require(from.click.size() >= static_cast<std::size_t>(grades) ||
                  !find_metric(name)->traits.by_clicks,
              "needs a user: give --clicks, see fedltr list clicks");
    } catch (const std::invalid_argument& error) {
      throw UsageError("--metric " + name + ": " + error.what());
    }
  return plan;
}

}  // namespace

EvalPlan eval_plan(const EvalOptions& options,
                   const std::optional<ModelEvaluation>& evaluation,
                   int grades) {
  return plan_of(options, evaluation, grades,
                 metric_options(options, evaluation, grades));
}

EvalPlan eval_plan(const EvalOptions& options,
                   const std::optional<ModelEvaluation>& evaluation,
                   const GradeScale& scale) {
  if (scale.grades().empty())
    return eval_plan(options, evaluation, scale.highest() + 1);
  if (!options.gains.empty())
    throw UsageError("--gain: gains by grade need whole grades from 0 to 31");
  MetricOptions from = metric_options(options, evaluation, 0);
  from.relevant_from =
      scale.label_from(options.relevant_from.value_or(from.relevant_from));
  from.grades = scale.grades();
  return plan_of(options, evaluation, 0, from);
}

}  // namespace fedltr
