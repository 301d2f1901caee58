#pragma once

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "app/deploy/authority.hpp"
#include "app/study/monitor/process_metrics.hpp"

namespace fedltr {

/// A certificate that one side of a connection shows or believes.
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

/// The authority's, in its folder.
DatedCertificate dated_authority(const std::filesystem::path& folder,
                                 const std::string& certificate);

/// Says when a certificate expires or has expired, and how to renew it. Empty:
/// it is good for more than kDaysToRenew.
std::string expiry_text(const DatedCertificate& certificate, std::int64_t now);

/// The same, as metrics have it.
std::vector<CertificateEnd> ends_of(
    const std::vector<DatedCertificate>& certificates);

/// Warns of a process's certificates that are about to expire, from the start
/// on once a day, and as one does expire. Whose own has expired would else
/// only see that others refuse it.
class ExpiryWatch {
 public:
  using Certificates = std::function<std::vector<DatedCertificate>()>;
  using Clock = std::function<std::int64_t()>;  ///< Unix time, in seconds

  /// @param certificates  asked each minute, by a thread of its own: those that
  ///                      the process goes by then
  /// @param clock         the system's, unless a test has another
  explicit ExpiryWatch(Certificates certificates, Clock clock = system_clock);
  ~ExpiryWatch();
  ExpiryWatch(const ExpiryWatch&) = delete;
  ExpiryWatch& operator=(const ExpiryWatch&) = delete;

  /// Returns what is to be warned of now, and was not within a day.
  std::vector<std::string> due();

 private:
  static std::int64_t system_clock();
  void warn();
  void watch();

  /// What was said of a certificate last.
  struct Told {
    std::int64_t at = 0;  ///< Unix time
    bool expired = false;
  };

  Certificates certificates_;
  Clock clock_;
  std::mutex mutex_;
  std::map<std::pair<std::string, std::int64_t>, Told> told_;  ///< file, until
  bool ends_ = false;
  std::condition_variable ended_;
  std::thread thread_;
};

}  // namespace fedltr
