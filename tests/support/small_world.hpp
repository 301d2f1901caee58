#pragma once

#include "algorithms/data/synthetic.hpp"
#include "algorithms/online/simulation.hpp"

namespace fedltr::test {

/// 30 queries of about 8 documents, with 4 features and 3 grades.
inline std::shared_ptr<const Dataset> small_set() {
  static const auto data = std::make_shared<const Dataset>(
      synthesize(custom_shape(30, 8, 4, 3), 1, 1));
  return data;
}

inline std::shared_ptr<const Simulation> small_world() {
  ClickOptions options;
  options.grades = 3;
  return std::make_shared<const Simulation>(
      small_set(), find(rankers(), "linear").make({4, 1}),
      find(click_models(), "navigational").make(options));
}

}  // namespace fedltr::test
