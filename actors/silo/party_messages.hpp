#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "actors/caf.hpp"
#include "actors/silo/envelope.hpp"

// Messages between actors of one process.
namespace fedltr {

struct FoundElsewhere;
struct PartyRecord;
struct SiloRecord;

/// study -> relay: starts the run.
struct StartSilo {
  static constexpr const char* kName = "StartSilo";
  auto fields(auto&& f) { return f(); }
};

/// host -> relay or party, and back: all earlier messages are handled, and the
/// messages that follow from them were sent.
struct Handled {};
/// host -> party, in a search session: asks the others for a query.
struct AskOthers {
  std::vector<std::string> terms;
};
/// host -> party: stops waiting for answers to a query of AskOthers, by its
/// number, from 0, or to an earlier one.
struct GiveUp {
  std::uint32_t query = 0;
};
/// host -> party, in a search session: periods of the account may be over.
struct Renew {
  std::int64_t now = 0;  ///< Unix time
};
/// party -> host: keys are agreed on; the party answers and can ask.
struct SearchOpen {};
/// party -> host: all parties have answered a query, in the order of AskOthers.
/// Null if it could not be asked.
struct OthersAnswered {
  std::shared_ptr<const std::map<std::uint32_t, FoundElsewhere>> found;
};
/// party -> study, in one process: holds a party's record.
struct PartyEnded {
  std::uint32_t run = 0;
  std::uint32_t party = 0;
  std::shared_ptr<PartyRecord> record;
};
/// Cause of a failure.
enum class SiloFault : std::uint8_t {
  kRun,      ///< the run can't continue
  kMachine,  ///< a MachineFault: the run itself has not failed
  kRelay,  ///< a party refuses a message of the relay, which lies or is broken
};
/// relay -> study, in one process: sent after all parties that it kept; a party
/// also sends it if the run failed.
struct SiloEnded {
  std::uint32_t run = 0;
  std::string failure;
  std::shared_ptr<SiloRecord> record;
  SiloFault fault = SiloFault::kRun;
};

}  // namespace fedltr

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::SiloMessage)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::Handled)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::AskOthers)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::GiveUp)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::Renew)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::SearchOpen)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::OthersAnswered)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::PartyEnded)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::SiloEnded)
