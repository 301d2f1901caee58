#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "algorithms/members/model_history.hpp"
#include "algorithms/members/signed_epoch.hpp"

namespace fedltr::members {

/// Certificates and models that a lead shows to members that trust it in
/// neither (members.level = lying).
class LeadRegistry {
 public:
  /// @param certifier  reads certificates, the clock and the list of revoked
  ///                   ones
  /// @param run      digest of the agreement
  /// @param history  of an earlier process, or empty
  LeadRegistry(Certifier certifier, const std::string& run,
               const VectorView& initial,
               const std::vector<ModelLink>& history);

  /// Takes a member's certificate, on a new connection. In place of another one
  /// it counts from the next epoch on: others check the open epoch's key by the
  /// one with which the lead has.
  /// @throws std::invalid_argument
  void enter(std::uint32_t member, const std::string& certificate);
  /// Begins an epoch, at the time of the clock: takes renewed certificates and
  /// the newest list of revoked ones.
  /// @return  new reasons why certificates are not valid in it, by member
  /// @throws std::invalid_argument  for a list that is not the authority's
  std::map<std::uint32_t, std::string> begin_epoch();
  /// Start of the open epoch, which members sign.
  const EpochStart& start() const { return start_; }
  /// Certified keys of those whose certificates are valid in it, by member.
  const std::map<std::uint32_t, SignatureKey>& signers() const {
    return signers_;
  }
  /// Returns certificates, once on a connection.
  /// @param of  members, without or with itself
  std::map<std::uint32_t, std::string> unknown_to(
      std::uint32_t member, const std::vector<std::uint32_t>& of);

  const HistoryHead& head() const { return head_; }
  /// Appends a model. @return its link
  ModelLink add(std::uint32_t epoch, const VectorView& model);

 private:
  struct Shown {
    std::string text;
    Certified certified;
  };

  std::string admit(std::uint32_t member, const Certified& certified);

  Certifier certifier_;
  EpochStart start_;
  Serials revoked_;
  HistoryHead head_;
  std::map<std::uint32_t, Shown> certificates_;
  std::map<std::uint32_t, Shown> renewed_;  ///< for the next epoch
  std::map<std::uint32_t, SignatureKey> signers_;
  std::map<std::uint32_t, std::string> faults_;  ///< of the open epoch
  std::map<std::uint32_t, std::set<std::uint32_t>> shown_;  ///< to each
};

/// Returns the links of this epoch and later ones.
std::vector<ModelLink> links_from(const std::vector<ModelLink>& history,
                                  std::uint32_t epoch);

}  // namespace fedltr::members
