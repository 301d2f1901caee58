#include "app/report/sections.hpp"

namespace fedltr {
namespace {

ReportTable spread_table(const ReportData& data) {
  return table_of_runs(
      data, "How the final model serves the clients",
      {"metric", "mean", "std", "worst tenth", "worst", "clients"},
      [](const RunFolder&, const RunFiles& files) -> ReportRow {
        const Json& clients = json_at(files.summary, {"clients"});
        if (!clients.is_object()) return {};
        return {{text_at(clients, {"metric"})},
                {metric_text(number_at(clients, {"mean"}))},
                {metric_text(number_at(clients, {"std"}))},
                {metric_text(number_at(clients, {"worst_tenth"}))},
                {metric_text(number_at(clients, {"worst"}))},
                {number_text(number_at(clients, {"n"}))}};
      });
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
