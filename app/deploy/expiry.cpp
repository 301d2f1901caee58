#include "app/deploy/expiry.hpp"

#include <chrono>
#include <cmath>
#include <ctime>
#include <exception>
#include <stdexcept>
#include <utility>

#include <spdlog/fmt/chrono.h>
#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include "app/deploy/certificate.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kDayInSeconds = 24 * 60 * 60;
constexpr std::chrono::minutes kBetweenLooks{1};

std::int64_t end_of(const fs::path& file, const std::string& text) {
  const pem::Certificate certificate = pem::parse_certificate(file, text);
  std::tm time{};
  pem::succeeded(
      ASN1_TIME_to_tm(X509_get0_notAfter(certificate.get()), &time) == 1,
      "a certificate has no end");
  return timegm(&time);
}

std::string renewal_of(const fs::path& folder, const std::string& name) {
  if (name == "server")
    return fmt::format("delete it and {}, then fedltr ca issue server --ca {}",
                       (folder / "server.key").string(), folder.string());
  return fmt::format(
      "in the authority's folder (--ca), move {0} and tokens/{0} away, then "
      "fedltr ca sign {0}.csr, or ca issue {0}; put the new files over the old "
      "ones in {1}, where its ledger stays, and, if the server has its own "
      "tokens, the new tokens/{0} there; start again",
      name, folder.string());
}

}  // namespace

DatedCertificate dated_authority(const fs::path& folder,
                                 const std::string& certificate) {
  const fs::path file = folder / "ca.pem";
  return {file, "authority", end_of(file, certificate),
          "fedltr ca init --ca DIR creates a new authority, which has to issue "
          "every certificate again"};
}

std::vector<DatedCertificate> dated_certificates(const Credentials& own,
                                                 const fs::path& folder) {
  const fs::path file = folder / (own.name + ".pem");
  return {{file, own.name, end_of(file, own.certificates.certificate),
           renewal_of(folder, own.name)},
          dated_authority(folder, own.certificates.authority)};
}

std::string expiry_text(const DatedCertificate& certificate, std::int64_t now) {
  const std::int64_t left = certificate.until - now;
  if (left > kDaysToRenew * kDayInSeconds) return "";
  const std::string date =
      fmt::format("{:%Y-%m-%d %H:%M} UTC", fmt::gmtime(certificate.until));
  const std::int64_t days = left / kDayInSeconds;
  const std::string when = left <= 0
                               ? "expired on " + date + ", so peers refuse it"
                               : fmt::format("expires in {} {}, on {}", days,
                                             days == 1 ? "day" : "days", date);
  return fmt::format("{}: {}'s certificate {}; to renew it, {}",
                     certificate.file.string(), owner_text(certificate.whose),
                     when, certificate.renewal);
}

std::vector<CertificateEnd> ends_of(
    const std::vector<DatedCertificate>& certificates) {
  std::vector<CertificateEnd> ends;
  for (const DatedCertificate& each : certificates)
    ends.push_back({each.whose, static_cast<double>(each.until)});
  return ends;
}

ExpiryWatch::ExpiryWatch(Certificates certificates, Clock clock)
    : certificates_(std::move(certificates)), clock_(std::move(clock)) {
  warn();
  looks_.emplace(kBetweenLooks, [this] {
    try {
      warn();
    } catch (const std::exception& error) {
      throw std::runtime_error(std::string("certificates can't be checked: ") +
                               error.what());
    }
  });
}

std::int64_t ExpiryWatch::system_clock() {
  return std::time(nullptr);
}

std::vector<std::string> ExpiryWatch::due() {
  const auto certificates = certificates_();
  const std::int64_t now = clock_();
  const std::lock_guard lock(mutex_);
  std::vector<std::string> lines;
  for (const DatedCertificate& each : certificates) {
    std::string line = expiry_text(each, now);
    if (line.empty()) continue;
    const Told wanted{now, each.until <= now};
    const auto [told, first] =
        told_.try_emplace({each.file.string(), each.until}, wanted);
    // Clocks can also be set back.
    if (!first && told->second.expired == wanted.expired &&
        std::abs(now - told->second.at) < kDayInSeconds)
      continue;
    told->second = wanted;
    lines.push_back(std::move(line));
  }
  return lines;
}

void ExpiryWatch::warn() {
  for (const std::string& line : due()) spdlog::warn(line);
}

}  // namespace fedltr
