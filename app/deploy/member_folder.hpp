#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "app/deploy/member_lock.hpp"
#include "app/deploy/members_agreement.hpp"

namespace fedltr {

/// The folder of a member's results: model.json, own.csv, disclosure.md,
/// agreed.csv.
class MemberFolder {
 public:
  /// @param agreement  outlives this
  MemberFolder(std::filesystem::path folder, const MembersAgreement& agreement)
      : folder_(std::move(folder)), agreement_(agreement) {}

  const std::filesystem::path& path() const { return folder_; }
  std::filesystem::path model_file() const { return folder_ / "model.json"; }

  /// @throws UsageError  if it holds the model of another agreement
  void require_own() const;
  /// @throws NetworkError  if the member has left this federation for good
  void require_stays() const;
  /// Warns if a ledger is not there, or empty, though the member has agreed to
  /// this agreement before.
  void warn_of_lost(const std::filesystem::path& ledger) const;
  /// Makes the folder, and locks it until the end.
  /// @throws UsageError  as MemberLock
  void hold();
  /// Replaces the page that the member has agreed to, and records how.
  /// @param by  as add_agreed()
  void agree(const std::string& page, const std::string& by) const;

  /// Records that the member has left; warns if it has not agreed in this
  /// folder.
  void leave(const std::string& by) const;

  /// Replaces the model. The last one stays beside it, under a new name, if the
  /// server has begun anew.
  /// @param epoch  of the model; below that of the last one: begun anew
  void keep_model(std::uint32_t epoch, const Vector& model) const;
  /// Adds a metric on the member's own held-out queries to own.csv.
  /// @param in_sum  members in the sum; 0 in a welcome
  void add_own(std::uint32_t epoch, std::uint32_t in_sum,
               const std::string& metric, double value);

 private:
  bool has_line(const std::string& by) const;

  std::filesystem::path folder_;
  const MembersAgreement& agreement_;
  std::optional<MemberLock> lock_;
  std::string curve_;
};

}  // namespace fedltr
