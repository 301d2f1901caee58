#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "actors/nodes/config.hpp"
#include "app/base/sockets.hpp"
#include "app/deploy/address_file.hpp"
#include "app/deploy/server_tls.hpp"
#include "app/study/node_service.hpp"

namespace fedltr {

/// Options of a connection, on both sides.
struct LinkOptions {
  Address address;
  /// File of an address: that a server has got, or a node is to try; none: the
  /// one above.
  std::optional<std::filesystem::path> address_file;
  std::optional<std::filesystem::path> certificates;  ///< none: --insecure
  std::uint32_t wait = 300;                           ///< seconds
  std::uint32_t silence = 15;                         ///< seconds
};

/// Without TLS anybody on this machine may connect, and nobody else can.
/// @throws UsageError  for an address that others reach
void require_loopback(const Address& address);

/// `fedltr serve`, on top of a run's options.
struct ServeOptions {
  LinkOptions link;
  std::uint32_t nodes = 1;  ///< to wait for before the start
};

/// Listens, and knows whom to let in.
class Service : public NodeService {
 public:
  explicit Service(ServeOptions options) : options_(std::move(options)) {}
  ~Service() override;
  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;

  void validate(const Scenario& scenario) const override;
  /// Everything is checked before a port is open.
  void listen() override;
  CertificateEnds certificates() const override;
  /// To be called once: the port goes with it.
  RosterConfig offer(std::span<const Point> points) override;

 private:
  ServeOptions options_;
  std::optional<AddressFile> written_;
  std::shared_ptr<ServerTls> tls_;  ///< none: --insecure
  int listener_ = -1;
};

/// `fedltr node`.
struct NodeOptions {
  LinkOptions link;
  std::filesystem::path data;  ///< empty: none
  std::size_t threads = 0;     ///< 0 = all
};
/// Serves until the run is over.
/// @return the process's exit code
int run_node(const NodeOptions& options);

}  // namespace fedltr
