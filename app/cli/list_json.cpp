#include "app/cli/list_json.hpp"

#include "app/base/json.hpp"
#include "app/results/registry.hpp"

namespace fedltr {
namespace {

Json method_json(const MethodTable& table, const MethodInfo& method) {
  Json parameters = Json::array();
  for (const Parameter& parameter : method.parameters)
    parameters.push_back({{"key", table.section() + parameter.name},
                          {"default", text_of(parameter.value)},
                          {"allowed", parameter.allowed()},
                          {"help", parameter.help}});
  return {{"name", method.name},
          {"summary", method.summary},
          {"source", method.source},
          {"parameters", parameters}};
}

}  // namespace

Json tables_json(const std::vector<const MethodTable*>& tables) {
  Json json = Json::object();
  for (const MethodTable* table : tables) {
    Json methods = Json::array();
    for (const MethodInfo& method : table->methods)
      methods.push_back(method_json(*table, method));
    json[table->kind] = {{"named_by", table->key}, {"methods", methods}};
  }
  return json;
}

Json keys_json(const std::vector<const Key*>& keys) {
  Json json = Json::array();
  for (const Key* key : keys)
    json.push_back({{"key", key->name},
                    {"default", key->shown_default()},
                    {"allowed", key->allowed},
                    {"help", key->help},
                    {"needs", key->needs},
                    {"former_names", key->old_names}});
  return json;
}

Json output_json() {
  Json json = Json::array();
  for (const OutputChapter& chapter : output_chapters()) {
    Json files = Json::array();
    for (const FileDescription& file : chapter.files) {
      Json fields = Json::array();
      for (const OutputField& field : file.fields)
        fields.push_back({{"name", field.name}, {"meaning", field.meaning}});
      files.push_back({{"name", file.name},
                       {"holds", file.holds},
                       {"written", file.when.empty() ? "always" : file.when},
                       {"fields", fields}});
    }
    json.push_back({{"chapter", chapter.title}, {"files", files}});
  }
  return json;
}

}  // namespace fedltr
