#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <vector>

#include "actors/link/channel.hpp"
#include "app/deploy/expiry.hpp"

namespace fedltr {

/// A server's side of TLS by the files in the authority's folder, read anew for
/// each connection if they changed: a renewed certificate and a revoked one
/// need no restart. If the new files can't be used (they are being written, or
/// do not belong together), it warns and keeps the old ones; it also warns of
/// certificates that have expired or expire soon. Existing connections stay.
/// May be called by several threads.
class ServerTls {
 public:
  /// @throws NetworkError  if the files can't be used at the start
  explicit ServerTls(const std::filesystem::path& folder);

  TlsConfig current();
  /// Certificates in use.
  std::vector<DatedCertificate> certificates();

 private:
  /// Distinguishes a file from its replacement; all 0 without a file.
  using Stamp = std::array<std::int64_t, 4>;
  using Stamps = std::array<Stamp, 4>;

  /// Files that were read together.
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
