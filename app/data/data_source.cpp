#include "app/data/data_source.hpp"

#include <algorithm>

#include <spdlog/fmt/fmt.h>

#include "algorithms/data/judgements.hpp"
#include "algorithms/data/user_log_reader.hpp"
#include "algorithms/heterogeneity/document_preference.hpp"
#include "app/base/files.hpp"
#include "app/base/text.hpp"
#include "app/data/feature_names.hpp"
#include "app/data/fold_files.hpp"
#include "app/data/letor_files.hpp"
#include "app/data/line_ends.hpp"
#include "app/data/member_rows.hpp"
#include "app/data/session_file.hpp"
#include "app/data/synthetic_data.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

void require_there(const fs::path& file) {
  if (!fs::exists(file))
    throw DataError(file.string() + ": there is no such file");
}

/// Returns labels by intent, and the set with the merged ones.
std::shared_ptr<const IntentLabels> judge(
    const std::vector<Judgements>& judgements,
    std::shared_ptr<const Dataset>& data) {
  IntentLabels labels;
  for (const Judgements& each : judgements)
    labels.push_back(each.labels_of(*data));
  data = std::make_shared<const Dataset>(data->relabelled(any_intent(labels)));
  return std::make_shared<const IntentLabels>(std::move(labels));
}

void load_intents(const Scenario& scenario, LoadedData& loaded) try {
  std::vector<Judgements> judgements;
  for (const fs::path& file : scenario.data.intents) {
    judgements.push_back(Judgements::parse(file_text(file), file.string()));
    loaded.files.push_back({file.string(), sha256_of_file(file)});
  }
  loaded.grades = 0;
  for (Fold& fold : loaded.folds) {
    const bool on_train = fold.evaluation == fold.train;
    fold.train_intents = judge(judgements, fold.train);
    if (on_train) {
      fold.evaluation = fold.train;
      fold.evaluation_intents = fold.train_intents;
    } else {
      fold.evaluation_intents = judge(judgements, fold.evaluation);
    }
    for (const auto& data : {fold.train, fold.evaluation})
      loaded.grades = std::max(loaded.grades, highest_label(*data) + 1);
  }
  if (loaded.grades < 2)
    throw DataError(
        "data.intents: no document of the data is relevant to any "
        "intent; queries and documents are looked up by their names");
} catch (const std::invalid_argument& error) {
  throw DataError(std::string("data.intents: ") + error.what());
}

}  // namespace

void check_data_files(const Scenario& scenario) {
  if (scenario.members.on) return check_rows_of_members(scenario);
  for (const auto& list : {scenario.data.intents, scenario.data.weights})
    for (const fs::path& file : list) require_there(file);
  for (const fs::path& file :
       {scenario.data.users, scenario.data.log, scenario.data.feature_names,
        scenario.logging.curve})
    if (!file.empty()) require_there(file);
  if (!scenario.ranker.from.empty()) require_there(scenario.ranker.from);
  if (!is_letor(scenario)) return;
  for (const FoldFiles& fold : find_files(scenario))
    for (const Files* list : {&fold.train, &fold.evaluation, &fold.validation})
      for (const fs::path& file : *list) require_there(file);
}

std::string rounding_text(const RoundingLoss& loss) {
  return fmt::format(
      "{} values are rounded, by at most {:.2g} of what they were",
      with_commas(static_cast<std::uint64_t>(loss.rounded)), loss.worst);
}

Keeping keeping_of(const Scenario& scenario) {
  if (is_fitted(scenario.data.normalize)) return {};
  return {{scenario.data.normalize}, scenario.data.storage};
}

namespace {

std::shared_ptr<const Dataset> kept_late(
    const std::shared_ptr<const Dataset>& raw, const Keeping& keeping,
    RoundingLoss& loss) {
  auto now = std::make_shared<const Dataset>(kept(raw->load(), keeping));
  loss += now->loss();
  if (!raw->is_late()) return now;
  const auto read = [raw, keeping] {
    return kept(raw->load(), keeping).shared_features();
  };
  return std::make_shared<const Dataset>(raw->with_late_features(
      raw->features(), std::make_shared<FeatureSource>(read)));
}

}  // namespace

void fit_fold(const Scenario& scenario, Fold& fold, RoundingLoss& loss) {
  if (!is_fitted(scenario.data.normalize)) return;
  fold.scale = std::make_shared<const FeatureScale>(
      fit_scale(fold.train->load(), scenario.data.normalize));
  const Keeping keeping{{scenario.data.normalize, fold.scale},
                        scenario.data.storage};
  const bool on_train = fold.evaluation == fold.train;
  fold.train = kept_late(fold.train, keeping, loss);
  fold.evaluation =
      on_train ? fold.train : kept_late(fold.evaluation, keeping, loss);
  if (fold.validation)
    fold.validation = kept_late(fold.validation, keeping, loss);
}

std::shared_ptr<const FeatureScale> scale_of(const LoadedData& data, int fold) {
  const auto found = std::ranges::find(data.folds, fold, &Fold::number);
  return found == data.folds.end() ? nullptr : found->scale;
}

Fold FoldMemory::load(const Fold& fold) {
  if (!fold.is_late()) return fold;
  const std::lock_guard lock(mutex_);
  if (late_ == fold.train) return *last_;
  late_ = nullptr;
  last_ = std::nullopt;  // free memory before loading the next one
  Fold loaded = fold;
  loaded.train = std::make_shared<const Dataset>(fold.train->load());
  loaded.evaluation =
      fold.evaluation == fold.train
          ? loaded.train
          : std::make_shared<const Dataset>(fold.evaluation->load());
  if (fold.validation)
    loaded.validation =
        std::make_shared<const Dataset>(fold.validation->load());
  late_ = fold.train;
  last_ = loaded;
  return loaded;
}

std::string data_set_key(const Scenario& scenario) {
  std::string key;
  for (const auto& [name, text] : scenario.text)
    if (name.starts_with("data.") || name.starts_with("synthetic.") ||
        name == "evaluation.on" || name == "logging.curve" ||
        (scenario.members.on &&
         (name.starts_with("members.") || name == "run.seed")) ||
        (scenario.members.learns_from_log() &&
         (name.starts_with("logging.") || name == "learner.method" ||
          name == "clicks.list")))
      key += name + "=" + text + "\n";
  // The same queries for any metric of them.
  if (!scenario.evaluation.validate.empty()) key += "validation\n";
  return key;
}

LoadedData load_data(const Scenario& scenario) {
  if (scenario.members.on) return load_member_rows(scenario);
  LoadedData loaded =
      is_letor(scenario) ? load_letor(scenario) : load_synthetic(scenario);
  if (const fs::path& file = scenario.data.feature_names; !file.empty()) {
    // Report faults now; the names are read again for the models.
    feature_names(scenario, loaded.folds.at(0).train->features(), loaded);
    loaded.files.push_back({file.string(), sha256_of_file(file)});
  }
  for (const fs::path& file : scenario.data.weights)
    loaded.files.push_back({file.string(), sha256_of_file(file)});
  if (!scenario.data.intents.empty()) load_intents(scenario, loaded);
  if (const fs::path& file = scenario.data.users; !file.empty()) {
    UserLogReader reader(file.string());
    PackedFile input(file);
    read_lines(input, file.string(),
               [&](std::string_view piece) { reader.feed(piece); });
    loaded.log = std::make_shared<const UserLog>(reader.take());
    loaded.files.push_back({file.string(), sha256_of_file(file)});
  }
  if (const fs::path& file = scenario.data.log; !file.empty()) {
    load_sessions(file, loaded);
    loaded.files.push_back({file.string(), sha256_of_file(file)});
  }
  if (const fs::path& file = scenario.logging.curve; !file.empty()) {
    read_curve(file);  // reports faults now
    loaded.files.push_back({file.string(), sha256_of_file(file)});
  }
  return loaded;
}

}  // namespace fedltr
