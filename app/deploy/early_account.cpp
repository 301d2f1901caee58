#include "app/deploy/early_account.hpp"

#include <exception>
#include <utility>

#include <spdlog/spdlog.h>

namespace fedltr {

void EarlyAccount::watch(consortium::PartyConfig& config) {
  config.kept = [this, kept = std::move(config.kept)] {
    auto event = kept();
    is_whole = is_whole || !event;
    return event;
  };
}

bool EarlyAccount::tells(const DisclosureMeter& meter, bool is_session) const {
  return is_whole && (is_session ? releases != nullptr : !meter.sent().empty());
}

PartyRecord EarlyAccount::record(std::uint32_t documents) const {
  PartyRecord record;
  record.safety_code = safety_code;
  if (!releases) return record;
  record.worst = releases->worst();
  record.withheld = releases->refused();
  for (std::uint32_t d = 0; d < documents; ++d)
    record.releases += releases->releases(d);
  return record;
}

std::string outcome_of(const consortium::End& end) {
  using Kind = consortium::End::Kind;
  if (end.kind == Kind::kInterrupted) return "stopped";
  return end.kind == Kind::kLeftOut ? "left out" : "failed";
}

void write_early(const std::filesystem::path& folder,
                 const DisclosureAccount& account, std::ostream& out,
                 const std::string& stem) {
  try {
    write_disclosure(folder, account, out, stem);
  } catch (const std::exception& error) {
    spdlog::warn("only the ledger has the disclosures: {}", error.what());
  }
}

}  // namespace fedltr
