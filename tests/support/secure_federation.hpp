#pragma once

#include <numeric>
#include <set>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"
#include "algorithms/privacy/secure_client.hpp"
#include "algorithms/privacy/secure_round.hpp"

namespace fedltr::test {

/// Tolerance of the tests by default.
inline constexpr Tolerance kThird{0.3, 0.1, 40, 30};

using Words = std::vector<std::uint64_t>;

/// Secrets of a client from a seed.
inline SecretSource seeded_secrets(std::uint64_t seed, std::uint32_t client) {
  return [=](std::uint32_t round) -> Bits {
    return [rng = Rng(seed, Purpose::kSecureKeys, client, round)]() mutable {
      return rng();
    };
  };
}

/// Clients and server of secure aggregation in one place, stage by stage.
struct SecureFederation {
  std::vector<std::uint32_t> ids;
  std::uint64_t seed;
  Tolerance tolerance;
  std::vector<SecureClient> clients;
  /// Clients that fail before a stage.
  std::map<SecureStage, std::set<std::uint32_t>> failing;
  std::vector<Words> masked;  ///< words sent, by client; empty if none
  std::map<std::pair<SecureStage, std::uint32_t>, std::string> written;

  SecureFederation(std::uint32_t count, Tolerance stands,
                   std::uint64_t from = 1)
      : ids(count), seed(from), tolerance(stands) {
    std::iota(ids.begin(), ids.end(), 0U);
    for (const std::uint32_t id : ids)
      clients.emplace_back(id, seeded_secrets(seed, id), tolerance);
  }

  bool is_there(SecureStage stage, std::uint32_t id) const {
    for (const auto& [when, who] : failing)
      if (when <= stage && who.contains(id)) return false;
    return true;
  }

  SecureRound open(std::uint32_t number, std::size_t words) const {
    return {ids, static_cast<std::uint32_t>(words), tolerance,
            graph_labels(seed, number, ids)};
  }

  void send(SecureRound& round, SecureStage stage, std::uint32_t id,
            const std::string& bytes) {
    written[{stage, id}] = bytes;
    const std::string refusal = round.accept(stage, id, bytes);
    CHECK_MESSAGE(refusal.empty(), refusal);
  }

  /// Runs all stages up to and including the masked words.
  void collect(SecureRound& round, std::uint32_t number,
               const std::vector<Words>& values) {
    for (const std::uint32_t id : ids)
      if (is_there(SecureStage::kKeys, id))
        send(round, SecureStage::kKeys, id,
             write_letter(clients[id].advertise()));
    for (const std::uint32_t id : ids) {
      if (!is_there(SecureStage::kShares, id)) continue;
      const auto letter = round.letter(SecureStage::kShares, id);
      send(round, SecureStage::kShares, id,
           write_letter(
               clients[id].share(number, read_letter<Neighbours>(letter))));
    }
    masked.assign(ids.size(), {});
    for (const std::uint32_t id : ids) {
      if (!is_there(SecureStage::kMasks, id)) continue;
      const auto letter = round.letter(SecureStage::kMasks, id);
      clients[id].receive(number, read_letter<Incoming>(letter));
      masked[id] = values[id];
      clients[id].mask(number, masked[id]);
      const std::string refusal = round.add({id}, masked[id]);
      CHECK_MESSAGE(refusal.empty(), refusal);
    }
  }

  void open_shares(SecureRound& round, std::uint32_t number) {
    for (const std::uint32_t id : ids) {
      if (!is_there(SecureStage::kOpening, id)) continue;
      const auto letter = round.letter(SecureStage::kOpening, id);
      send(round, SecureStage::kOpening, id,
           write_letter(
               clients[id].open(number, read_letter<Survivors>(letter))));
    }
  }

  Checked<Words> run(std::uint32_t number, const std::vector<Words>& values) {
    SecureRound round = open(number, values[0].size());
    collect(round, number, values);
    if (const std::string reason = round.shortfall(); !reason.empty())
      return {std::nullopt, reason};
    open_shares(round, number);
    return round.unmask();
  }
};

/// Random words for `clients` clients, with all bits in use.
inline std::vector<Words> random_words(std::size_t clients, std::size_t words,
                                       std::uint64_t seed = 1) {
  Rng rng(seed, Purpose::kTest, 77);
  std::vector<Words> values(clients, Words(words));
  for (Words& each : values)
    for (std::uint64_t& word : each) word = rng();
  return values;
}

/// Sum over the clients that are not in `without`.
inline Words sum_of(const std::vector<Words>& values,
                    const std::set<std::uint32_t>& without = {}) {
  Words sum(values[0].size());
  for (std::uint32_t id = 0; id < values.size(); ++id)
    if (!without.contains(id))
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += values[id][i];
  return sum;
}

}  // namespace fedltr::test
