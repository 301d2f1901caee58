#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "algorithms/members/wary_member.hpp"
#include "app/deploy/members_agreement.hpp"
#include "app/deploy/node.hpp"

// Certificates and files for members.level = lying.
namespace fedltr {

/// Reads members' certificates, PEM, issued by the authority and with the name
/// of the member, and lists of revoked ones.
/// @param folder  of ca.pem and, if there is one, crl.pem, which is read again
///                for each epoch; if it can't be used then, it warns and keeps
///                the last one
/// @throws NetworkError
Certifier certifier_in(const std::filesystem::path& folder,
                       const std::vector<std::string>& names);

/// Returns how a server reads certificates; empty unless members.level = lying.
/// @throws UsageError    without certificates, except in a rehearsal
/// @throws NetworkError
Certifier certifier_for(const MembersAgreement& agreement,
                        const LinkOptions& link);

/// Makes a proof remember the history of models in a folder's history.json,
/// which has one for each agreement.
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
