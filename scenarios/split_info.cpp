#include "scenarios/split_info.hpp"

#include <algorithm>
#include <ostream>

#include <spdlog/fmt/fmt.h>

#include "algorithms/heterogeneity/by_user.hpp"
#include "algorithms/heterogeneity/description.hpp"
#include "scenarios/build.hpp"
#include "scenarios/errors.hpp"
#include "scenarios/files.hpp"
#include "scenarios/reader.hpp"
#include "scenarios/text.hpp"

namespace fedltr {
namespace {

/// Clients that are printed; the CSV file has all.
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
  list("without queries, which can't take part",
       [](const HoldingSummary& each) { return each.documents == 0; });
  list("with documents of one label only, from which no preference is learned",
       [](const HoldingSummary& each) {
         return each.documents > 0 && each.is_barren();
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
      "  {} training queries, {} documents; {} to {} documents a client; mean "
      "divergence {:.3f} bits\n",
      count(input.train->queries()), count(input.train->documents()),
      count(least), count(most), divergence);
}

std::string csv_rows(int fold, const std::vector<HoldingSummary>& clients) {
  std::string text;
  for (std::size_t i = 0; i < clients.size(); ++i) {
    const HoldingSummary& each = clients[i];
    text += fmt::format("{},{},{},{},{},{},{},{}", fold, i, each.queries,
                        each.documents, each.interactions, exact(each.overlap),
                        exact(each.disputed), exact(each.divergence));
    for (const Index documents : each.labels)
      text += "," + std::to_string(documents);
    text += "\n";
  }
  return text;
}

}  // namespace

void print_split(std::ostream& out, const std::filesystem::path& scenario,
                 const std::vector<std::string>& settings,
                 const std::optional<std::filesystem::path>& csv) {
  if (scenario.extension() != ".ini")
    throw UsageError("--split needs a scenario file (.ini)");
  const auto read = read_scenario(scenario, settings);
  const Scenario& first = read.points[0].scenario;
  const LoadedData data = load_data(first);
  std::string rows =
      "fold,client,queries,documents,interactions,overlap,disputed,divergence";
  for (int label = 0; label < std::max(data.grades, 2); ++label)
    rows += ",label_" + std::to_string(label);
  rows += "\n";
  if (read.points.size() > 1)
    out << "the first of " << read.points.size() << " points of the grid\n";
  for (const Fold& fold : data.folds) try {
      const SplitInput input = split_input(
          first, data, fold,
          run_seed(first.run.seed, static_cast<std::uint32_t>(fold.number), 1));
      const auto clients = describe(build_split(first, input), input,
                                    first.federation.interactions);
      out << "fold " << fold.number << ", repeat 1, "
          << join(first.heterogeneity.kinds, "+")
          << (input.options.iid ? " (IID baseline)" : "") << "\n";
      print_coverage(out, input, clients);
      print_clients(out, clients);
      print_warnings(out, clients);
      if (input.log != nullptr)
        if (const auto found = find_searches(*input.train, *input.log);
            found.unknown > 0)
          out << "  " << count(static_cast<Index>(found.unknown))
              << " searches of the log are of queries these sets don't have\n";
      rows += csv_rows(fold.number, clients);
    } catch (const std::invalid_argument& error) {
      throw UsageError(first.run.name + ": " + error.what());
    }
  out << "overlap: documents another client has too; disputed: and labels "
         "otherwise;\ndivergence: Jensen-Shannon, of its labels from all "
         "clients' together, in bits\n";
  if (csv) write_whole(*csv, rows);
}

}  // namespace fedltr
