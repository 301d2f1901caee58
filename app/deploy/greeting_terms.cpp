#include "app/deploy/greeting_terms.hpp"

#include "actors/consortium/consortium_wire.hpp"
#include "actors/members/members_wire.hpp"
#include "actors/nodes/node_wire.hpp"
#include "app/deploy/agreement.hpp"
#include "app/deploy/authority.hpp"

namespace fedltr {

link::Terms terms_of_nodes() {
  link::Terms terms;
  terms.protocols = wire::kProtocols;
  terms.version = program_version();
  terms.refuse_earlier = wire::refuse_earlier;
  return terms;
}

link::Terms terms_of_members() {
  link::Terms terms;
  terms.protocols = members::kProtocols;
  terms.version = program_version();
  return terms;
}

link::Terms terms_of_consortium() {
  link::Terms terms;
  terms.protocols = consortium::kProtocols;
  terms.version = program_version();
  terms.accepting = "relay";
  terms.refuse_earlier = consortium::refuse_earlier;
  return terms;
}

std::function<std::optional<bool>(const std::string& name,
                                  const std::string& token)>
token_check(const std::optional<std::filesystem::path>& certificates) {
  return [certificates](const std::string& name, const std::string& token) {
    return certificates ? token_matches(*certificates, name, token) : true;
  };
}

}  // namespace fedltr
