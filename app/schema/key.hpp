#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fedltr {

struct Scenario;

/// Value given to a key: its text, and the folder of relative paths.
struct Value {
  std::string text;
  std::filesystem::path base;
};

/// Subjects of scenarios, as a set: clients that learn from clicks, parties
/// that search together, members that learn from their own rows.
enum class Study : unsigned {
  kFederation = 1,
  kSilo = 2,
  kBoth = 3,
  kMembers = 4,
  kNoSilo = 5,
  kAll = 7,
};

/// Condition under which a key has an effect.
struct Condition {
  std::string needs;  ///< in words
  std::function<bool(const Scenario&)> applies;
};

/// One line of the table from which reader, help, check and defaults are
/// derived.
struct Key {
  std::string name = {};      ///< section.key
  std::string fallback = {};  ///< default, as text
  std::string allowed = {};   ///< for the user
  std::string help = {};
  /// Throws std::invalid_argument with the reason. For set() alone, which also
  /// keeps the text.
  std::function<void(Scenario&, const Value&)> set = {};
  bool is_path = false;
  bool is_list = false;  ///< comma-separated: not allowed in a grid
  /// True if the key has an effect in this scenario; a given key without an
  /// effect at any point of the grid is refused. Empty: always has an effect.
  std::function<bool(const Scenario&)> applies = {};
  std::string needs = {};  ///< condition for an effect, in words
  bool repeats = false;    ///< may occur on several lines of a file
  Study study = Study::kBoth;
  std::optional<std::string> silo_fallback = {};  ///< for silos, if another
  /// Still accepted; keys of several methods may share one, which then means
  /// the key of the scenario's method.
  std::vector<std::string> old_names = {};

  /// Returns the default that follows what a scenario chose. Empty: it is the
  /// same in all scenarios.
  std::function<std::string(const Scenario&)> default_in = {};
  std::string all_defaults = {};  ///< for help, if there are several

  bool is_parameter = false;               ///< of a method
  std::vector<std::string> defaults = {};  ///< of a parameter's methods

  const std::string& shown_default() const {
    return all_defaults.empty() ? fallback : all_defaults;
  }

  // Return the key with one more property.
  Key when(const Condition& condition) &&;
  Key renamed_from(const char* old_name) &&;
  Key silo_default(std::string text) &&;
  /// @param shown  all defaults, for the user
  Key follows(std::string shown,
              std::function<std::string(const Scenario&)> choice) &&;
  /// Adds to the condition: call when() first.
  Key only_in(Study only) &&;
};

/// Returns the keys, those of both other studies also for [members].
std::vector<Key> for_all_studies(std::vector<Key> keys);

/// Text of each key, as `fedltr check` prints it; paths are absolute. Only
/// set() changes it, along with the key's value.
class KeyTexts {
 public:
  /// @throws std::out_of_range  for an unknown key
  const std::string& at(const std::string& key) const { return texts_.at(key); }
  bool contains(const std::string& key) const { return texts_.contains(key); }
  auto begin() const { return texts_.begin(); }
  auto end() const { return texts_.end(); }

 private:
  friend void set(Scenario& scenario, const Key& key, const Value& value);

  std::map<std::string, std::string> texts_;
};

}  // namespace fedltr
