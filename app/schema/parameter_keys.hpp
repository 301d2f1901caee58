#pragma once

#include <string>
#include <vector>

#include "app/schema/method_tables.hpp"

// Keys derived from the parameters of methods.
namespace fedltr {

/// Reads a parameter's value.
/// @throws std::invalid_argument "expected ..."
ParameterValue parse_parameter(const Parameter& parameter,
                               const std::string& text);

/// Returns a key for each parameter of a table's methods: its name, default,
/// bounds and help; it has an effect with these methods only. Methods may share
/// a parameter; its default is then that of the chosen method.
/// @param methods  outlives the keys
std::vector<Key> parameter_keys(const MethodTable& methods);

/// Returns the parameter keys of a kind of method_tables().
std::vector<Key> parameter_keys(const std::string& kind);

}  // namespace fedltr
