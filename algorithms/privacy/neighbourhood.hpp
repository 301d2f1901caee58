#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace fedltr {

/// The faults and attacks that a round of secure aggregation must withstand.
struct Tolerance {
  double dropouts = 0.2;      ///< maximum share of clients that fail, delta
  double colluders = 0.1;     ///< maximum share that collude with the server,
                              ///< gamma
  int security_bits = 40;     ///< privacy fails with probability 2^-40, sigma
  int correctness_bits = 10;  ///< the sum with 2^-10, eta

  std::uint32_t max_dropouts(std::uint32_t clients) const;
  /// At least one unless `colluders` is 0.
  std::uint32_t max_colluders(std::uint32_t clients) const;
};

/// The number of neighbours with which a client has masks and shares, and the
/// number of them whose shares recover a secret.
struct Neighbourhood {
  std::uint32_t degree = 0;
  std::uint32_t threshold = 0;
};

/// The smallest degree that meets the tolerance, with the highest threshold for
/// it: Bell, Bonawitz, Gascon, Lepoint and Raykova, "Secure single-server
/// aggregation with (poly)logarithmic overhead" (CCS 2020), section 3, on a
/// Harary graph with random labels. Union bounds over the clients:
/// - no client has `threshold` colluding neighbours (hypergeometric tail), and
///   no `degree` / 2 clients in a row all collude or fail, so that those left
///   are connected: both together 2^-security_bits;
/// - no client has fewer than `threshold` neighbours that do not fail:
///   2^-correctness_bits.
/// The last event reveals nothing. It only loses a round in which the maximum
/// number of clients fail, and one more failure loses the round anyway, so ten
/// bits are enough. With 1,000 clients and 58 neighbours each, 31 open a share:
/// a round with 200 dropouts is lost with probability 5e-4, one with 100 with
/// 7e-12. (30 bits take 74 neighbours.) If no sparse graph is enough, all
/// clients are neighbours (Bonawitz et al., CCS 2017), and the bounds hold with
/// certainty.
///
/// @param clients  in the round
/// @throws std::invalid_argument  below 3 clients, or if the failing and the
///                                colluding clients leave no threshold
Neighbourhood choose_neighbourhood(std::uint32_t clients,
                                   const Tolerance& tolerance);

/// Checks the neighbourhood that a server announces to a client: true if
/// colluders do not reach the threshold, as above, and no higher threshold
/// recovers.
/// @param told  of lower degree than chosen if some clients have already failed
bool is_sound(const Neighbourhood& told, std::uint32_t clients,
              const Tolerance& tolerance);

/// The neighbours of each client as places among the labels, ascending: a
/// Harary graph, that is a ring in the order of the labels in which each client
/// has degree / 2 neighbours on either side; or all others.
/// @param labels  random, one per client; public: the graph is no secret
/// @param degree  even, or clients - 1
std::vector<std::vector<std::uint32_t>> find_neighbours(
    std::span<const std::uint64_t> labels, std::uint32_t degree);

}  // namespace fedltr
