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

namespace fedltr {

/// One kind of message that a party sends, in words.
struct Disclosure {
  MessageType type;
  std::string what;
  std::string to;     ///< who can read it
  std::string bound;  ///< what limits what it gives away, or that nothing does
};

/// Every kind of message that a member sends in a run, in the run's order.
std::vector<Disclosure> disclosures(const Agreement& agreement);

/// What a member will tell whom, for a person who has to agree.
void print_disclosures(std::ostream& out, const Agreement& agreement,
                       const std::string& member);

/// Counts what leaves this machine.
class DisclosureMeter {
 public:
  void count(const SiloMessage& message);

  /// By receiver; kRelay: the relay itself.
  using Sent = std::map<std::pair<MessageType, std::uint32_t>, Traffic>;
  const Sent& sent() const { return sent_; }

 private:
  Sent sent_;
};

/// What a party's account is made of.
struct DisclosureAccount {
  const Agreement& agreement;
  std::string member;
  const DisclosureMeter& meter;
  const PartyRecord& record;
  std::size_t earlier_answers = 0;  ///< of runs before, by the ledger
  std::string outcome = "done";     ///< or failed, left out, stopped
};

/// disclosure.json
std::string disclosure_json(const DisclosureAccount& account);
/// disclosure.md: the same in words.
std::string disclosure_page(const DisclosureAccount& account);
/// Writes both, and says where.
/// @param stem  of the files' names
void write_disclosure(const std::filesystem::path& folder,
                      const DisclosureAccount& account, std::ostream& out,
                      const std::string& stem = "disclosure");
/// Removes both, of which another account says all.
void remove_disclosure(const std::filesystem::path& folder,
                       const std::string& stem);

}  // namespace fedltr
