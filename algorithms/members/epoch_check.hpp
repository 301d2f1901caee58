#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/members/signed_epoch.hpp"

namespace fedltr {

/// The lead's checks of what members sign in an epoch: all that it passes on is
/// valid, so a member that receives something else knows that the lead lies.
class EpochCheck {
 public:
  /// @param signers  of the members that are here or were, and whose
  ///                 certificates are valid; must outlive it
  EpochCheck(EpochTerms terms,
             const std::map<std::uint32_t, SignatureKey>& signers)
      : signers_(&signers) {
    view_.terms = std::move(terms);
  }

  /// Returns the letter that asks for keys.
  std::string start() const { return start_letter(view_.terms.start); }
  /// Takes a member's key.
  /// @param bytes  a SignedKey
  /// @return       reason if it is refused, else empty
  std::string accept_key(std::uint32_t member, std::string_view bytes);
  /// Forgets a member that starts anew.
  void forget(std::uint32_t member);
  /// Returns the key alone, an Advertised.
  std::string key_of(std::uint32_t member) const;
  /// Adds signatures to a Neighbours.
  std::string signed_letter(std::string_view neighbours) const;

  /// @param sharers, survivors  ascending
  void end_masks(std::vector<std::uint32_t> sharers,
                 std::vector<std::uint32_t> survivors);
  /// Takes a survivor's view, which must be the lead's.
  /// @param bytes  a SignedView
  /// @return       reason if it is refused, else empty
  std::string accept_view(std::uint32_t member, std::string_view bytes);
  /// Survivors with the same view.
  const std::map<std::uint32_t, std::string>& views() const { return views_; }
  /// Returns the views of the others, a SignedViews.
  std::string views_for(std::uint32_t member) const;

 private:
  bool is_signed(std::uint32_t member, const std::string& statement,
                 const std::string& signature) const;

  const std::map<std::uint32_t, SignatureKey>* signers_;
  EpochView view_;
  std::map<std::uint32_t, std::string> signatures_;  ///< of keys
  std::map<std::uint32_t, std::string> views_;       ///< signatures
};

}  // namespace fedltr
