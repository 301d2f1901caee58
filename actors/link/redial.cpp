#include "actors/link/redial.hpp"

#include <algorithm>
#include <utility>

#include <openssl/rand.h>

namespace fedltr {
namespace {

/// Without random numbers it returns 0: a pause of any length will do.
double draw_of_system() {
  std::uint32_t bits = 0;
  if (RAND_bytes(reinterpret_cast<unsigned char*>(&bits), sizeof bits) != 1)
    return 0;
  return bits / 4294967296.0;
}

}  // namespace

Redial::Redial(std::uint32_t wait, std::function<double()> draw)
    : wait_(std::uint64_t{wait} * 1000),
      draw_(draw ? std::move(draw) : draw_of_system) {}

std::optional<std::uint64_t> Redial::next(std::uint64_t away) {
  if (away >= wait_) return std::nullopt;
  const std::uint64_t pause =
      std::exchange(pause_, std::min<std::uint64_t>(2 * pause_, kMaxPause));
  const auto shortened = static_cast<std::uint64_t>(static_cast<double>(pause) *
                                                    (1 - draw_() / 2));
  return std::min(shortened, wait_ - away);
}

}  // namespace fedltr
