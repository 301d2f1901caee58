#pragma once

#include <cstdint>
#include <filesystem>
#include <istream>
#include <map>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "algorithms/silo/key_proof.hpp"
#include "app/deploy/agreement.hpp"
#include "app/deploy/node.hpp"

namespace fedltr {

/// Lasting keys of other members whose safety code a person has compared, in
/// known-members.csv in the folder of a party's certificates, for all runs and
/// agreements: lines of member, key (AgreedKeys) and date.
class KnownMembers {
 public:
  struct Known {
    std::string key;
    std::string compared;  ///< date
  };

  /// @param certificates  folder; nullopt: none are known, or remembered
  /// @throws DataError  naming file and line, if it is no such file
  explicit KnownMembers(
      const std::optional<std::filesystem::path>& certificates);

  /// Reads the file again: other runs add lines, and a person deletes them.
  /// @throws DataError
  void read();
  /// True if the file exists: then a code was compared, also if a person has
  /// deleted all members since.
  bool is_kept() const { return kept_; }
  /// Returns nullptr if the member is not known.
  const Known* find(const std::string& member) const;
  /// Writes the keys of these members, in place of those known before. If it
  /// can't, it warns: the comparison still holds.
  /// @param keys  by member; empty ones are not remembered
  void remember(const std::map<std::string, std::string>& keys,
                const std::string& date);

 private:
  std::filesystem::path file_;  ///< empty: none
  bool kept_ = false;
  std::map<std::string, Known> known_;
};

/// Settings of the confirmation of a party's keys.
struct KeyComparison {
  std::vector<std::string> members;   ///< names, by party
  std::optional<std::string> expect;  ///< safety code
  bool yes = false;                   ///< asks no questions
  std::string today;                  ///< date
};

/// Prints the safety code, and confirms it if all other members' lasting keys
/// are known, or if it is the expected one; else a person is asked. Remembers
/// the keys of a code that was compared.
/// @throws std::runtime_error  if it is not confirmed, or if two members show
///                             the same key
/// @throws MachineFault        with `yes`, if a code was compared, but not all
///                             are known by these keys: a person can compare,
///                             and resume
void confirm_keys(const KeyComparison& comparison, const AgreedKeys& keys,
                  KnownMembers& known, std::istream& in, std::ostream& out);

/// Proves keys by the key of the party's certificate; by none in a rehearsal,
/// or without certificates. @throws NetworkError
KeyProver prover_for(const Agreement& agreement, const LinkOptions& link);

}  // namespace fedltr
