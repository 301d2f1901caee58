#include "app/data/synthetic_data.hpp"

#include <algorithm>

#include "algorithms/data/synthetic.hpp"
#include "algorithms/data/synthetic_log.hpp"
#include "app/base/files.hpp"
#include "app/data/fold_files.hpp"

namespace fedltr {
namespace {

DataShape shape_of(const Scenario& scenario) {
  const auto& options = scenario.synthetic;
  if (options.like == kCustomData)
    return custom_shape(options.queries > 0 ? options.queries : 500,
                        options.documents > 0 ? options.documents : 20,
                        options.features > 0 ? options.features : 20,
                        options.grades > 0 ? options.grades : 3);
  DataShape shape =
      *std::ranges::find(data_shapes(), options.like, &DataShape::name);
  if (options.queries > 0) shape.queries = options.queries;
  if (options.documents > 0) {
    double mean = 0;
    const auto& counts = shape.document_counts;
    for (std::size_t i = 0; i + 1 < counts.size(); ++i)
      mean += (counts[i] + counts[i + 1]) / 2 / double(counts.size() - 1);
    for (double& count : shape.document_counts)
      count *= static_cast<double>(options.documents) / mean;
  }
  return shape;
}

}  // namespace

std::string digest_of_rows(const Dataset& data) {
  Sha256 digest;
  const auto features = data.all_features();
  digest.add(features.data(),
             static_cast<std::size_t>(features.size()) * sizeof(double));
  digest.add(data.labels().data(), data.labels().size());
  for (Index query = 0; query < data.queries(); ++query) {
    const Index end = data.end(query);
    digest.add(&end, sizeof end);
  }
  return digest.hex();
}

LoadedData load_synthetic(const Scenario& scenario) {
  Dataset data = make_synthetic(scenario);
  LoadedData loaded;
  loaded.files.push_back(
      {"synthetic " + scenario.synthetic.like, digest_of_rows(data)});
  data = kept(std::move(data), keeping_of(scenario));
  loaded.loss = data.loss();
  loaded.grades = static_cast<int>(shape_of(scenario).grade_shares.size());
  const auto set_of = [&](const std::vector<int>& parts) {
    std::vector<Index> queries;
    for (const int part : parts)
      for (const Index query : part_of_five(data.queries(), part))
        queries.push_back(query);
    return std::make_shared<const Dataset>(select_queries(data, queries));
  };
  for (const int number : fold_numbers(scenario)) {
    const FoldParts parts = parts_of_fold(number);
    const EvaluateOn on = scenario.evaluation.on;
    Fold fold{number, set_of(parts.train), nullptr, nullptr, nullptr};
    fold.evaluation =
        on == EvaluateOn::kTrain
            ? fold.train
            : set_of({on == EvaluateOn::kTest ? parts.test : parts.validation});
    if (!scenario.evaluation.validate.empty())
      fold.validation = set_of({parts.validation});
    fit_fold(scenario, fold, loaded.loss);
    loaded.folds.push_back(std::move(fold));
  }
  loaded.log = make_synthetic_log(scenario);
  return loaded;
}

Dataset make_synthetic(const Scenario& scenario) {
  return synthesize(shape_of(scenario), scenario.synthetic.noise,
                    scenario.synthetic.seed);
}

std::shared_ptr<const UserLog> make_synthetic_log(const Scenario& scenario) {
  const DataShape shape = shape_of(scenario);
  if (!has_users(shape)) return nullptr;
  return std::make_shared<const UserLog>(
      synthetic_log(shape, scenario.synthetic.seed));
}

}  // namespace fedltr
