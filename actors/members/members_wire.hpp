#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "actors/link/agreed_keys.hpp"
#include "actors/link/greeting.hpp"
#include "algorithms/core/archive.hpp"
#include "algorithms/members/held_out_exam.hpp"
#include "algorithms/members/model_history.hpp"
#include "algorithms/privacy/secagg_messages.hpp"

// Messages between the lead and the members of a federation, after the greeting
// of actors/link:
//
//   member -> lead  Join      answered by Welcome, or the member is refused
//   lead -> member  Ask       starts a stage of an epoch
//   lead -> member  Examine   the same, of an evaluation
//   member -> lead  Answer    of that stage; one more Ask gets the same one
//   lead -> member  Closed    an epoch is over
//   lead -> member  Measured  an evaluation is over
//   lead -> member  Fallback  after Welcome, if clicks compare models
//   lead -> member  Finished  all epochs are over
//   member -> lead  Leave     instead of Join: it takes part no more
//   lead -> member  Left      that is on disk
//   member -> lead  Stops     its process ends, so no answer will come
//
// At members.level = lying:
//
//   member -> lead  Enrol     instead of Join
//   lead -> member  History   after each Welcome: the models since
//   lead -> member  Roster    before shares: certificates of the others, once
//                             on a connection
//
// Frames are hostile: unarchived() throws ArchiveError for an invalid message
// of that side; letters are checked where they are used. No message has a place
// for anything beside public keys, sealed shares, masked words, opened shares,
// the models, and their metric or comparison over all.
namespace fedltr::members {

/// 6 has Closed::discarded and kNoKey, 7 has Stops.
inline constexpr link::Protocols kProtocols = {6, 7};
inline constexpr std::uint32_t kProtocolOfStops = 7;

/// Identifies the member's process.
struct Join {
  static constexpr const char* kName = "Join";
  std::string digest;         ///< SHA-256 of the agreement
  link::AgreedKeys keys;      ///< of the agreement
  std::uint64_t process = 0;  ///< random: another process has other secrets

  auto fields(auto&& f) { return f(digest, keys, process); }
};

struct Welcome {
  static constexpr const char* kName = "Welcome";
  std::string digest;       ///< as in Join, for the member to compare
  std::uint32_t epoch = 0;  ///< last one that is over
  Parameters model;         ///< after it

  auto fields(auto&& f) { return f(digest, epoch, model); }
};

struct Ask {
  static constexpr const char* kName = "Ask";
  std::uint32_t epoch = 0;
  SecureStage stage = SecureStage::kKeys;
  std::string letter;  ///< algorithms/privacy/secagg_messages.hpp

  auto fields(auto&& f) { return f(epoch, stage, letter); }
};

/// Ask of an evaluation.
struct Examine {
  static constexpr const char* kName = "Examine";
  Ask ask;

  auto fields(auto&& f) { return f(ask); }
};

/// The letter of a member that takes no part in an epoch, in place of its key.
inline constexpr const char* kNoKey = "";

struct Answer {
  static constexpr const char* kName = "Answer";
  std::uint32_t epoch = 0;
  SecureStage stage = SecureStage::kKeys;
  std::string letter;  ///< of kKeys: or kNoKey; of kMasks: the masked words

  auto fields(auto&& f) { return f(epoch, stage, letter); }
};

struct Closed {
  static constexpr const char* kName = "Closed";
  std::uint32_t epoch = 0;
  std::uint32_t members = 0;    ///< that sent a key
  std::uint32_t survivors = 0;  ///< whose parts are in the sum
  std::string why;              ///< the epoch is lost; empty if it is not
  Parameters model;             ///< the new one; empty if the epoch is lost
  bool discarded = false;       ///< lost, but its sums were opened

  auto fields(auto&& f) {
    return f(epoch, members, survivors, why, model, discarded);
  }
};

/// Reports an evaluation. With a verdict on a comparison the kept model is now
/// the newest one (kKept), or the newest the kept one (kWithdrawn).
struct Measured {
  static constexpr const char* kName = "Measured";
  std::uint32_t epoch = 0;
  HeldOutPoint point;

  auto fields(auto&& f) { return f(epoch, point); }
};

/// The model that was kept last, which returns if the newest is withdrawn.
struct Fallback {
  static constexpr const char* kName = "Fallback";
  std::uint32_t began = 0;  ///< as in ModelComparison
  Parameters model;

  auto fields(auto&& f) { return f(began, model); }
};

struct Finished {
  static constexpr const char* kName = "Finished";
  std::string why;  ///< the epochs end early; empty if they don't

  auto fields(auto&& f) { return f(why); }
};

struct Leave {
  static constexpr const char* kName = "Leave";
  std::string digest;  ///< as in Join
  link::AgreedKeys keys;

  auto fields(auto&& f) { return f(digest, keys); }
};

struct Left {
  static constexpr const char* kName = "Left";
  std::uint32_t epoch = 0;   ///< last number used
  std::uint32_t opened = 0;  ///< number of opened sums

  auto fields(auto&& f) { return f(epoch, opened); }
};

/// Reason for which a member's process ends before the federation does.
enum class StopReason : std::uint8_t {
  kInterrupted,  ///< by its user
  kBudgetSpent,
  kFailed,
  kDistrust  ///< the lead sends what no lead sends
};
constexpr StopReason last_of(StopReason) {
  return StopReason::kDistrust;
}

struct Stops {
  static constexpr const char* kName = "Stops";
  StopReason reason = StopReason::kInterrupted;

  auto fields(auto&& f) { return f(reason); }
};

struct Enrol {
  static constexpr const char* kName = "Enrol";
  Join join;
  std::string certificate;  ///< own, PEM; in a rehearsal another text
  std::uint32_t epoch = 0;  ///< of the newest model that it has, or earlier

  auto fields(auto&& f) { return f(join, certificate, epoch); }
};

struct History {
  static constexpr const char* kName = "History";
  std::vector<ModelLink> links;  ///< from Enrol's epoch on

  auto fields(auto&& f) { return f(links); }
};

struct Roster {
  static constexpr const char* kName = "Roster";
  std::map<std::uint32_t, std::string> certificates;  ///< by place

  auto fields(auto&& f) { return f(certificates); }
};

using FromMember = std::variant<Join, Answer, Leave, Enrol, Stops>;
using FromLead = std::variant<Welcome, Ask, Closed, Finished, Examine, Measured,
                              Left, History, Roster, Fallback>;

/// @tparam Message  FromMember or FromLead
template <class Message>
std::string encode(Message message) {
  return archived(message);
}

}  // namespace fedltr::members
