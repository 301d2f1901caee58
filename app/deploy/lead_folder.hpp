#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "actors/members/members_plan.hpp"
#include "app/base/json_fwd.hpp"
#include "app/deploy/members_agreement.hpp"

namespace fedltr {

/// The files of a federation's lead: lead.json, its state, epochs.csv and the
/// curve of evaluations, and at the end model.json and federation.json.
class LeadFolder {
 public:
  /// @param agreement  outlives this
  LeadFolder(std::filesystem::path folder, const MembersAgreement& agreement)
      : folder_(std::move(folder)), agreement_(agreement) {}

  std::filesystem::path state_file() const { return folder_ / "lead.json"; }
  std::filesystem::path result_file() const {
    return folder_ / "federation.json";
  }

  /// Makes sure that a number is never used again, and keeps the model.
  void save(const members::LeadState& state) const;
  /// Reads the state, also that of an earlier version.
  /// @throws CheckpointError  if it is of another agreement
  /// @throws DataError        for a file that is no state
  members::LeadState load() const;
  /// Returns why the federation of this agreement ended early, empty if all its
  /// epochs are over; nullopt if it has not ended.
  /// @throws CheckpointError, DataError  as load()
  std::optional<std::string> ending() const;

  /// Adds an epoch to epochs.csv. @param state  after it
  void add(const members::EpochRecord& record,
           const members::LeadState& state) const;
  /// Adds the epochs in which an earlier process of the lead ended.
  void add_stopped(const members::LeadState& state) const;
  void write_curve(const members::LeadState& state) const;
  /// Removes the state of an earlier federation, and of its members.
  void remove_state() const;
  /// Removes all else that it left.
  void remove_results() const;
  /// Replaces the state by results.
  /// @param ended_early  reason; empty after the last epoch
  void finish(const members::LeadState& state,
              const std::string& ended_early) const;

 private:
  bool compares() const { return agreement_.plan.comparing.on(); }
  std::vector<std::string> names_of(
      const std::vector<std::uint32_t>& members) const;
  /// Reads a file of this agreement.
  Json read(const std::filesystem::path& file) const;

  std::filesystem::path folder_;
  const MembersAgreement& agreement_;
};

}  // namespace fedltr
