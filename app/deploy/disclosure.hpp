#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "actors/silo/silo_plan.hpp"
#include "actors/silo/traffic.hpp"
#include "app/deploy/agreement.hpp"
#include "app/deploy/disclosed_messages.hpp"

namespace fedltr {

/// Prints what a member will send and to whom, for a person who has to agree.
void print_disclosures(std::ostream& out, const Agreement& agreement,
                       const std::string& member);

/// Counts the messages that leave this machine, and those that reach it.
class DisclosureMeter {
 public:
  void count(const SiloMessage& message);
  void count_received(const SiloMessage& message);

  /// Traffic by receiver, or sender; kRelay: the relay itself.
  using Counts = std::map<std::pair<MessageType, std::uint32_t>, Traffic>;
  const Counts& sent() const { return sent_; }
  const Counts& received() const { return received_; }

 private:
  Counts sent_;
  Counts received_;
};

/// Contents of a party's account.
struct DisclosureAccount {
  const Agreement& agreement;
  std::string member;
  const DisclosureMeter& meter;
  const PartyRecord& record;
  std::size_t earlier_answers = 0;  ///< of earlier runs, by the ledger
  std::string outcome = "done";     ///< or failed, left out, stopped
  std::string run = {};             ///< its name in the ledger
  std::string date = {};            ///< of the account
  /// Number of times that an own query was not asked, by
  /// OwnLimits::questions_a_query.
  std::size_t unasked = 0;
};

/// disclosure.json
std::string disclosure_json(const DisclosureAccount& account);
/// disclosure.md: the same in words.
std::string disclosure_page(const DisclosureAccount& account);
/// Writes both, and prints their paths.
/// @param stem  of the files' names
void write_disclosure(const std::filesystem::path& folder,
                      const DisclosureAccount& account, std::ostream& out,
                      const std::string& stem = "disclosure");
/// Removes both, which a later account replaces.
void remove_disclosure(const std::filesystem::path& folder,
                       const std::string& stem);

}  // namespace fedltr
