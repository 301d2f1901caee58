#include "app/cli/feature_ranker.hpp"

#include <algorithm>
#include <filesystem>

#include "app/base/errors.hpp"
#include "app/base/text.hpp"
#include "app/data/convert/row_text.hpp"
#include "app/data/feature_names.hpp"
#include "app/schema/scenario.hpp"

namespace fedltr {
namespace {

std::uint32_t feature_of_name(const Command& command, const std::string& name,
                              const std::vector<std::string>& files) {
  auto file = command.text("feature-names");
  if (!file && !files.empty() && std::filesystem::exists(files[0] + ".names"))
    file = files[0] + ".names";
  TableColumns columns;
  if (file) columns = {*file, read_feature_names(*file)};
  for (const std::string& each : files)
    columns.add(each, MissingLabels::kAllow);
  const auto& names = columns.names();
  if (names.empty())
    throw UsageError("--feature " + name + ": expected an index, 0 to " +
                     std::to_string(kLargestFeatureId) +
                     ", or a name with --feature-names FILE");
  const auto found = std::ranges::find(names, name);
  if (found == names.end())
    throw UsageError("--feature " + name + ": is not in " + columns.owner() +
                     "; nearest is '" + nearest_name(name, names) + "'");
  return static_cast<std::uint32_t>(found - names.begin() + 1);
}

}  // namespace

void add_feature_choice(Command& command) {
  command.option<std::string>("feature",
                              "rank by this feature instead of a model: an "
                              "index as in DATA, or a name");
  command.option<std::string>(
      "feature-names",
      "file with the names of features from index 1, one per line (default: "
      "DATA.names, if it exists, or the columns of a table); not for DATA that "
      "counts from 0");
  command.flag("ascending", "with --feature: rank the lowest value first");
}

std::optional<ModelFile> feature_ranker(const Command& command,
                                        const std::vector<std::string>& files) {
  const auto feature = command.text("feature");
  if (!feature) {
    for (const char* const option : {"feature-names", "ascending"})
      if (command.has(option))
        throw UsageError("--" + std::string(option) + ": needs --feature");
    return std::nullopt;
  }
  for (const char* const option : {"model", "client", "method", "party"})
    if (command.has(option))
      throw UsageError("--" + std::string(option) +
                       ": needs a model; --feature replaces it");
  auto index = parse_whole(*feature);
  if (index && command.has("feature-names"))
    throw UsageError("--feature-names: needs a name; --feature " + *feature +
                     " is an index as in DATA");
  ModelFile model;
  model.model = "linear";
  model.features = 1;
  model.parameters = Vector::Constant(1, command.has("ascending") ? -1 : 1);
  if (!index || *index > kLargestFeatureId) {
    index = feature_of_name(command, *feature, files);
    model.names = {*feature};
  }
  model.first_index = static_cast<std::uint32_t>(*index);
  model.normalize = Normalize::kNone;
  return model;
}

}  // namespace fedltr
