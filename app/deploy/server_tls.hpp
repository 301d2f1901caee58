#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <vector>

#include "actors/nodes/channel.hpp"
#include "app/deploy/expiry.hpp"

namespace fedltr {

/// A server's side of TLS by the authority's folder, for each connection as the
/// files are then: a renewed certificate and one more that is revoked need no
/// restart. Where new files can't be used (another writes them just now, or
/// they do not belong together) that is warned of, and the old ones go on;
/// likewise of certificates that expire soon, or have. Connections that are
/// there stay. May be called by several threads.
class ServerTls {
 public:
  /// @throws NetworkError  if the files can't be used at the start
  explicit ServerTls(const std::filesystem::path& folder);

  TlsConfig current();
  /// Those that it goes by.
  std::vector<DatedCertificate> certificates();

 private:
  /// Tells a file from what stands in its place later; all 0: there is none.
  using Stamp = std::array<std::int64_t, 4>;
  using Stamps = std::array<Stamp, 4>;

  /// What was read together.
  struct Used {
    TlsConfig tls;
    std::vector<DatedCertificate> certificates;
  };

  static Stamp stamp_of(const std::filesystem::path& file);
  Stamps stamps() const;
  Used read() const;
  void refresh();

  std::filesystem::path folder_;
  std::mutex mutex_;
  Stamps stamps_;
  Used used_;
  ExpiryWatch watch_;
};

}  // namespace fedltr
