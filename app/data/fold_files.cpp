#include "app/data/fold_files.hpp"

#include <optional>

#include "algorithms/core/join.hpp"
#include "algorithms/data/letor.hpp"
#include "algorithms/data/synthetic.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

/// Finds the file of that name or its .gz.
std::optional<fs::path> plain_or_gz(const fs::path& file) {
  for (const fs::path& each : {file, fs::path(file.string() + ".gz")})
    if (fs::exists(each)) return each;
  return std::nullopt;
}

fs::path wanted(const fs::path& file) {
  if (const auto found = plain_or_gz(file)) return *found;
  throw DataError(file.string() + ": there is no such file, nor with .gz");
}

FoldFiles files_of_fold(const Scenario& scenario, int number) {
  const fs::path& folder = scenario.data.folds;
  const Files& weights = scenario.data.weights;
  const bool on_test = scenario.evaluation.on == EvaluateOn::kTest;
  const bool on_train = scenario.evaluation.on == EvaluateOn::kTrain;
  const bool validates = !scenario.evaluation.validate.empty();
  const fs::path fold = folder / ("Fold" + std::to_string(number));
  if (fs::is_directory(fold)) {
    FoldFiles files{number, {wanted(fold / "train.txt")}, {}};
    if (!on_train)
      files.evaluation = {wanted(fold / (on_test ? "test.txt" : "vali.txt"))};
    if (validates) files.validation = {wanted(fold / "vali.txt")};
    if (!weights.empty()) files.weights = {weights[number - 1]};
    return files;
  }
  const auto part = [&](int index) {
    return wanted(folder / ("S" + std::to_string(index + 1) + ".txt"));
  };
  const FoldParts parts = parts_of_fold(number);
  FoldFiles files{number, {}, {}};
  if (!on_train)
    files.evaluation = {part(on_test ? parts.test : parts.validation)};
  if (validates) files.validation = {part(parts.validation)};
  for (const int index : parts.train) {
    files.train.push_back(part(index));
    if (!weights.empty()) files.weights.push_back(weights[index]);
  }
  return files;
}

}  // namespace

std::string joined_names(const Files& files) {
  return join(files, ", ", [](const fs::path& file) { return file.string(); });
}

bool is_letor(const Scenario& scenario) {
  const auto& data = scenario.data;
  return data.format == Format::kLetor ||
         (data.format == Format::kAuto &&
          (!data.train.empty() || !data.folds.empty()));
}

std::vector<int> fold_numbers(const Scenario& scenario) {
  if (scenario.data.fold > 0) return {scenario.data.fold};
  return {1, 2, 3, 4, 5};
}

std::vector<FoldFiles> find_files(const Scenario& scenario) {
  const auto& data = scenario.data;
  if (!data.train.empty())
    return {{1, data.train,
             scenario.evaluation.on == EvaluateOn::kTest ? data.test
             : scenario.evaluation.on == EvaluateOn::kValidation
                 ? data.validation
                 : Files(),
             scenario.evaluation.validate.empty() ? Files() : data.validation,
             data.weights}};
  if (!fs::is_directory(data.folds))
    throw DataError(data.folds.string() +
                    ": is not a folder; expected one with Fold1 ... Fold5 or "
                    "S1.txt ... S5.txt");
  if (!fs::is_directory(data.folds / "Fold1") &&
      !plain_or_gz(data.folds / "S1.txt"))
    throw DataError(data.folds.string() +
                    ": holds neither Fold1 nor S1.txt; expected Fold1 ... "
                    "Fold5 or S1.txt ... S5.txt");
  std::vector<FoldFiles> folds;
  for (const int number : fold_numbers(scenario))
    folds.push_back(files_of_fold(scenario, number));
  return folds;
}

}  // namespace fedltr
