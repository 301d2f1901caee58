#include "app/cli/rank_command.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <ostream>
#include <unordered_set>

#include "app/base/csv.hpp"
#include "app/base/errors.hpp"
#include "app/base/json.hpp"
#include "app/base/text.hpp"
#include "app/cli/apply_model.hpp"
#include "app/cli/feature_ranker.hpp"
#include "app/cli/output_paths.hpp"
#include "app/cli/search/model_options.hpp"
#include "app/cli/search/result_sink.hpp"
#include "app/data/letor_input.hpp"
#include "app/data/query_ranker.hpp"
#include "app/data/trec_files.hpp"
#include "app/models/search/folder_ranker.hpp"
#include "app/models/search/run_models.hpp"

namespace fedltr {
namespace {

constexpr const char* kRankHelp = R"(
MODEL is a model-fF-rR.json or a run folder: of its models the only one, or for each
file of DATA the one whose fold tests on it; DATA are LETOR
files, folders of them, or - for standard input; all may be .gz, and larger than
memory. Rows need no label: they may begin with qid:. Features are normalised as
they were in training. A document without a
name becomes QID.NUMBER, with its place from 1, or QID.NUMBER_ if that name is
taken. A model of silos, also a party's model.json, ranks rows that `fedltr features`
makes of texts. Without a model, --feature ranks by one feature of DATA, highest
value first, for example BM25.

--format  trec    a TREC run, best first, for eval and trec_eval
          tsv     a row per document, in DATA's order: qid, document, rank, score
          ndjson  a line per query, best first

Scores have enough digits to read back exactly. Equal scores keep DATA's order, or
follow the model's evaluation.ties.
)";

/// A ranked query, to be written in a format.
struct RankedData {
  std::string query;
  const QueryRanker& ranker;
  std::span<const Index> top;  ///< places, best first
  std::string_view tag;
};

void append_tsv(std::string& text, const RankedData& ranked) {
  std::vector<std::size_t> ranks(ranked.ranker.order().size());
  for (std::size_t i = 0; i < ranked.top.size(); ++i)
    ranks[static_cast<std::size_t>(ranked.top[i])] = i + 1;
  for (std::size_t place = 0; place < ranks.size(); ++place) {
    if (ranks[place] == 0) continue;  // below --depth
    append_csv_text(text, ranked.query, '\t');
    text += '\t';
    append_csv_text(text, ranked.ranker.documents()[place], '\t');
    text += '\t' + std::to_string(ranks[place]) + '\t';
    text += exact(ranked.ranker.scores()(static_cast<Index>(place))) + '\n';
  }
}

/// Refuses a list with two documents of one name, as readers of TREC runs do.
void require_different_names(const RankedData& ranked) {
  std::unordered_set<std::string_view> names;
  for (const Index place : ranked.top) {
    const auto& name =
        ranked.ranker.documents()[static_cast<std::size_t>(place)];
    if (!names.insert(name).second)
      throw DataError("query '" + ranked.query + "' has document '" + name +
                      "' twice, which readers of TREC runs refuse; --format "
                      "tsv and ndjson write both");
  }
}

void append_trec(std::string& text, const RankedData& ranked) {
  require_different_names(ranked);
  append_run(text,
             {ranked.query, ranked.ranker.documents(), ranked.ranker.scores(),
              ranked.top},
             ranked.tag);
}

void append_ndjson(std::string& text, const RankedData& ranked) {
  Json documents = Json::array();
  for (const Index place : ranked.top)
    documents.push_back(
        {{"document",
          ranked.ranker.documents()[static_cast<std::size_t>(place)]},
         {"score", ranked.ranker.scores()(place)}});
  const Json line = {{"qid", ranked.query}, {"ranking", documents}};
  text += json_line(line) + '\n';
}

struct RankFormat {
  std::string name;
  std::string head;
  void (*append)(std::string& text, const RankedData& ranked);
};

const RankFormat& format_of(const Command& command) {
  static const std::vector<RankFormat> all = {
      {"trec", "", append_trec},
      {"tsv", "qid\tdocument\trank\tscore\n", append_tsv},
      {"ndjson", "", append_ndjson}};
  const auto said = command.text("format");
  if (said && command.has("run"))
    throw UsageError("--run means --format trec: give only one of them");
  const std::string name = command.has("run") ? "trec" : said.value_or("trec");
  const auto found = std::ranges::find(all, name, &RankFormat::name);
  if (found == all.end())
    throw UsageError("--format " + name + ": expected trec, tsv or ndjson");
  return *found;
}

Command rank_options() {
  Command command(
      "fedltr rank MODEL|--feature F DATA... [--format F] [--depth N] [--out "
      "FILE]");
  command.option<std::string>("model",
                              "a model, instead of the first argument");
  command.repeated("data", "more LETOR files; may be repeated");
  command.flag("run", "same as --format trec");
  command.option<std::string>("format", "trec (default), tsv or ndjson");
  command.option<std::string>("depth", "only the N best documents of a query");
  add_tag(command);
  command.option<std::string>("client", "FedPer: use this client's own model");
  add_model_choice(command);
  add_feature_choice(command);
  add_sink(command);
  command.files(-1);
  return command;
}

/// A ranker and the files that it ranks.
struct RankJob {
  ModelFile model;
  std::string name;  ///< of the model's file; empty if one feature ranks
  Arguments files;

  void stream(const std::function<void(Dataset)>& visit) const {
    if (name.empty())
      stream_for_feature(model, files, visit, MissingLabels::kAllow);
    else
      stream_for_model(model, name, files, visit, OtherFeatures::kRefuse,
                       MissingLabels::kAllow);
  }
};

/// Returns a job for each model, in the order of the files.
std::vector<RankJob> rank_jobs(const Command& command) {
  if (const ModelChoice choice = model_choice(command);
      is_untrained_choice(choice))
    throw UsageError("--method " + *choice.method +
                     ": ranks a folder of texts (fedltr search, eval); rows "
                     "need a model or --feature");
  Arguments files = command.list("file");
  std::string name = command.text("model").value_or("");
  if (name.empty() && !files.empty() && !command.has("feature")) {
    name = files[0];
    files.erase(files.begin());
  }
  for (const std::string& each : command.list("data")) files.push_back(each);
  const auto feature = feature_ranker(command, files);
  if (files.empty() || (name.empty() && !feature))
    throw UsageError("expected a model and data: " + command.usage);
  if (feature) return {{*feature, name, files}};
  std::vector<RankJob> jobs;
  for (const RankedFiles& part : models_of_files(name, files))
    jobs.push_back({read_any_model(part.model, model_choice(command)).file,
                    part.model.string(), part.files});
  return jobs;
}

/// Ranks the files of a job, and writes the results as they come.
void rank_files(const RankJob& job, std::optional<std::uint32_t> client,
                const RankFormat& format, std::size_t depth,
                const std::string& tag, ResultSink& sink) {
  const auto& evaluation = job.model.evaluation;
  QueryRanker ranker(job.model, client,
                     evaluation ? evaluation->ties : Ties::kInput);
  std::string text;
  job.stream([&](const Dataset& data) {
    text.clear();
    for (Index query = 0; query < data.queries(); ++query) {
      ranker.rank(data, query);
      const auto top = std::span(ranker.order())
                           .first(std::min(depth, ranker.order().size()));
      format.append(text,
                    {std::string(data.query_name(query)), ranker, top, tag});
    }
    sink.write(text);
  });
}

}  // namespace

int rank_command(const Arguments& arguments, std::ostream& out) {
  Command command = rank_options();
  if (!command.parse(arguments, out)) {
    out << kRankHelp;
    return kDone;
  }
  const RankFormat& format = format_of(command);
  const std::string tag = tag_of(command);
  const std::size_t depth =
      command.number("depth", 1, std::numeric_limits<std::uint32_t>::max())
          .value_or(std::numeric_limits<std::size_t>::max());
  const auto client =
      command.number("client", 0, std::numeric_limits<std::uint32_t>::max());
  const std::vector<RankJob> jobs = rank_jobs(command);
  Arguments inputs;
  for (const RankJob& job : jobs) {
    for (const std::string& file : letor_inputs(job.files))
      inputs.push_back(file);
    inputs.push_back(job.name);
  }
  require_apart({command.text("out").value_or("")}, inputs);
  ResultSink sink(command, out);
  sink.write(format.head);
  for (const RankJob& job : jobs)
    rank_files(job, client, format, depth, tag, sink);
  sink.commit();
  return kDone;
}

}  // namespace fedltr
