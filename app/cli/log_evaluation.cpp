#include "app/cli/log_evaluation.hpp"

#include <array>
#include <cmath>
#include <functional>
#include <iostream>
#include <map>

#include <spdlog/fmt/fmt.h>

#include "algorithms/core/numbers_below.hpp"
#include "algorithms/ranking/evaluation.hpp"
#include "algorithms/unbiased/off_policy.hpp"
#include "app/base/errors.hpp"
#include "app/base/json.hpp"
#include "app/base/text.hpp"
#include "app/cli/apply_model.hpp"
#include "app/cli/run_order.hpp"
#include "app/data/convert/log_remarks.hpp"
#include "app/data/letor_input.hpp"
#include "app/data/session_file.hpp"
#include "app/data/trec_files.hpp"
#include "app/models/search/run_models.hpp"

namespace fedltr {
namespace {

constexpr std::array kLogOptions = {"curve", "depth", "clip", "least-overlap"};

/// Options of an evaluation by labels.
constexpr std::array kLabelOptions = {
    "metric",        "per-query", "conventions", "gain",
    "ties",          "empty",     "counted",     "ignore-identical-ids",
    "relevant-from", "clicks",    "err-grade",   "labels"};

double number_within(const Command& command, const char* option, double least,
                     double most, double otherwise) {
  const auto text = command.text(option);
  if (!text) return otherwise;
  const auto number = parse_real(*text);
  if (!number || !(*number >= least && *number <= most))
    throw UsageError(fmt::format("--{} {}: expected a number from {} to {}",
                                 option, *text, least, most));
  return *number;
}

/// The ranker of an evaluation, and its rows.
struct LoggedRanker {
  ModelFile model;
  std::string name;  ///< of the model's file; empty if a feature or run ranks
  std::vector<std::string> files;
};

/// Returns what the ranker is called in messages.
std::string kind_of_ranker(const EvalOptions& options) {
  return options.feature ? "feature" : options.is_model ? "model" : "run";
}

/// A run needs rows for their names only; their first feature is read.
ModelFile of_any_rows() {
  ModelFile model;
  model.model = "linear";
  model.features = 1;
  model.parameters = Vector::Ones(1);
  model.first_index = 1;
  return model;
}

/// @throws UsageError  if it has several models
LoggedRanker ranker_on_log(const EvalOptions& options) {
  if (options.feature) return {*options.feature, "", options.judged};
  if (!options.is_model) return {of_any_rows(), "", options.judged};
  const auto parts = models_of_files(options.ranked, options.judged);
  if (parts.size() > 1)
    throw UsageError(options.ranked +
                     ": has a model for each file; with --log name one");
  return {read_any_model(parts[0].model, options.choice).file,
          parts[0].model.string(), parts[0].files};
}

/// The rows of the documents, as they are ranked.
Dataset rows_for(const LoggedRanker& ranker) {
  std::optional<Dataset> all;
  const auto add = [&](const Dataset& data) {
    if (!all) all.emplace(data.features(), data.storage());
    append_queries(*all, data);
  };
  if (ranker.name.empty())
    stream_for_feature(ranker.model, ranker.files, add, MissingLabels::kAllow);
  else
    stream_for_model(ranker.model, ranker.name, ranker.files, add,
                     OtherFeatures::kRefuse, MissingLabels::kAllow);
  if (!all) throw DataError(ranker.files.at(0) + ": has no rows");
  return std::move(*all);
}

/// Places of a query's documents, best first.
class ModelOrder {
 public:
  ModelOrder(const ModelFile& model, const EvalOptions& options,
             const Dataset& data)
      : ranker_(ranker_of(model)),
        parameters_(parameters_of(model, options.client)),
        data_(data) {}

  std::vector<Index> operator()(Index query) const {
    std::vector<double> room;
    Vector scores(data_.size(query));
    ranker_->score(parameters_, data_.features_of(query, room), scores);
    auto places = numbers_below<Index>(scores.size());
    std::vector<Index> order(places.size());
    top_documents(scores, places, order);
    return order;
  }

 private:
  std::shared_ptr<const Ranker> ranker_;
  Vector parameters_;
  const Dataset& data_;
};

/// Returns the order of a query's documents by the ranker.
std::function<std::vector<Index>(Index)> order_of(const LoggedRanker& ranker,
                                                  const EvalOptions& options,
                                                  const Dataset& data) {
  if (options.feature || options.is_model)
    return ModelOrder(ranker.model, options, data);
  const std::string file = shown_path(options.ranked);
  return RunOrder(parse_run(input_text(options.ranked, kMaxTrecText), file),
                  file, data);
}

/// Joins the log, or explains why nothing joins.
JoinedSessions joined_log(const LogEvaluationOptions& options,
                          const Dataset& data, const std::string& rows) {
  JoinedSessions sessions = join_sessions(read_session_file(options.log), data);
  if (sessions.log->sessions() == 0)
    throw DataError(options.log + ": " +
                    why_nothing_joins(sessions.joined, rows, false));
  if (options.curve.empty() && !sessions.log->has_propensities())
    throw UsageError(
        options.log +
        ": has no column propensity; give --curve FILE, such as the "
        "propensities.csv of a run with learner.method = em or dla");
  if (!options.curve.empty() && sessions.log->has_propensities())
    sessions.log = std::make_shared<const SessionLog>(
        sessions.log->without_propensities());
  return sessions;
}

/// @param ranker  "model" or "feature"
void require_overlap(const LogEvaluationOptions& options,
                     const OffPolicyValue& value, const std::string& ranker) {
  if (value.overlap >= options.least_overlap) return;
  throw DataError(fmt::format(
      "{}: does not show the {}'s value: {:.1f} % of its discount at the "
      "first {} ranks is on documents that the search's own list showed; at "
      "least {:.0f} % are needed (--least-overlap)",
      options.log, ranker, 100 * value.overlap, options.depth,
      100 * options.least_overlap));
}

std::string with_interval(const Estimated& value) {
  if (!std::isfinite(value.high - value.low))
    return fmt::format("{:.4f}  without interval: all searches are of one user",
                       value.mean);
  return fmt::format("{:.4f}  {:.4f} to {:.4f}", value.mean, value.low,
                     value.high);
}

struct NamedEstimate {
  const char* name;
  const Estimated& value;
  std::string meaning;
};

/// @param ranker  "model" or "feature"
std::vector<NamedEstimate> estimates_of(const OffPolicyValue& value,
                                        const std::string& ranker) {
  return {{"dcg", value.dcg, "of the " + ranker},
          {"logged_dcg", value.logged_dcg, "of the lists shown"},
          {"gain", value.gain, "first less second, of the same searches"},
          {"discount", value.discount,
           "mean 1 / log2(1 + rank) of a relevant document, self-normalised"}};
}

void print_value_text(std::ostream& out, const OffPolicyValue& value,
                      const JoinedSessions& sessions, std::size_t depth,
                      const std::string& ranker) {
  for (const auto& [name, estimate, meaning] : estimates_of(value, ranker))
    out << fmt::format("{:<14} {}  {}\n",
                       std::string(name) + "@" + std::to_string(depth),
                       with_interval(estimate), meaning);
  out << fmt::format(
      "{} searches, {} users, {} clicks ({} clipped); {:.1f} % of the {}'s "
      "discount is on documents that were shown; intervals of 95 %\n",
      with_commas(static_cast<std::uint64_t>(sessions.log->sessions())),
      with_commas(value.users), with_commas(value.clicks),
      with_commas(value.clipped), 100 * value.overlap, ranker);
  if (value.overlap < 1)
    out << "Documents that a search did not show count 0, so the " << ranker
        << "'s dcg and its gain may be higher:\na gain whose interval is above "
           "0 "
           "shows that it is better, one below 0 does not show that it is "
           "worse.\n";
  if (value.clipped > 0)
    out << "Clipped clicks count less than they should, so the gain may be "
           "higher or lower: its sign shows\nnothing unless a smaller --clip "
           "confirms it.\n";
}

void print_value_json(std::ostream& out, const OffPolicyValue& value,
                      const JoinedSessions& sessions, std::size_t depth,
                      const std::string& ranker) {
  Json json = {
      {"depth", depth},           {"searches", sessions.log->sessions()},
      {"users", value.users},     {"clicks", value.clicks},
      {"clipped", value.clipped}, {"overlap", value.overlap}};
  for (const auto& [name, estimate, meaning] : estimates_of(value, ranker))
    json[name] = {{"mean", json_number(estimate.mean)},
                  {"low", json_number(estimate.low)},
                  {"high", json_number(estimate.high)}};
  out << json_line(json) << '\n';
}

using PrintValue = void (*)(std::ostream&, const OffPolicyValue&,
                            const JoinedSessions&, std::size_t depth,
                            const std::string& ranker);

PrintValue value_printer(const std::string& format) {
  static const std::map<std::string, PrintValue> all = {
      {"text", print_value_text}, {"json", print_value_json}};
  const auto found = all.find(format);
  if (found == all.end())
    throw UsageError("--format " + format +
                     ": expected text or json with --log");
  return found->second;
}

}  // namespace

void add_log_options(Command& command) {
  command.option<std::string>(
      "log",
      "click log: estimates the DCG of a MODEL, a RUN or --feature on it from "
      "clicks, without labels");
  command.option<std::string>(
      "curve",
      "with --log: CSV file rank,propensity[,offset] or rank,proceed; without "
      "it the log needs a column propensity");
  command.option<std::string>("depth", "with --log: ranks that count, 10");
  command.option<std::string>(
      "clip", "with --log: smaller propensities count as this, 0.01");
  command.option<std::string>(
      "least-overlap",
      "with --log: smallest share of the model's discount on documents that "
      "were shown, 0.8");
}

LogEvaluationOptions read_log_options(const Command& command) {
  LogEvaluationOptions options;
  options.log = command.text("log").value_or("");
  for (const char* const option : kLogOptions)
    if (options.log.empty() && command.has(option))
      throw UsageError("--" + std::string(option) + ": needs --log");
  for (const char* const option : kLabelOptions)
    if (!options.log.empty() && command.has(option))
      throw UsageError("--" + std::string(option) + ": is not used with --log");
  options.curve = command.text("curve").value_or("");
  if (const auto depth = command.number("depth", 1, kMaxShown))
    options.depth = static_cast<std::size_t>(*depth);
  options.clip = number_within(command, "clip", 1e-6, 1, options.clip);
  options.least_overlap =
      number_within(command, "least-overlap", 0, 1, options.least_overlap);
  return options;
}

void evaluate_on_log(std::ostream& out, const EvalOptions& options,
                     const LogEvaluationOptions& log) {
  const PrintValue print = value_printer(options.format);
  const LoggedRanker ranker = ranker_on_log(options);
  const Dataset data = rows_for(ranker);
  const JoinedSessions sessions = joined_log(log, data, ranker.files[0]);
  for (const std::string& line : join_remarks(sessions.joined))
    std::cerr << "fedltr: note: " << line << '\n';
  const Examination examination =
      log.curve.empty() ? Examination{{1}} : read_curve(log.curve);
  if (!log.curve.empty())
    report_curve(log.curve, examination, longest_list(*sessions.log));
  const OffPolicyValue value = estimate_off_policy(
      {*sessions.log, examination, order_of(ranker, options, data), log.depth,
       log.clip});
  const std::string name = kind_of_ranker(options);
  require_overlap(log, value, name);
  if (value.clicks == 0)
    throw DataError(log.log + ": has no clicks, so it does not show the " +
                    name + "'s value");
  print(out, value, sessions, log.depth, name);
}

}  // namespace fedltr
