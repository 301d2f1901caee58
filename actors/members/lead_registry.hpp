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
  /// @param run      digest of the agreement
  /// @param history  of an earlier process, or empty
  LeadRegistry(Certify certify, const std::string& run,
               const VectorView& initial,
               const std::vector<ModelLink>& history);

  /// Takes a member's certificate, on a new connection. In place of another one
  /// it counts from the next epoch on: others check the open epoch's key by the
  /// one with which the lead has.
  /// @throws std::invalid_argument
  void enter(std::uint32_t member, const std::string& certificate);
  /// Takes renewed certificates, and checks again that all are valid: members
  /// that see one for the first time would take the lead for a liar.
  void begin_epoch();
  /// Certified keys of those whose certificates are valid, by member.
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
  Certify certify_;
  HistoryHead head_;
  std::map<std::uint32_t, std::string> certificates_;
  std::map<std::uint32_t, std::string> renewed_;  ///< for the next epoch
  std::map<std::uint32_t, SignatureKey> signers_;
  std::map<std::uint32_t, std::set<std::uint32_t>> shown_;  ///< to each
};

/// Returns the links of this epoch and later ones.
std::vector<ModelLink> links_from(const std::vector<ModelLink>& history,
                                  std::uint32_t epoch);

}  // namespace fedltr::members
