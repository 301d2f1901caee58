#include "app/cli/completion.hpp"

#include <algorithm>
#include <map>
#include <sstream>

#include "app/base/text.hpp"
#include "app/cli/cli.hpp"
#include "app/cli/find_scenario.hpp"
#include "app/cli/list.hpp"
#include "app/schema/method_tables.hpp"

namespace fedltr {
namespace {

using Words = std::vector<std::string>;

std::string help_text_of(Words command) {
  command.push_back("--help");
  std::ostringstream out;
  std::ostringstream errors;
  run_command_line(command, out, errors);
  return out.str();
}

/// Words that follow `start` where a line of the overview begins with it.
Words commands_after(const std::string& start) {
  Words found;
  std::istringstream help(help_text_of({}));
  for (std::string line; std::getline(help, line);) {
    if (!line.starts_with(start)) continue;
    const std::string word =
        line.substr(start.size(), line.find(' ', start.size()) - start.size());
    for (const std::string& each : split(word, '|'))
      if (!each.empty() && each[0] >= 'a' && each[0] <= 'z')
        found.push_back(each);
  }
  return found;
}

Words options_of(const Words& command) {
  Words found;
  std::istringstream help(help_text_of(command));
  for (std::string word; help >> word;)
    if (word.starts_with("--") && word.size() > 2 &&
        word.find_first_not_of("-abcdefghijklmnopqrstuvwxyz") == word.npos)
      found.push_back(word);
  return found;
}

Words method_names(const std::string& kind) {
  Words names;
  for (const MethodTable& table : listed_tables())
    if (table.kind == kind)
      for (const MethodInfo& method : table.methods)
        names.push_back(method.name);
  return names;
}

/// Values of a key: its methods, or the choices it allows.
Words values_of(const std::string& name) {
  for (const MethodTable& table : method_tables())
    if (table.key == name) return method_names(table.kind);
  for (const Key& key : keys())
    if (key.name == name && key.allowed.find(" | ") != std::string::npos)
      return split(key.allowed, '|');
  return {};
}

Words settings_for(const std::string& typed) {
  Words settings;
  const std::size_t equals = typed.find('=');
  const std::string name = typed.substr(0, equals);
  if (equals == std::string::npos)
    for (const Key& key : keys()) settings.push_back(key.name + "=");
  else
    for (const std::string& value : values_of(name))
      settings.push_back(name + "=" + value);
  return settings;
}

/// Kind of names that follow an option; empty if none do.
std::string kind_after(const Words& command, const std::string& option) {
  static const std::map<std::string, std::string> kinds = {
      {"--metric", "metrics"}, {"--conventions", "conventions"},
      {"--like", "data-sets"}, {"--from", "formats"},
      {"--clicks", "clicks"},
  };
  if (option == "--to")
    return command[0] == "export" ? "targets" : "output-formats";
  const auto found = kinds.find(option);
  return found == kinds.end() ? "" : found->second;
}

/// Words between the first and the last: for `help data i`, "data ".
std::string words_before(const Words& words) {
  std::string text;
  for (std::size_t i = 1; i + 1 < words.size(); ++i) text += words[i] + " ";
  return text;
}

/// Arguments of `fedltr list keys`.
Words sections_and_keys() {
  Words names;
  for (const Key& key : keys()) {
    names.push_back(key.name.substr(0, key.name.find('.')));
    names.push_back(key.name);
  }
  return names;
}

Words candidates(const Words& words) {
  const std::string& typed = words.back();
  if (words.size() == 1) return commands_after("  fedltr ");
  if (words[0] == "help")
    return commands_after("  fedltr " + words_before(words));
  if (words.size() == 3 && words[0] == "list" && words[1] == "keys")
    return sections_and_keys();
  if (words.size() == 2 && words[0] == "list" && !typed.starts_with('-'))
    return split(list_kinds(), ',');
  Words command = {words[0]};
  const Words further = commands_after("  fedltr " + words[0] + " ");
  if (words.size() == 2 && !further.empty() && !typed.starts_with('-'))
    return further;
  if (std::ranges::count(further, words[1]) > 0) command.push_back(words[1]);
  const std::string& before = words[words.size() - 2];
  if (before == "--set") return settings_for(typed);
  if (const std::string kind = kind_after(command, before); !kind.empty())
    return method_names(kind);
  if (typed.starts_with('-')) return options_of(command);
  static const Words takes_scenario = {"run",   "check", "serve", "audit",
                                       "merge", "relay", "party", "member"};
  return std::ranges::count(takes_scenario, words[0]) > 0 ? scenario_names()
                                                          : Words();
}

}  // namespace

std::vector<std::string> completions(const std::vector<std::string>& words) {
  if (words.empty()) return {};
  Words found = candidates(words);
  // A shell would run what else a file's name may hold.
  std::erase_if(found, [&](const std::string& each) {
    return !each.starts_with(words.back()) ||
           each.find_first_not_of(
               "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
               "._/=,:+@%-") != std::string::npos;
  });
  std::ranges::sort(found);
  found.erase(std::ranges::unique(found).begin(), found.end());
  return found;
}

}  // namespace fedltr
