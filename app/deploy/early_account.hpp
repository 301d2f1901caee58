#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <ostream>
#include <string>

#include "actors/consortium/endpoints.hpp"
#include "app/deploy/disclosure.hpp"

namespace fedltr {

/// What is left of a party's run that ends early, or of a search session, which
/// has no other end: what it told until then.
struct EarlyAccount {
  std::shared_ptr<const ReleaseLedger> releases;  ///< none: nobody asked yet
  std::string safety_code;
  /// False while it goes through what an earlier process kept, whose account is
  /// longer.
  bool is_whole = false;

  /// Learns from a party's config when it is whole. Outlives the run of it.
  void watch(consortium::PartyConfig& config);
  /// Whether there is anything to account for; of a session: from the moment
  /// that others can ask.
  bool tells(const DisclosureMeter& meter, bool is_session) const;
  /// The account, and no models.
  /// @param documents  of the party, all of the account's
  PartyRecord record(std::uint32_t documents) const;
};

/// How a run ended that has no results: "failed", "left out" or "stopped".
std::string outcome_of(const consortium::End& end);

/// As write_disclosure(). That it can't be written is a warning: what ended the
/// run is still to be told.
void write_early(const std::filesystem::path& folder,
                 const DisclosureAccount& account, std::ostream& out,
                 const std::string& stem);

}  // namespace fedltr
