#include "algorithms/privacy/secure_round.hpp"

#include <algorithm>
#include <cstring>

#include "algorithms/core/require.hpp"
#include "algorithms/core/rng.hpp"
#include "algorithms/privacy/secure_client.hpp"

namespace fedltr {

std::vector<std::uint64_t> graph_labels(
    std::uint64_t seed, std::uint32_t round,
    const std::vector<std::uint32_t>& clients) {
  std::vector<std::uint64_t> labels;
  labels.reserve(clients.size());
  for (const std::uint32_t client : clients)
    labels.push_back(Rng(seed, Purpose::kSecureGraph, client,
                         (round + client % kGraphRounds) / kGraphRounds)());
  return labels;
}

SecureRound::SecureRound(std::vector<std::uint32_t> clients,
                         std::uint32_t words, const Tolerance& tolerance,
                         const std::vector<std::uint64_t>& labels)
    : clients_(std::move(clients)),
      tolerance_(tolerance),
      neighbourhood_(choose_neighbourhood(clients_.size(), tolerance)),
      graph_(find_neighbours(labels, neighbourhood_.degree)),
      parties_(clients_.size()),
      sum_(words) {
  require(labels.size() == clients_.size(), "each client has its label");
}

std::size_t SecureRound::place_of(std::uint32_t client) const {
  const auto found = std::ranges::lower_bound(clients_, client);
  if (found == clients_.end() || *found != client) return clients_.size();
  return found - clients_.begin();
}

/// True if a neighbour has sent a usable key: a copy of the client's own key is
/// not usable, and no reason to leave out the client that was copied.
bool SecureRound::linked(std::size_t place, std::size_t other) const {
  return !parties_[other].key.empty() &&
         parties_[other].key != parties_[place].key;
}

/// Places of the neighbours with which a client has masks and shares.
std::vector<std::uint32_t> SecureRound::told(std::size_t place) const {
  std::vector<std::uint32_t> places = graph_[place];
  std::erase_if(places, [&](auto other) { return !linked(place, other); });
  return places;
}

/// The point at which `holder` has the values of `owner`'s polynomials.
std::uint32_t SecureRound::point(std::size_t owner, std::size_t holder) const {
  std::uint32_t before = 1;
  for (const std::uint32_t other : graph_[owner]) {
    if (other == holder) break;
    before += linked(owner, other);
  }
  return before;
}

std::string SecureRound::accept(SecureStage stage, std::uint32_t client,
                                std::string_view bytes) try {
  const std::size_t place = place_of(client);
  if (place == parties_.size()) return "not a client of this round";
  switch (stage) {
    case SecureStage::kKeys:
      return accept_key(parties_[place], read_letter<Advertised>(bytes));
    case SecureStage::kShares:
      return accept_shares(place, read_letter<Shares>(bytes));
    case SecureStage::kOpening:
      return accept_opened(place, read_letter<Opened>(bytes));
    case SecureStage::kMasks:
    case SecureStage::kAgreement:
      break;
  }
  return "no message is due in this stage";
} catch (const ArchiveError& error) {
  return error.what();
}

std::string SecureRound::accept_key(Party& party, const Advertised& letter) {
  if (letter.key.size() != kKeyBytes) return "a key of the wrong size";
  if (!party.key.empty()) return "a second key";
  if (has_low_order({reinterpret_cast<const std::uint8_t*>(letter.key.data()),
                     letter.key.size()}))
    return "an invalid key";
  party.key = letter.key;
  return {};
}

std::string SecureRound::accept_shares(std::size_t place, Shares letter) {
  Party& party = parties_[place];
  const std::size_t count = told(place).size();
  if (party.key.empty()) return "shares without a key";
  if (party.shared) return "shares for the second time";
  if (letter.deposit.size() != count * kDepositBytes ||
      letter.sealed.size() != count * kSealedBytes ||
      letter.dealt.size() != count * 2 * kShareCheckBytes ||
      letter.checks.size() != 2 * kCheckBytes)
    return "shares of the wrong size";
  party.shares = std::move(letter);
  party.shared = true;
  return {};
}

std::string SecureRound::accept_opened(std::size_t place,
                                       const Opened& letter) {
  if (!parties_[place].survived) return "shares of a client without an update";
  constexpr std::size_t kNumbers = Share().size();
  if (letter.shares.size() != letter.clients.size() * kNumbers)
    return "opened shares of the wrong size";
  std::string forged;
  for (std::size_t i = 0; i < letter.clients.size(); ++i) {
    const std::size_t owner = place_of(letter.clients[i]);
    if (owner == parties_.size() || !parties_[owner].shared ||
        !linked(owner, place) ||
        !std::ranges::binary_search(graph_[place],
                                    static_cast<std::uint32_t>(owner)))
      return "an opened share of a client that is no neighbour";
    Party& of = parties_[owner];
    const std::uint32_t at = point(owner, place);
    Share share{};
    std::copy_n(letter.shares.begin() + i * kNumbers, kNumbers, share.begin());
    const std::size_t which = 2 * (at - 1) + (of.survived ? 0 : 1);
    if (check_of(share) !=
        of.shares.dealt.substr(which * kShareCheckBytes, kShareCheckBytes))
      forged += (forged.empty() ? " " : ", ") + std::to_string(clients_[owner]);
    else if (!of.opened.emplace(at, share).second)
      return "an opened share for the second time";
  }
  if (!forged.empty()) return "shares other than those dealt, of" + forged;
  return {};
}

std::string SecureRound::letter(SecureStage stage, std::uint32_t client) const {
  const std::size_t place = place_of(client);
  require(place < parties_.size(), "a message for a client of the round");
  const Party& party = parties_[place];
  switch (stage) {
    case SecureStage::kKeys:
    case SecureStage::kAgreement:
      break;
    case SecureStage::kShares:
      return party.key.empty() ? "" : neighbours_letter(place);
    case SecureStage::kMasks:
      return party.shared ? incoming_letter(place) : "";
    case SecureStage::kOpening:
      return party.survived ? survivors_letter(place) : "";
  }
  return {};
}

std::string SecureRound::neighbours_letter(std::size_t place) const {
  Neighbours letter;
  letter.threshold = neighbourhood_.threshold;
  letter.all = clients_.size();
  for (const std::uint32_t other : told(place)) {
    letter.clients.push_back(clients_[other]);
    letter.keys += parties_[other].key;
  }
  return write_letter(std::move(letter));
}

std::string SecureRound::incoming_letter(std::size_t place) const {
  Incoming letter;
  for (const std::uint32_t other : told(place)) {
    if (!parties_[other].shared) continue;
    letter.clients.push_back(clients_[other]);
    letter.sealed += parties_[other].shares.sealed.substr(
        (point(other, place) - 1) * kSealedBytes, kSealedBytes);
  }
  return write_letter(std::move(letter));
}

std::string SecureRound::survivors_letter(std::size_t place) const {
  Survivors letter;
  for (const std::uint32_t other : told(place)) {
    if (!parties_[other].shared) continue;
    (parties_[other].survived ? letter.survived : letter.dropped)
        .push_back(clients_[other]);
  }
  return write_letter(std::move(letter));
}

std::string SecureRound::add(const std::vector<std::uint32_t>& clients,
                             std::span<const std::uint64_t> words) {
  if (words.size() != sum_.size()) return "a masked sum of the wrong size";
  for (const std::uint32_t client : clients) {
    const std::size_t place = place_of(client);
    if (place == parties_.size() || !parties_[place].shared ||
        parties_[place].survived)
      return "a masked sum of clients that should not be in it";
    parties_[place].survived = true;
  }
  for (std::size_t i = 0; i < sum_.size(); ++i) sum_[i] += words[i];
  return {};
}

std::string SecureRound::shortfall(std::uint32_t least) const {
  const std::uint32_t all = clients_.size();
  const std::uint32_t answered =
      std::ranges::count_if(parties_, &Party::survived);
  least = std::max({3U, least, all - tolerance_.max_dropouts(all)});
  if (answered >= least) return {};
  return std::to_string(answered) + " of " + std::to_string(all) +
         " clients answer, fewer than the " + std::to_string(least) +
         " it takes";
}

std::uint32_t SecureRound::dropped() const {
  return std::ranges::count_if(parties_, [](const Party& party) {
    return party.shared && !party.survived;
  });
}

std::optional<Secret> SecureRound::recover(const Party& party) const {
  std::vector<std::uint32_t> points;
  std::vector<Share> shares;
  for (const auto& [point, share] : party.opened) {
    if (points.size() == neighbourhood_.threshold) break;
    points.push_back(point);
    shares.push_back(share);
  }
  if (points.size() < neighbourhood_.threshold) return std::nullopt;
  const auto secret = join_shares(points, shares);
  const std::size_t which = party.survived ? 0 : kCheckBytes;
  if (!secret ||
      check_of(*secret) != party.shares.checks.substr(which, kCheckBytes))
    return std::nullopt;
  return secret;
}

std::optional<std::uint32_t> SecureRound::unrecovered() const {
  for (std::size_t place = 0; place < parties_.size(); ++place)
    if (parties_[place].shared && !recover(parties_[place]))
      return clients_[place];
  return std::nullopt;
}

/// Removes the masks that its neighbours have added for a client that dropped
/// out.
void SecureRound::take_off_pairs(std::size_t place, const Secret& key,
                                 std::span<std::uint64_t> words) const {
  std::string deposit = parties_[place].shares.deposit;
  hide_deposit(key, deposit);
  const auto others = told(place);
  for (std::size_t i = 0; i < others.size(); ++i) {
    if (!parties_[others[i]].survived) continue;
    Secret seed{};
    std::memcpy(seed.data(), deposit.data() + i * kDepositBytes, kDepositBytes);
    // The neighbour has subtracted it if this client has the lower number.
    if (others[i] < place)
      subtract_mask(seed, words);
    else
      add_mask(seed, words);
  }
}

Checked<std::vector<std::uint64_t>> SecureRound::unmask() const {
  std::vector<std::uint64_t> words = sum_;
  for (std::size_t place = 0; place < parties_.size(); ++place) {
    const Party& party = parties_[place];
    if (!party.shared) continue;
    const auto secret = recover(party);
    if (!secret)
      return {std::nullopt, "too few good shares of client " +
                                std::to_string(clients_[place]) +
                                " were opened"};
    if (party.survived)
      subtract_mask(*secret, words);
    else
      take_off_pairs(place, *secret, words);
  }
  return {std::move(words), {}};
}

}  // namespace fedltr
