#include "app/deploy/server_tls.hpp"

#include <exception>

#include <spdlog/spdlog.h>
#include <sys/stat.h>

#include "app/deploy/authority.hpp"

namespace fedltr {

ServerTls::Stamp ServerTls::stamp_of(const std::filesystem::path& file) {
  struct stat found {};
  if (stat(file.c_str(), &found) != 0) return {};
  return {static_cast<std::int64_t>(found.st_ino), found.st_size,
          found.st_mtim.tv_sec, found.st_mtim.tv_nsec};
}

ServerTls::Stamps ServerTls::stamps() const {
  return {stamp_of(folder_ / "ca.pem"), stamp_of(folder_ / "server.pem"),
          stamp_of(folder_ / "server.key"), stamp_of(folder_ / "crl.pem")};
}

ServerTls::ServerTls(const std::filesystem::path& folder)
    : folder_(folder),
      stamps_(stamps()),
      used_(read()),
      watch_([this] { return certificates(); }) {}

ServerTls::Used ServerTls::read() const {
  const Credentials own = read_server_credentials(folder_);
  return {TlsConfig(own.certificates, Side::kServer),
          dated_certificates(own, folder_)};
}

void ServerTls::refresh() {
  // Taken before reading: a file written meanwhile is read the next time.
  const Stamps now = stamps();
  if (now == stamps_) return;
  stamps_ = now;
  try {
    used_ = read();
    spdlog::info("{}: certificates were read again", folder_.string());
  } catch (const std::exception& error) {
    spdlog::warn("{}; the previous certificates stay in use", error.what());
  }
}

TlsConfig ServerTls::current() {
  const std::lock_guard lock(mutex_);
  refresh();
  return used_.tls;
}

std::vector<DatedCertificate> ServerTls::certificates() {
  const std::lock_guard lock(mutex_);
  refresh();
  return used_.certificates;
}

}  // namespace fedltr
