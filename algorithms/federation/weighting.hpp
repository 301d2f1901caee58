#pragma once

namespace fedltr {

/// How clients count in the average.
enum class Weighting {
  kInteractions,  ///< by the number of searches they learned from
  kUniform,
};

}  // namespace fedltr
