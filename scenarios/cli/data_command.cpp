#include "scenarios/cli/data_command.hpp"

#include <algorithm>
#include <map>
#include <ostream>
#include <sstream>

#include <spdlog/fmt/fmt.h>

#include "algorithms/data/synthetic.hpp"
#include "scenarios/base/errors.hpp"
#include "scenarios/base/files.hpp"
#include "scenarios/base/text.hpp"
#include "scenarios/data/data_source.hpp"
#include "scenarios/schema/reader.hpp"

namespace fedltr {
namespace {

Index constant_features(const Dataset& data) {
  const auto values = data.all_features();
  return ((values.colwise().maxCoeff() - values.colwise().minCoeff()).array() ==
          0)
      .count();
}

void print_set(std::ostream& out, const std::string& name,
               const Dataset& data) {
  Index shortest = longest_query(data);
  Index irrelevant = 0;
  for (Index query = 0; query < data.queries(); ++query) {
    shortest = std::min(shortest, data.size(query));
    irrelevant += std::ranges::none_of(data.labels_of(query),
                                       [](int label) { return label > 0; });
  }
  std::map<int, std::uint64_t> grades;
  for (const int label : data.labels()) ++grades[label];
  const auto values = data.all_features();
  const auto count = [](Index n) {
    return with_commas(static_cast<std::uint64_t>(n));
  };

  out << name << "\n";
  out << fmt::format("  queries    {} ({} without a relevant document)\n",
                     count(data.queries()), count(irrelevant));
  out << fmt::format("  documents  {} ({} to {} a query, mean {:.1f}){}\n",
                     count(data.documents()), shortest, longest_query(data),
                     double(data.documents()) / double(data.queries()),
                     data.document_names().empty() ? ", without names" : "");
  out << fmt::format("  features   {} ({} constant), values {} to {}\n",
                     count(data.features()), count(constant_features(data)),
                     values.minCoeff(), values.maxCoeff());
  out << "  grades    ";
  for (const auto& [grade, documents] : grades)
    out << fmt::format(" {}: {} ({:.1f}%)", grade, with_commas(documents),
                       100 * double(documents) / double(data.documents()));
  out << "\n";
}

void print_notes(std::ostream& out, const LetorNotes& notes, bool zero_based) {
  if (zero_based) out << "  indices count from 0, since an index 0 was seen\n";
  if (notes.missing > 0)
    out << "  " << notes.missing << " NULL or nan values, read as 0\n";
  if (notes.clamped > 0)
    out << "  " << notes.clamped << " values beyond +-" << kLargestValue
        << ", cut to it\n";
}

}  // namespace

void print_data_info(std::ostream& out,
                     const std::vector<std::filesystem::path>& files,
                     const std::vector<std::string>& settings, bool merge) {
  if (files.size() == 1 && files[0].extension() == ".ini") {
    const auto read = read_scenario(files[0], settings);
    const LoadedData data = load_data(read.points[0].scenario);
    for (const Fold& fold : data.folds) {
      const std::string name = "fold " + std::to_string(fold.number);
      print_set(out, name + ", training", *fold.train);
      print_set(out, name + ", evaluation", *fold.evaluation);
    }
    return print_notes(out, data.notes, data.zero_based);
  }
  if (!settings.empty())
    throw UsageError("--set goes with a scenario file (.ini)");
  for (const auto& file : files) {
    const LetorFiles read = read_letor_files(
        {file}, merge ? ReturningQueries::kMerge : ReturningQueries::kRefuse);
    print_set(out, file.string(), read.data);
    print_notes(out, read.notes, read.zero_based);
  }
}

void write_synthetic(std::ostream& out, const std::filesystem::path& folder,
                     const std::vector<std::string>& settings, bool force) {
  const Scenario scenario = default_scenario(settings, "data synth");
  std::filesystem::create_directories(folder);
  const auto part_file = [&](int part) {
    return folder / ("S" + std::to_string(part + 1) + ".txt");
  };
  for (int part = 0; part < 5; ++part)
    if (std::filesystem::exists(part_file(part)) && !force)
      throw UsageError(part_file(part).string() +
                       ": is there already; give --force to overwrite it");
  const Dataset data = make_synthetic(scenario);
  for (int part = 0; part < 5; ++part) {
    std::ostringstream text;
    write_letor(text, data, part_of_five(data.queries(), part));
    write_whole(part_file(part), text.view());
  }
  print_set(out, folder.string() + "/S1.txt ... S5.txt", data);
}

}  // namespace fedltr
