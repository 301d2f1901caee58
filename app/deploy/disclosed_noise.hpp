#pragma once

#include <string>

#include "app/deploy/member_disclosure.hpp"

namespace fedltr {

/// Describes the noise of a member's parts, for its page: the epsilon of an
/// epoch, a period and all epochs, and where it is larger.
std::string disclosed_noise(const MembersAgreement& agreement,
                            const MemberSpent& spent);

}  // namespace fedltr
