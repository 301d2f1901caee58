#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "algorithms/members/wary_member.hpp"
#include "app/deploy/members_agreement.hpp"
#include "app/deploy/node.hpp"

// Certificates and files for members.level = lying.
namespace fedltr {

/// Reads members' certificates, PEM: valid now, issued by the authority, and
/// with the name of the member.
/// @param authority  its certificate, PEM
Certify certify_by(const std::string& authority,
                   const std::vector<std::string>& names);

/// Returns how a server reads certificates; empty unless members.level = lying.
/// @throws UsageError    without certificates, except in a rehearsal
/// @throws NetworkError
Certify certify_for(const MembersAgreement& agreement, const LinkOptions& link);

/// Makes a proof remember the history of models in a folder's history.json,
/// which has one for each agreement, and which no other process holds as long
/// as `keep` lives.
/// @throws UsageError, DataError
void remember_in(const std::filesystem::path& folder, MemberProof& proof);

/// Returns a member's proof; nullopt unless members.level = lying. It remembers
/// as remember_in(), except in a rehearsal.
/// @param place   among the names
/// @param folder  of its memory
/// @throws UsageError, NetworkError, DataError
std::optional<MemberProof> proof_for(const MembersAgreement& agreement,
                                     const LinkOptions& link,
                                     std::uint32_t place,
                                     const std::filesystem::path& folder);

}  // namespace fedltr
