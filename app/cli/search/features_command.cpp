#include <iostream>
#include <sstream>

#include <spdlog/fmt/fmt.h>

#include "algorithms/data/letor.hpp"
#include "app/base/errors.hpp"
#include "app/cli/find_scenario.hpp"
#include "app/cli/output_paths.hpp"
#include "app/cli/search/model_options.hpp"
#include "app/cli/search/result_sink.hpp"
#include "app/cli/search/search_commands.hpp"
#include "app/data/texts/text_layout.hpp"
#include "app/deploy/agreement.hpp"
#include "app/models/search/folder_search.hpp"

namespace fedltr {
namespace {

constexpr const char* kFeaturesHelp = R"(
FOLDER holds documents, queries and judgements: corpus.jsonl, queries.jsonl and
qrels/SPLIT.tsv as in BEIR, or collection.tsv (msmarco-docs.tsv), queries.SPLIT.tsv
and qrels.SPLIT.tsv as in MS MARCO; all may be .gz. Each query's candidates, the
best documents by BM25, become LETOR rows for `fedltr rank` and other programs, with
judgements as labels (default 0). Numbers read back exactly.

--model       features in this model's order, with the
              statistics of all members that `fedltr party` left beside its
              model.json; for a simulation's model, with those of FOLDER
--consortium  before a run: features of the agreement, with FOLDER's own
              statistics

FILE.names gets the features' names, one per line, for data.feature-names.
)";

FeatureSpec spec_from(const Command& command) {
  const auto model = command.text("model");
  const auto consortium = command.text("consortium");
  if (model && consortium)
    throw UsageError("--model and --consortium: give only one of them");
  FeatureSpec spec;
  if (model)
    spec = spec_of_model(read_any_model(*model, {.any = true}), *model);
  if (consortium)
    spec =
        spec_of_scenario(read_agreement(find_scenario(*consortium)).scenario);
  spec.candidates =
      command.number("candidates", 0, 1U << 31).value_or(spec.candidates);
  return spec;
}

struct Written {
  std::size_t queries = 0;
  std::size_t rows = 0;
};

Written write_rows(const FolderSearch& search, ResultSink& sink) {
  constexpr Index kTheQuery = 0;
  Written written;
  for (std::uint32_t query = 0; query < search.queries(); ++query) {
    const Dataset data = search.find(query);
    if (data.queries() == 0) continue;
    ++written.queries;
    written.rows += static_cast<std::size_t>(data.documents());
    std::ostringstream rows;
    write_letor(rows, data, std::span(&kTheQuery, 1));
    sink.write(rows.str());
  }
  return written;
}

std::string names_text(const SiloModelKind& kind) {
  std::string text;
  for (Index i = 0; i < kind.features; ++i) text += kind.names[i] + '\n';
  return text;
}

Command features_options() {
  Command command(
      "fedltr features --data FOLDER [--model MODEL | --consortium FILE] "
      "[--queries FILE] [--out FILE]");
  command.option<std::string>("data", "own folder of texts");
  command.option<std::string>(
      "model", "a party's model.json or folder, or a [silo]'s model");
  command.option<std::string>("consortium",
                              "the agreement of a consortium, before its run");
  command.option<std::string>("queries",
                              "file of queries instead of the folder's");
  command.option<std::string>("split", "which judgements of the folder, test");
  command.option<std::string>(
      "candidates", "documents per query instead of silo.candidates; 0 = all");
  add_sink(command);
  return command;
}

/// Notes missing judgements: then all labels are 0, which looks like a set to
/// learn from.
/// @throws DataError  if --split asks for judgements that are missing
void tell_of_judgements(const Command& command) {
  const FolderQueries queries = folder_queries(command);
  const bool is_asked = command.text("split").has_value();
  if (queries.file && !is_asked) return;
  const TextFiles files = text_files_in(queries.folder, queries.split);
  if (std::filesystem::exists(files.judgements) ||
      std::filesystem::exists(files.ranks))
    return;
  if (is_asked)
    throw DataError("--split " + queries.split + ": there are no judgements " +
                    files.judgements.string());
  std::cerr << "fedltr: note: no judgements, so all labels are 0\n";
}

}  // namespace

int features_command(const Arguments& arguments, std::ostream& out) {
  Command command = features_options();
  if (!command.parse(arguments, out)) {
    out << kFeaturesHelp;
    return kDone;
  }
  if (!command.has("data"))
    throw UsageError("expected --data FOLDER: " + command.usage);
  const FeatureSpec spec = spec_from(command);
  const auto file = command.text("out");
  const std::string names = file.value_or("") + ".names";
  if (file) {
    require_new(command, names);
    require_apart({*file, names}, search_inputs(command));
  }
  ResultSink sink(command, out);
  tell_of_judgements(command);
  const FolderSearch search(folder_queries(command), spec);
  const Written written = write_rows(search, sink);
  if (file) write_whole(names, names_text(spec.kind));
  sink.commit();
  if (written.queries < search.queries())
    std::cerr << "fedltr: note: " << search.queries() - written.queries
              << " queries match no document and have no rows\n";
  if (!file) return kDone;
  out << fmt::format(
      "candidates  {} of {} queries, with {} features\nwritten     {}, {}\n",
      written.rows, written.queries, spec.kind.features, *file, names);
  return kDone;
}

}  // namespace fedltr
