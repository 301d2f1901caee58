#include "scenarios/deploy/server_tls.hpp"

#include <array>
#include <cstdint>
#include <exception>
#include <memory>

#include <spdlog/spdlog.h>
#include <sys/stat.h>

#include "scenarios/deploy/authority.hpp"

namespace fedltr {
namespace {

/// Tells a file from what stands in its place later; all 0: there is none.
using Stamp = std::array<std::int64_t, 4>;
using Stamps = std::array<Stamp, 4>;

Stamp stamp_of(const std::filesystem::path& file) {
  struct stat found {};
  if (stat(file.c_str(), &found) != 0) return {};
  return {static_cast<std::int64_t>(found.st_ino), found.st_size,
          found.st_mtim.tv_sec, found.st_mtim.tv_nsec};
}

TlsConfig read_tls(const std::filesystem::path& folder) {
  return {read_server_credentials(folder).certificates, Side::kServer};
}

class ServerTls {
 public:
  explicit ServerTls(const std::filesystem::path& folder)
      : folder_(folder), stamps_(stamps()), tls_(read_tls(folder)) {}

  TlsConfig current() {
    // Before they are read: what is written meanwhile is read the next time.
    const Stamps now = stamps();
    if (now == stamps_) return tls_;
    stamps_ = now;
    try {
      tls_ = read_tls(folder_);
      spdlog::info("{}: certificates were read again", folder_.string());
    } catch (const std::exception& error) {
      spdlog::warn("{}; the certificates that were there before go on",
                   error.what());
    }
    return tls_;
  }

 private:
  Stamps stamps() const {
    return {stamp_of(folder_ / "ca.pem"), stamp_of(folder_ / "server.pem"),
            stamp_of(folder_ / "server.key"), stamp_of(folder_ / "crl.pem")};
  }

  std::filesystem::path folder_;
  Stamps stamps_;
  TlsConfig tls_;
};

}  // namespace

std::function<TlsConfig()> server_tls(const std::filesystem::path& folder) {
  return [tls = std::make_shared<ServerTls>(folder)] { return tls->current(); };
}

}  // namespace fedltr
