#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/core/parameter.hpp"

namespace fedltr {

/// Traits of a method of which others need only the name.
struct NoTraits {};

/// A row in a table of named methods: all that `fedltr list`, the scenario's
/// reader and its checks know about the method.
///
/// @tparam Factory  makes the method from its parameters (and other input)
/// @tparam Traits   the properties that others query, instead of comparing its
/// name
template <class Factory, class Traits = NoTraits>
struct Method {
  std::string name;
  std::string summary;
  std::string source;  ///< paper and equation
  std::vector<Parameter> parameters;
  Factory make;
  Traits traits = {};

  bool has(const Parameter& parameter) const {
    return std::ranges::find(parameters, parameter.name, &Parameter::name) !=
           parameters.end();
  }
};

template <class Factory, class Traits = NoTraits>
using Methods = std::vector<Method<Factory, Traits>>;

/// Returns the method of that name.
/// @throws std::invalid_argument naming the known ones
template <class Factory, class Traits>
const Method<Factory, Traits>& find(const Methods<Factory, Traits>& methods,
                                    std::string_view name) {
  const auto found =
      std::ranges::find(methods, name, &Method<Factory, Traits>::name);
  if (found != methods.end()) return *found;
  std::string known;
  for (const auto& method : methods)
    known += (known.empty() ? "" : ", ") + method.name;
  throw std::invalid_argument("unknown name '" + std::string(name) +
                              "', known are: " + known);
}

}  // namespace fedltr
