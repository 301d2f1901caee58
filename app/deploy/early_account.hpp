#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <ostream>
#include <string>

#include "actors/consortium/endpoints.hpp"
#include "app/deploy/disclosure.hpp"

namespace fedltr {

/// Account of a party's run that ends early, or of a search session, which
/// never ends otherwise: what it sent until then.
struct EarlyAccount {
  std::shared_ptr<const ReleaseLedger> releases;  ///< null before any
  std::string safety_code;
  /// False while the party replays what an earlier process kept, whose account
  /// is longer.
  bool is_whole = false;

  /// Sets is_whole by a party's config. Outlives the run of it.
  void watch(consortium::PartyConfig& config);
  /// True if there is anything to account for; in a session, as soon as other
  /// members can ask.
  bool tells(const DisclosureMeter& meter, bool is_session) const;
  /// The account, without models.
  /// @param documents  of the party, all in the account
  PartyRecord record(std::uint32_t documents) const;
};

/// Outcome of a run without results: "failed", "left out" or "stopped".
std::string outcome_of(const consortium::End& end);

/// As write_disclosure(), but only warns of a failure: what ended the run is
/// still to be reported.
void write_early(const std::filesystem::path& folder,
                 const DisclosureAccount& account, std::ostream& out,
                 const std::string& stem);

}  // namespace fedltr
