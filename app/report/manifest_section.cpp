#include <spdlog/fmt/fmt.h>

#include "app/report/sections.hpp"

namespace fedltr {
namespace {

ReportTable versions(const ReportData& data) {
  return table_of_runs(
      data, "Versions and signatures",
      {"folder", "fedltr", "commit", "compiler", "signature"},
      [](const RunFolder& run, const ReportFiles& files) -> ReportRow {
        return {{run.folder.string()},
                {text_at(files.manifest, {"fedltr"})},
                {text_at(files.manifest, {"commit"})},
                {text_at(files.manifest, {"compiler"})},
                {text_at(files.summary, {"signature"})}};
      });
}

ReportTable libraries(const ReportFiles& files) {
  ReportTable table{"Libraries of the first run", {"library", "version"}};
  const Json& all = json_at(files.manifest, {"dependencies"});
  if (all.is_object())
    for (const auto& [name, version] : all.items())
      table.rows.push_back({{name}, {text_at(all, {name.c_str()})}});
  return table;
}

ReportTable data_files(const ReportFiles& files) {
  return table_of_objects(
      "Data of the first run", json_at(files.manifest, {"data"}),
      {{"name", {"name"}, as_text}, {"SHA-256", {"sha256"}, as_text}});
}

ReportTable run_seeds(const ReportFiles& files) {
  // A seed has 64 bits, more than a real number can represent.
  const auto exact = [](const Json& seed) -> std::string {
    return seed.is_number() ? seed.dump() : "-";
  };
  return table_of_objects(
      "Seeds of the first run", json_at(files.manifest, {"seeds"}),
      {{"fold", {"fold"}}, {"repeat", {"repeat"}}, {"seed", {"seed"}, exact}});
}

ReportTable all_keys(const RunFolder& run) {
  ReportTable table{"All keys of the first run", {"key", "value"}};
  for (const auto& [key, value] : run.scenario)
    table.rows.push_back({{key}, {value}});
  return table;
}

}  // namespace

ReportSection manifest_section(const ReportData& data) {
  ReportSection section{"Manifest", {}};
  const std::string randomness =
      text_at(data.files[0].manifest, {"randomness"});
  if (!randomness.empty())
    section.blocks.emplace_back(Paragraph{"Randomness: " + randomness + "."});
  for (const auto& grid : data.grids)
    add_words(section.blocks, "results", grid.string());
  if (data.grids.empty())
    for (const RunFolder& run : data.runs)
      add_words(section.blocks, "results",
                run.folder.string() +
                    (run.signature.empty() ? "" : "  signature ") +
                    run.signature.substr(0, 16));
  section.blocks.emplace_back(versions(data));
  for (ReportTable& table : std::vector<ReportTable>{
           data_files(data.files[0]), libraries(data.files[0]),
           run_seeds(data.files[0]), all_keys(data.runs[0])}) {
    table.folded = true;
    if (!table.rows.empty()) section.blocks.emplace_back(std::move(table));
  }
  return section;
}

}  // namespace fedltr
