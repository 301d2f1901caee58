#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>

#include "actors/members/member_processes.hpp"
#include "app/base/repeater.hpp"
#include "app/data/search_log.hpp"
#include "app/deploy/member_ledger.hpp"
#include "app/deploy/members_agreement.hpp"
#include "app/study/monitor/gauges_file.hpp"
#include "app/study/monitor/member_gauges.hpp"

namespace fedltr {

/// `--metrics-file` of a member, written each second by a thread of its own.
class MemberMetrics {
 public:
  /// @param ledger  null without noise; used only while hooks are called
  /// @param log     null without real users
  /// @param config  its hooks also report the progress from now on; outlives
  ///                neither this nor the agreement and the ledger
  /// @throws UsageError, std::runtime_error  as GaugesFile
  MemberMetrics(const std::filesystem::path& file,
                const MembersAgreement& agreement, const MemberLedger* ledger,
                std::shared_ptr<const SearchLog> log,
                CertificateEnds certificates, members::MemberConfig& config);
  ~MemberMetrics();
  MemberMetrics(const MemberMetrics&) = delete;
  MemberMetrics& operator=(const MemberMetrics&) = delete;

  /// Marks the federation as over.
  void complete() { is_complete_ = true; }

 private:
  void attach(members::MemberConfig& config);
  void note_budget();
  void write();

  const MembersAgreement& agreement_;
  const MemberLedger* ledger_;
  std::shared_ptr<const SearchLog> log_;
  std::mutex mutex_;  ///< of the two below
  MemberProgress now_;
  bool has_model_ = false;
  bool is_complete_ = false;
  GaugesFile file_;
  std::optional<Repeater> seconds_;  ///< writes the file; ends first
};

}  // namespace fedltr
