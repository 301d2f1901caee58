#include <algorithm>
#include <iostream>
#include <limits>
#include <optional>
#include <utility>

#include "app/base/csv.hpp"
#include "app/base/errors.hpp"
#include "app/base/json.hpp"
#include "app/base/text.hpp"
#include "app/cli/output_paths.hpp"
#include "app/cli/search/live_search.hpp"
#include "app/cli/search/model_options.hpp"
#include "app/cli/search/result_sink.hpp"
#include "app/cli/search/search_commands.hpp"
#include "app/data/query_ranker.hpp"
#include "app/data/trec_files.hpp"
#include "app/models/search/folder_ranker.hpp"
#include "app/models/search/folder_search.hpp"

namespace fedltr {
namespace {

constexpr const char* kSearchHelp = R"(
Ranks FOLDER's documents for WORDS, for each query of --queries, or for each of the
folder's own, by a run's model: the best candidates by BM25, exact
counts, and the statistics of all members (statistics.tsv beside model.json).
Nothing leaves this machine unless --live DIR is given: then the other members answer
as well, through the `fedltr party --answer` that runs with --out DIR. Their documents
are MEMBER#NUMBER; MEMBER looks the name up with --document MEMBER#NUMBER.

Without --model: --method bm25 or another untrained ranker that scores exact counts
(`fedltr list untrained-rankers`), by FOLDER's own statistics.

--format  tsv     query, rank, member, document, score; best first
          trec    a TREC run, for eval and trec_eval
          ndjson  a line per query
)";

constexpr std::size_t kDefaultDepth = 10;

/// A query's best documents, to be written.
struct SearchResult {
  std::string_view query;
  std::span<const std::string> members;  ///< owners of the documents, by place
  const QueryRanker& ranker;
  std::span<const Index> top;  ///< places, best first
  std::string_view tag;

  const std::string& document(Index place) const {
    return ranker.documents()[static_cast<std::size_t>(place)];
  }
  const std::string& member(Index place) const {
    return members[static_cast<std::size_t>(place)];
  }
};

void append_rows(std::string& text, const SearchResult& result) {
  std::size_t rank = 0;
  for (const Index place : result.top) {
    append_csv_text(text, result.query, '\t');
    text += '\t' + std::to_string(++rank) + '\t';
    append_csv_text(text, result.member(place), '\t');
    text += '\t';
    append_csv_text(text, result.document(place), '\t');
    text += '\t';
    text += exact(result.ranker.scores()(place)) + '\n';
  }
}

void append_trec_run(std::string& text, const SearchResult& result) {
  append_run(text,
             {result.query, result.ranker.documents(), result.ranker.scores(),
              result.top},
             result.tag);
}

void append_json_line(std::string& text, const SearchResult& result) {
  Json documents = Json::array();
  for (const Index place : result.top)
    documents.push_back({{"member", result.member(place)},
                         {"document", result.document(place)},
                         {"score", result.ranker.scores()(place)}});
  const Json line = {{"qid", result.query}, {"ranking", documents}};
  text += json_line(line) + '\n';
}

struct SearchFormat {
  std::string name;
  std::string head;
  void (*append)(std::string& text, const SearchResult& result);
};

const std::vector<SearchFormat>& search_formats() {
  static const std::vector<SearchFormat> all = {
      {"tsv", "query\trank\tmember\tdocument\tscore\n", append_rows},
      {"trec", "", append_trec_run},
      {"ndjson", "", append_json_line}};
  return all;
}

const SearchFormat& search_format(const Command& command) {
  Arguments names;
  for (const SearchFormat& each : search_formats()) names.push_back(each.name);
  return *std::ranges::find(search_formats(), command.one_of("format", names),
                            &SearchFormat::name);
}

Command search_options() {
  Command command(
      "fedltr search --data FOLDER --model MODEL|--method NAME "
      "[WORDS... | --queries FILE]");
  command.option<std::string>("data", "own folder of texts");
  command.option<std::string>(
      "model", "a party's model.json or folder, or a [silo]'s model");
  command.option<std::string>(
      "queries", "file of queries, in the format of BEIR or MS MARCO");
  command.option<std::string>("split",
                              "which queries of MS MARCO's layout, test");
  add_model_choice(command, kOrWithoutModel);
  command.option<std::string>("live",
                              "also search the other members, through the "
                              "fedltr party --answer with this --out");
  command.option<std::string>(
      "timeout", "seconds to wait for the others' answers to a query, 60");
  command.option<std::string>(
      "document",
      "MEMBER#NUMBER: print the name of this own document, and stop");
  command.option<std::string>("format", "tsv (default), trec or ndjson");
  command.option<std::string>("depth", "documents per query, 10");
  add_tag(command);
  add_sink(command);
  command.files(-1);
  return command;
}

/// Documents found for a query: own ones, or with --live those of all members.
class AllSearch {
 public:
  AllSearch(const Command& command, const FolderSearch& search,
            const AnyModel& model, const FeatureSpec& spec)
      : search_(search), member_(model.silo->member) {
    if (const auto folder = command.text("live"))
      live_.emplace(*folder, spec.kind, member_, spec.constants,
                    static_cast<std::uint32_t>(
                        command.number("timeout", 1, 86400).value_or(60)));
    else if (command.has("timeout"))
      throw UsageError("--timeout needs --live");
  }

  LiveData find(std::uint32_t query) {
    Dataset own = search_.find(query);
    if (live_ && !search_.collection().query(query).empty())
      return live_->with_others(own, search_.collection(), query);
    const auto documents = static_cast<std::size_t>(own.documents());
    return {std::move(own), {documents, member_}};
  }

  const FolderSearch& own() const { return search_; }
  void print_notes(std::ostream& out) const {
    if (live_) live_->print_notes(out);
  }
  void require_all_in_time() const {
    if (live_) live_->require_all_in_time();
  }

 private:
  const FolderSearch& search_;
  std::string member_;
  std::optional<LiveSearch> live_;
};

/// Returns a query's documents. If the party breaks off, keeps the results
/// found before, for which members spent budget.
LiveData find_or_keep(AllSearch& search, std::uint32_t query,
                      ResultSink& sink) {
  try {
    return search.find(query);
  } catch (const NetworkError& error) {
    if (query == 0) throw;
    sink.commit();
    search.print_notes(std::cerr);
    const auto& names = search.own().collection().query_names();
    throw NetworkError("query " + std::string(names[query]) + ": " +
                       error.what() + "; the results before it are written");
  }
}

/// Writes the results of all queries.
/// @return  the number of queries that found nothing
std::size_t write_results(const Command& command, AllSearch& search,
                          const AnyModel& model, ResultSink& sink) {
  const SearchFormat& format = search_format(command);
  const std::string tag = tag_of(command);
  const std::size_t depth =
      command.number("depth", 1, std::numeric_limits<std::uint32_t>::max())
          .value_or(kDefaultDepth);
  QueryRanker ranker(model.file, std::nullopt, Ties::kInput);
  std::size_t nothing = 0;
  std::string text = format.head;
  for (std::uint32_t query = 0; query < search.own().queries(); ++query) {
    const auto [data, members] = find_or_keep(search, query, sink);
    nothing += data.queries() == 0;
    if (data.queries() == 0) continue;
    ranker.rank(data, 0);
    const auto top =
        std::span(ranker.order()).first(std::min(depth, ranker.order().size()));
    format.append(text, {search.own().collection().query_names()[query],
                         members, ranker, top, tag});
    sink.write(text);
    text.clear();
  }
  sink.write(text);
  return nothing;
}

/// Prints the name of the own document that others see by its number.
int print_document(const Command& command, FolderQueries queries,
                   const AnyModel& model, const FeatureSpec& spec,
                   std::ostream& out) {
  const std::string text = command.text("document").value_or("");
  queries.words = "";
  const FolderSearch search(queries, spec);
  const auto& names = search.collection().document_names();
  out << names[static_cast<std::uint32_t>(
             place_of_document(text, model.silo->member, names.size()))]
      << "\n";
  return kDone;
}

}  // namespace

int search_command(const Arguments& arguments, std::ostream& out) {
  Command command = search_options();
  if (!command.parse(arguments, out)) {
    out << kSearchHelp;
    return kDone;
  }
  if (!command.has("data"))
    throw UsageError("expected --data FOLDER: " + command.usage);
  FolderQueries queries = folder_queries(command);
  if (const Arguments words = command.list("file"); !words.empty())
    queries.words = join(words, " ");
  if (queries.words && trim(*queries.words).empty())
    throw UsageError("expected words of a query, not blanks");
  if (queries.words && queries.file)
    throw UsageError("--queries or words of a query: give only one of them");
  search_format(command);
  if (command.has("live") && !command.has("model"))
    throw UsageError("--live needs --model, a party's");
  const auto [model, spec] =
      folder_ranker(command.text("model"), model_choice(command));
  if (command.has("document"))
    return print_document(command, queries, model, spec, out);
  const FolderSearch own(queries, spec);
  require_apart({command.text("out").value_or("")}, search_inputs(command));
  ResultSink sink(command, out);
  AllSearch search(command, own, model, spec);
  const std::size_t nothing = write_results(command, search, model, sink);
  sink.commit();
  search.print_notes(std::cerr);
  if (nothing > 0)
    std::cerr << "fedltr: note: " << nothing
              << " queries match no document: none contains a word of theirs\n";
  search.require_all_in_time();
  return kDone;
}

}  // namespace fedltr
