#pragma once

#include <functional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "algorithms/core/method.hpp"
#include "algorithms/core/require.hpp"
#include "app/base/text.hpp"
#include "app/schema/scenario.hpp"

// Building blocks for the lines of the table of keys: a key is a name, a member
// of a section, a default, what is allowed, and help.
namespace fedltr {

/// A user's value for "let the program choose".
inline constexpr const char* kAuto = "auto";

/// Returns the part of a scenario that has this type.
template <class Section>
Section& section_of(Scenario& s) {
  FederationOptions& of_federation = s.federation;
  return std::get<Section&>(std::tie(
      s.run, s.data, s.synthetic, s.ranker, s.learner, s.federation,
      of_federation, s.federation.sharing, s.heterogeneity,
      s.heterogeneity.options, s.aggregation, s.attack, s.unlearning, s.faults,
      s.clicks, s.logging, s.privacy, s.evaluation, s.checkpoint, s.silo,
      s.silo.texts, s.silo.tokens, s.silo.options, s.silo.options.constants,
      s.silo.options.training, s.silo.options.listwise, s.members, s.figure,
      s.table));
}

/// Parses an integer. @throws std::invalid_argument unless min <= it <= max
std::uint64_t whole_within(const std::string& text, std::uint64_t min,
                           std::uint64_t max);

/// Returns the seconds of a time like 90s, 1h or 30d, up to 366d.
/// @throws std::invalid_argument
std::uint64_t seconds_of(const std::string& text);

/// Returns the seconds of a number of them, or of a time like seconds_of().
/// @throws std::invalid_argument  unless it is from 1 to `most`
std::uint64_t seconds_within(const std::string& text, std::uint64_t most);

inline constexpr std::uint64_t kAny = ~std::uint64_t{0};

template <class Section, class Whole>
Key whole(std::string name, Whole Section::*member, std::string fallback,
          std::uint64_t min, std::uint64_t max, std::string help) {
  return {std::move(name), std::move(fallback),
          "an integer " + std::to_string(min) + " to " + std::to_string(max),
          std::move(help), [=](Scenario& scenario, const Value& value) {
            section_of<Section>(scenario).*member =
                static_cast<Whole>(whole_within(value.text, min, max));
          }};
}

/// Key of a time, in seconds.
template <class Section>
Key time_key(std::string name, std::uint64_t Section::*member,
             std::string fallback, std::string help) {
  return {std::move(name), std::move(fallback), "a time like 90s, 10m, 1h, 30d",
          std::move(help), [=](Scenario& scenario, const Value& value) {
            section_of<Section>(scenario).*member = seconds_of(value.text);
          }};
}

/// Key of a time; a number without unit is of seconds.
template <class Section>
Key seconds_key(std::string name, std::uint32_t Section::*member,
                std::string fallback, std::uint64_t most, std::string help) {
  return {std::move(name), std::move(fallback),
          "seconds from 1 to " + std::to_string(most) +
              ", or a time like 90s, 10m, 4h",
          std::move(help), [=](Scenario& scenario, const Value& value) {
            section_of<Section>(scenario).*member =
                static_cast<std::uint32_t>(seconds_within(value.text, most));
          }};
}

/// Key of a number for which `holds`, in words `allowed`.
template <class Section>
Key real(std::string name, double Section::*member, std::string fallback,
         const std::function<bool(double)>& holds, const std::string& allowed,
         std::string help) {
  return {std::move(name), std::move(fallback), allowed, std::move(help),
          [=](Scenario& scenario, const Value& value) {
            const auto number = parse_real(value.text);
            require(number && holds(*number), "expected " + allowed);
            section_of<Section>(scenario).*member = *number;
          }};
}

template <class Section>
Key real(std::string name, double Section::*member, std::string fallback,
         ValueRange bounds, std::string help) {
  return real(
      std::move(name), member, std::move(fallback),
      [bounds](double number) { return bounds.hold(number); },
      real_parameter("", 0, bounds, "").allowed(), std::move(help));
}

/// Returns the index of a name. @throws std::invalid_argument if it is unknown
std::size_t place_of(const std::string& name,
                     const std::vector<std::string>& names);

template <class Section, class T>
Key choice(
    std::string name, T Section::*member, std::string fallback,
    const std::vector<std::pair<std::string, std::type_identity_t<T>>>& choices,
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
            section_of<Section>(scenario).*member =
                values[place_of(value.text, names)];
          }};
}

/// Key of yes or no.
template <class Section>
Key flag(std::string name, bool Section::*member, bool fallback,
         std::string help) {
  const std::string yes = "yes";
  const std::string no = "no";
  return choice(
      std::move(name), member, fallback ? yes : no,
      {{fallback ? yes : no, fallback}, {fallback ? no : yes, !fallback}},
      std::move(help));
}

/// Key whose value is one of these names.
template <class Section>
Key name_key(std::string name, std::string Section::*member,
             std::string fallback, const std::vector<std::string>& names,
             std::string help) {
  std::vector<std::pair<std::string, std::string>> choices;
  for (const std::string& each : names) choices.emplace_back(each, each);
  return choice(std::move(name), member, std::move(fallback), choices,
                std::move(help));
}

template <class Factory, class Traits>
std::vector<std::string> method_names(const Methods<Factory, Traits>& methods) {
  std::vector<std::string> names;
  for (const auto& each : methods) names.push_back(each.name);
  return names;
}

/// Key whose value is a name of a table of methods.
template <class Section, class Factory, class Traits>
Key method(std::string name, std::string Section::*member, std::string fallback,
           const Methods<Factory, Traits>& methods, std::string help) {
  return name_key(std::move(name), member, std::move(fallback),
                  method_names(methods), std::move(help));
}

template <class Section>
Key text(std::string name, std::string Section::*member, std::string fallback,
         std::string help) {
  return {std::move(name), std::move(fallback), "text", std::move(help),
          [=](Scenario& scenario, const Value& value) {
            require(!value.text.empty(), "must not be empty");
            section_of<Section>(scenario).*member = value.text;
          }};
}

/// Returns the path that a value gives, if any.
std::filesystem::path resolved_path(const Value& value);
/// Returns the paths of a list. @throws std::invalid_argument for an empty one
std::vector<std::filesystem::path> resolved_paths(const Value& value);

template <class Section>
Key path(std::string name, std::filesystem::path Section::*member,
         std::string help) {
  return {std::move(name),
          "",
          "a path",
          std::move(help),
          [=](Scenario& scenario, const Value& value) {
            section_of<Section>(scenario).*member = resolved_path(value);
          },
          true};
}

template <class Section>
Key paths(std::string name, std::vector<std::filesystem::path> Section::*member,
          std::string help) {
  return {std::move(name),
          "",
          "paths, separated by commas",
          std::move(help),
          [=](Scenario& scenario, const Value& value) {
            section_of<Section>(scenario).*member = resolved_paths(value);
          },
          true,
          true};
}

/// Returns numbers in ascending order, each once. @throws std::invalid_argument
std::vector<std::uint32_t> parse_clients(const std::string& text);

template <class Section>
Key clients_list(std::string name, std::vector<std::uint32_t> Section::*member,
                 std::string help) {
  return {std::move(name),
          "",
          "numbers and ranges, e.g. 0-3,7",
          std::move(help),
          [=](Scenario& scenario, const Value& value) {
            section_of<Section>(scenario).*member =
                value.text.empty() ? std::vector<std::uint32_t>()
                                   : parse_clients(value.text);
          },
          false,
          true};
}

/// Returns the condition that all of these hold.
Condition all_of(const std::vector<Condition>& conditions);

/// Returns the lists as one.
std::vector<Key> joined(const std::vector<std::vector<Key>>& lists);

/// Returns the keys of one study only.
std::vector<Key> only_in(Study only, std::vector<Key> keys);

// Keys of the sections, each in a file of its name.
std::vector<Key> run_keys();
/// Parses gains by grade, as of evaluation.gains.
/// @throws std::invalid_argument  unless they are from 0 and do not fall
std::vector<double> parse_gains(const std::string& text);
std::vector<Key> evaluation_keys();
std::vector<Key> checkpoint_keys();
std::vector<Key> data_keys();
std::vector<Key> synthetic_keys();
std::vector<Key> click_keys();
std::vector<Key> logging_keys();
std::vector<Key> ranker_keys();
std::vector<Key> learning_keys();
std::vector<Key> federation_keys();
std::vector<Key> heterogeneity_keys();
std::vector<Key> privacy_keys();
std::vector<Key> aggregation_keys();
std::vector<Key> attack_keys();
std::vector<Key> unlearning_keys();
std::vector<Key> timeline_keys();
std::vector<Key> fault_keys();
std::vector<Key> picture_keys();
std::vector<Key> member_keys();
std::vector<Key> silo_keys();
/// Parts of silo_keys().
std::vector<Key> silo_search_keys();
std::vector<Key> silo_training_keys();
/// Keys of texts, of [data] and [synthetic].
std::vector<Key> text_data_keys();
std::vector<Key> synthetic_text_keys();

}  // namespace fedltr
