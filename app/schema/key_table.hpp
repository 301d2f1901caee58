#pragma once

#include <functional>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/core/method.hpp"
#include "algorithms/core/require.hpp"
#include "app/base/text.hpp"
#include "app/schema/scenario.hpp"

// Building blocks for the lines of the table of keys.
namespace fedltr {

/// A user's value for "let the program choose".
inline constexpr const char* kAuto = "auto";

/// Accesses one field of a scenario.
template <class T>
using FieldRef = T& (*)(Scenario&);

/// Parses an integer. @throws std::invalid_argument unless least <= it <= most
std::uint64_t whole_within(const std::string& text, std::uint64_t least,
                           std::uint64_t most);

template <class T>
Key whole(std::string name, FieldRef<T> field, std::string fallback,
          std::uint64_t least, std::uint64_t most, std::string help) {
  return {
      std::move(name), std::move(fallback),
      "a whole number " + std::to_string(least) + " to " + std::to_string(most),
      std::move(help), [=](Scenario& scenario, const Value& value) {
        field(scenario) = static_cast<T>(whole_within(value.text, least, most));
      }};
}

inline Key count(std::string name, FieldRef<std::uint32_t> field,
                 std::string fallback, std::uint64_t least, std::uint64_t most,
                 std::string help) {
  return whole<std::uint32_t>(std::move(name), field, std::move(fallback),
                              least, most, std::move(help));
}

Key real(std::string name, FieldRef<double> field, std::string fallback,
         bool (*holds)(double), const std::string& allowed, std::string help);

/// Returns the index of a name. @throws std::invalid_argument if it is unknown
std::size_t place_of(const std::string& name,
                     const std::vector<std::string>& names);

template <class T>
Key choice(std::string name, FieldRef<T> field, std::string fallback,
           const std::vector<std::pair<std::string, T>>& choices,
           std::string help) {
  std::vector<std::string> names;
  std::vector<T> values;
  for (const auto& [each, choice] : choices) {
    names.push_back(each);
    values.push_back(choice);
  }
  std::string allowed = join(names, " | ");
  return {std::move(name), std::move(fallback), std::move(allowed),
          std::move(help), [=](Scenario& scenario, const Value& value) {
            field(scenario) = values[place_of(value.text, names)];
          }};
}

/// Key whose value is one of these names.
Key name_key(std::string name, FieldRef<std::string> field,
             std::string fallback, std::vector<std::string> names,
             std::string help);

/// Key whose value is a name of a table of methods.
template <class Factory, class Traits>
Key method(std::string name, FieldRef<std::string> field, std::string fallback,
           const Methods<Factory, Traits>& methods, std::string help) {
  std::vector<std::string> names;
  for (const auto& each : methods) names.push_back(each.name);
  return name_key(std::move(name), field, std::move(fallback), std::move(names),
                  std::move(help));
}

Key text(std::string name, FieldRef<std::string> field, std::string fallback,
         std::string help);

std::filesystem::path resolve(const std::string& text,
                              const std::filesystem::path& base);

Key path(std::string name, FieldRef<std::filesystem::path> field,
         std::string help);

/// Returns the key with an old name that is still accepted.
Key renamed_from(const char* old_name, Key key);

/// Returns numbers in ascending order, each once. @throws std::invalid_argument
std::vector<std::uint32_t> parse_clients(const std::string& text);

Key clients_list(std::string name, FieldRef<std::vector<std::uint32_t>> field,
                 std::string help);

// Conditions of numbers.
inline bool positive(double x) {
  return x > 0;
}
inline bool not_negative(double x) {
  return x >= 0;
}
inline bool share(double x) {
  return x > 0 && x <= 1;
}

inline constexpr std::uint64_t kAny = ~std::uint64_t{0};

/// Sets the condition under which keys have an effect.
class ActiveWhen {
 public:
  using Applies = std::function<bool(const Scenario&)>;

  explicit ActiveWhen(std::vector<Key>& table) : table_(table) {}

  void operator()(std::initializer_list<const char*> names,
                  const std::string& needs, const Applies& applies) const;

 private:
  std::vector<Key>& table_;
};

/// Add the keys of a section, each in a file of its name, and the conditions
/// under which keys have an effect.
void add_run_keys(std::vector<Key>& table);
void add_evaluation_keys(std::vector<Key>& table);
void add_checkpoint_keys(std::vector<Key>& table);
void add_data_keys(std::vector<Key>& table);
void add_synthetic_keys(std::vector<Key>& table);
void add_click_keys(std::vector<Key>& table);
void add_learning_keys(std::vector<Key>& table);
void add_federation_keys(std::vector<Key>& table);
void add_heterogeneity_keys(std::vector<Key>& table);
void add_privacy_keys(std::vector<Key>& table);
void add_aggregation_keys(std::vector<Key>& table);
void add_attack_keys(std::vector<Key>& table);
void add_unlearning_keys(std::vector<Key>& table);
void add_timeline_keys(std::vector<Key>& table);
void add_fault_keys(std::vector<Key>& table);
void add_learning_conditions(const ActiveWhen& when);
void add_heterogeneity_conditions(const ActiveWhen& when);
void add_privacy_conditions(const ActiveWhen& when);
void add_defence_conditions(const ActiveWhen& when);
void add_unlearning_conditions(const ActiveWhen& when);
void add_fault_conditions(const ActiveWhen& when);
/// In app/schema/silo_keys.cpp: keys of silos and of their texts.
void add_text_data_keys(std::vector<Key>& table);
void add_synthetic_text_keys(std::vector<Key>& table);
void add_silo_keys(std::vector<Key>& table);
void add_silo_search_keys(std::vector<Key>& table);
void add_silo_training_keys(std::vector<Key>& table);
/// Keys of federations have no effect on silos, and vice versa.
void add_silo_conditions(std::vector<Key>& table);

}  // namespace fedltr
