#pragma once

#include <filesystem>
#include <set>
#include <string>

#include <openssl/x509.h>

#include "app/deploy/passphrase.hpp"

// The authority's list of revoked certificates (a CRL, RFC 5280), crl.pem in
// its folder. The TLS handshake refuses a certificate on it. A server drops a
// connected node once its token was removed, which revoking also does. At
// members.level = lying, members refuse a certificate on it in each epoch.
namespace fedltr {

/// `fedltr ca revoke`: adds a node's certificate to the list, and removes its
/// token.
/// @param certificate  its file; empty: NAME/NAME.pem in the folder
/// @param passphrase   called if ca.key is encrypted
/// @return             number of certificates on the list
/// @throws UsageError, NetworkError
std::size_t revoke_certificate(const std::filesystem::path& folder,
                               const std::string& name,
                               const std::filesystem::path& certificate = {},
                               const Passphrase& passphrase = {});

/// The list as a server or relay reads it; empty if there is none.
/// @param authority  text of ca.pem, which must have signed it
/// @throws NetworkError  naming the file and what is wrong with it
std::string read_revoked(const std::filesystem::path& folder,
                         const std::string& authority);

/// Returns the numbers of the certificates on a list.
/// @param list       as of read_revoked()
/// @param authority  as there
/// @throws NetworkError  unless the authority has signed it
std::set<std::string> revoked_numbers(const std::string& list,
                                      const std::string& authority);

/// Returns a certificate's number, as in revoked_numbers(): in hexadecimal.
std::string number_of(X509* certificate);

}  // namespace fedltr
