#include "app/deploy/member_proof.hpp"

#include <algorithm>
#include <ctime>
#include <limits>
#include <memory>
#include <stdexcept>
#include <utility>

#include <spdlog/spdlog.h>

#include "actors/link/frames.hpp"
#include "app/base/errors.hpp"
#include "app/base/files.hpp"
#include "app/base/json.hpp"
#include "app/base/json_members.hpp"
#include "app/deploy/authority.hpp"
#include "app/deploy/certificate.hpp"
#include "app/deploy/revocation.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostOfHistory = 1U << 20;  // bytes

/// Reads a certificate that a peer sent.
pem::Certificate read_sent(const std::string& certificate) {
  try {
    return pem::parse_certificate("it", certificate);
  } catch (const NetworkError&) {
    throw std::invalid_argument("it is no certificate");
  }
}

Certify certify_by(const std::string& authority,
                   const std::vector<std::string>& names) {
  const std::shared_ptr<X509> issuer =
      pem::parse_certificate("ca.pem", authority);
  const pem::Period whole = pem::period_of(issuer.get());
  return [issuer, whole, names](std::uint32_t member, const std::string& text) {
    const pem::Certificate read = read_sent(text);
    const std::string name = common_name(X509_get_subject_name(read.get()));
    if (name != names.at(member))
      throw std::invalid_argument("it is of another name, " + printable(name));
    if (const std::string fault = pem::fault_of(
            read.get(), issuer.get(), Side::kNode, pem::Validity::kAnyTime);
        !fault.empty())
      throw std::invalid_argument(fault);
    std::shared_ptr<EVP_PKEY> key(X509_get_pubkey(read.get()), EVP_PKEY_free);
    if (!key) throw std::invalid_argument("it has no public key");
    const pem::Period own = pem::period_of(read.get());
    return Certified{SignatureKey(std::move(key)),
                     std::max(own.from, whole.from),
                     std::min(own.until, whole.until), number_of(read.get())};
  };
}

std::function<Serials(const std::string&)> read_lists_of(
    const std::string& authority) {
  return [authority](const std::string& list) {
    try {
      return revoked_numbers(list, authority);
    } catch (const NetworkError& error) {
      throw std::invalid_argument(error.what());
    }
  };
}

/// Returns the time, with the list in a folder.
std::function<EpochStart()> starts_in(const fs::path& folder,
                                      const std::string& authority) {
  return [folder, authority,
          last = read_revoked(folder, authority)]() mutable -> EpochStart {
    try {
      last = read_revoked(folder, authority);
    } catch (const std::exception& error) {
      spdlog::warn("{}; the previous list stays in use", error.what());
    }
    return {std::time(nullptr), last};
  };
}

void require_certificates(const LinkOptions& link) {
  if (!link.certificates)
    throw UsageError(
        "members.level = lying needs --certificates DIR: members sign their "
        "keys with them, so that the server can't invent or swap any");
}

std::optional<MemberMemory> memory_in(const Json& memories,
                                      const std::string& agreement,
                                      const fs::path& file) {
  const JsonMembers all(memories, file.string());
  if (!memories.contains(agreement)) return std::nullopt;
  const JsonMembers saved = all.object(agreement);
  constexpr auto kMost = std::numeric_limits<std::uint32_t>::max();
  MemberMemory memory;
  memory.asked = saved.whole<std::uint32_t>("asked", 0, kMost);
  memory.head.last.epoch = saved.whole<std::uint32_t>("epoch", 0, kMost);
  memory.head.last.model = saved.text("model");
  memory.head.digest = saved.text("history");
  // Files of earlier versions have none.
  if (saved.has("revoked")) {
    const auto revoked = saved.texts("revoked", kMostOfHistory);
    memory.revoked = {revoked.begin(), revoked.end()};
  }
  return memory;
}

Json memory_json(const MemberMemory& memory) {
  return {{"asked", memory.asked},
          {"epoch", memory.head.last.epoch},
          {"model", memory.head.last.model},
          {"history", memory.head.digest},
          {"revoked", memory.revoked}};
}

}  // namespace

void remember_in(const fs::path& folder, MemberProof& proof) {
  const fs::path file = folder / "history.json";
  Json memories = fs::exists(file) ? read_json(file.string(), kMostOfHistory)
                                   : Json::object();
  proof.memory = memory_in(memories, proof.run, file);
  proof.keep = [file, memories = std::move(memories),
                run = proof.run](const MemberMemory& memory) mutable {
    memories[run] = memory_json(memory);
    write_whole(file, json_text(memories));
    sync_folder(fs::absolute(file).parent_path());
  };
}

Certifier certifier_in(const fs::path& folder,
                       const std::vector<std::string>& names) {
  const std::string authority = pem::read_text(folder / "ca.pem");
  return {certify_by(authority, names), read_lists_of(authority),
          starts_in(folder, authority)};
}

Certifier certifier_for(const MembersAgreement& agreement,
                        const LinkOptions& link) {
  if (!agreement.plan.tolerance.lies) return {};
  if (agreement.rehearsal) return {simulated_certify(agreement.seed())};
  require_certificates(link);
  return certifier_in(*link.certificates, agreement.names());
}

std::optional<MemberProof> proof_for(const MembersAgreement& agreement,
                                     const LinkOptions& link,
                                     std::uint32_t place,
                                     const fs::path& folder) {
  if (!agreement.plan.tolerance.lies) return std::nullopt;
  if (agreement.rehearsal)
    return simulated_proof(agreement.seed(), place, agreement.digest);
  require_certificates(link);
  const Certificates own =
      read_node_credentials(*link.certificates).certificates;
  std::shared_ptr<EVP_PKEY> key = pem::parse_key("own key", own.key);
  MemberProof proof{
      agreement.digest,
      pem::pem_of(
          pem::parse_certificate("own certificate", own.certificate).get()),
      SignatureKey(std::move(key)),
      certifier_in(*link.certificates, agreement.names()),
      {},
      {}};
  remember_in(folder, proof);
  return proof;
}

}  // namespace fedltr
