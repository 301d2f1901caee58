#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "actors/members/members_plan.hpp"
#include "app/deploy/members_agreement.hpp"

namespace fedltr {

/// members.csv of a federation's server: each member as the server sees it, for
/// its operator. A row has the member's state, since when, the number of sums
/// that it is in, and the last epoch of these.
class MemberRoll {
 public:
  static constexpr const char* kFile = "members.csv";

  /// Continues the folder's members.csv and epochs.csv, if they exist.
  /// @param agreement  outlives this
  /// @param state      to begin with
  /// @param clock      returns Unix seconds
  /// @param hooks      report all changes from now on; this outlives their
  /// calls
  MemberRoll(const std::filesystem::path& folder,
             const MembersAgreement& agreement, const members::LeadState& state,
             std::function<std::int64_t()> clock, members::LeadHooks& hooks);
  MemberRoll(const MemberRoll&) = delete;
  MemberRoll& operator=(const MemberRoll&) = delete;

  /// Writes the file; a failure is logged, as nothing depends on it.
  void write();

 private:
  struct Entry {
    members::Presence presence = members::Presence::kAway;
    std::string since;  ///< UTC; empty: this process has not seen it
    std::uint32_t in_sums = 0;
    std::uint32_t last_epoch = 0;

    bool is_out() const { return presence >= members::Presence::kLeft; }
  };

  void listen(members::LeadHooks& hooks);
  void read_earlier(const std::filesystem::path& epochs, std::uint32_t last);
  void forget(std::uint32_t member);
  void note(std::uint32_t member, members::Presence presence);
  void close(const members::EpochRecord& record);
  void tick();

  std::filesystem::path file_;
  const MembersAgreement& agreement_;
  std::function<std::int64_t()> clock_;
  std::vector<Entry> entries_;  ///< by place
  bool changed_ = true;
  bool failed_ = false;      ///< to write
  std::uint32_t pause_ = 0;  ///< seconds since the file was written
};

}  // namespace fedltr
