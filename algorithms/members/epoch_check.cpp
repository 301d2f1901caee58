#include "algorithms/members/epoch_check.hpp"

#include <utility>

#include "algorithms/privacy/key_agreement.hpp"

namespace fedltr {

bool EpochCheck::is_signed(std::uint32_t member, const std::string& statement,
                           const std::string& signature) const {
  const auto signer = signers_->find(member);
  return signer != signers_->end() &&
         signer->second.verifies(statement, signature);
}

std::string EpochCheck::accept_key(std::uint32_t member,
                                   std::string_view bytes) try {
  auto letter = read_letter<SignedKey>(bytes);
  if (letter.key.size() != kKeyBytes) return "a key of the wrong size";
  if (has_low_order({reinterpret_cast<const std::uint8_t*>(letter.key.data()),
                     letter.key.size()}))
    return "an invalid key";
  for (const auto& [other, key] : view_.keys)
    if (key == letter.key) return "a copy of a key that another has sent";
  if (!is_signed(member, key_statement(view_.terms, member, letter.key),
                 letter.signature))
    return "it is not signed by its certificate for this epoch and the newest "
           "model";
  view_.keys[member] = std::move(letter.key);
  signatures_[member] = std::move(letter.signature);
  return {};
} catch (const ArchiveError& error) {
  return error.what();
}

void EpochCheck::forget(std::uint32_t member) {
  view_.keys.erase(member);
  signatures_.erase(member);
}

std::string EpochCheck::key_of(std::uint32_t member) const {
  return write_letter(Advertised{view_.keys.at(member)});
}

std::string EpochCheck::signed_letter(std::string_view neighbours) const {
  SignedNeighbours letter{read_letter<Neighbours>(neighbours), {}};
  for (const std::uint32_t other : letter.neighbours.clients)
    letter.signatures.push_back(signatures_.at(other));
  return write_letter(std::move(letter));
}

void EpochCheck::end_masks(std::vector<std::uint32_t> sharers,
                           std::vector<std::uint32_t> survivors) {
  view_.sharers = std::move(sharers);
  view_.survivors = std::move(survivors);
}

std::string EpochCheck::accept_view(std::uint32_t member,
                                    std::string_view bytes) try {
  auto letter = read_letter<SignedView>(bytes);
  if (!is_signed(member, view_statement(view_), letter.signature))
    return "it has not signed the view of the epoch that it was sent";
  views_[member] = std::move(letter.signature);
  return {};
} catch (const ArchiveError& error) {
  return error.what();
}

std::string EpochCheck::views_for(std::uint32_t member) const {
  SignedViews letter;
  for (const auto& [other, signature] : views_) {
    if (other == member) continue;
    letter.from.push_back(other);
    letter.signatures.push_back(signature);
  }
  return write_letter(std::move(letter));
}

}  // namespace fedltr
