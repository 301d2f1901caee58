#include "algorithms/privacy/protected_sum.hpp"

#include "algorithms/core/numbers_below.hpp"
#include "algorithms/core/require.hpp"
#include "algorithms/privacy/agreed_pairs.hpp"
#include "algorithms/privacy/fixed_point.hpp"
#include "algorithms/privacy/secure_client.hpp"
#include "algorithms/privacy/secure_round.hpp"
#include "algorithms/silo/simulated_bits.hpp"

namespace fedltr {
namespace {

/// Widths that noise never exceeds: the tail beyond has less than e^-1800.
constexpr double kWidths = 60;

/// Number of the round in which the sum is opened. Keys of streams have its
/// complement, which no round of training reaches.
constexpr std::uint32_t kRound = 1;

SecretSource secrets_of_sum(std::uint64_t seed, std::uint32_t client) {
  return [seed, client](std::uint32_t round) {
    return simulated_bits(seed, Purpose::kSecureKeys, client, ~round);
  };
}

Bits noise_of_sum(std::uint64_t seed, std::uint32_t client) {
  return simulated_bits(seed, Purpose::kPrivacy, client, ~kRound);
}

void accept(SecureRound& round, SecureStage stage, std::uint32_t client,
            const std::string& bytes) {
  require(round.accept(stage, client, bytes).empty(),
          "a client's message is refused");
}

/// Clients whose noise a sum under masks has at least.
std::uint32_t sharing(std::uint32_t clients, const Tolerance& tolerance) {
  if (tolerance.lies)
    return least_opened(choose_neighbourhood(clients, tolerance), clients,
                        tolerance);
  const std::uint32_t others =
      tolerance.max_dropouts(clients) + tolerance.max_colluders(clients);
  return others < clients ? clients - others : 0;
}

}  // namespace

GridNoise SumProtection::noise(std::uint32_t clients) const {
  const std::uint32_t shares = masks ? sharing(clients, tolerance) : 1;
  require(shares > 0, "no client's noise is certain to be in the sum");
  return gaussian_noise(epsilon, delta, 2 * kPartNorm, shares);
}

ProtectedSum add_up(std::uint32_t clients,
                    const std::function<Vector(std::uint32_t client)>& part,
                    Index size, double limit, const SumProtection& protection) {
  require(!protection.masks || clients >= 3,
          "masks hide a client's part only among those of two others: a sum "
          "under masks needs 3 clients");
  GridNoise noise;
  if (protection.has_noise()) noise = protection.noise(clients);
  const auto released = [&](std::uint32_t client) {
    Vector own = part(client);
    if (protection.has_noise())
      noise.release(own, Vector::Zero(size),
                    noise_of_sum(protection.seed, client));
    return own;
  };
  ProtectedSum found{Vector::Zero(size)};
  if (protection.has_noise()) {
    // Each client's, of which shares are `shares` parts of width squared.
    const double width = noise.width();
    found.variance =
        width * width * clients / static_cast<double>(noise.shares);
  }
  if (!protection.masks) {
    for (std::uint32_t i = 0; i < clients; ++i) found.sum += released(i);
    return found;
  }
  const FixedPoint code =
      protection.has_noise()
          ? fixed_point_for(kPartNorm + kWidths * noise.width(), clients,
                            noise.step)
          // One more than the sum leaves room for the rounding of all clients.
          : fixed_point_for(limit + 1, 1);
  const auto words = [&](std::uint32_t client) {
    std::vector<std::uint64_t> own(static_cast<std::size_t>(size));
    require(code.encode(released(client), 1, own),
            "a client's part of a sum is beyond its limit");
    return own;
  };
  found.sum =
      code.decode(add_masked(clients, words, static_cast<std::uint32_t>(size),
                             protection.tolerance, protection.seed));
  return found;
}

std::vector<std::uint64_t> add_masked(
    std::uint32_t clients,
    const std::function<std::vector<std::uint64_t>(std::uint32_t client)>&
        words,
    std::uint32_t size, const Tolerance& tolerance, std::uint64_t seed) {
  const auto ids = numbers_below<std::uint32_t>(clients);
  SecureRound round(ids, size, tolerance, graph_labels(seed, kRound, ids));
  const auto agreed = std::make_shared<AgreedPairs>();
  std::vector<SecureClient> parties;
  parties.reserve(clients);
  for (const std::uint32_t id : ids) {
    parties.emplace_back(id, secrets_of_sum(seed, id), tolerance, agreed);
    accept(round, SecureStage::kKeys, id,
           write_letter(parties.back().advertise()));
  }
  for (const std::uint32_t id : ids)
    accept(round, SecureStage::kShares, id,
           write_letter(
               parties[id].share(kRound, read_letter<Neighbours>(round.letter(
                                             SecureStage::kShares, id)))));
  for (const std::uint32_t id : ids) {
    parties[id].receive(
        kRound, read_letter<Incoming>(round.letter(SecureStage::kMasks, id)));
    auto own = words(id);
    parties[id].mask(kRound, own);
    require(round.add({id}, own).empty(), "a client's words are refused");
  }
  for (const std::uint32_t id : ids)
    accept(round, SecureStage::kOpening, id,
           write_letter(
               parties[id].open(kRound, read_letter<Survivors>(round.letter(
                                            SecureStage::kOpening, id)))));
  auto sum = round.unmask();
  require(sum.value.has_value(), sum.refusal);
  return std::move(*sum.value);
}

}  // namespace fedltr
