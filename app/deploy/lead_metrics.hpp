#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>

#include "app/deploy/members_agreement.hpp"
#include "app/deploy/server_tls.hpp"
#include "app/study/monitor/gauges_file.hpp"
#include "app/study/monitor/lead_gauges.hpp"

namespace fedltr {

/// `--metrics-file` of a federation's server.
class LeadMetrics {
 public:
  /// @param tls    null with --insecure
  /// @param refused  counts connections
  /// @param state  to begin with
  /// @param hooks  also update the file from now on, which outlives them
  /// @throws UsageError, std::runtime_error  as GaugesFile
  LeadMetrics(const std::filesystem::path& file,
              const MembersAgreement& agreement,
              const std::shared_ptr<ServerTls>& tls,
              std::shared_ptr<const std::atomic<std::uint64_t>> refused,
              const members::LeadState& state, members::LeadHooks& hooks);

  void complete() { file_.complete(); }

 private:
  void update();

  std::shared_ptr<const std::atomic<std::uint64_t>> refused_;
  LeadProgress now_;
  GaugesFile file_;
};

}  // namespace fedltr
