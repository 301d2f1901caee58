#include "app/schema/key_table.hpp"

#include <algorithm>
#include <cmath>

namespace fedltr {

namespace {

/// Returns the digits of a number like 1e3, 1,000 or 1_000; "" unless it is an
/// integer from 0 to 2^53.
std::string digits_meant(std::string text) {
  std::erase_if(text,
                [](char letter) { return letter == ',' || letter == '_'; });
  const auto number = parse_real(text);
  constexpr double kExact = 9007199254740992;  // 2^53
  const bool whole = number && *number >= 0 && *number <= kExact &&
                     *number == std::floor(*number);
  return whole ? std::to_string(static_cast<std::uint64_t>(*number)) : "";
}

}  // namespace

std::uint64_t whole_within(const std::string& text, std::uint64_t least,
                           std::uint64_t most) {
  const auto number = parse_whole(text);
  const std::string meant = number ? "" : digits_meant(text);
  require(number && *number >= least && *number <= most,
          "expected an integer " + std::to_string(least) + " to " +
              std::to_string(most) +
              (meant.empty() ? "" : ", in digits: " + meant) +
              (text.find(',') == std::string::npos
                   ? ""
                   : "; a list of values belongs in [grid]"));
  return *number;
}

std::uint64_t seconds_of(const std::string& text) {
  constexpr std::pair<char, std::uint64_t> kUnits[] = {
      {'s', 1}, {'m', 60}, {'h', 3600}, {'d', 86400}};
  constexpr std::uint64_t kMost = 366 * std::uint64_t{86400};
  if (text == "0") return 0;
  for (const auto& [letter, seconds] : kUnits)
    if (text.ends_with(letter))
      if (const auto number = parse_whole(text.substr(0, text.size() - 1));
          number && *number <= kMost / seconds)
        return *number * seconds;
  throw std::invalid_argument(
      "expected 0 or a time up to 366d, like 90s, 10m, "
      "1h or 30d");
}

std::uint64_t seconds_within(const std::string& text, std::uint64_t most) {
  std::uint64_t seconds = 0;
  try {
    const auto plain = parse_whole(text);
    seconds = plain ? *plain : seconds_of(text);
  } catch (const std::invalid_argument&) {
    seconds = 0;  // as for a number out of range
  }
  require(seconds >= 1 && seconds <= most,
          "expected 1 to " + std::to_string(most) +
              " seconds, or a time like 90s, 10m or 4h");
  return seconds;
}

std::size_t place_of(const std::string& name,
                     const std::vector<std::string>& names) {
  const auto found = std::ranges::find(names, name);
  require(found != names.end(), "expected one of " + join(names, ", ") +
                                    "; nearest is '" +
                                    nearest_name(name, names) + "'");
  return static_cast<std::size_t>(found - names.begin());
}

std::filesystem::path resolved_path(const Value& value) {
  if (value.text.empty()) return {};
  return (value.base / value.text).lexically_normal();
}

std::vector<std::filesystem::path> resolved_paths(const Value& value) {
  std::vector<std::filesystem::path> list;
  for (const std::string& each : split(value.text, ',')) {
    require(!each.empty(), "holds an empty path");
    list.push_back(resolved_path({each, value.base}));
  }
  return list;
}

Key Key::when(const Condition& condition) && {
  applies = condition.applies;
  needs = condition.needs;
  return std::move(*this);
}

Key Key::renamed_from(const char* old_name) && {
  old_names.emplace_back(old_name);
  return std::move(*this);
}

Key Key::silo_default(std::string text) && {
  silo_fallback = std::move(text);
  return std::move(*this);
}

Key Key::follows(std::string shown,
                 std::function<std::string(const Scenario&)> choice) && {
  all_defaults = std::move(shown);
  default_in = std::move(choice);
  return std::move(*this);
}

Key Key::only_in(Study only) && {
  study = only;
  // The reader itself reports a key of the wrong study.
  if (!applies)
    needs = only == Study::kSilo      ? "a [silo]"
            : only == Study::kMembers ? "[members]"
                                      : "a federation instead of a [silo]";
  applies = [only, before = applies](const Scenario& scenario) {
    return is_among(study_of(scenario), only) && (!before || before(scenario));
  };
  return std::move(*this);
}

std::vector<Key> for_all_studies(std::vector<Key> keys) {
  for (Key& key : keys)
    if (key.study == Study::kBoth) key.study = Study::kAll;
  return keys;
}

Condition all_of(const std::vector<Condition>& conditions) {
  std::string needs;
  for (std::size_t i = 0; i < conditions.size(); ++i)
    needs += (i == 0                       ? ""
              : i + 1 == conditions.size() ? " and "
                                           : ", ") +
             conditions[i].needs;
  return {needs, [conditions](const Scenario& scenario) {
            return std::ranges::all_of(conditions, [&](const auto& each) {
              return each.applies(scenario);
            });
          }};
}

std::vector<Key> joined(const std::vector<std::vector<Key>>& lists) {
  std::vector<Key> all;
  for (const auto& list : lists)
    all.insert(all.end(), list.begin(), list.end());
  return all;
}

std::vector<Key> only_in(Study only, std::vector<Key> keys) {
  for (Key& key : keys) key = std::move(key).only_in(only);
  return keys;
}

}  // namespace fedltr
