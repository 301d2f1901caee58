#include <cmath>

#include <spdlog/fmt/fmt.h>

#include "app/report/sections.hpp"
#include "app/results/result_files.hpp"

namespace fedltr {
namespace {

ReportTable candidates_table(const ReportData& data) {
  ReportTable table =
      table_of_members(data, "Candidates", &ReportFiles::summary, "candidates",
                       {{"best by BM25", {"depth"}},
                        {"recall", {"recall"}, as_metric},
                        {"test queries", {"test_queries"}},
                        {"unjudged queries", {"unjudged"}},
                        {"irrelevant queries", {"irrelevant"}}},
                       "ranked");
  table.note =
      "Best by BM25: number of documents ranked for a query; 0: all; -: "
      "sampled pairs. Recall: fraction of the relevant documents among them. "
      "Queries without a judgement, or whose grades are all 0, count for no "
      "metric.";
  return table;
}

/// Returns success and cost of search; seconds only with silo.timed-terms.
ReportTable retrieval_table(const ReportData& data) {
  using Member = std::pair<const char*, CellText>;
  static const std::vector<Member> kMembers = {
      {"kind", as_text},
      {"cover_rate", as_metric},
      {"bytes_moved_per_term", as_number},
      {"bytes_stored", as_number},
      {"bytes_of_sketches", as_number}};
  static const std::vector<const char*> kTimes = {
      "rtk_seconds", "naive_seconds", "insert_seconds", "delete_seconds"};
  ReportTable table = table_of_runs(
      data, "Search between parties",
      {"kind", "cover rate", "bytes moved per term and owner", "index bytes",
       "sketch bytes", "ms by rtk", "ms by naive", "ms to insert",
       "ms to delete", "correlation of body-bm25"},
      [](const RunFolder&, const ReportFiles& files) -> ReportRow {
        const Json& retrieval = json_at(files.summary, {"retrieval"});
        if (!retrieval.is_object()) return {};
        ReportRow row;
        for (const auto& [member, text] : kMembers)
          row.push_back({text(json_at(retrieval, {member}))});
        for (const char* column : kTimes) {
          const auto found = files.search.find(column);
          row.push_back(
              {number_text(found == files.search.end() ? std::nan("")
                                                       : 1e3 * found->second)});
        }
        row.push_back(
            {as_metric(json_at(files.summary, {"correlation", "body-bm25"}))});
        return row;
      },
      "search");
  table.note =
      "Cover rate: fraction of the true top that was found. ms: time of a term "
      "at one party, and of a document in its index. Correlation: of the "
      "sketched feature with the exact one.";
  table.brief = table.columns.size();
  return table;
}

/// Returns the papers' bounds beside what was measured.
ReportTable bounds_table(const ReportData& data) {
  using Path = std::vector<const char*>;
  static const std::vector<std::pair<const char*, Path>> kColumns = {
      {"ε claimed (1)", {"answer", "epsilon_claimed"}},
      {"ε that holds", {"answer", "epsilon"}},
      {"error bound (2)", {"term", "error_bound"}},
      {"error", {"term", "error"}},
      {"query's bound (3)", {"query", "error_bound"}},
      {"query's error", {"query", "error"}},
      {"may exceed", {"term", "rate_bound"}},
      {"exceed (2)", {"term", "rate"}},
      {"exceed (3)", {"query", "rate"}},
      {"cover bound (4)", {"cover", "bound"}},
      {"cover rate", {"cover", "rate"}}};
  std::vector<std::string> names;
  for (const auto& [name, path] : kColumns) names.emplace_back(name);
  ReportTable table = table_of_runs(
      data, "Bounds of the papers' theorems", names,
      [](const RunFolder&, const ReportFiles& files) -> ReportRow {
        const Json& bounds = json_at(files.summary, {"bounds"});
        if (!bounds.is_object()) return {};
        ReportRow row;
        for (const auto& [name, path] : kColumns)
          row.push_back({as_metric(json_at(bounds, path))});
        return row;
      },
      "bounds");
  table.note =
      "ICDE Theorems 1 to 4. ε: of an answer about one document and term; -: "
      "none. Errors: of a term's count in a body, and of the sum over a "
      "query's "
      "terms; may exceed: share of the errors that may be above their bounds. "
      "Cover bound: of the candidates, which noisy counts then rank; 0 "
      "promises "
      "nothing.";
  return table;
}

/// Returns a row per feature that is not constant.
ReportTable correlation_table(const Json& summary) {
  ReportTable table{"Correlation of sketched with exact features",
                    {"feature", "correlation"}};
  const Json& all = json_at(summary, {"correlation"});
  if (!all.is_object()) return table;
  for (const auto& [feature, value] : all.items())
    if (value.is_number())
      table.rows.push_back({{feature}, {as_metric(value)}});
  table.brief = table.columns.size();
  return table;
}

void add_pictures(const std::filesystem::path& folder,
                  std::vector<ReportBlock>& blocks) {
  const std::vector<std::pair<const char*, const char*>> pictures = {
      {"features.svg", "Features of one party's instances"},
      {"relevance.svg", "Cross-party instances by sketched features"},
      {"relevance-exact.svg", "The same by exact counts"},
      {"relevance-tsne.svg", "Cross-party instances by t-SNE"},
      {"relevance-exact-tsne.svg", "The same by exact counts, t-SNE"}};
  for (const auto& [file, title] : pictures)
    if (std::filesystem::exists(folder / file))
      blocks.emplace_back(ReportPicture{title, result_text(folder / file)});
}

}  // namespace

ReportSection search_section(const ReportData& data) {
  ReportSection section{"Search between silos", {}};
  // Correlations and pictures of each point of a grid would fill the page.
  const bool alone = data.runs.size() == 1;
  for (ReportTable& table : std::vector<ReportTable>{
           candidates_table(data), retrieval_table(data), bounds_table(data),
           alone ? correlation_table(data.files[0].summary) : ReportTable()})
    if (!table.rows.empty()) section.blocks.emplace_back(std::move(table));
  if (alone) add_pictures(data.runs[0].folder, section.blocks);
  return section;
}

}  // namespace fedltr
