#include <algorithm>

#include <spdlog/fmt/fmt.h>

#include "app/report/sections.hpp"

namespace fedltr {
namespace {

ReportCell epsilon_at(const Json& privacy,
                      std::initializer_list<const char*> path) {
  const Json& value = json_at(privacy, path);
  if (value.is_null()) return {"unbounded"};
  return {number_text(number_at(privacy, path))};
}

ReportTable ledger(const ReportData& data) {
  return table_of_runs(
      data, "Ledger of privacy",
      {"mechanism", "claimed ε", "per", "accounted ε", "δ", "releases", "basic",
       "advanced", "Rényi", "loss"},
      [](const RunFolder&, const RunFiles& files) -> ReportRow {
        const Json& privacy = json_at(files.summary, {"privacy"});
        if (!privacy.is_object()) return {};
        return {{text_at(privacy, {"mechanism"})},
                epsilon_at(privacy, {"claimed"}),
                {text_at(privacy, {"claimed_per"})},
                epsilon_at(privacy, {"accounted"}),
                {number_text(number_at(privacy, {"delta"}))},
                {number_text(number_at(privacy, {"releases"}))},
                epsilon_at(privacy, {"composition", "basic"}),
                epsilon_at(privacy, {"composition", "advanced"}),
                epsilon_at(privacy, {"composition", "renyi"}),
                {number_text(number_at(privacy, {"composition", "pld"}))}};
      });
}

ReportTable secure_table(const ReportData& data) {
  return table_of_runs(
      data, "Secure aggregation",
      {"neighbours", "threshold", "dropouts tolerated", "colluders tolerated",
       "masks recovered", "rounds lost", "bytes up a client and round"},
      [](const RunFolder&, const RunFiles& files) -> ReportRow {
        const Json& secure = json_at(files.summary, {"secure_aggregation"});
        if (!secure.is_object()) return {};
        const auto cell = [&](const char* name) {
          return ReportCell{number_text(number_at(secure, {name}))};
        };
        return {cell("neighbours"),
                cell("threshold"),
                cell("dropouts_tolerated"),
                cell("colluders_tolerated"),
                cell("recovered"),
                cell("rounds_lost"),
                cell("bytes_up_per_client_round")};
      });
}

/// Adds the accounts' caveats and the reasons for missing bounds, each once.
void add_reasons(const ReportData& data, std::vector<ReportBlock>& blocks) {
  const std::vector<std::pair<const char*, std::string>> reasons = {
      {"caveat", "The account: "}, {"unbounded", "No bound: "}};
  std::vector<std::string> said;
  for (const RunFiles& files : data.files)
    for (const auto& [member, about] : reasons) {
      const std::string text = text_at(files.summary, {"privacy", member});
      if (text.empty() || std::ranges::find(said, text) != said.end()) continue;
      said.push_back(text);
      blocks.emplace_back(Paragraph{about + text + "."});
    }
}

}  // namespace

ReportSection privacy_section(const ReportData& data) {
  ReportSection section{"Privacy", {}};
  ReportTable table = ledger(data);
  if (table.rows.empty()) return section;
  table.note =
      "Claimed: by the method's paper, for one release. Accounted: for the "
      "client (or document) with the most releases, over the whole run; the "
      "smallest of basic, advanced and Rényi composition and of the privacy "
      "loss's distribution.";
  section.blocks.emplace_back(std::move(table));
  add_reasons(data, section.blocks);
  ReportTable secure = secure_table(data);
  if (!secure.rows.empty()) section.blocks.emplace_back(std::move(secure));
  return section;
}

}  // namespace fedltr
