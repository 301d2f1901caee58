#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "app/base/repeater.hpp"
#include "app/deploy/authority.hpp"
#include "app/study/monitor/process_metrics.hpp"

namespace fedltr {

/// A certificate that one side of a connection presents or trusts.
struct DatedCertificate {
  std::filesystem::path file;
  std::string whose;       ///< "server", a node's or party's name, "authority"
  std::int64_t until = 0;  ///< Unix time, in seconds
  std::string renewal;     ///< what to do, as part of a sentence
};

/// Returns a side's own certificate and its authority's.
/// @param folder  of the files, for messages
/// @throws NetworkError  for a text that is no certificate
std::vector<DatedCertificate> dated_certificates(
    const Credentials& own, const std::filesystem::path& folder);

/// The authority's certificate, in its folder.
DatedCertificate dated_authority(const std::filesystem::path& folder,
                                 const std::string& certificate);

/// Describes when a certificate expires or has expired, and how to renew it;
/// empty if it is valid for more than kDaysToRenew.
std::string expiry_text(const DatedCertificate& certificate, std::int64_t now);

/// The same dates, for metrics.
std::vector<CertificateEnd> ends_of(
    const std::vector<DatedCertificate>& certificates);

/// Warns of a process's certificates that are about to expire, at the start and
/// then once a day, and when one expires. Otherwise a process whose own
/// certificate has expired would only see that peers refuse it.
class ExpiryWatch {
 public:
  using Certificates = std::function<std::vector<DatedCertificate>()>;
  using Clock = std::function<std::int64_t()>;  ///< Unix time, in seconds

  /// @param certificates  called once a minute, by a thread of its own: returns
  ///                      those that the process uses then
  /// @param clock         the system's, unless a test replaces it
  explicit ExpiryWatch(Certificates certificates, Clock clock = system_clock);

  /// Returns the warnings that are due now: not given within a day, or given
  /// before the certificate expired.
  std::vector<std::string> due();

 private:
  static std::int64_t system_clock();
  void warn();

  /// Last warning about a certificate.
  struct Told {
    std::int64_t at = 0;  ///< Unix time
    bool expired = false;
  };

  Certificates certificates_;
  Clock clock_;
  std::mutex mutex_;
  std::map<std::pair<std::string, std::int64_t>, Told> told_;  ///< file, until
  std::optional<Repeater> looks_;                              ///< ends first
};

}  // namespace fedltr
