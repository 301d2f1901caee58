#include "app/data/feature_names.hpp"

#include <algorithm>

#include "algorithms/core/hash.hpp"
#include "algorithms/data/lines.hpp"
#include "algorithms/text/utf8.hpp"
#include "app/base/files.hpp"
#include "app/base/json.hpp"
#include "app/base/text.hpp"

namespace fedltr {

std::optional<BadName> find_bad_name(const std::vector<std::string>& names) {
  TextSet<std::string_view> seen;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string& name = names[i];
    if (name.empty()) return BadName{i, "is an empty name of a feature"};
    if (std::ranges::any_of(name,
                            [](unsigned char c) { return c < 32 || c == 127; }))
      return BadName{i, "holds a control character"};
    if (!seen.insert(name).second)
      return BadName{i, "the name '" + name + "' occurs twice"};
  }
  return std::nullopt;
}

std::vector<std::string> read_feature_names(const std::filesystem::path& file) {
  std::vector<std::string> names;
  const std::string text = file_text(file);
  for_each_line(text, [&](std::string_view line, std::size_t) {
    names.push_back(trim(line));
  });
  while (!names.empty() && names.back().empty()) names.pop_back();
  if (names.empty())
    throw DataError(file.string() + ": holds no name; expected a name a line");
  if (const auto bad = find_bad_name(names))
    throw DataError(at_line(file.string(), bad->place + 1) + bad->what +
                    "; expected a name a line");
  return names;
}

std::vector<std::string> read_feature_names(const std::filesystem::path& file,
                                            Index features) {
  auto names = read_feature_names(file);
  if (std::ssize(names) != features)
    throw DataError(file.string() + ": holds " + std::to_string(names.size()) +
                    " names; the data has " + std::to_string(features) +
                    " features");
  return names;
}

std::vector<std::string> numbered_feature_names(Index features,
                                                std::uint32_t first) {
  std::vector<std::string> names;
  for (Index i = 0; i < features; ++i)
    names.push_back("f" + std::to_string(i + first));
  return names;
}

std::vector<std::string> names_in_json(std::vector<std::string> names) {
  for (std::string& name : names)
    if (first_invalid_byte(name)) name = text_in_json(name);
  return names;
}

namespace {

/// Refuses names of which two would be equal in a model.
void require_distinct(const std::vector<std::string>& names,
                      const std::string& owner) {
  if (const auto bad = find_bad_name(names_in_json(names)))
    throw DataError(owner + ": the name " + in_quotes(names[bad->place]) +
                    " of feature " + std::to_string(bad->place + 1) +
                    " is not UTF-8, and models would write another one like "
                    "it (iconv -f LATIN1 -t UTF-8 makes UTF-8)");
}

}  // namespace

std::vector<std::string> feature_names(const Scenario& scenario, Index features,
                                       const LoadedData& data) {
  const auto& file = scenario.members.on ? scenario.members.features
                                         : scenario.data.feature_names;
  const auto& columns = data.columns.names();
  if (!file.empty()) {
    auto names = read_feature_names(file, features);
    const auto fault =
        columns.empty() ? "" : difference(names, columns, data.columns.owner());
    if (!fault.empty()) throw DataError(file.string() + ": " + fault);
    require_distinct(names, file.string());
    return names;
  }
  require_distinct(columns, data.columns.owner());
  return static_cast<Index>(columns.size()) == features
             ? columns
             : numbered_feature_names(features, data.zero_based ? 0 : 1);
}

}  // namespace fedltr
