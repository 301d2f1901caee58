#include "app/cli/split_info.hpp"

#include <algorithm>
#include <ostream>
#include <set>

#include <spdlog/fmt/fmt.h>

#include "algorithms/heterogeneity/by_user.hpp"
#include "algorithms/heterogeneity/description.hpp"
#include "app/base/csv.hpp"
#include "app/base/errors.hpp"
#include "app/base/files.hpp"
#include "app/base/text.hpp"
#include "app/cli/output_paths.hpp"
#include "app/plan/build.hpp"
#include "app/schema/reader.hpp"

namespace fedltr {
namespace {

/// Number of clients that are printed; the CSV file has all.
constexpr std::size_t kPrinted = 20;

std::string count(Index number) {
  return with_commas(static_cast<std::uint64_t>(number));
}

std::string histogram(const HoldingSummary& summary) {
  std::string text;
  for (std::size_t label = 0; label < summary.labels.size(); ++label)
    text += (label > 0 ? " " : "") + std::to_string(label) + ":" +
            count(summary.labels[label]);
  return text;
}

void print_clients(std::ostream& out,
                   const std::vector<HoldingSummary>& clients) {
  out << "  client  queries  documents  searches  overlap  disputed  "
         "divergence  labels\n";
  for (std::size_t i = 0; i < std::min(clients.size(), kPrinted); ++i) {
    const HoldingSummary& each = clients[i];
    out << fmt::format(
        "  {:>6}  {:>7}  {:>9}  {:>8}  {:>6.1f}%  {:>7.1f}%  "
        "{:>10.3f}  {}\n",
        i, count(each.queries), count(each.documents), each.interactions,
        100 * each.overlap, 100 * each.disputed, each.divergence,
        histogram(each));
  }
  if (clients.size() > kPrinted)
    out << "  ... and " << count(static_cast<Index>(clients.size() - kPrinted))
        << " more (--out FILE writes all)\n";
}

void print_warnings(std::ostream& out,
                    const std::vector<HoldingSummary>& clients) {
  const auto list = [&](const char* what, auto&& holds) {
    std::vector<std::string> numbers;
    std::size_t found = 0;
    for (std::size_t i = 0; i < clients.size(); ++i)
      if (holds(clients[i]) && ++found <= kPrinted)
        numbers.push_back(std::to_string(i));
    if (found > 0)
      out << "  warning: " << count(static_cast<Index>(found)) << " client"
          << (found > 1 ? "s" : "") << " " << what << ": "
          << join(numbers, ", ") << (found > kPrinted ? ", ..." : "") << "\n";
  };
  list("without queries (they can't take part)",
       [](const HoldingSummary& each) { return each.documents == 0; });
  list(
      "without a query whose documents differ in label: no preference can be "
      "learned",
      [](const HoldingSummary& each) {
        return each.documents > 0 && each.telling_queries == 0;
      });
}

void print_coverage(std::ostream& out, const SplitInput& input,
                    const std::vector<HoldingSummary>& clients) {
  double divergence = 0;
  Index least = clients[0].documents;
  Index most = 0;
  for (const HoldingSummary& each : clients) {
    divergence += each.divergence / static_cast<double>(clients.size());
    least = std::min(least, each.documents);
    most = std::max(most, each.documents);
  }
  out << fmt::format(
      "  {} training queries, {} documents; {} to {} documents per client; "
      "mean divergence {:.3f} bits\n",
      count(input.train->queries()), count(input.train->documents()),
      count(least), count(most), divergence);
}

/// A row of the CSV file: a client at a point.
struct ClientRow {
  std::string point;
  int fold = 0;
  std::size_t client = 0;
  HoldingSummary holds;
};

std::vector<Column<ClientRow>> client_columns(std::size_t grades) {
  using Row = const ClientRow&;
  std::vector<Column<ClientRow>> columns = {
      {"point", "", [](Row row) { return Quoted{row.point}; }},
      {"fold", "", [](Row row) { return row.fold; }},
      {"client", "", [](Row row) { return row.client; }},
      {"queries", "", [](Row row) { return row.holds.queries; }},
      {"documents", "", [](Row row) { return row.holds.documents; }},
      {"interactions", "", [](Row row) { return row.holds.interactions; }},
      {"overlap", "", [](Row row) { return row.holds.overlap; }},
      {"disputed", "", [](Row row) { return row.holds.disputed; }},
      {"divergence", "", [](Row row) { return row.holds.divergence; }}};
  for (std::size_t label = 0; label < grades; ++label)
    columns.push_back({"label_" + std::to_string(label), "", [=](Row row) {
                         const auto& labels = row.holds.labels;
                         return label < labels.size() ? labels[label] : 0;
                       }});
  return columns;
}

/// One column per label, of all points: their data may have different ones.
std::string csv_of(const std::vector<ClientRow>& rows) {
  std::size_t grades = 0;
  for (const ClientRow& row : rows)
    grades = std::max(grades, row.holds.labels.size());
  CsvTable<ClientRow> table(client_columns(grades));
  for (const ClientRow& row : rows) table.add(row);
  return table.take();
}

/// Settings that decide a split: points of a grid that share them are shown
/// once.
std::string split_key(const Scenario& scenario) {
  std::string key;
  for (const auto& [name, text] : scenario.text)
    if (name.starts_with("heterogeneity.") || name.starts_with("data.") ||
        name.starts_with("synthetic.") || name == "run.seed" ||
        name == "federation.clients" || name == "federation.interactions" ||
        name == "federation.participation" || name == "federation.share" ||
        name == "federation.global-queries")
      key += name + "=" + text + "\n";
  return key;
}

/// @param rows  of the CSV file; the point's are appended
void print_point(std::ostream& out, const GridPoint& point,
                 std::vector<ClientRow>& rows) {
  const Scenario& scenario = point.scenario;
  if (scenario.silo.on || scenario.members.on)
    throw UsageError(
        "--split shows a federation's clients: expected a scenario without " +
        std::string(scenario.silo.on ? "[silo]" : "[members]"));
  if (has_session_log(scenario))
    throw UsageError(
        "--split shows queries and documents, but the clients of " +
        scenario.run.name +
        " have searches of the past (data.log, logging.sessions)");
  const LoadedData data = load_data(scenario);
  std::vector<std::string> settings;
  for (const auto& [key, value] : point.settings)
    settings.push_back(key + " = " + value);
  const std::string name = join(settings, ", ");
  check_split(scenario, data);
  for (const Fold& late : data.folds) try {
      const Fold fold = data.memory->load(late);
      const SplitInput input =
          split_input(scenario, data, fold,
                      run_seed(scenario.run.seed,
                               static_cast<std::uint32_t>(fold.number), 1));
      const Split split = build_split(scenario, input);
      const auto clients =
          describe(split, input, scenario.federation.interactions);
      if (!name.empty()) out << name << ": ";
      out << "fold " << fold.number << ", repeat 1, "
          << join(scenario.heterogeneity.kinds, "+")
          << (input.options.iid ? " (IID baseline)" : "") << "\n";
      print_coverage(out, input, clients);
      if (split.turns)
        out << "  " << count(static_cast<Index>(split.turns->rounds()))
            << " rounds in the order of the log, which then begin anew\n";
      print_clients(out, clients);
      print_warnings(out, clients);
      if (input.log != nullptr)
        if (const auto found = find_searches(*input.train, *input.log);
            found.unknown > 0)
          out << "  " << count(static_cast<Index>(found.unknown))
              << " searches of the log have queries that these sets lack\n";
      for (std::size_t i = 0; i < clients.size(); ++i)
        rows.push_back({name, fold.number, i, clients[i]});
    } catch (const std::invalid_argument& error) {
      throw UsageError(scenario.run.name + ": " + error.what());
    }
}

}  // namespace

void print_split(std::ostream& out, const std::filesystem::path& scenario,
                 const std::vector<std::string>& settings,
                 const std::optional<std::filesystem::path>& csv) {
  if (scenario.extension() != ".ini")
    throw UsageError("--split needs a scenario file (.ini)");
  if (csv) require_apart({*csv}, {scenario.string()});
  const auto read = read_scenario(scenario, settings);
  std::vector<ClientRow> rows;
  std::set<std::string> seen;
  for (const GridPoint& point : read.points)
    if (seen.insert(split_key(point.scenario)).second)
      print_point(out, point, rows);
  out << "overlap: documents that another client also has; disputed: those "
         "labelled differently;\ndivergence: Jensen-Shannon, in bits, of its "
         "labels from those of all clients\n";
  if (csv) write_whole(*csv, csv_of(rows));
}

}  // namespace fedltr
