#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "algorithms/members/model_history.hpp"
#include "algorithms/members/signed_epoch.hpp"
#include "algorithms/privacy/secure_client.hpp"

namespace fedltr {

/// Thrown if the lead sent what no lead sends that follows the protocol: it
/// checks all that members check before it passes anything on, so neither a
/// lying member nor a fault of the network can be the cause.
struct LeadLies : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Facts that a member must not forget when it starts again.
struct MemberMemory {
  std::uint32_t asked = 0;  ///< last epoch for which it has signed a key
  HistoryHead head;
  Serials revoked = {};  ///< by the list of that epoch
};

/// Proof of a member's identity, and of others', where the lead may lie.
struct MemberProof {
  std::string run;                     ///< digest of the agreement
  std::string certificate;             ///< own, as others read it
  SignatureKey signer;                 ///< of its certificate
  Certifier certifier;                 ///< of the others
  std::optional<MemberMemory> memory;  ///< of an earlier process
  /// Called before anything that depends on it leaves. May throw.
  std::function<void(const MemberMemory&)> keep;
};

/// Proof of a member of a rehearsal, without a memory.
MemberProof simulated_proof(std::uint64_t seed, std::uint32_t member,
                            const std::string& run);

/// A member's checks against a lead that lies about who takes part, who has
/// dropped out, keys or models.
///
/// - Signed keys: each member makes a key for each epoch and signs it, with the
///   agreement, the epoch and the history of models, under its certificate. So
///   all in an epoch have the same model; with one of its own, a member's part
///   could be separated from the sum (Pasquini, Francati and Ateniese, CCS
///   2022).
/// - Certificates: with its key a member signs the epoch's start, which has a
///   time and the authority's list of revoked certificates. It takes no time
///   that is far from its own clock, and no list without an entry that it
///   knows. All in an epoch judge certificates by that start, as the lead did
///   first; so no clock that is wrong makes an honest lead look like a liar.
/// - Agreement: a member opens shares only if least_equal() members, itself
///   included, have signed its view of keys, shares and survivors. Bell et al.
///   (CCS 2020), section 4, let neighbours agree; here all members are
///   neighbours.
///
/// So an epoch opens one sum at most, of all survivors L of one view:
/// - A member signs one view of an epoch, and no two views have enough
///   signatures, so all honest members who open shares, the signers, open those
///   of one view: self masks of L, keys of the others. Colluders alone have
///   fewer shares than it takes.
/// - A group of honest members whose sum is to be opened is within L. If it has
///   a signer, its masks with all honest ones of L remain, so it has all of
///   them. It has one: whatever list of keys one in it was shown, honest
///   signers must hold threshold - c shares of its self mask, and it puts up
///   with fewer that have sent no shares (least_opened()).
/// - L has all members of the epoch but the tolerated dropouts, since each
///   signer accepts no smaller one. So the honest in it are as many as
///   honest_members(), on whose noise each part counts. One that was shown a
///   longer list adds less noise, but needs as many more signers.
///
/// This is about one epoch. A lead that has all members' sum of a model, and
/// reports that the epoch is lost, can have the sum of the same model without
/// one of them: the difference is the part of that one, under the noise of
/// both. It need not even lie, since members drop out. So only noise protects
/// one member's part over several epochs; without noise nothing does. Each
/// epoch is charged.
///
/// Not found either: a member that has lost its memory, or that runs twice,
/// signs twice in an epoch, as a colluder might; certificates that the
/// authority gives to others under a member's name.
class WaryMember {
 public:
  /// @param member   place in the names
  /// @param initial  model
  WaryMember(std::uint32_t member, std::vector<std::string> names,
             const Tolerance& tolerance, const VectorView& initial,
             MemberProof proof);

  const std::string& certificate() const { return proof_.certificate; }
  /// Epoch of the newest model.
  std::uint32_t epoch() const { return memory_.head.last.epoch; }

  /// Takes the model at the end of the lead's history.
  /// @param links  from epoch() on, or earlier
  /// @throws LeadLies  also below
  void join(const std::vector<ModelLink>& links, const VectorView& model);
  /// Takes the model of an epoch.
  void take(std::uint32_t epoch, const VectorView& model);
  /// Takes certificates of others.
  void meet(const std::map<std::uint32_t, std::string>& certificates);

  /// Begins an epoch: signs the member's key.
  /// @throws std::invalid_argument  for an epoch that was begun before, a start
  ///                                at another time than now, or a list of
  ///                                revoked certificates that is an older one
  SignedKey sign(std::uint32_t epoch, EpochKind kind, const std::string& key,
                 EpochStart start = {});
  /// Checks that a later stage is on the terms that it has signed: so its part
  /// is of the model that all others have.
  /// @throws std::invalid_argument
  void expect(std::uint32_t epoch, EpochKind kind) const;
  /// Checks that its part will be of the newest model of the history.
  /// @throws std::invalid_argument
  void require_newest(const VectorView& model) const;
  /// Checks all others' keys.
  Neighbours check(const SignedNeighbours& letter);
  /// Notes who has sent shares.
  void note(const Incoming& incoming);
  /// Signs its view, once an epoch.
  /// @throws std::invalid_argument  for other members than those who sent
  /// shares
  SignedView sign_view(const Survivors& survivors);
  /// Returns the survivors to open for.
  /// @throws std::invalid_argument  naming those without an equal view, if too
  ///                                few have one
  const Survivors& agreed(const SignedViews& views) const;

 private:
  const std::string& name_of(std::uint32_t member) const {
    return names_[member];
  }
  void keep(const MemberMemory& memory);
  Serials revoked_by(const EpochStart& start) const;
  const Certified& certified(std::uint32_t member) const;

  std::uint32_t member_;
  std::vector<std::string> names_;
  std::uint32_t least_equal_;
  MemberProof proof_;
  MemberMemory memory_;
  std::map<std::uint32_t, Certified> signers_;  ///< of others, by member
  EpochView view_;                              ///< of the open epoch
  Survivors survivors_;  ///< empty until its view is signed
};

}  // namespace fedltr
