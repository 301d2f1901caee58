#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "actors/members/members_plan.hpp"
#include "app/deploy/members_agreement.hpp"

namespace fedltr {

/// members.csv of a federation's server: each member as the server sees it, for
/// its operator. A row has the member's state, since when, the number of opened
/// sums that it is in, and the last epoch of these.
class MemberRoll {
 public:
  static constexpr const char* kFile = "members.csv";

  /// Counts the sums in the folder's epochs.csv, if there is one.
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
    std::optional<std::int64_t> since;  ///< unless this process never saw it
    std::uint32_t in_sums = 0;
    std::uint32_t last_epoch = 0;
  };

  void listen(members::LeadHooks& hooks);
  void count_earlier(const std::filesystem::path& epochs);
  void note(std::uint32_t member, members::Presence presence);
  void close(const members::EpochRecord& record,
             const members::LeadState& state);
  void tick();
  std::string row(std::uint32_t member) const;

  std::filesystem::path file_;
  const MembersAgreement& agreement_;
  std::function<std::int64_t()> clock_;
  std::vector<Entry> entries_;  ///< by place
  std::vector<std::uint32_t> left_;
  std::vector<std::uint32_t> left_out_;
  bool changed_ = true;
  bool failed_ = false;      ///< to write
  std::uint32_t pause_ = 0;  ///< seconds since the file was written
};

}  // namespace fedltr
