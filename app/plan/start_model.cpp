#include "app/plan/start_model.hpp"

#include <algorithm>
#include <map>

#include "algorithms/ranking/rescaled.hpp"
#include "app/base/errors.hpp"
#include "app/base/files.hpp"
#include "app/data/feature_names.hpp"
#include "app/data/model_file.hpp"
#include "app/schema/choices.hpp"
#include "app/schema/data_names.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

/// Checks a model against a scenario and its data.
class StartCheck {
 public:
  StartCheck(const Scenario& scenario, const LoadedData& data,
             const fs::path& file)
      : scenario_(scenario), data_(data), file_(file) {}

  void run(const ModelFile& model) const {
    kind(model);
    features(model);
    normalization(model);
  }

  /// Fails for quantiles of another training set: no other parameters score
  /// as these do by those.
  void quantiles(const ModelFile& model, const Fold& fold) const {
    if (model.normalize != Normalize::kQuantile || !fold.scale ||
        (model.scale->quantiles.cols() == fold.scale->quantiles.cols() &&
         model.scale->quantiles == fold.scale->quantiles))
      return;
    refuse(
        "learnt from features by the quantiles of another training set "
        "than fold " +
        std::to_string(fold.number) +
        "'s; train it with data.normalize = zscore, whose constants can "
        "be moved, or log1p");
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw UsageError(scenario_.run.name + ": ranker.from = " + file_.string() +
                     ": " + what);
  }

  void kind(const ModelFile& model) const {
    if (model.model != scenario_.ranker.model)
      refuse("is a " + model.model + " model, but ranker.model = " +
             scenario_.ranker.model + "; set ranker.model = " + model.model);
    const Index hidden =
        Choices(scenario_)
            .ranker
            .make(RankerShape(model.features, scenario_.ranker.parameters))
            ->hidden();
    if (model.hidden != hidden)
      refuse("has " + std::to_string(model.hidden) + " hidden units, but " +
             std::to_string(hidden) +
             " are set; set ranker.hidden = " + std::to_string(model.hidden));
  }

  void features(const ModelFile& model) const {
    const Index here = data_.folds.at(0).train->features();
    if (model.features != here)
      refuse("has " + std::to_string(model.features) +
             " features, the data has " + std::to_string(here));
    const std::uint32_t first = data_.zero_based ? 0 : 1;
    if (model.first_index && *model.first_index != first)
      refuse("counts features from " + std::to_string(*model.first_index) +
             ", the data counts from " + std::to_string(first));
    names(model, feature_names(scenario_, here, data_));
  }

  /// Compares names where both sides have some of their own.
  void names(const ModelFile& model,
             const std::vector<std::string>& here) const {
    const auto& file = scenario_.data.feature_names;
    const auto& columns = data_.columns;
    if (model.names.empty() || (file.empty() && columns.names().empty()))
      return;
    const auto fault =
        difference(model.names, here,
                   file.empty() ? columns.owner() : "data.feature-names");
    if (!fault.empty()) refuse(fault);
  }

  void normalization(const ModelFile& model) const {
    if (!model.normalize || *model.normalize == scenario_.data.normalize)
      return;
    const std::string name = name_of(*model.normalize);
    refuse("learnt from features with data.normalize = " + name + ", not " +
           name_of(scenario_.data.normalize) +
           "; set data.normalize = " + name);
  }

  const Scenario& scenario_;
  const LoadedData& data_;
  const fs::path& file_;
};

/// Returns the parameters for a fold, in the layout of the ranker.
Vector parameters_for(ModelFile model, const Fold& fold) {
  if (model.normalize == Normalize::kZscore && model.scale && fold.scale)
    model.parameters =
        rescaled(model.parameters, model.hidden, *model.scale, *fold.scale);
  return parameters_of(model);
}

}  // namespace

fs::path start_file(const fs::path& from, int fold, std::uint32_t repeat) {
  if (!fs::is_directory(from)) return from;
  const std::string stem = "model-f" + std::to_string(fold) + "-r";
  const fs::path exact = from / (stem + std::to_string(repeat) + ".json");
  if (fs::exists(exact)) return exact;
  std::vector<fs::path> found = models_in(from);
  std::erase_if(found, [&](const fs::path& each) {
    return !each.filename().string().starts_with(stem);
  });
  if (found.size() == 1) return found[0];
  const std::string missing = from.string() + ": holds no model of fold " +
                              std::to_string(fold) +
                              (found.empty() ? "" : " and repeat ") +
                              (found.empty() ? "" : std::to_string(repeat));
  throw DataError(missing + ": expected " + exact.filename().string() +
                  "; to start all folds from one model, name its file (it may "
                  "have learnt from another fold's test queries)");
}

StartModels read_start_models(const Scenario& scenario,
                              const LoadedData& data) {
  StartModels start;
  const fs::path& from = scenario.ranker.from;
  if (from.empty()) return start;
  std::map<fs::path, ModelFile> models;
  for (const Fold& fold : data.folds)
    for (std::uint32_t repeat = 1; repeat <= scenario.run.repeats; ++repeat) {
      const fs::path file = start_file(from, fold.number, repeat);
      auto found = models.find(file);
      if (found == models.end()) {
        found = models.emplace(file, read_model_file(file)).first;
        StartCheck(scenario, data, file).run(found->second);
        start.files.push_back({file.string(), sha256_of_file(file), true});
      }
      StartCheck(scenario, data, file).quantiles(found->second, fold);
      start.parameters.push_back(parameters_for(found->second, fold));
    }
  return start;
}

std::shared_ptr<const LoadedData> with_start(
    const std::shared_ptr<const LoadedData>& data, const StartModels& start) {
  if (start.files.empty()) return data;
  auto joined = std::make_shared<LoadedData>(*data);
  joined->files.insert(joined->files.end(), start.files.begin(),
                       start.files.end());
  return joined;
}

std::vector<std::string> start_warnings(const Scenario& scenario) {
  std::vector<std::string> warnings;
  if (scenario.ranker.from.empty()) return warnings;
  if (!unlearned_clients_of(scenario).empty())
    warnings.emplace_back(
        "unlearning: clients are removed from this run only; what the model of "
        "ranker.from learnt from them stays, also in a model that is retrained "
        "from it");
  if (Choices(scenario).mechanism.name != kNoMechanism ||
      (scenario.members.on && scenario.members.epsilon > 0))
    warnings.emplace_back(
        "privacy: epsilon is of this run only; what the model of ranker.from "
        "released about the same people adds to it");
  return warnings;
}

}  // namespace fedltr
