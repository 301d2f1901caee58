#include "app/schema/parameter_keys.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "algorithms/core/require.hpp"
#include "app/base/text.hpp"
#include "app/schema/key_table.hpp"

namespace fedltr {
namespace {

/// A method's variant of a parameter.
struct Variant {
  std::string method;
  Parameter parameter;
};

/// A parameter of a table, with the variants of all its methods.
struct SharedParameter {
  const MethodTable* table;
  std::vector<Variant> variants;

  const Parameter& first() const { return variants.front().parameter; }

  /// Returns the variant of the scenario's method; nullptr if it has none.
  const Parameter* chosen(const Scenario& scenario) const {
    const auto names = table->chosen(scenario);
    for (const Variant& variant : variants)
      if (std::ranges::count(names, variant.method) > 0)
        return &variant.parameter;
    return nullptr;
  }
};

std::string default_of(const Parameter& parameter) {
  return text_of(parameter.value);
}

/// Returns the default that all methods share, or one per method: "ipm 1,
/// scaled 10".
std::string defaults_of(const SharedParameter& shared) {
  std::vector<std::string> each;
  std::set<std::string> different;
  for (const auto& [method, parameter] : shared.variants) {
    each.push_back(method + " " + default_of(parameter));
    different.insert(default_of(parameter));
  }
  return different.size() == 1 ? *different.begin() : join(each, ", ");
}

/// Returns the methods with the help they share: "krum, trim: ...; mean: ...".
std::string help_of(const SharedParameter& shared) {
  std::vector<std::string> helps;
  std::map<std::string, std::vector<std::string>> methods;
  for (const auto& [method, parameter] : shared.variants) {
    auto& sharing = methods[parameter.help];
    if (sharing.empty()) helps.push_back(parameter.help);
    sharing.push_back(method);
  }
  for (std::string& help : helps)
    help = join(methods[help], ", ") + ": " + help;
  return join(helps, "; ");
}

struct Parse {
  const Parameter& parameter;
  const std::string& text;

  [[noreturn]] void fail(const std::string& what = {}) const {
    throw std::invalid_argument(what + "expected " + parameter.allowed());
  }
  double real(const std::string& word) const {
    const auto number = parse_real(word);
    if (!number) fail();
    return *number;
  }
  std::uint64_t whole(const std::string& word) const {
    const auto number = parse_whole(word);
    if (!number) fail();
    return *number;
  }

  ParameterValue operator()(double) const { return real(text); }
  ParameterValue operator()(std::uint64_t) const { return whole(text); }
  ParameterValue operator()(bool) const {
    return place_of(text, {"yes", "no"}) == 0;
  }
  ParameterValue operator()(const std::string&) const {
    return parameter.choices[place_of(text, parameter.choices)];
  }
  ParameterValue operator()(const std::vector<double>&) const {
    std::vector<double> numbers;
    for (const std::string& word : split(text, ','))
      numbers.push_back(real(word));
    return numbers;
  }
  ParameterValue operator()(const std::vector<std::uint64_t>&) const {
    std::vector<std::uint64_t> numbers;
    for (const std::string& word : split(text, ','))
      numbers.push_back(whole(word));
    return numbers;
  }
};

bool is_list(const ParameterValue& value) {
  return std::holds_alternative<std::vector<double>>(value) ||
         std::holds_alternative<std::vector<std::uint64_t>>(value);
}

Key key_of(const SharedParameter& shared) {
  const Parameter& first = shared.first();
  const MethodTable& table = *shared.table;
  Key key;
  key.name = table.section() + first.name;
  key.fallback = default_of(first);
  key.all_defaults = defaults_of(shared);
  key.allowed = first.allowed();
  key.help = help_of(shared);
  key.set = [shared](Scenario& scenario, const Value& value) {
    const Parameter* chosen = shared.chosen(scenario);
    const Parameter& parameter = chosen ? *chosen : shared.first();
    ParameterValue parsed = parse_parameter(parameter, value.text);
    ParameterValues& values = shared.table->values(scenario);
    // Erase a value left from another scenario if no chosen method has it.
    if (chosen)
      values.set(parameter.name, std::move(parsed));
    else
      values.erase(parameter.name);
  };
  key.is_list = is_list(first.value);
  key.is_parameter = true;
  key.default_in = [shared](const Scenario& scenario) {
    const Parameter* chosen = shared.chosen(scenario);
    return default_of(chosen ? *chosen : shared.first());
  };
  for (const Variant& variant : shared.variants)
    key.defaults.push_back(default_of(variant.parameter));
  if (!first.old_name.empty())
    key.old_names.push_back(table.section() + first.old_name);
  key.applies = [shared](const Scenario& scenario) {
    return shared.chosen(scenario) != nullptr;
  };
  key.needs = table.key + " = " + table.methods_with(first.name);
  return key;
}

}  // namespace

ParameterValue parse_parameter(const Parameter& parameter,
                               const std::string& text) {
  ParameterValue value = std::visit(Parse{parameter, text}, parameter.value);
  parameter.check(value);
  return value;
}

std::vector<Key> parameter_keys(const MethodTable& methods) {
  std::vector<SharedParameter> all;
  for (const MethodInfo& method : methods.methods)
    for (const Parameter& parameter : method.parameters) {
      auto found = std::ranges::find(all, parameter.name, [](const auto& each) {
        return each.first().name;
      });
      if (found == all.end())
        found = all.insert(all.end(), SharedParameter{&methods, {}});
      found->variants.push_back({method.name, parameter});
    }
  std::vector<Key> keys;
  for (const SharedParameter& shared : all) keys.push_back(key_of(shared));
  return keys;
}

std::vector<Key> parameter_keys(const std::string& kind) {
  return parameter_keys(method_table(kind));
}

}  // namespace fedltr
