#pragma once

namespace fedltr {

/// Weight of clients in the average.
enum class Weighting {
  kInteractions,  ///< by the number of searches they learned from
  kUniform,
};

}  // namespace fedltr
