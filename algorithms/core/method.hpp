#pragma once

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace fedltr {

/// A number that tunes a method: a key of its scenario section.
struct Parameter {
  std::string name;
  double value = 0;  ///< default
  std::string help;
  double least = std::numeric_limits<double>::lowest();
  double most = std::numeric_limits<double>::max();
};

/// One line of a table of named methods: what `fedltr list`, `--help` and the
/// scenario reader know of it.
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
