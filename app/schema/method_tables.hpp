#pragma once

#include <functional>
#include <string>
#include <vector>

#include "algorithms/core/method.hpp"
#include "app/schema/scenario.hpp"

namespace fedltr {

/// What a method says of itself, without what makes it.
struct MethodInfo {
  std::string name;
  std::string summary;
  std::string source;
  std::vector<Parameter> parameters;
};

/// A table of methods, and the key that names one of them. The keys of its
/// methods' parameters, `fedltr list` and docs/methods.md follow from it.
struct MethodTable {
  std::string kind;      ///< for `fedltr list`: "rules"
  std::string old_kind;  ///< an earlier name of it, or empty
  std::string key;       ///< "aggregation.rule"
  std::vector<MethodInfo> methods;
  /// Names of the methods a scenario chose; empty: they have no parameters.
  std::function<std::vector<std::string>(const Scenario&)> chosen = {};
  /// Where a scenario keeps their parameters.
  std::function<ParameterValues&(Scenario&)> values = {};
  /// What the key may say in place of a name to choose all methods, or empty.
  std::string all = {};

  /// "aggregation.", with which the keys of parameters begin.
  std::string section() const { return key.substr(0, key.find('.') + 1); }
  /// What the key says where a parameter counts: "norm-bound or centered-clip".
  std::string methods_with(const std::string& parameter) const;
};

/// All tables whose methods a scenario names.
const std::vector<MethodTable>& method_tables();

/// @throws std::invalid_argument for an unknown kind
const MethodTable& method_table(const std::string& kind);

/// Words as a user reads them: "a, b or c".
std::string one_of(const std::vector<std::string>& words);

/// Names of the methods of a table of which something holds: "dbgd or pmgd".
template <class Factory, class Traits, class Holds>
std::string names_where(const Methods<Factory, Traits>& methods,
                        const Holds& holds) {
  std::vector<std::string> names;
  for (const auto& method : methods)
    if (holds(method.traits)) names.push_back(method.name);
  return one_of(names);
}

}  // namespace fedltr
