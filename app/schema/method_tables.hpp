#pragma once

#include <functional>
#include <string>
#include <vector>

#include "algorithms/core/method.hpp"
#include "app/schema/scenario.hpp"

namespace fedltr {

/// Description of a method, without its factory.
struct MethodInfo {
  std::string name;
  std::string summary;
  std::string source;
  std::vector<Parameter> parameters;
};

/// A table of methods and the key that names one of them. Source of the keys of
/// the methods' parameters, `fedltr list` and docs/methods.md.
struct MethodTable {
  std::string kind;      ///< for `fedltr list`: "rules"
  std::string old_kind;  ///< an earlier name, or empty
  std::string key;       ///< "aggregation.rule"
  std::vector<MethodInfo> methods;
  /// Returns the methods a scenario chose; empty: they have no parameters.
  std::function<std::vector<std::string>(const Scenario&)> chosen = {};
  /// Returns the parameters' place in a scenario.
  std::function<ParameterValues&(Scenario&)> values = {};
  /// The key's value that chooses all methods; empty if there is none.
  std::string all = {};

  /// Returns "aggregation.", the prefix of the keys of parameters.
  std::string section() const { return key.substr(0, key.find('.') + 1); }
  /// Returns the values of the key that use a parameter: "norm-bound or
  /// centered-clip".
  std::string methods_with(const std::string& parameter) const;
};

/// Returns all tables whose methods a scenario names.
const std::vector<MethodTable>& method_tables();

/// @throws std::invalid_argument for an unknown kind
const MethodTable& method_table(const std::string& kind);

/// Joins words for a user: "a, b or c".
std::string one_of(const std::vector<std::string>& words);

/// Returns the methods whose traits satisfy `holds`: "dbgd or pmgd".
template <class Factory, class Traits, class Holds>
std::string names_where(const Methods<Factory, Traits>& methods,
                        const Holds& holds) {
  std::vector<std::string> names;
  for (const auto& method : methods)
    if (holds(method.traits)) names.push_back(method.name);
  return one_of(names);
}

}  // namespace fedltr
