#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace fedltr {

/// A number that tunes a method, as `fedltr list` shows it; its key, bounds and
/// help are in the scenario's table of keys.
struct Parameter {
  std::string name;  ///< key within its section
  double value = 0;  ///< default
  std::string help;
};

/// One line of a table of named methods: what `fedltr list` and the scenario
/// reader know of it.
///
/// @tparam Factory  makes the method from its parameters (and what else it
///                  needs)
template <class Factory>
struct Method {
  std::string name;
  std::string summary;
  std::string source;  ///< paper and equation
  std::vector<Parameter> parameters;
  Factory make;
};

template <class Factory>
using Methods = std::vector<Method<Factory>>;

/// The method of that name.
/// @throws std::invalid_argument naming the known ones
template <class Factory>
const Method<Factory>& find(const Methods<Factory>& methods,
                            std::string_view name) {
  const auto found = std::ranges::find(methods, name, &Method<Factory>::name);
  if (found != methods.end()) return *found;
  std::string known;
  for (const auto& method : methods)
    known += (known.empty() ? "" : ", ") + method.name;
  throw std::invalid_argument("unknown name '" + std::string(name) +
                              "', known are: " + known);
}

}  // namespace fedltr
