#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "actors/link/channel.hpp"
#include "app/deploy/passphrase.hpp"

// The small certificate authority of a federation, a folder of files:
//
//   ca.pem ca.key                 the authority; the key stays here
//   server.pem server.key         the server's
//   NAME/ca.pem NAME.pem NAME.key NAME.token
//                                 a node's: this folder goes to its machine,
//                                 or, if the node asked for it, only ca.pem
//                                 and NAME.pem: key and token never left it
//   tokens/NAME                   SHA-256 of its token; without it, the node is
//                                 kept out
//
// Keys are of the curve P-256; only their owner can read keys and tokens.
// Existing files are never overwritten.
namespace fedltr {

/// Days of validity of a certificate.
inline constexpr int kDaysOfAuthority = 3650;
inline constexpr int kDaysOfCertificate = 365;

/// `fedltr ca init`. @throws UsageError  if the authority exists already
/// @param passphrase  encrypts ca.key; empty: unencrypted
void init_authority(const std::filesystem::path& folder,
                    const std::string& passphrase = {});

/// `fedltr ca issue`, for a node, or to renew the server's.
/// @param days        negative: already expired, for tests
/// @param passphrase  called if ca.key is encrypted
/// @return            the folder of the certificate: a node has its own
/// @throws UsageError, NetworkError
std::filesystem::path issue_certificate(const std::filesystem::path& folder,
                                        const std::string& name,
                                        int days = kDaysOfCertificate,
                                        const Passphrase& passphrase = {});

/// A node's folder, and a fingerprint for both ends to compare: it differs if a
/// request was swapped on its way.
struct NodeFolder {
  std::filesystem::path folder;
  std::string fingerprint;  ///< of its key: pem::fingerprint_of()
};

/// `fedltr ca request`, on a node's own machine: makes its key and token, which
/// never leave it, and NAME.csr, which asks the authority for a certificate.
/// @param folder  parent of the node's folder
/// @throws UsageError
NodeFolder request_certificate(const std::filesystem::path& folder,
                               const std::string& name);
/// `fedltr ca sign`, at the authority: certifies the sender of a request.
/// Writes the certificate and ca.pem to the node's folder.
/// @throws UsageError, NetworkError
NodeFolder sign_request(const std::filesystem::path& folder,
                        const std::filesystem::path& file,
                        int days = kDaysOfCertificate,
                        const Passphrase& passphrase = {});

/// The server's certificates, from the authority's folder, or a node's from its
/// own. Checked: they exist, only their owner can read them, they have not
/// expired, belong together, and are signed by the authority for that side.
/// @throws NetworkError  naming the file and what is wrong with it
struct Credentials {
  Certificates certificates;
  std::string name;
  std::string token;  ///< a node's only
};
Credentials read_server_credentials(const std::filesystem::path& folder);
Credentials read_node_credentials(const std::filesystem::path& folder);

/// Returns true if a token is the one issued to the node; read anew each time,
/// so that a token can be withdrawn. Returns nullopt, and logs it, if the token
/// can't be read now, or if others may write there.
std::optional<bool> token_matches(const std::filesystem::path& folder,
                                  const std::string& name,
                                  const std::string& token);

/// Returns true if the token is known to be the one issued.
bool knows_token(const std::filesystem::path& folder, const std::string& name,
                 const std::string& token);

/// Returns true if a name can be a node's: letters, digits, '.', '-', '_', at
/// most 64.
bool is_node_name(const std::string& name);

}  // namespace fedltr
