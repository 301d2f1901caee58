// The table of keys and lookups in it.
#include <algorithm>
#include <map>

#include "algorithms/core/numbers_below.hpp"
#include "app/schema/key_names.hpp"
#include "app/schema/key_table.hpp"
#include "app/schema/method_tables.hpp"

namespace fedltr {
namespace {

std::size_t edit_distance(const std::string& a, const std::string& b) {
  auto row = numbers_below<std::size_t>(b.size() + 1);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replace = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replace});
    }
  }
  return row[b.size()];
}

/// Returns how unlike a known name is what was typed: its beginning, of three
/// letters or more, is nearer than any slip, as `unlearn` is to `unlearning`.
std::pair<bool, std::size_t> unlikeness(const std::string& typed,
                                        const std::string& known) {
  constexpr std::size_t kFewest = 3;
  const bool begins = typed.size() >= kFewest && known.starts_with(typed);
  return {!begins, edit_distance(typed, known)};
}

}  // namespace

std::vector<std::uint32_t> parse_clients(const std::string& text) {
  std::vector<std::uint32_t> clients;
  for (const std::string& part : split(text, ',')) {
    const auto range = parse_range(part);
    require(range && range->last < 10000000,
            "'" + part + "' is not a client's number or a range like 0-3");
    for (std::uint64_t client = range->first; client <= range->last; ++client)
      clients.push_back(static_cast<std::uint32_t>(client));
  }
  std::ranges::sort(clients);
  clients.erase(std::unique(clients.begin(), clients.end()), clients.end());
  return clients;
}

bool is_of_propensities(const Key& key) {
  return key.name == "logging.propensities" || key.name == "logging.curve";
}

/// Returns keys of users who click, which [members] has if its users do.
std::vector<Key> of_users(std::vector<Key> keys) {
  keys = only_in(Study::kNoSilo, std::move(keys));
  for (Key& key : keys)
    key.applies = [before = key.applies, simulated = is_of_simulated_users(
                                             key)](const Scenario& scenario) {
      const MembersSettings& members = scenario.members;
      return (!members.on || (simulated ? members.has_simulated_users()
                                        : members.has_users())) &&
             before(scenario);
    };
  return keys;
}

/// Returns keys of logs, of which members have those of propensities.
std::vector<Key> of_logs(std::vector<Key> keys) {
  for (Key& key : keys)
    key = std::move(key).only_in(is_of_propensities(key) ? Study::kNoSilo
                                                         : Study::kFederation);
  return keys;
}

const std::vector<Key>& keys() {
  constexpr auto kFederation = Study::kFederation;
  static const std::vector<Key> table = joined({
      for_all_studies(run_keys()),
      data_keys(),
      for_all_studies(synthetic_keys()),
      only_in(Study::kNoSilo, ranker_keys()),
      of_users(learning_keys()),
      only_in(kFederation, federation_keys()),
      aggregation_keys(),
      of_users(click_keys()),
      of_logs(logging_keys()),
      only_in(kFederation, heterogeneity_keys()),
      privacy_keys(),
      attack_keys(),
      for_all_studies(evaluation_keys()),
      only_in(kFederation, unlearning_keys()),
      only_in(kFederation, timeline_keys()),
      only_in(kFederation, fault_keys()),
      silo_keys(),
      only_in(Study::kMembers, member_keys()),
      for_all_studies(picture_keys()),
      only_in(kFederation, checkpoint_keys()),
  });
  return table;
}

namespace {

using KeysByName = std::map<std::string, std::vector<const Key*>>;

/// Returns the keys by their names, present and old.
KeysByName keys_by_name() {
  KeysByName all;
  for (const Key& key : keys()) {
    all[key.name].push_back(&key);
    for (const std::string& old : key.old_names) all[old].push_back(&key);
  }
  return all;
}

}  // namespace

const std::vector<const Key*>& keys_meant(const std::string& name) {
  static const KeysByName all = keys_by_name();
  static const std::vector<const Key*> none;
  const auto found = all.find(name);
  return found == all.end() ? none : found->second;
}

const Key* find_key(const std::string& name) {
  const auto& meant = keys_meant(name);
  return meant.empty() ? nullptr : meant[0];
}

std::string present_name(const std::string& name, const Scenario& scenario) {
  const auto& meant = keys_meant(name);
  if (meant.empty()) return name;
  if (meant.size() > 1)
    for (const Key* key : meant)
      if (key->applies(scenario)) return key->name;
  return meant[0]->name;
}

std::string present_name(const std::string& name) {
  const auto& meant = keys_meant(name);
  return meant.size() == 1 ? meant[0]->name : name;
}

bool covers(const std::string& name, const std::string& other) {
  return name == other ||
         std::ranges::count(keys_meant(name), other, &Key::name) > 0;
}

bool mean_the_same(const std::string& a, const std::string& b) {
  return covers(a, b) || covers(b, a);
}

std::string nearest_name(const std::string& name,
                         const std::vector<std::string>& known) {
  require(!known.empty(), "nearest_name needs names");
  std::string small = name;  // all names are in lower case
  for (char& letter : small)
    if (letter >= 'A' && letter <= 'Z')
      letter = static_cast<char>(letter - 'A' + 'a');
  return *std::ranges::min_element(known, {}, [&](const std::string& each) {
    return unlikeness(small, each);
  });
}

namespace {

std::string name_in_section(const std::string& name) {
  return name.substr(name.find('.') + 1);
}

std::vector<std::string> names_in_sections() {
  std::vector<std::string> names;
  for (const Key& key : keys()) names.push_back(name_in_section(key.name));
  return names;
}

}  // namespace

std::vector<std::string> keys_called(const std::string& name) {
  std::vector<std::string> names;
  for (const Key& key : keys())
    if (name_in_section(key.name) == name ||
        std::ranges::count(key.old_names, name, name_in_section) > 0)
      names.push_back(key.name);
  return names;
}

std::vector<std::string> keys_called_nearly(const std::string& name) {
  return keys_called(nearest_name(name, names_in_sections()));
}

std::string nearest_of(const std::string& name,
                       const std::vector<std::string>& others) {
  if (name.find('.') != std::string::npos) return nearest_key(name);
  std::vector<std::string> names = names_in_sections();
  names.insert(names.begin(), others.begin(), others.end());
  const std::string nearest = nearest_name(name, names);
  return std::ranges::count(others, nearest) > 0 ? nearest
                                                 : one_of(keys_called(nearest));
}

std::string nearest_key(const std::string& name) {
  std::vector<std::string> names;
  for (const Key& key : keys()) {
    names.push_back(key.name);
    names.insert(names.end(), key.old_names.begin(), key.old_names.end());
  }
  return nearest_name(name, names);
}

std::vector<std::string> key_sections() {
  std::vector<std::string> sections;
  for (const Key& key : keys()) {
    const std::string section = key.name.substr(0, key.name.find('.'));
    if (std::ranges::count(sections, section) == 0) sections.push_back(section);
  }
  return sections;
}

bool is_of_picture(const Key& key) {
  return key.name.starts_with("figure.") || key.name.starts_with("table.");
}

bool is_of_users(const Key& key) {
  return key.name.starts_with("learner.") || key.name.starts_with("clicks.");
}

bool is_of_simulated_users(const Key& key) {
  return key.name.starts_with("clicks.") && key.name != "clicks.list";
}

Study study_of(const Scenario& scenario) {
  if (scenario.members.on) return Study::kMembers;
  return scenario.silo.on ? Study::kSilo : Study::kFederation;
}

bool is_among(Study one, Study set) {
  return (static_cast<unsigned>(one) & static_cast<unsigned>(set)) != 0;
}

bool in_study(const Key& key, const Scenario& scenario) {
  return is_among(study_of(scenario), key.study);
}

std::string fallback_of(const Key& key, Study study) {
  return study == Study::kSilo ? key.silo_fallback.value_or(key.fallback)
                               : key.fallback;
}

std::string default_text(const Key& key, const Scenario& scenario) {
  return key.default_in ? key.default_in(scenario)
                        : fallback_of(key, study_of(scenario));
}

}  // namespace fedltr
