#include "scenarios/cli/list.hpp"

#include <algorithm>
#include <ostream>

#include "algorithms/ranking/conventions.hpp"
#include "scenarios/base/errors.hpp"
#include "scenarios/base/json.hpp"
#include "scenarios/base/text.hpp"
#include "scenarios/cli/list_json.hpp"
#include "scenarios/convert/formats.hpp"
#include "scenarios/export/target.hpp"
#include "scenarios/output/registry.hpp"
#include "scenarios/schema/method_tables.hpp"
#include "scenarios/schema/scenario.hpp"

namespace fedltr {
namespace {

constexpr const char* kKeys = "keys";
constexpr const char* kOutput = "output";

/// A table that no key of a scenario names, but an option of a command.
template <class Table>
MethodTable option_table(std::string kind, std::string option,
                         const Table& methods) {
  MethodTable made{std::move(kind), "", std::move(option), {}};
  for (const auto& each : methods)
    made.methods.push_back({each.name, each.summary, each.source, {}});
  return made;
}

std::vector<MethodTable> all_tables() {
  std::vector<MethodTable> all = method_tables();
  all.push_back(option_table("conventions", "--conventions of fedltr eval",
                             conventions()));
  all.push_back(option_table("formats", "--from of fedltr data convert",
                             input_formats()));
  all.push_back(option_table("output-formats", "--to of fedltr data convert",
                             output_formats()));
  all.push_back(
      option_table("targets", "--to of fedltr export", export_targets()));
  return all;
}

std::string bracketed(const std::string& source) {
  return source.empty() ? "" : "  [" + source + "]";
}

void print_table(std::ostream& out, const MethodTable& table) {
  out << table.kind << " (" << table.key << ")\n";
  std::size_t width = 0;
  for (const MethodInfo& method : table.methods)
    width = std::max(width, method.name.size());
  for (const MethodInfo& method : table.methods) {
    out << "  " << method.name
        << std::string(width - method.name.size() + 2, ' ') << method.summary
        << bracketed(method.source) << "\n";
    for (const Parameter& parameter : method.parameters)
      out << std::string(width + 6, ' ') << table.section() << parameter.name
          << " = " << text_of(parameter.value) << ": " << parameter.help << "; "
          << parameter.allowed() << "\n";
  }
}

void print_keys(std::ostream& out) {
  out << "keys (section.key = default: help; what is allowed)\n";
  for (const Key& key : keys())
    out << "  " << key.name << " = " << shown_default(key) << ": " << key.help
        << "; " << key.allowed << "\n";
}

/// A cell of a Markdown table.
std::string cell(const std::string& text) {
  std::string escaped;
  for (const char letter : text) {
    if (letter == '|' || letter == '*' || letter == '_' || letter == '<')
      escaped += '\\';
    escaped += letter;
  }
  return escaped;
}

std::string code(const std::string& text) {
  return text.empty() ? "" : "`" + text + "`";
}

constexpr const char* kGenerated =
    "<!-- Printed by the program: `make docs-lists` renews it. -->\n";

void print_table_markdown(std::ostream& out, const MethodTable& table) {
  out << "\n## " << table.kind << "\n\nNamed by " << code(table.key)
      << ".\n\n| name | what it is | source |\n|---|---|---|\n";
  for (const MethodInfo& method : table.methods)
    out << "| " << code(method.name) << " | " << cell(method.summary) << " | "
        << cell(method.source) << " |\n";
  bool first = true;
  for (const MethodInfo& method : table.methods)
    for (const Parameter& parameter : method.parameters) {
      if (first)
        out << "\n| method | parameter | default | allowed | what it tunes "
               "|\n|---|---|---|---|---|\n";
      first = false;
      out << "| " << code(method.name) << " | "
          << code(table.section() + parameter.name) << " | "
          << code(text_of(parameter.value)) << " | "
          << cell(parameter.allowed()) << " | " << cell(parameter.help)
          << " |\n";
    }
}

std::string old_names(const Key& key) {
  return key.old_names.empty()
             ? ""
             : " (earlier: " + join(key.old_names, ", ") + ")";
}

void print_keys_markdown(std::ostream& out) {
  out << kGenerated
      << "# Keys of a scenario\n\nBy section, with their defaults. A key that "
         "has no effect in a scenario is refused there.\n";
  std::string section;
  for (const Key& key : keys()) {
    const std::size_t dot = key.name.find('.');
    if (key.name.substr(0, dot) != section) {
      section = key.name.substr(0, dot);
      out << "\n## [" << section
          << "]\n\n| key | default | allowed | what it says | has an effect "
             "with |\n|---|---|---|---|---|\n";
    }
    out << "| " << code(key.name.substr(dot + 1)) << " | "
        << code(shown_default(key)) << " | " << cell(key.allowed) << " | "
        << cell(key.help + old_names(key)) << " | " << cell(key.needs)
        << " |\n";
  }
}

const MethodTable* find_table(const std::string& kind) {
  const auto& all = listed_tables();
  const auto found = std::ranges::find_if(all, [&](const MethodTable& table) {
    return table.kind == kind || table.old_kind == kind;
  });
  return found == all.end() ? nullptr : &*found;
}

std::vector<std::string> kind_names() {
  std::vector<std::string> names = {kKeys, kOutput};
  for (const MethodTable& table : listed_tables()) names.push_back(table.kind);
  return names;
}

void print_json(std::ostream& out, const std::string& kind) {
  if (kind == kOutput)
    throw UsageError("--format json: `list output` is a page of Markdown");
  Json all = Json::array();
  for (const MethodTable& each : listed_tables())
    all.push_back(table_json(each));
  out << json_text(kind.empty()    ? all
                   : kind == kKeys ? keys_json()
                                   : table_json(*find_table(kind)));
}

void print_all(std::ostream& out, ListFormat format) {
  if (format == ListFormat::kMarkdown) {
    out << kGenerated
        << "# Methods\n\nAll that a scenario can name, and what `eval` and "
           "`export` can.\n";
    for (const MethodTable& table : listed_tables())
      print_table_markdown(out, table);
    return;
  }
  for (const MethodTable& table : listed_tables()) {
    print_table(out, table);
    out << "\n";
  }
  out << "All scenario keys: fedltr list keys\n";
}

}  // namespace

const std::vector<MethodTable>& listed_tables() {
  static const std::vector<MethodTable> all = all_tables();
  return all;
}

std::string list_kinds() {
  return join(kind_names(), ", ");
}

void print_list(std::ostream& out, const std::string& kind, ListFormat format) {
  if (!kind.empty() && kind != kKeys && kind != kOutput && !find_table(kind))
    throw UsageError("fedltr list " + kind + ": unknown kind, nearest is '" +
                     nearest_name(kind, kind_names()) +
                     "'; known are: " + list_kinds());
  if (format == ListFormat::kJson) return print_json(out, kind);
  const bool markdown = format == ListFormat::kMarkdown;
  if (kind.empty()) return print_all(out, format);
  if (kind == kKeys)
    return markdown ? print_keys_markdown(out) : print_keys(out);
  if (kind == kOutput) {
    out << output_markdown();
    return;
  }
  const MethodTable& table = *find_table(kind);
  markdown ? print_table_markdown(out, table) : print_table(out, table);
}

}  // namespace fedltr
