#pragma once

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/core/method.hpp"
#include "algorithms/core/require.hpp"
#include "scenarios/base/text.hpp"
#include "scenarios/schema/scenario.hpp"

// What lines of the table of keys are made of.
namespace fedltr {

/// Reaches one field of a scenario.
template <class T>
using FieldRef = std::function<T&(Scenario&)>;

template <class T>
Key whole(std::string name, const FieldRef<T>& field, std::string fallback,
          std::uint64_t least, std::uint64_t most, std::string help) {
  const std::string allowed =
      "a whole number " + std::to_string(least) + " to " + std::to_string(most);
  return {std::move(name), std::move(fallback), allowed, std::move(help),
          [=](Scenario& scenario, const Value& value) {
            const auto number = parse_whole(value.text);
            require(number && *number >= least && *number <= most,
                    "expected " + allowed);
            field(scenario) = static_cast<T>(*number);
          }};
}

inline Key real(std::string name, const FieldRef<double>& field,
                std::string fallback, const std::function<bool(double)>& holds,
                const std::string& allowed, std::string help) {
  return {std::move(name), std::move(fallback), allowed, std::move(help),
          [=](Scenario& scenario, const Value& value) {
            const auto number = parse_real(value.text);
            require(number && holds(*number), "expected " + allowed);
            field(scenario) = *number;
          }};
}

template <class T>
Key choice(std::string name, const FieldRef<T>& field, std::string fallback,
           std::vector<std::pair<std::string, T>> choices, std::string help) {
  std::vector<std::string> names(choices.size());
  std::ranges::transform(choices, names.begin(),
                         [](const auto& choice) { return choice.first; });
  return {std::move(name), std::move(fallback), join(names, " | "),
          std::move(help), [=](Scenario& scenario, const Value& value) {
            const auto found = std::ranges::find(
                choices, value.text, &std::pair<std::string, T>::first);
            require(found != choices.end(),
                    "expected one of " + join(names, ", ") + "; nearest is '" +
                        nearest_name(value.text, names) + "'");
            field(scenario) = found->second;
          }};
}

/// A name of one of the tables.
template <class Factory, class Traits>
Key method(std::string name, const FieldRef<std::string>& field,
           std::string fallback, const Methods<Factory, Traits>& methods,
           std::string help) {
  std::vector<std::pair<std::string, std::string>> choices;
  for (const auto& each : methods) choices.emplace_back(each.name, each.name);
  return choice<std::string>(std::move(name), field, std::move(fallback),
                             std::move(choices), std::move(help));
}

inline Key text(std::string name, const FieldRef<std::string>& field,
                std::string fallback, std::string help) {
  return {std::move(name), std::move(fallback), "text", std::move(help),
          [=](Scenario& scenario, const Value& value) {
            require(!value.text.empty(), "must not be empty");
            field(scenario) = value.text;
          }};
}

inline std::filesystem::path resolve(const std::string& text,
                                     const std::filesystem::path& base) {
  return (base / text).lexically_normal();
}

inline Key path(std::string name, const FieldRef<std::filesystem::path>& field,
                std::string help) {
  return {std::move(name),
          "",
          "a path",
          std::move(help),
          [=](Scenario& scenario, const Value& value) {
            field(scenario) = value.text.empty()
                                  ? std::filesystem::path()
                                  : resolve(value.text, value.base);
          },
          true};
}

/// The key by another name, whose old one goes on working.
inline Key renamed_from(const char* old_name, Key key) {
  key.old_names.emplace_back(old_name);
  return key;
}

/// Ascending, each once. @throws std::invalid_argument
std::vector<std::uint32_t> parse_clients(const std::string& text);

inline Key clients_list(std::string name,
                        const FieldRef<std::vector<std::uint32_t>>& field,
                        std::string help) {
  Key key{std::move(name), "", "numbers and ranges, e.g. 0-3,7",
          std::move(help), [=](Scenario& scenario, const Value& value) {
            field(scenario) = value.text.empty() ? std::vector<std::uint32_t>()
                                                 : parse_clients(value.text);
          }};
  key.is_list = true;
  return key;
}

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

/// Says of keys when they have an effect.
class ActiveWhen {
 public:
  using Applies = std::function<bool(const Scenario&)>;

  explicit ActiveWhen(std::vector<Key>& table) : table_(table) {}

  void operator()(std::initializer_list<const char*> names,
                  const std::string& needs, const Applies& applies) const {
    for (const char* name : names) {
      const auto found = std::ranges::find(table_, name, &Key::name);
      require(found != table_.end(), std::string("no key ") + name);
      Key& key = *found;
      key.applies = applies;
      key.needs = needs;
    }
  }

 private:
  std::vector<Key>& table_;
};

/// By section, each in a file of its name; what has an effect when.
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
/// In scenarios/schema/silo_keys.cpp: silos, and texts as their data.
void add_text_data_keys(std::vector<Key>& table);
void add_text_twin_keys(std::vector<Key>& table);
void add_silo_keys(std::vector<Key>& table);
void add_silo_training_keys(std::vector<Key>& table);
/// Keys of federations have no effect on silos, and the other way round.
void add_silo_conditions(std::vector<Key>& table);

}  // namespace fedltr
