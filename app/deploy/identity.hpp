#pragma once

#include <istream>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "actors/link/channel.hpp"
#include "actors/link/gateway_config.hpp"
#include "app/deploy/expiry.hpp"
#include "app/deploy/node.hpp"

namespace fedltr {

/// A party's or member's name and its proof.
struct Identity {
  std::string name;
  std::string token;
  std::optional<TlsConfig> tls;  ///< nullopt with --insecure
  std::vector<DatedCertificate> certificates;

  /// Identifies it in a greeting, and its connections.
  void present_in(GatewayConfig& gateway) const;
};

/// Reads the certificates of a connecting side.
/// @param name  with --insecure
/// @throws NetworkError, UsageError
Identity identity_of(const LinkOptions& link, const std::string& name);

/// Returns the settings of a side that accepts connections, and opens its port.
/// @param tls  null with --insecure
/// @throws NetworkError, UsageError
GatewayConfig listening(link::Terms terms, LinkOptions& link,
                        const std::shared_ptr<ServerTls>& tls);

/// Prints where the side with an agreement of this digest listens.
/// @param rehearsal  warns of it
void announce(std::ostream& out, const std::string& digest,
              const LinkOptions& link, bool rehearsal);

/// Reads a person's answer. @return true for y or yes
bool is_yes(std::istream& in);

}  // namespace fedltr
