#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "actors/caf.hpp"
#include "actors/members/members_wire.hpp"

// Messages within a process; places are those of the plan's names.
namespace fedltr::members {

// host -> lead
/// Reports a member that is connected, or again.
struct MemberHere {
  std::uint32_t member = 0;
  std::uint64_t process = 0;
  /// At members.level = lying: as in Enrol.
  std::string certificate = {};
  std::uint32_t epoch = 0;
};
/// Reports a lost connection.
struct MemberGone {
  std::uint32_t member = 0;
  std::optional<StopReason> stops = {};  ///< set: its process has ended
};
/// Reports a connected member that leaves for good.
struct MemberLeaves {
  std::uint32_t member = 0;
};
// member or host -> lead
struct MemberAnswer {
  std::uint32_t member = 0;
  Answer answer;
};
// lead -> host
struct ToMember {
  std::uint32_t member = 0;
  FromLead message;
};
// lead -> its owner
/// Reports that all epochs are over, or the failure.
struct LeadEnded {
  std::string failure;
  std::string too_few;  ///< too few members stay; members have the reason
};
// lead -> itself
struct OpenEpoch {};
/// Reports that a second is over.
struct SecondOver {};
/// Reports that the time of a stage is over.
struct StageOver {
  std::uint32_t epoch = 0;
  SecureStage stage = SecureStage::kKeys;
};
// member -> its owner
/// Reports that the member takes no further part.
struct MemberEnded {
  enum class Kind : std::uint8_t {
    kDone,
    kTooFew,
    kBudgetSpent,
    kFailed,
    kLeadLies
  };
  Kind kind = Kind::kDone;
  std::string why;
};

}  // namespace fedltr::members

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::members::MemberHere)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::members::MemberGone)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::members::MemberLeaves)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::members::MemberAnswer)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::members::ToMember)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::members::LeadEnded)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::members::OpenEpoch)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::members::SecondOver)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::members::StageOver)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::members::MemberEnded)
