#include "app/models/search/run_models.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

#include "algorithms/data/synthetic.hpp"
#include "app/base/files.hpp"
#include "app/base/json_members.hpp"
#include "app/data/letor_input.hpp"
#include "app/data/model_file.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

/// Returns the number in `PREFIXnSUFFIX`.
std::optional<int> number_between(std::string_view text,
                                  std::string_view prefix,
                                  std::string_view suffix) {
  if (!text.starts_with(prefix) || !text.ends_with(suffix) ||
      text.size() <= prefix.size() + suffix.size())
    return std::nullopt;
  text.remove_prefix(prefix.size());
  text.remove_suffix(suffix.size());
  int number = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size())
    return std::nullopt;
  return number;
}

/// Returns the fold that tests on a file of `data.folds`, by its name; nullopt
/// for other files.
std::optional<int> fold_tested_on(const fs::path& file) {
  fs::path name = file.filename();
  if (name.extension() == ".gz") name = name.stem();
  if (name == "test.txt")
    return number_between(file.parent_path().filename().string(), "Fold", "");
  const auto part = number_between(name.string(), "S", ".txt");
  if (!part) return std::nullopt;
  for (int fold = 1; fold <= 5; ++fold)
    if (parts_of_fold(fold).test == *part - 1) return fold;
  return std::nullopt;
}

/// Returns the folds of a run that test on each file, by its SHA-256.
std::map<std::string, int> tested_files(const fs::path& run) {
  const fs::path file = run / "manifest.json";
  if (!fs::exists(file)) return {};
  const Json json = read_json(file, kMaxModelText);
  const JsonMembers manifest(json, file.string());
  const JsonMembers scenario = manifest.object("scenario");
  if (!scenario.has("data.folds") || scenario.text("data.folds").empty() ||
      scenario.text("evaluation.on") != "test")
    return {};
  std::map<std::string, int> folds;
  manifest.each_object("data", [&](const JsonMembers& each) {
    if (const auto fold = fold_tested_on(each.text("name")))
      folds[each.text("sha256")] = *fold;
  });
  return folds;
}

/// Chooses among the models of a run folder by the files they test on.
class FoldModels {
 public:
  explicit FoldModels(const fs::path& run)
      : run_(run), models_(models_in(run)), folds_(tested_files(run)) {}

  fs::path model_of(const std::string& file) const {
    std::vector<fs::path> found;
    if (file != kStandardInput) {
      const auto fold = folds_.find(sha256_of_file(file));
      if (fold != folds_.end())
        std::ranges::copy_if(
            models_, std::back_inserter(found), [&](const fs::path& model) {
              return model.filename().string().starts_with(
                  "model-f" + std::to_string(fold->second) + "-r");
            });
    }
    if (found.size() == 1) return found[0];
    const auto& named = found.empty() ? models_ : found;
    throw DataError(run_.string() + ": holds " +
                    std::to_string(models_.size()) + " models, of which " +
                    (found.empty() ? std::string("none is")
                                   : std::to_string(found.size()) + " are") +
                    " of the fold that tests on " + shown_path(file) +
                    "; name one, e.g. " + named[0].string());
  }

 private:
  fs::path run_;
  std::vector<fs::path> models_;
  std::map<std::string, int> folds_;
};

}  // namespace

std::vector<RankedFiles> models_of_files(
    const fs::path& model, const std::vector<std::string>& files) {
  if (!fs::is_directory(model) || fs::exists(model / "model.json") ||
      models_in(model).size() < 2)
    return {{model, files}};
  const FoldModels folds(model);
  std::vector<RankedFiles> all;
  for (const std::string& file : letor_inputs(files)) {
    fs::path chosen = folds.model_of(file);
    if (all.empty() || all.back().model != chosen)
      all.push_back({std::move(chosen), {}});
    all.back().files.push_back(file);
  }
  return all;
}

}  // namespace fedltr
