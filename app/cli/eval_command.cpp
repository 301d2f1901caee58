#include "app/cli/eval_command.hpp"

#include <algorithm>
#include <iostream>

#include "algorithms/core/hash.hpp"
#include "algorithms/data/lines.hpp"
#include "algorithms/ranking/run_evaluation.hpp"
#include "app/base/errors.hpp"
#include "app/base/files.hpp"
#include "app/cli/apply_model.hpp"
#include "app/cli/eval_judgements.hpp"
#include "app/cli/eval_options.hpp"
#include "app/cli/eval_output.hpp"
#include "app/cli/log_evaluation.hpp"
#include "app/data/query_ranker.hpp"
#include "app/data/trec_files.hpp"
#include "app/models/search/folder_run.hpp"
#include "app/models/search/run_models.hpp"

namespace fedltr {
namespace {

constexpr const char* kEvalHelp = R"(
  fedltr eval RUN QRELS     scores a TREC run by TREC judgements
  fedltr eval RUN DATA      scores a TREC run by the labels of LETOR files
  fedltr eval MODEL DATA    scores a model's rankings by the labels
  fedltr eval MODEL FOLDER  scores a model of silos on a folder of texts,
                            by its judgements (--split)
  fedltr eval MODEL|RUN DATA --log FILE    estimates a ranker's value from a
                            click log, without labels (or --feature F; a run
                            needs rows for their names only): docs/logs.md
  fedltr eval --feature F DATA, eval --method bm25 FOLDER
                            scores a feature, or BM25, without a model;
                            judgements in other files follow FOLDER

RUN is a TREC run, MS MARCO's, or one in JSON. MODEL is a model-fF-rR.json, a
party's model.json, which ranks the rows that `fedltr features` makes of texts,
or a run folder: its only model, or for each file the one whose fold tests on
it. A model brings the metrics and conventions of its evaluation, so that
values by query are those of per_query.tsv. A run is scored with ndcg@10, map,
mrr and p@10 by the conventions foltr unless you set others. Each file may be
.gz; - is standard input.

--conventions names the program to agree with (gain, ties, queries without
relevant documents or without a ranking); the options after it change single ones.
Grades below 0 and unjudged documents count as 0, except in bpref and judged@k.
)";

/// Kind of a file by its beginning; kOther for a pipe, which can be read once.
TextKind kind_of_file(const std::string& name) {
  if (std::filesystem::is_directory(name)) return TextKind::kJson;
  if (std::filesystem::exists(name) && !std::filesystem::is_regular_file(name))
    return TextKind::kOther;
  PackedFile input(name);
  const auto piece = input.next();
  return kind_of({piece.data(), piece.size()});
}

/// True for a folder of models or a model, which is JSON, but no run.
bool is_model_file(const std::string& name) {
  return kind_of_file(name) == TextKind::kJson &&
         (std::filesystem::is_directory(name) ||
          !is_json_run(input_text(name, kMaxTrecText)));
}

std::vector<std::string> names_of(const std::vector<NamedMetric>& metrics) {
  std::vector<std::string> names;
  for (const NamedMetric& metric : metrics) names.push_back(metric.name);
  return names;
}

void note(std::size_t count, const std::string& what) {
  if (count > 0) std::cerr << "fedltr: note: " << count << what << '\n';
}

/// Notes if no ranked document has a judgement: then names most likely differ.
void note_strangers(const RankedRun& run, const JudgedQueries& judged) {
  TextMap<const JudgedDocuments*, std::string_view> by_query;
  for (const JudgedQuery& query : judged)
    by_query.emplace(query.name, &query.documents);
  std::string example;
  for (const RankedQuery& query : run) {
    const auto found = by_query.find(query.name);
    if (found == by_query.end()) continue;
    for (const RankedDocument& each : query.documents)
      if (found->second->contains(each.name)) return;
    if (!example.empty() || query.documents.empty()) continue;
    const auto least = std::ranges::min_element(
        *found->second, {}, [](const auto& each) { return each.first; });
    example = in_quotes(query.documents[0].name) + " is ranked, " +
              in_quotes(least->first) + " judged";
  }
  if (!example.empty())
    std::cerr << "fedltr: note: no ranked document has a judgement; do their "
                 "names differ? For one query "
              << example << '\n';
}

/// The means over the other choice of queries.
OtherMeans other_means(const RankedRun& run, const JudgedQueries& judged,
                       const EvalPlan& plan) {
  Conventions how = plan.conventions;
  const bool ranked = how.counted == Counted::kJudged;
  how.counted = ranked ? Counted::kRanked : Counted::kJudged;
  return {ranked ? "ranked" : "judged",
          evaluate_run(run, judged, plan.metrics, how).values};
}

/// Removes documents that are named like their query.
void remove_own_documents(RankedRun& run) {
  std::size_t removed = 0;
  for (RankedQuery& query : run)
    removed += std::erase_if(query.documents, [&](const RankedDocument& each) {
      return each.name == query.name;
    });
  note(removed, " documents have the name of their query and are left out");
}

/// @param name  of the ranker, for messages
EvaluatedRanking evaluate_ranked(RankedRun run, const JudgedQueries& judged,
                                 const std::string& name,
                                 const EvalOptions& options) {
  if (options.ignore_identical_ids) remove_own_documents(run);
  const EvalPlan plan = eval_plan(options, std::nullopt, GradeScale(judged));
  EvaluatedRanking evaluated{
      names_of(plan.metrics),
      evaluate_run(run, judged, plan.metrics, plan.conventions), std::nullopt};
  const QueryValues& result = evaluated.result;
  if (result.unranked == judged.size())
    throw DataError(name + " and " + shown_path(options.judged.back()) +
                    ": have no query in common");
  note(result.unjudged, " ranked queries have no judgements and are left out");
  note(result.unranked,
       std::string(" judged queries have no ranking: ") +
           (plan.conventions.counted == Counted::kJudged
                ? "empty lists (--counted ranked leaves them out)"
                : "left out (--counted judged takes empty lists)"));
  note_strangers(run, judged);
  if (result.unranked > 0) evaluated.other = other_means(run, judged, plan);
  return evaluated;
}

EvaluatedRanking evaluate_run_file(const EvalOptions& options) try {
  if (options.client) throw UsageError("--client needs a model");
  if (options.choice.method || options.choice.party)
    throw UsageError("--method and --party go with a model of silos");
  const std::string name = shown_path(options.ranked);
  RankedRun run = parse_run(input_text(options.ranked, kMaxTrecText), name);
  return evaluate_ranked(std::move(run), read_judged(options), name, options);
} catch (const std::invalid_argument& error) {
  throw DataError(shown_path(options.judged[0]) + ": " + error.what());
}

/// Notes judgements of queries and documents that a folder does not hold.
void note_unknown(const Collection& texts, const JudgedQueries& judged) {
  std::size_t queries = 0;
  std::size_t documents = 0;
  for (const JudgedQuery& query : judged) {
    queries += !texts.query_names().find(query.name);
    for (const auto& [name, grade] : query.documents)
      documents += !texts.document_names().find(name);
  }
  note(queries, " judged queries are not among the folder's queries");
  note(documents,
       " judgements are of documents that the folder does not hold: they count "
       "as not found, also in the ideal list");
}

/// Evaluates the search of a silo model, or of a method without a model, in a
/// folder of texts.
EvaluatedRanking evaluate_search(const EvalOptions& options) {
  const std::string& folder = options.judged[0];
  if (!is_text_folder(folder))
    throw UsageError(folder + ": expected a folder of texts");
  for (std::size_t i = 1; i < options.judged.size(); ++i)
    if (is_text_folder(options.judged[i]))
      throw UsageError(options.judged[i] +
                       ": expected one folder of texts, then judgements");
  if (options.client) throw UsageError("--client needs LETOR files");
  std::optional<std::string> file;
  if (!options.ranked.empty()) file = options.ranked;
  const FolderRanker ranker = folder_ranker(file, options.choice);
  const JudgedQueries judged = read_judged(options);
  FolderQueries queries;
  queries.folder = folder;
  // Judgements after a folder of BEIR replace those of its split.
  if (options.judged.size() == 1 ||
      !std::filesystem::exists(
          plain_or_packed(std::filesystem::path(folder) / "corpus.jsonl")))
    queries.split = options.split;
  queries.labelled = false;
  const FolderSearch search(queries, ranker.spec);
  note_unknown(search.collection(), judged);
  return evaluate_ranked(run_of_folder(search, ranker), judged, folder,
                         options);
}

void refuse_judgements(const EvalOptions& options) {
  for (const std::string& file : letor_inputs(options.judged))
    if (file != kStandardInput && !table_format(file) &&
        kind_of_file(file) == TextKind::kJudgements)
      throw DataError(file +
                      ": a model ranks LETOR files, which have the features; "
                      "judgements need a run of `fedltr rank`");
}

/// Evaluates rows that come in pieces.
class RowsEvaluation {
 public:
  RowsEvaluation(const ModelFile& model, const EvalPlan& plan,
                 std::optional<std::uint32_t> client)
      : config_{ranker_of(model), plan.metrics, plan.conventions.empty,
                plan.conventions.ties},
        parameters_(parameters_of(model, client)) {
    evaluated_.metrics = names_of(plan.metrics);
    for (const std::string& name : evaluated_.metrics)
      if (find_metric(name)->traits.unjudged == Unjudged::kCount)
        throw UsageError("--metric " + name +
                         ": is 1 for rows, which all have a label; expected a "
                         "TREC run (fedltr rank --run) and its judgements");
  }

  /// @throws DataError  as require_finite_scores()
  void add(Dataset data) {
    std::vector<double> room;
    Vector scores;
    for (Index query = 0; query < data.queries(); ++query) {
      scores.resize(data.size(query));
      config_.ranker->score(parameters_, data.features_of(query, room), scores);
      require_finite_scores(data, query, scores);
      evaluated_.result.queries.emplace_back(data.query_name(query));
    }
    pieces_.push_back(
        Evaluation(std::make_shared<const Dataset>(std::move(data)), config_)
            .per_query(parameters_));
  }

  EvaluatedRanking take() {
    Matrix& values = evaluated_.result.values;
    values.resize(std::ssize(evaluated_.result.queries),
                  std::ssize(evaluated_.metrics));
    Index row = 0;
    for (const Matrix& piece : pieces_) {
      values.middleRows(row, piece.rows()) = piece;
      row += piece.rows();
    }
    return std::move(evaluated_);
  }

 private:
  EvaluationConfig config_;
  Vector parameters_;
  EvaluatedRanking evaluated_;
  std::vector<Matrix> pieces_;
};

/// Evaluates a feature's ranking. A feature, unlike a model, does not hold the
/// grades of its data: reads all rows first.
EvaluatedRanking evaluate_feature(const EvalOptions& options) try {
  refuse_judgements(options);
  std::vector<Dataset> pieces;
  int highest = 0;
  stream_for_feature(*options.feature, options.judged, [&](Dataset data) {
    highest = std::max(highest, highest_label(data));
    pieces.push_back(std::move(data));
  });
  RowsEvaluation evaluation(*options.feature,
                            eval_plan(options, std::nullopt, highest + 1),
                            std::nullopt);
  for (Dataset& piece : pieces) evaluation.add(std::move(piece));
  return evaluation.take();
} catch (const std::invalid_argument& error) {
  throw DataError(shown_path(options.judged[0]) + ": " + error.what());
}

/// Evaluates one model on the files that it ranks.
EvaluatedRanking evaluate_part(const EvalOptions& options,
                               const RankedFiles& part,
                               const ModelFile& model) {
  RowsEvaluation evaluation(model,
                            eval_plan(options, model.evaluation, model.grades),
                            options.client);
  int highest = 0;
  try {
    stream_for_model(model, part.model.string(), part.files, [&](Dataset data) {
      highest = std::max(highest, highest_label(data));
      evaluation.add(std::move(data));
    });
  } catch (const std::invalid_argument& error) {
    throw DataError(shown_path(part.files[0]) + ": " + error.what());
  }
  if (model.grades > 0 && highest >= model.grades)
    std::cerr << "fedltr: note: grades go up to " << highest
              << ", in the model's data to " << model.grades - 1
              << ": err needs another --err-grade\n";
  return evaluation.take();
}

/// Appends the queries of another part, evaluated by the same metrics.
void append(EvaluatedRanking& all, EvaluatedRanking part) {
  if (all.metrics.empty()) {
    all = std::move(part);
    return;
  }
  if (part.metrics != all.metrics)
    throw DataError(
        "the models of the folder have different metrics; give --metric");
  QueryValues& into = all.result;
  const Index before = into.values.rows();
  into.values.conservativeResize(before + part.result.values.rows(),
                                 Eigen::NoChange);
  into.values.bottomRows(part.result.values.rows()) = part.result.values;
  std::ranges::move(part.result.queries, std::back_inserter(into.queries));
}

EvaluatedRanking evaluate_model(const EvalOptions& options) {
  if (options.clicks)
    throw UsageError("--clicks needs a TREC run; a model has its own");
  const auto parts = models_of_files(options.ranked, options.judged);
  std::vector<ModelFile> models;  // their faults are reported first
  for (const RankedFiles& part : parts)
    models.push_back(read_any_model(part.model, options.choice).file);
  refuse_judgements(options);
  EvaluatedRanking all;
  for (std::size_t i = 0; i < parts.size(); ++i)
    append(all, evaluate_part(options, parts[i], models[i]));
  return all;
}

EvaluatedRanking evaluate(const EvalOptions& options) {
  if (!options.feature &&
      (options.ranked.empty() ||
       (options.is_model && is_text_folder(options.judged[0]))))
    return evaluate_search(options);
  if (options.ignore_identical_ids && (options.feature || options.is_model))
    throw UsageError(
        "--ignore-identical-ids: needs a run or a folder of texts");
  if (options.labels.kind != LabelRule::Kind::kGrades &&
      (options.feature || options.is_model))
    throw UsageError(
        "--labels: needs a run and judgements, or a folder of texts; data "
        "convert --labels makes rows with other grades");
  if (options.feature) return evaluate_feature(options);
  return options.is_model ? evaluate_model(options)
                          : evaluate_run_file(options);
}

}  // namespace

int eval_command(const Arguments& arguments, std::ostream& out) {
  Command command = eval_command_options();
  if (!command.parse(arguments, out)) {
    out << kEvalHelp;
    return kDone;
  }
  const LogEvaluationOptions log = read_log_options(command);
  EvalOptions options = read_eval_options(command);
  const Print print = printer(options.format);
  if (!options.ranked.empty() && options.ranked != kStandardInput)
    options.is_model |= is_model_file(options.ranked);
  if (log.log.empty())
    print(out, evaluate(options), options.per_query);
  else
    evaluate_on_log(out, options, log);
  return kDone;
}

}  // namespace fedltr
