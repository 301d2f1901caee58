#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/core/rng.hpp"

namespace fedltr {

/// What a round of secure aggregation has to stand.
struct Tolerance {
  double dropouts = 0.2;      ///< share of the clients that may fail, delta
  double colluders = 0.1;     ///< share that may be with the server, gamma
  int security_bits = 40;     ///< privacy fails with probability 2^-40, sigma
  int correctness_bits = 30;  ///< the sum with 2^-30, eta

  std::uint32_t most_dropouts(std::uint32_t clients) const;
  std::uint32_t most_colluders(std::uint32_t clients) const;
};

/// With how many others a client has masks and shares, and how many of these
/// open a share.
struct Neighbourhood {
  std::uint32_t degree = 0;
  std::uint32_t threshold = 0;
};

/// The smallest degree that stands what it has to, with the highest threshold
/// for it: Bell, Bonawitz, Gascon, Lepoint and Raykova, "Secure single-server
/// aggregation with (poly)logarithmic overhead" (CCS 2020), section 3, on a
/// Harary graph with random labels. Union bounds over the clients:
/// - no client has `threshold` colluding neighbours (hypergeometric tail), and
///   no `degree` / 2 clients in a row all collude or fail, so that those left
///   are connected: both together 2^-security_bits;
/// - no client has fewer than `threshold` neighbours that do not fail:
///   2^-correctness_bits.
/// Where no sparse graph does, all are neighbours of all (Bonawitz et al., CCS
/// 2017), and the bounds hold for certain.
///
/// @param clients  of the round
/// @throws std::invalid_argument  below 3 clients, or if so many may fail and
///                                collude that no threshold is left
Neighbourhood choose_neighbourhood(std::uint32_t clients,
                                   const Tolerance& tolerance);

/// Of each of `clients` places the neighbours' places, ascending: a Harary
/// graph (a ring in which each has degree / 2 on either side) with labels in
/// random order; or all others.
/// @param degree  even, or clients - 1
/// @param rng     public: the graph is no secret
std::vector<std::vector<std::uint32_t>> draw_neighbours(std::uint32_t clients,
                                                        std::uint32_t degree,
                                                        Rng& rng);

}  // namespace fedltr
