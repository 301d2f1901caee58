#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "actors/nodes/channel.hpp"
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
// Keys are of the curve P-256; keys and tokens are readable by their owner
// only. What is there is never overwritten.
namespace fedltr {

/// Days a certificate is good for.
inline constexpr int kDaysOfAuthority = 3650;
inline constexpr int kDaysOfCertificate = 365;

/// `fedltr ca init`. @throws UsageError  if there is one already
/// @param passphrase  enciphers ca.key; empty: it stays as it is
void init_authority(const std::filesystem::path& folder,
                    const std::string& passphrase = {});

/// `fedltr ca issue`, for a node, or for the server anew.
/// @param days        negative: it has expired, for tests
/// @param passphrase  asked if ca.key is enciphered
/// @return            the folder it is in: a node's own one
/// @throws UsageError, NetworkError
std::filesystem::path issue_certificate(const std::filesystem::path& folder,
                                        const std::string& name,
                                        int days = kDaysOfCertificate,
                                        const Passphrase& passphrase = {});

/// A node's folder and what its two ends compare: who swaps a request on its
/// way has another key.
struct NodeFolder {
  std::filesystem::path folder;
  std::string fingerprint;  ///< of its key: pem::fingerprint_of()
};

/// `fedltr ca request`, on a node's own machine: makes its key and token, which
/// stay there, and NAME.csr, which asks the authority for a certificate.
/// @param folder  where the node's folder is made
/// @throws UsageError
NodeFolder request_certificate(const std::filesystem::path& folder,
                               const std::string& name);
/// `fedltr ca sign`, at the authority: certifies who has made a request. The
/// certificate and ca.pem go to the node's folder.
/// @throws UsageError, NetworkError
NodeFolder sign_request(const std::filesystem::path& folder,
                        const std::filesystem::path& file,
                        int days = kDaysOfCertificate,
                        const Passphrase& passphrase = {});

/// The server's certificates, from the authority's folder, or a node's from
/// its own; checked: there, readable by nobody else, not expired, belonging
/// together, signed by the authority, for that side.
/// @throws NetworkError  naming the file and what is wrong with it
struct Credentials {
  Certificates certificates;
  std::string name;
  std::string token;  ///< a node's
};
Credentials read_server_credentials(const std::filesystem::path& folder);
Credentials read_node_credentials(const std::filesystem::path& folder);

/// Returns whether a token is the one that a node was issued; looked up each
/// time, so that one can be withdrawn. None: that can't be read now, or others
/// may write there, which is logged.
std::optional<bool> token_matches(const std::filesystem::path& folder,
                                  const std::string& name,
                                  const std::string& token);

/// Returns whether it is known to be the one.
bool knows_token(const std::filesystem::path& folder, const std::string& name,
                 const std::string& token);

/// Returns whether a name can be a node's: letters, digits, '.', '-', '_', at
/// most 64.
bool is_node_name(const std::string& name);

}  // namespace fedltr
