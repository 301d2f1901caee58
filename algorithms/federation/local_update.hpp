#pragma once

#include <cstdint>

namespace fedltr {

/// Metadata that a client sends with its message. `online` and `max_rr` are for
/// the study, measured at the simulated users: a deployed client would not send
/// them, and no privacy accounting covers them. Hostile until Block has checked
/// it.
struct LocalUpdate {
  std::uint32_t client = 0;
  std::uint32_t round = 0;
  std::uint32_t interactions = 0;
  double online = 0;  ///< mean nDCG@10 of the lists it showed
  double max_rr = 0;  ///< mean MaxRR of their clicks

  auto fields(auto&& f) {
    return f(client, round, interactions, online, max_rr);
  }
};

}  // namespace fedltr
