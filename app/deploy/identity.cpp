#include "app/deploy/identity.hpp"

#include <utility>

#include <spdlog/spdlog.h>

#include "app/deploy/authority.hpp"
#include "app/deploy/greeting_terms.hpp"

namespace fedltr {

void Identity::present_in(GatewayConfig& gateway) const {
  gateway.terms.name = name;
  gateway.terms.token = token;
  if (tls) gateway.tls = [own = *tls] { return own; };
}

Identity identity_of(const LinkOptions& link, const std::string& name) {
  Identity identity;
  identity.name = name;
  if (link.certificates) {
    const Credentials own = read_node_credentials(*link.certificates);
    identity.tls.emplace(own.certificates, Side::kNode);
    identity.certificates = dated_certificates(own, *link.certificates);
    identity.name = own.name;
    identity.token = own.token;
  } else if (!link.address_file && !link.address.host.empty()) {
    require_loopback(link.address);
  }
  return identity;
}

GatewayConfig listening(link::Terms terms, LinkOptions& link,
                        const std::shared_ptr<ServerTls>& tls) {
  GatewayConfig gateway;
  gateway.terms = std::move(terms);
  gateway.terms.knows_token = token_check(link.certificates);
  gateway.silence = link.silence;
  if (tls)
    gateway.tls = [tls] { return tls->current(); };
  else
    require_loopback(link.address);
  gateway.listener = listen_at(link.address);
  return gateway;
}

void announce(std::ostream& out, const std::string& digest,
              const LinkOptions& link, bool rehearsal) {
  out << "agreement   " << digest << "\nlistens on  " << link.address.text()
      << (link.certificates ? "" : ", without TLS") << "\n"
      << std::flush;
  if (rehearsal)
    spdlog::warn("a rehearsal: secrets are simulated, nothing is protected");
}

bool is_yes(std::istream& in) {
  std::string answer;
  return std::getline(in, answer) && (answer == "y" || answer == "yes");
}

}  // namespace fedltr
