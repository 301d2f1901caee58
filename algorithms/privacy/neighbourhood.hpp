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
  /// The server may also lie about who is absent, to each client differently.
  bool lies = false;
  /// Clients of which `colluders` is a share; 0 = those of the round. A server
  /// that chooses who takes part chooses all colluders.
  std::uint32_t colluders_of = 0;
  /// Random groups of clients, as equal as can be, each with masks of its own.
  /// Above 1, numbers of clients are those of one group, and `colluders` is the
  /// share of all groups together.
  std::uint32_t groups = 1;

  std::uint32_t max_dropouts(std::uint32_t clients) const;
  /// At least one unless `colluders` is 0. Of groups, the number that some
  /// group exceeds with probability 2^-security_bits.
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
/// certainty. So they are if the server lies: see least_opened().
///
/// @param clients  in the round
/// @throws std::invalid_argument  below 3 clients, or if the failing and the
///                                colluding clients leave no threshold, or none
///                                against a server that lies
Neighbourhood choose_neighbourhood(std::uint32_t clients,
                                   const Tolerance& tolerance);

/// Returns the smallest number of honest clients whose sum a server can open
/// that lies about who is absent, to each client differently; 0 if no bound is
/// known, so that it may open a single update.
///
/// The server opens the sum of honest clients A if it knows their self masks
/// and each pair mask between them and others: it opens the other's key, or
/// reports the other as absent to each of them before they mask; the other need
/// not learn that. Each client puts up with
/// s = degree - threshold absent neighbours. Let all be neighbours, H honest
/// clients and C colluding ones, D the honest clients whose key is opened, and
/// B the honest rest.
/// - 2 threshold > degree + C: no client has both of its secrets opened, as
///   each honest neighbour opens only one of them; so A and D are disjoint.
/// - threshold - C honest clients must take each of D for absent, and all of A
///   each of B. So |B| <= s, and |D| (threshold - C) + |A| |B| <= H s. The
///   fewest are in A if B is empty or has s clients: all honest ones but
///   max(H s / (threshold - C), s (H - s - 1) / (threshold - C - s)). A second
///   sum would be of at most s of them, so a bound above s leaves one sum.
///
/// On a ring the first condition is not enough: of 1,000 clients with 156
/// neighbours, 102 of which open a secret, the 78 on either side of an arc can
/// be reported absent, which opens the arc alone.
/// @param around  as chosen for that number of clients
std::uint32_t least_opened(const Neighbourhood& around, std::uint32_t clients,
                           const Tolerance& tolerance);

/// Checks the neighbourhood that a server announces to a client: true if
/// colluders do not reach the threshold, as above, and no higher threshold
/// recovers; if the server may lie, that it is the threshold chosen.
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
