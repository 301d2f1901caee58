#include "app/cli/list.hpp"

#include <algorithm>
#include <ostream>

#include "algorithms/ranking/conventions.hpp"
#include "app/base/errors.hpp"
#include "app/base/json.hpp"
#include "app/base/terminal.hpp"
#include "app/base/text.hpp"
#include "app/cli/list_figures.hpp"
#include "app/cli/list_json.hpp"
#include "app/cli/markdown.hpp"
#include "app/data/convert/formats.hpp"
#include "app/models/export/target.hpp"
#include "app/results/registry.hpp"
#include "app/schema/key_names.hpp"
#include "app/schema/method_tables.hpp"
#include "app/schema/scenario.hpp"

namespace fedltr {
namespace {

constexpr const char* kKeys = "keys";
constexpr const char* kOutput = "output";
constexpr const char* kFigures = "figures";

/// Table of an option of a command, which no key of a scenario names.
template <class Table>
MethodTable option_table(std::string kind, std::string option,
                         const Table& methods) {
  MethodTable made{std::move(kind), "", std::move(option), {}};
  for (const auto& each : methods)
    made.methods.push_back({each.name, each.summary, each.source, {}});
  return made;
}

/// All tables, in the order of print_all().
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

using Columns = std::optional<std::size_t>;

/// Writes a line, wrapped if `columns` is set.
void print_line(std::ostream& out, const std::string& line, Columns columns,
                std::size_t indent) {
  out << (columns ? wrapped(line, *columns, indent) : line) << "\n";
}

void print_table(std::ostream& out, const MethodTable& table, Columns columns) {
  const Key* const key = find_key(table.key);
  print_line(
      out, table.kind + " (" + table.key + (key ? ": " + key->help : "") + ")",
      columns, 2);
  std::size_t width = 0;
  for (const MethodInfo& method : table.methods)
    width = std::max(width, method.name.size());
  for (const MethodInfo& method : table.methods) {
    print_line(out,
               "  " + method.name +
                   std::string(width - method.name.size() + 2, ' ') +
                   method.summary + bracketed(method.source),
               columns, width + 4);
    for (const Parameter& parameter : method.parameters)
      print_line(out,
                 std::string(width + 6, ' ') + table.section() +
                     parameter.name + " = " + text_of(parameter.value) + ": " +
                     parameter.help + "; " + parameter.allowed(),
                 columns, width + 8);
  }
}

using KeyList = std::vector<const Key*>;

/// Keys of a section, or with that name, in full or without its section.
KeyList keys_chosen(const std::string& only) {
  KeyList chosen;
  for (const Key& key : keys())
    if (only.empty() || key.name.starts_with(only + "."))
      chosen.push_back(&key);
  if (!chosen.empty()) return chosen;
  chosen = keys_meant(only);
  if (!chosen.empty()) return chosen;
  for (const std::string& name : keys_called(only))
    chosen.push_back(find_key(name));
  if (!chosen.empty()) return chosen;
  throw UsageError("fedltr list keys " + only +
                   ": no section or key; nearest is " +
                   nearest_of(only, key_sections()) + "; sections are " +
                   join(key_sections(), ", "));
}

/// @param whole  true to print also the settings that a key needs for an effect
void print_keys(std::ostream& out, const KeyList& keys, bool whole,
                Columns columns) {
  out << "keys (section.key = default: help; allowed values)\n";
  for (const Key* key : keys)
    print_line(
        out,
        "  " + key->name + " = " + key->shown_default() + ": " + key->help +
            "; " + key->allowed +
            (whole && !key->needs.empty() ? "; has an effect with " + key->needs
                                          : ""),
        columns, 6);
}

constexpr const char* kGrid = "grid";
constexpr const char* kGridKeys =
    "[grid] holds any of these keys with several values, or named points that "
    "set keys of any sections:";
constexpr const char* kGridExample[] = {
    "federation.clients = 10, 100",
    "attack.kind = none, sign-flip factor=10",
    "scale = small: federation.clients=50 federation.rounds=10000, large: "
    "federation.clients=1000 federation.rounds=500",
};

void print_grid_keys(std::ostream& out, Columns columns) {
  print_line(out, kGridKeys, columns, 2);
  for (const char* line : kGridExample)
    print_line(out, "  " + std::string(line), columns, 6);
}

constexpr const char* kGenerated =
    "<!-- Printed by the program; `make docs-lists` updates it. -->\n";

void print_table_markdown(std::ostream& out, const MethodTable& table) {
  out << "\n## " << table.kind << "\n\nNamed by " << code_markdown(table.key)
      << ".\n\n";
  for (const MethodInfo& method : table.methods) {
    out << "- " << code_markdown(method.name) << ": "
        << escaped_markdown(method.summary);
    out << bracketed(escaped_markdown(method.source));
    std::string separator = "; keys ";
    for (const Parameter& parameter : method.parameters) {
      out << separator << code_markdown(table.section() + parameter.name);
      separator = ", ";
    }
    out << "\n";
  }
}

std::string old_names(const Key& key) {
  return key.old_names.empty()
             ? ""
             : " (earlier: " + join(key.old_names, ", ") + ")";
}

/// Allowed values of a key; a link instead of the names of many methods.
std::string allowed_text(const Key& key) {
  const auto& tables = listed_tables();
  const auto table = std::ranges::find(tables, key.name, &MethodTable::key);
  if (table == tables.end() || table->methods.size() < 7 ||
      key.allowed.find(" | ") == std::string::npos)
    return escaped_markdown(key.allowed);
  std::string others;
  for (const std::string& name : split(key.allowed, '|'))
    if (std::ranges::find(table->methods, name, &MethodInfo::name) ==
        table->methods.end())
      others += name + " or ";
  return escaped_markdown(others) + "[" + table->kind + "](methods.md#" +
         table->kind + ")";
}

/// Returns what a key needs for an effect, in short.
std::string needs_text(const Key& key) {
  if (key.needs.empty()) return "";
  return "; needs " + escaped_markdown(key.needs.substr(
                          0, key.needs.find(" instead of a [silo]")));
}

void print_keys_markdown(std::ostream& out, const KeyList& keys) {
  out << kGenerated
      << "# Keys of a scenario\n\nBy section: key = default, meaning, allowed "
         "values, and what the key needs to have an effect. fedltr refuses a "
         "key without an effect.\n";
  std::string section;
  for (const Key* each : keys) {
    const Key& key = *each;
    const std::size_t dot = key.name.find('.');
    if (key.name.substr(0, dot) != section) {
      section = key.name.substr(0, dot);
      out << "\n## [" << section << "]\n\n";
    }
    const std::string shown = key.shown_default();
    out << "- "
        << code_markdown(key.name.substr(dot + 1) +
                         (shown.empty() ? "" : " = " + shown))
        << ": " << escaped_markdown(key.help + old_names(key)) << " ("
        << allowed_text(key) << ")" << needs_text(key) << "\n";
  }
}

void print_grid_keys_markdown(std::ostream& out) {
  out << "\n## [grid]\n\n"
      << kGridKeys << " [running.md](running.md#grids).\n\n```ini\n";
  for (const char* line : kGridExample) out << line << "\n";
  out << "```\n";
}

std::vector<std::string> kind_names() {
  std::vector<std::string> names = {kKeys, kOutput, kFigures};
  for (const MethodTable& table : listed_tables()) names.push_back(table.kind);
  return names;
}

/// @throws UsageError  naming the nearest kind
const MethodTable& table_of(const std::string& kind) {
  const auto& all = listed_tables();
  const auto found = std::ranges::find_if(all, [&](const MethodTable& table) {
    return table.kind == kind || table.old_kind == kind;
  });
  if (found != all.end()) return *found;
  throw UsageError("fedltr list " + kind + ": unknown kind, nearest is '" +
                   nearest_name(kind, kind_names()) +
                   "'; known are: " + join(kind_names(), ", "));
}

void print_all(std::ostream& out, const ListRequest& request) {
  if (request.format == ListFormat::kMarkdown) {
    out << kGenerated
        << "# Methods\n\nEverything that a scenario, `eval` or `export` can "
           "name: description, source in brackets, keys "
           "([keys.md](keys.md)).\n";
    for (const MethodTable& table : listed_tables())
      print_table_markdown(out, table);
    return;
  }
  for (const MethodTable& table : listed_tables()) {
    print_table(out, table, request.columns);
    out << "\n";
  }
  out << "All scenario keys: fedltr list keys\n";
}

void print_chosen_keys(std::ostream& out, const ListRequest& request) {
  const bool markdown = request.format == ListFormat::kMarkdown;
  if (request.only == kGrid) {
    if (markdown) return print_grid_keys_markdown(out);
    return print_grid_keys(out, request.columns);
  }
  const KeyList chosen = keys_chosen(request.only);
  if (!markdown)
    print_keys(out, chosen, !request.only.empty(), request.columns);
  else
    print_keys_markdown(out, chosen);
  if (!request.only.empty()) return;
  if (!markdown)
    print_grid_keys(out, request.columns);
  else
    print_grid_keys_markdown(out);
}

void print_figures(std::ostream& out, const ListRequest& request) {
  const auto figures = listed_figures();
  if (request.format == ListFormat::kMarkdown)
    out << kGenerated << figures_markdown(figures);
  else
    out << figures_text(figures);
}

/// The two forms of a key of [grid], as keys_json() has keys.
Json grid_json() {
  const auto form = [](const char* key, const char* allowed, std::string help) {
    return Json{{"key", key},         {"default", ""},
                {"allowed", allowed}, {"help", std::move(help)},
                {"needs", ""},        {"former_names", Json::array()}};
  };
  return Json::array(
      {form("grid.SECTION.KEY", "values, separated by commas",
            std::string("a point for each value, which may bring settings of "
                        "its section along: ") +
                kGridExample[1]),
       form("grid.LIST", "NAME: section.key=value ..., separated by commas",
            std::string("named points that set keys of any sections: ") +
                kGridExample[2])});
}

/// The requested list, as JSON.
Json list_json(const ListRequest& request) {
  if (request.kind == kKeys && request.only == kGrid) return grid_json();
  if (request.kind == kKeys) return keys_json(keys_chosen(request.only));
  if (request.kind == kOutput) return output_json();
  if (request.kind == kFigures) return figures_json(listed_figures());
  if (!request.kind.empty()) return tables_json({&table_of(request.kind)});
  std::vector<const MethodTable*> tables;
  for (const MethodTable& table : listed_tables()) tables.push_back(&table);
  return tables_json(tables);
}

}  // namespace

const std::vector<MethodTable>& listed_tables() {
  static const std::vector<MethodTable> all = all_tables();
  return all;
}

std::string list_kinds() {
  return join(kind_names(), ", ");
}

void print_list(std::ostream& out, const ListRequest& request) {
  if (!request.only.empty() && request.kind != kKeys)
    throw UsageError("fedltr list " + request.kind + " " + request.only +
                     ": only fedltr list keys takes a section or key");
  if (request.format == ListFormat::kJson)
    out << json_text(list_json(request));
  else if (request.kind.empty())
    print_all(out, request);
  else if (request.kind == kKeys)
    print_chosen_keys(out, request);
  else if (request.kind == kOutput)
    out << output_markdown();
  else if (request.kind == kFigures)
    print_figures(out, request);
  else if (request.format == ListFormat::kMarkdown)
    print_table_markdown(out, table_of(request.kind));
  else
    print_table(out, table_of(request.kind), request.columns);
}

}  // namespace fedltr
