#pragma once

#include <filesystem>
#include <string>

#include "app/deploy/passphrase.hpp"

// The authority's list of certificates that are no longer good (a CRL, RFC
// 5280), crl.pem in its folder. Who is on it is refused at the TLS handshake; a
// server drops a node that is connected once its token is gone, which revoking
// takes away, too.
namespace fedltr {

/// `fedltr ca revoke`: puts a node's certificate on the list, and removes its
/// token.
/// @param certificate  file of it; empty: NAME/NAME.pem of the folder
/// @param passphrase   asked if ca.key is enciphered
/// @return             number of certificates on the list
/// @throws UsageError, NetworkError
std::size_t revoke_certificate(const std::filesystem::path& folder,
                               const std::string& name,
                               const std::filesystem::path& certificate = {},
                               const Passphrase& passphrase = {});

/// The list as it is read by a server or relay; empty: there is none.
/// @param authority  text of ca.pem, which must have signed it
/// @throws NetworkError  naming the file and what is wrong with it
std::string read_revoked(const std::filesystem::path& folder,
                         const std::string& authority);

}  // namespace fedltr
