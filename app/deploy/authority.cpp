#include "app/deploy/authority.hpp"

#include "algorithms/data/lines.hpp"
#include "algorithms/privacy/signature.hpp"
#include "app/base/errors.hpp"
#include "app/deploy/certificate.hpp"
#include "app/deploy/certificate_request.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

constexpr const char* kServer = "server";

/// True if an authority's folder may hold a file of this name.
bool is_own_file(const std::string& name) {
  const std::string extension = fs::path(name).extension();
  return name == "ca" || name == "tokens" || extension == ".pem" ||
         extension == ".key" || extension == ".csr" || extension == ".token";
}

void require_name(const std::string& name) {
  if (!is_node_name(name) || is_own_file(name))
    throw UsageError(in_quotes(name) +
                     ": expected a name of letters, digits, '.', '-' and "
                     "'_', other than ca and tokens, and not one that ends in "
                     ".pem, .key, .csr or .token");
}

/// Writes the authority's record of a node, and the node's folder.
/// @param hash  SHA-256 of its token
void write_node(const fs::path& folder, const pem::Issuer& issuer,
                const std::string& name, const std::string& certificate,
                const std::string& hash) {
  const fs::path own = folder / name;
  // First, as it fails if `tokens` is a link that leads nowhere.
  fs::create_directories(folder / "tokens");
  pem::write_secret(folder / "tokens" / name, hash + "\n");
  pem::make_own_folder(own);
  pem::write_public(own / "ca.pem", issuer.text);
  pem::write_public(own / (name + ".pem"), certificate);
}

}  // namespace

bool is_node_name(const std::string& name) {
  constexpr const char* kAllowed =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_";
  return !name.empty() && name.size() <= 64 && name.front() != '.' &&
         name.front() != '-' &&
         name.find_first_not_of(kAllowed) == std::string::npos;
}

void init_authority(const fs::path& folder, const std::string& passphrase) {
  if (fs::exists(folder / "ca.pem") || fs::exists(folder / "ca.key"))
    throw UsageError(folder.string() +
                     ": holds a CA already, which is not overwritten");
  // An existing folder keeps its rights; secrets in it have their own.
  const bool fresh = !fs::exists(folder);
  fs::create_directories(folder / "tokens");
  fs::permissions(folder / "tokens", fs::perms::owner_all);
  if (fresh) fs::permissions(folder, fs::perms::owner_all);
  const openssl::Key key = pem::make_key();
  pem::write_secret(folder / "ca.key",
                    passphrase.empty() ? pem::pem_of(key.get())
                                       : pem::pem_of(key.get(), passphrase));
  pem::write_public(folder / "ca.pem", pem::certify_itself(key.get()));
  issue_certificate(folder, kServer, kDaysOfCertificate,
                    [&] { return passphrase; });
}

fs::path issue_certificate(const fs::path& folder, const std::string& name,
                           int days, const Passphrase& passphrase) {
  require_name(name);
  const pem::Issuer issuer = pem::read_issuer(folder, passphrase);
  const bool is_server = name == kServer;
  const openssl::Key key = pem::make_key();
  const std::string certificate = pem::certify(
      name, key.get(), issuer, is_server ? Side::kServer : Side::kNode, days);
  if (is_server) {
    pem::refuse_existing({folder / "server.key", folder / "server.pem"});
    pem::write_secret(folder / "server.key", pem::pem_of(key.get()));
    pem::write_public(folder / "server.pem", certificate);
    return folder;
  }
  fs::path own = folder / name;
  pem::refuse_existing({own, folder / "tokens" / name});
  const std::string token = pem::make_token();
  write_node(folder, issuer, name, certificate, digest_of(token));
  pem::write_secret(own / (name + ".key"), pem::pem_of(key.get()));
  pem::write_secret(own / (name + ".token"), token + "\n");
  return own;
}

NodeFolder request_certificate(const fs::path& folder,
                               const std::string& name) {
  require_name(name);
  if (name == kServer)
    throw UsageError("the server's certificate is issued where the CA is");
  fs::path own = folder / name;
  if (folder.empty() || (fs::exists(folder) && !fs::is_directory(folder)))
    throw UsageError("--out '" + folder.string() + "': expected a folder");
  pem::refuse_existing({own});
  const openssl::Key key = pem::make_key();
  const std::string token = pem::make_token();
  const std::string request = pem::make_request(name, key.get(), token);
  fs::create_directories(folder);
  pem::make_own_folder(own);
  pem::write_secret(own / (name + ".key"), pem::pem_of(key.get()));
  pem::write_secret(own / (name + ".token"), token + "\n");
  pem::write_public(own / (name + ".csr"), request);
  return {own, pem::fingerprint_of(key.get())};
}

NodeFolder sign_request(const fs::path& folder, const fs::path& file, int days,
                        const Passphrase& passphrase) {
  const pem::SignedRequest asked = pem::read_request(file);
  require_name(asked.name);
  if (asked.name == kServer)
    throw UsageError(file.string() + ": asks to be the server");
  const pem::Issuer issuer = pem::read_issuer(folder, passphrase);
  fs::path own = folder / asked.name;
  pem::refuse_existing({own, folder / "tokens" / asked.name});
  write_node(
      folder, issuer, asked.name,
      pem::certify(asked.name, asked.key.get(), issuer, Side::kNode, days),
      asked.token_hash);
  return {own, pem::fingerprint_of(asked.key.get())};
}

}  // namespace fedltr
