#include "scenarios/cli/list_json.hpp"

#include "scenarios/base/json.hpp"

namespace fedltr {
namespace {

Json parameter_json(const MethodTable& table, const Parameter& parameter) {
  return {{"key", table.section() + parameter.name},
          {"default", text_of(parameter.value)},
          {"allowed", parameter.allowed()},
          {"help", parameter.help}};
}

}  // namespace

std::string shown_default(const Key& key) {
  return key.shown_default.empty() ? key.fallback : key.shown_default;
}

Json table_json(const MethodTable& table) {
  Json methods = Json::array();
  for (const MethodInfo& method : table.methods) {
    Json parameters = Json::array();
    for (const Parameter& parameter : method.parameters)
      parameters.push_back(parameter_json(table, parameter));
    methods.push_back({{"name", method.name},
                       {"summary", method.summary},
                       {"source", method.source},
                       {"parameters", std::move(parameters)}});
  }
  return {{"kind", table.kind},
          {"key", table.key},
          {"methods", std::move(methods)}};
}

Json keys_json() {
  Json all = Json::array();
  for (const Key& key : keys())
    all.push_back({{"key", key.name},
                   {"default", shown_default(key)},
                   {"allowed", key.allowed},
                   {"help", key.help},
                   {"needs", key.needs}});
  return all;
}

}  // namespace fedltr
