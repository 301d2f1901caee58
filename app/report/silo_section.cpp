#include <spdlog/fmt/fmt.h>

#include "app/report/sections.hpp"
#include "app/results/result_files.hpp"

namespace fedltr {
namespace {

ReportTable methods_table(const RunFiles& files, const std::string& title) {
  ReportTable table{title, {"method"}};
  const Json& methods = json_at(files.summary, {"methods"});
  if (!methods.is_object()) return table;
  for (const auto& [name, method] : methods.items()) {
    const Json& metrics = json_at(method, {"metrics"});
    if (!metrics.is_object()) continue;
    ReportRow row = {{name}};
    if (table.rows.empty())
      for (const auto& [metric, spread] : metrics.items())
        table.columns.push_back(metric);
    for (std::size_t c = 1; c < table.columns.size(); ++c) {
      const Json& spread = json_at(metrics, {table.columns[c].c_str()});
      const double std = number_at(spread, {"std"});
      row.push_back({metric_text(number_at(spread, {"mean"})) +
                     (std >= 0 ? " ± " + metric_text(std) : "")});
    }
    table.rows.push_back(std::move(row));
  }
  table.note = "Mean over parties, ± standard deviation over repeats.";
  return table;
}

ReportTable significance_table(const RunFiles& files) {
  ReportTable table{"Differences between methods",
                    {"method", "against", "difference", "± 95%", "t-test",
                     "Fisher", "queries"}};
  const Json& tests = json_at(files.summary, {"significance"});
  if (!tests.is_array()) return table;
  for (const Json& test : tests)
    table.rows.push_back({{text_at(test, {"method"})},
                          {text_at(test, {"over"})},
                          {difference_text(number_at(test, {"difference"}))},
                          {metric_text(number_at(test, {"interval95"}))},
                          {p_value_text(number_at(test, {"t_test"}))},
                          {p_value_text(number_at(test, {"fisher"}))},
                          {number_text(number_at(test, {"pairs"}))}});
  table.note = "Paired by query; p-values are not corrected.";
  return table;
}

ReportTable gains_table(const Json& gains) {
  ReportTable table{"Who gains by joining",
                    {"party", "alone", "joint", "gain", "± 95%", "Holm",
                     "queries", "verdict"}};
  const Json& parties = json_at(gains, {"parties"});
  if (!parties.is_array()) return table;
  for (const Json& party : parties)
    table.rows.push_back({{number_text(number_at(party, {"party"}))},
                          {metric_text(number_at(party, {"alone"}))},
                          {metric_text(number_at(party, {"joint"}))},
                          {difference_text(number_at(party, {"gain"}))},
                          {metric_text(number_at(party, {"interval95"}))},
                          {p_value_text(number_at(party, {"p"}))},
                          {number_text(number_at(party, {"queries"}))},
                          {text_at(party, {"verdict"})}});
  table.note =
      "Each party's own test queries; Holm: paired t-test, adjusted "
      "for all parties.";
  return table;
}

std::string gains_in_words(const Json& gains) {
  return fmt::format(
      "By joining with {}, against {} (the best that needs no joining), {} "
      "parties gain, {} lose and {} are undecided on {}.",
      text_at(gains, {"method"}), text_at(gains, {"alone"}),
      number_text(number_at(gains, {"gain"})),
      number_text(number_at(gains, {"lose"})),
      number_text(number_at(gains, {"undecided"})), text_at(gains, {"metric"}));
}

void add_pictures(const std::filesystem::path& folder,
                  std::vector<ReportBlock>& blocks) {
  const std::vector<std::pair<const char*, const char*>> pictures = {
      {"features.svg", "Features of one party's instances"},
      {"relevance.svg", "Cross-party instances by sketched features"},
      {"relevance-exact.svg", "The same by exact counts"}};
  for (const auto& [file, title] : pictures)
    if (std::filesystem::exists(folder / file))
      blocks.emplace_back(ReportPicture{title, result_text(folder / file)});
}

void add_table(ReportTable table, std::vector<ReportBlock>& blocks) {
  if (!table.rows.empty()) blocks.emplace_back(std::move(table));
}

}  // namespace

ReportSection silo_section(const ReportData& data) {
  ReportSection section{"Silos", {}};
  for (std::size_t r = 0; r < data.runs.size(); ++r) {
    const RunFiles& files = data.files[r];
    const std::string of =
        data.runs.size() > 1 ? "; " + data.runs[r].label : "";
    const Json& gains = json_at(files.summary, {"gain_of_joining"});
    if (gains.is_object()) {
      section.blocks.emplace_back(Paragraph{gains_in_words(gains), true});
      add_table(gains_table(gains), section.blocks);
    }
    add_table(methods_table(files, "Methods" + of), section.blocks);
    add_table(significance_table(files), section.blocks);
    // For a grid only tables: pictures of each point would fill the page.
    if (data.runs.size() == 1)
      add_pictures(data.runs[r].folder, section.blocks);
  }
  return section;
}

}  // namespace fedltr
