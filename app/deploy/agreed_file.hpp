#pragma once

#include <filesystem>
#include <string>

#include "app/deploy/members_agreement.hpp"

namespace fedltr {

/// Adds to `agreed.csv` that a member takes part, or has left: `time` in UTC,
/// `agreement` by its digest, `version` of this program, `by`. Adds nothing for
/// a rehearsal.
/// @param by  "--yes" or "typing yes"; before it "--leave " if it has left
void add_agreed(const std::filesystem::path& folder,
                const MembersAgreement& agreement, const std::string& by);

}  // namespace fedltr
