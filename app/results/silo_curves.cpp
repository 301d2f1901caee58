// Learning curves of a silo study: curves.csv, and one picture per party.
#include <algorithm>
#include <array>

#include "app/results/curve.hpp"
#include "app/results/federation_files.hpp"
#include "app/results/silo_files.hpp"

namespace fedltr {
namespace {

/// A row of SiloMethodResult::curve.
struct SiloCurveRow {
  const SiloRepeat& run;
  const std::string& method;
  const Matrix& curve;
  Index row;

  auto party() const { return static_cast<std::uint32_t>(curve(row, 0)); }
  auto iteration() const { return static_cast<std::uint32_t>(curve(row, 1)); }
  double metric(Index m) const { return curve(row, 2 + m); }
};

std::vector<SiloCurveRow> curve_rows(const SiloPoint& point) {
  std::vector<SiloCurveRow> rows;
  for (const SiloRepeat& run : point.runs)
    for (const std::string& method : point.methods) {
      const Matrix& curve = run.methods.at(method).curve;
      for (Index row = 0; row < curve.rows(); ++row)
        rows.push_back({run, method, curve, row});
    }
  return rows;
}

std::vector<Column<SiloCurveRow>> silo_curve_columns(
    const std::vector<std::string>& metrics) {
  std::vector<Column<SiloCurveRow>> columns = {
      {"repeat", "repeat, from 1",
       [](const SiloCurveRow& row) { return row.run.repeat; }},
      {"party", "number of the party, from 0",
       [](const SiloCurveRow& row) { return row.party(); }},
      {"method", "name of the method",
       [](const SiloCurveRow& row) { return row.method; }},
      {"iteration",
       "number of steps so far: of local training, or of each party in joint "
       "training",
       [](const SiloCurveRow& row) { return row.iteration(); }}};
  for (std::size_t m = 0; m < metrics.size(); ++m)
    columns.push_back({metrics[m],
                       "metric of the party's model on all test queries",
                       [m](const SiloCurveRow& row) { return row.metric(m); }});
  return columns;
}

std::string silo_curves_csv(const SiloResults& results) {
  CsvTable<SiloCurveRow> table(
      silo_curve_columns(metric_names(results.point.metrics)));
  for (const SiloCurveRow& row : curve_rows(results.point)) table.add(row);
  return table.take();
}

bool has_silo_curves(const SiloResults& results) {
  return !curve_rows(results.point).empty();
}

constexpr const char* kWithCurves = "with `silo.curve-every`";
constexpr std::array kMethodColours = {"#7f7f7f", "#d95f02", "#1b6ca8",
                                       "#2a9d4a", "#8e44ad"};

std::string party_curves_svg(const SiloPoint& point, std::uint32_t party) {
  const Index metric = main_metric(point.metrics);
  std::map<std::string, std::map<std::uint32_t, std::vector<double>>> values;
  for (const SiloCurveRow& row : curve_rows(point))
    if (row.party() == party)
      values[row.method][row.iteration()].push_back(row.metric(metric));
  std::vector<Curve> curves;
  for (const std::string& method : point.methods)
    if (values.contains(method))
      curves.push_back({method,
                        kMethodColours[curves.size() % kMethodColours.size()],
                        curve_points(values.at(method))});
  return curves_text(
      curves,
      point.described.scenario.run.name + ": party " + std::to_string(party),
      "iteration", point.metrics[metric].name);
}

void add_party_curves(const SiloResults& results, const AddFile& add) {
  std::uint32_t parties = 0;
  for (const SiloCurveRow& row : curve_rows(results.point))
    parties = std::max(parties, row.party() + 1);
  for (std::uint32_t party = 0; party < parties; ++party)
    add("curves-p" + std::to_string(party) + ".svg",
        party_curves_svg(results.point, party));
}

}  // namespace

SiloFile silo_curves_csv_file() {
  return single_file<SiloResults>(
      {"curves.csv",
       "Learning curves: a row per repeat, method, party and iteration.",
       kWithCurves, fields_of(silo_curve_columns({"METRIC"}))},
      silo_curves_csv, has_silo_curves);
}

SiloFile silo_curves_svg_file() {
  return {{"curves-pP.svg",
           "Picture of the learning curves at party P: ndcg@10, else the first "
           "metric, of each trained method by iteration; mean and standard "
           "deviation over repeats.",
           kWithCurves,
           {}},
          has_silo_curves,
          add_party_curves};
}

}  // namespace fedltr
