#include "app/report/sections.hpp"

namespace fedltr {
namespace {

ReportTable spread_table(const ReportData& data) {
  return table_of_members(data, "How the final model serves the clients",
                          &ReportFiles::summary, "clients",
                          {{"metric", {"metric"}, as_text},
                           {"mean", {"mean"}, as_metric},
                           {"std", {"std"}, as_metric},
                           {"worst tenth", {"worst_tenth"}, as_metric},
                           {"worst", {"worst"}, as_metric},
                           {"clients", {"n"}}},
                          "clients");
}

std::vector<CurvePoint> sorted_points(const std::vector<double>& own) {
  std::vector<CurvePoint> points;
  for (std::size_t i = 0; i < own.size(); ++i) {
    const double share =
        (static_cast<double>(i) + 0.5) / static_cast<double>(own.size());
    points.push_back({share, share, own[i], own[i], own[i]});
  }
  return points;
}

}  // namespace

ReportSection clients_section(const ReportData& data) {
  ReportSection section{"Clients' spread", {}};
  ReportTable table = spread_table(data);
  if (table.rows.empty()) return section;
  table.note = "The final model on each client's own queries, mean over runs.";
  section.blocks.emplace_back(std::move(table));
  ReportFigure figure{"Clients from the worst to the best",
                      "share of the clients", "", data.first_metric()};
  for (std::size_t r = 0; r < data.runs.size(); ++r)
    if (!data.files[r].own.empty() && figure.curves.size() < kMaxCurves)
      figure.curves.push_back(
          {data.runs[r].label, sorted_points(data.files[r].own)});
  if (figure.curves.size() == kMaxCurves && data.runs.size() > kMaxCurves)
    figure.note = "The first eight runs.";
  if (!figure.curves.empty()) section.blocks.emplace_back(std::move(figure));
  return section;
}

}  // namespace fedltr
