#pragma once

#include <regex>
#include <set>
#include <string>

#include <nlohmann/json.hpp>

namespace fedltr::test {

/// Returns the paths of the values in a JSON document, as docs/output.md names
/// them: `runs[].final.ndcg@10`.
inline std::set<std::string> json_paths(const nlohmann::json& json,
                                        const std::string& path = "") {
  std::set<std::string> paths;
  if (json.is_object())
    for (const auto& [key, value] : json.items())
      paths.merge(json_paths(value, path.empty() ? key : path + "." + key));
  else if (json.is_array())
    for (const auto& value : json) paths.merge(json_paths(value, path + "[]"));
  else
    paths.insert(path);
  return paths;
}

/// Returns a documented name as a regular expression: capitals stand for any
/// name.
inline std::regex name_expression(const std::string& name) {
  std::string text;
  for (const char c : name)
    text += std::string_view(".[]").find(c) != std::string_view::npos
                ? std::string("\\") + c
                : std::string(1, c);
  return std::regex(std::regex_replace(
      text, std::regex("METRIC|NAME|KEY|FEATURE|METHOD"), ".+"));
}

/// True for a parent of a documented member: it may be null instead.
inline bool may_be_null(const std::string& name, const std::string& field) {
  for (std::size_t dot = field.find('.'); dot != std::string::npos;
       dot = field.find('.', dot + 1))
    if (std::regex_match(name, name_expression(field.substr(0, dot))))
      return true;
  return field.starts_with(name + "[]");
}

}  // namespace fedltr::test
