#include "app/report/run_data.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "algorithms/data/letor.hpp"
#include "algorithms/data/lines.hpp"
#include "algorithms/statistics/spread.hpp"
#include "app/base/errors.hpp"
#include "app/base/text.hpp"
#include "app/report/baseline_folders.hpp"
#include "app/results/compare/run_reader.hpp"
#include "app/results/curve.hpp"
#include "app/results/result_files.hpp"
#include "app/schema/scenario.hpp"

namespace fedltr {
namespace {

const Json kAbsent;

namespace fs = std::filesystem;

/// Maximum number of values of one file of curves in memory.
constexpr std::size_t kMaxNumbers = std::size_t{1} << 25;
/// At most ten million clients have a metric of their own.
constexpr std::uint64_t kLastClient = 9'999'999;

Json json_if_there(const fs::path& file) {
  return fs::exists(file) ? result_json(file) : Json();
}

void count_numbers(std::size_t& read, std::size_t more, const fs::path& file) {
  read += more;
  if (read > kMaxNumbers)
    throw DataError(file.string() + ": holds more than " +
                    with_commas(kMaxNumbers) + " numbers");
}

/// True for a value that a curve can show: squares of larger ones, and the axis
/// from minimum to maximum, would overflow.
bool is_on_curve(double value) {
  constexpr double kLargest = 1e100;
  return std::abs(value) <= kLargest;
}

/// Values of the runs at one position.
struct Place {
  std::vector<double> other;
  std::vector<double> values;
};
using Places = std::map<double, Place>;

std::vector<CurvePoint> points_of(const Places& places) {
  std::vector<CurvePoint> points;
  for (const auto& [at, place] : places) {
    CurvePoint& point = points.emplace_back(curve_point(at, place.values));
    point.other = spread_of(place.other).mean;
  }
  return points;
}

bool is_place(const std::string& column) {
  return column == "fold" || column == "repeat" || column == "round";
}

/// Last rows by fold and repeat, and column.
using LastRows = std::map<std::pair<std::string, std::string>,
                          std::map<std::string, double>>;

/// Refuses a file truncated at a line's end, which looks complete.
void require_all_rounds(const fs::path& file, const RunFolder& run,
                        const LastRows& last) {
  for (const auto& [of, rounds] : run.rounds) {
    const auto found =
        last.find({std::to_string(of.first), std::to_string(of.second)});
    if (found == last.end() || found->second.at("round") != rounds)
      throw DataError(
          file.string() + ": ends before round " + std::to_string(rounds) +
          " of fold " + std::to_string(of.first) + ", repeat " +
          std::to_string(of.second) +
          ", which summary.json has: expected the complete files of one run");
  }
}

/// @param last   set to the last row of each run; may be nullptr
/// @param depth  kBrief: reads the rows of round 0 alone
CurvesByColumn read_rounds(const fs::path& file, LastRows* last,
                           ReportDepth depth) {
  if (!fs::exists(file)) return {};
  CsvRows rows = result_rows(file);
  std::map<std::string, Places> places;
  LastRows newest_rows;
  std::size_t read = 0;
  while (rows.next()) {
    const double round = rows.number("round");
    if (depth == ReportDepth::kBrief && round != 0) continue;
    count_numbers(read, rows.names().size(), file);
    // Before the first search, no list was shown that could be good or bad.
    const bool unseen = rows.number("interactions") == 0;
    auto& newest = newest_rows[{rows.text("fold"), rows.text("repeat")}];
    newest["round"] = round;
    for (const std::string& column : rows.names()) {
      if (is_place(column) || (unseen && column.starts_with("online_")))
        continue;
      const double value = newest[column] = rows.number(column);
      if (!is_on_curve(value) || !is_on_curve(round)) continue;
      Place& place = places[column][round];
      place.other.push_back(rows.number("interactions"));
      place.values.push_back(value);
    }
  }
  if (last) *last = std::move(newest_rows);
  CurvesByColumn curves;
  for (const auto& [column, there] : places) curves[column] = points_of(there);
  return curves;
}

/// Reads each silo method's first metric by iteration: mean over parties,
/// deviation over repeats.
CurvesByColumn read_silo_curves(const fs::path& file,
                                const std::string& metric) {
  if (!fs::exists(file)) return {};
  CsvRows rows = result_rows(file);
  if (!rows.has(metric)) return {};
  std::map<std::string, std::map<double, std::map<std::string, Place>>> all;
  std::size_t read = 0;
  while (rows.next()) {
    count_numbers(read, 1, file);
    const double at = rows.number("iteration");
    const double value = rows.number(metric);
    if (is_on_curve(at) && is_on_curve(value))
      all[rows.text("method")][at][rows.text("repeat")].values.push_back(value);
  }
  CurvesByColumn curves;
  for (const auto& [method, by_place] : all) {
    Places places;
    for (const auto& [at, repeats] : by_place)
      for (const auto& [repeat, parties] : repeats) {
        places[at].other.push_back(at);
        places[at].values.push_back(spread_of(parties.values).mean);
      }
    curves[method] = points_of(places);
  }
  return curves;
}

/// Returns the table of clients, which is compressed if they are many.
fs::path clients_file(const fs::path& folder) {
  const fs::path plain = folder / "clients.csv";
  return fs::exists(plain) ? plain : folder / "clients.csv.gz";
}

/// Returns the model's metric on each client's own queries, mean over the runs.
/// Only sums are in memory.
std::vector<double> read_own(const fs::path& file, const std::string& metric) {
  const std::string column = "own_" + metric;
  if (!fs::exists(file)) return {};
  CsvRows rows = result_rows(file);
  if (!rows.has(column)) return {};
  std::vector<double> sums;
  std::vector<std::uint32_t> runs;
  while (rows.next()) {
    const double value = rows.number(column);
    if (!is_on_curve(value)) continue;
    const auto client = parse_whole(rows.text("client"));
    if (!client || *client > kLastClient)
      rows.fail("client " + in_quotes(rows.text("client")) +
                ": expected a number 0 to " + std::to_string(kLastClient));
    if (*client >= runs.size()) {
      runs.resize(*client + 1);
      sums.resize(*client + 1);
    }
    sums[*client] += value;
    ++runs[*client];
  }
  std::vector<double> own;
  for (std::size_t client = 0; client < runs.size(); ++client)
    if (runs[client] > 0) own.push_back(sums[client] / runs[client]);
  std::ranges::sort(own);
  return own;
}

/// Moves the metric that a silo's summary refers to to the front.
void put_tested_metric_first(const Json& summary, RunFolder& run) {
  const Json& tests = json_at(summary, {"significance"});
  if (!tests.is_array() || tests.empty()) return;
  const auto found =
      std::ranges::find(run.metrics, text_at(tests[0], {"metric"}));
  if (found != run.metrics.end())
    std::rotate(run.metrics.begin(), found, found + 1);
}

/// Returns the keys that are parameters of methods which a run did not choose;
/// none for a run of another version.
std::set<std::string> unused_of(const RunFolder& run,
                                const std::vector<std::string>& keys) try {
  std::set<std::string> unused;
  const Scenario scenario = scenario_of(run);
  for (const std::string& name : keys)
    if (const Key* key = find_key(name);
        key && key->is_parameter && !key->applies(scenario))
      unused.insert(name);
  return unused;
} catch (const std::exception&) {
  return {};
}

/// Reads a run; sets the summary and the manifest of its files.
RunFolder read_run(const fs::path& folder, ReportFiles& files,
                   ReportDepth depth) {
  FolderJson documents = read_run_documents(folder);
  RunFolder run = described_run(folder, documents);
  if (depth == ReportDepth::kAll) read_queries(run);
  // A metric without a value in any run has no mean either, even if the file
  // has one.
  std::erase_if(run.spreads, [&](const auto& spread) {
    return !run.by_run.contains(spread.first);
  });
  std::erase_if(run.metrics, [&](const std::string& metric) {
    return !run.spreads.contains(metric);
  });
  if (run.metrics.empty() && depth == ReportDepth::kAll)
    throw DataError(folder.string() + ": its run has no metric");
  put_tested_metric_first(documents.summary, run);
  files.summary = std::move(documents.summary);
  files.manifest = std::move(documents.manifest);
  return run;
}

/// Adds a silo's metrics by party; none for more than eight parties, which no
/// table shows.
void read_parties(const RunFolder& run, ReportFiles& files) {
  constexpr double kMaxParties = 8;
  const fs::path file = run.folder / "parties.csv";
  if (!fs::exists(file)) return;
  CsvRows rows = result_rows(file);
  std::map<std::pair<std::string, std::uint32_t>, std::vector<Place>> all;
  std::size_t read = 0;
  while (rows.next()) {
    const double party = rows.number("party");
    if (!(party >= 0 && party < kMaxParties)) return;
    count_numbers(read, run.metrics.size(), file);
    auto& metrics =
        all[{rows.text("method"), static_cast<std::uint32_t>(party)}];
    metrics.resize(run.metrics.size());
    for (std::size_t m = 0; m < metrics.size(); ++m)
      if (const double value = rows.number(run.metrics[m]); !std::isnan(value))
        metrics[m].values.push_back(value);
  }
  for (const auto& [of, metrics] : all)
    for (const Place& metric : metrics)
      files.parties[of.first][of.second].push_back(
          metric.values.empty() ? std::nan("") : spread_of(metric.values).mean);
}

void read_small_files(const RunFolder& run, ReportFiles& files) {
  files.timing = json_if_there(run.folder / "timing.json");
  files.unlearning = json_if_there(run.folder / "unlearning.json");
  const fs::path file = run.folder / "timing.csv";
  if (!fs::exists(file)) return;
  CsvRows rows = result_rows(file);
  if (!rows.next()) return;
  for (const std::string& column : rows.names())
    files.search[column] = rows.number(column);
}

void read_rest(const RunFolder& run, ReportFiles& files, ReportDepth depth,
               BaselineFinder& baselines) {
  const fs::path& folder = run.folder;
  read_parties(run, files);
  LastRows last;
  const fs::path rounds = folder / "rounds.csv";
  files.curves = read_rounds(rounds, &last, depth);
  if (depth == ReportDepth::kBrief) return;
  if (fs::exists(rounds)) require_all_rounds(rounds, run, last);
  for (const auto& [of, values] : last)
    for (const auto& [column, value] : values) files.totals[column] += value;
  const BaselineFolders below = baselines.of(run);
  if (!below.honest.empty())
    files.honest = read_rounds(below.honest / "rounds.csv", nullptr, depth);
  if (!below.retrained.empty())
    files.retrained =
        read_rounds(below.retrained / "rounds.csv", nullptr, depth);
  files.methods = read_silo_curves(folder / "curves.csv", run.metrics[0]);
  files.own = read_own(clients_file(folder), run.metrics[0]);
}

}  // namespace

ReportData read_report_data(const std::vector<fs::path>& given,
                            ReportDepth depth) {
  ReportData data;
  data.depth = depth;
  for (const fs::path& folder : given)
    if (is_grid_folder(folder)) data.grids.push_back(folder);
  std::vector<std::string> names;
  for (const fs::path& folder : given) names.push_back(folder.string());
  const auto folders = find_run_folders(names);
  BaselineFinder baselines;
  for (const NamedFolder& each : folders) {
    ReportFiles& files = data.files.emplace_back();
    RunFolder& run =
        data.runs.emplace_back(read_run(each.folder, files, depth));
    run.label = each.label;
    run.is_named = !each.label.empty();
    read_small_files(run, files);
    // The terminal shows neither curves nor parties of several runs.
    if (depth == ReportDepth::kAll || folders.size() == 1)
      read_rest(run, files, depth, baselines);
  }
  if (data.runs.empty())
    throw UsageError("expected the folder of a run or of a grid");
  data.is_grid = given.size() == 1 && data.grids.size() == 1;
  data.varied = varied_keys(data.runs);
  // Repeats to a test, but they distinguish points of a grid.
  for (const char* key : {"run.repeats", "run.seed"})
    if (std::ranges::any_of(data.runs, [&](const RunFolder& run) {
          return value_of(run, key) != value_of(data.runs[0], key);
        }))
      data.varied.emplace_back(key);
  for (const RunFolder& run : data.runs)
    data.unused[run.folder] = unused_of(run, data.varied);
  label_runs(data.runs, {});
  return data;
}

bool is_absent(const Json& json) {
  return &json == &kAbsent;
}

const Json& json_at(const Json& json, std::span<const char* const> path) {
  const Json* at = &json;
  for (const char* name : path) {
    if (!at->is_object()) return kAbsent;
    const auto found = at->find(name);
    if (found == at->end()) return kAbsent;
    at = &*found;
  }
  return *at;
}

double number_of(const Json& json) {
  return json.is_number() ? json.get<double>() : std::nan("");
}

double number_at(const Json& json, std::initializer_list<const char*> path) {
  return number_of(json_at(json, path));
}

std::string text_at(const Json& json, std::initializer_list<const char*> path) {
  const Json& value = json_at(json, path);
  return value.is_string() ? value.get<std::string>() : "";
}

}  // namespace fedltr
