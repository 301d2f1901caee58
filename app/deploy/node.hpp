#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

#include "actors/nodes/roster_config.hpp"
#include "app/base/sockets.hpp"
#include "app/deploy/address_file.hpp"
#include "app/deploy/server_tls.hpp"
#include "app/study/node_service.hpp"

namespace fedltr {

/// Options of a connection, on both sides.
struct LinkOptions {
  Address address;
  /// File of an address, which a server writes or a node reads; nullopt for
  /// `address`.
  std::optional<std::filesystem::path> address_file;
  std::optional<Address> proxy;  ///< HTTP proxy to connect through
  std::optional<std::filesystem::path> certificates;  ///< nullopt: --insecure
  std::uint32_t wait = 300;                           ///< seconds
  std::uint32_t silence = 15;                         ///< seconds
};

/// Connects to an address, through the proxy if there is one.
/// @throws NetworkError  also without an answer within `seconds`
int dial(const LinkOptions& link, const Address& address, int seconds);

/// Without TLS, all users of this machine may connect, and others can't.
/// @throws UsageError  for an address that other machines can reach
void require_loopback(const Address& address);

/// `fedltr serve`, on top of a run's options.
struct ServeOptions {
  LinkOptions link;
  std::uint32_t nodes = 1;  ///< number to wait for before the start
};

/// Listens, and decides which nodes to accept.
class Service : public NodeService {
 public:
  explicit Service(ServeOptions options) : options_(std::move(options)) {}
  ~Service() override;
  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;

  void validate(const Scenario& scenario) const override;
  /// Checks everything before opening a port.
  void listen() override;
  CertificateEnds certificates() const override;
  /// Takes the port; call it once.
  RosterConfig offer(std::span<const Point> points) override;

 private:
  ServeOptions options_;
  std::optional<AddressFile> written_;
  std::shared_ptr<ServerTls> tls_;  ///< null with --insecure
  int listener_ = -1;
};

/// `fedltr node`.
struct NodeOptions {
  LinkOptions link;
  std::filesystem::path data;  ///< empty if there is none
  std::size_t threads = 0;     ///< 0 = all
};
/// Serves until the run is over.
/// @return the process's exit code
int run_node(const NodeOptions& options);

}  // namespace fedltr
