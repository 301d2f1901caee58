#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "algorithms/core/method.hpp"
#include "algorithms/privacy/accountant.hpp"
#include "algorithms/privacy/discrete.hpp"

namespace fedltr {

/// The noise that an owner adds to an answer before sending it, its epsilon
/// according to the papers, and its real guarantee.
///
/// Neighbouring documents differ by one occurrence of a term, as in ICDE
/// Definition 4: this moves each row's cell by at most 1, the vector of z rows
/// by at most z. To hide all f occurrences of a term costs f times the epsilon.
struct SketchNoise {
  std::string name = "off";
  double claimed = kNoBound;  ///< epsilon of one release as the paper claims
  /// Guarantee of one release, one document's answer to one term, against an
  /// observer of the whole answer: the querier, or the relay, which does not
  /// know the private rows.
  Guarantee guarantee;
  /// The owner estimates itself and releases one number; for this it must know
  /// the private rows.
  bool estimates_only = false;
  std::string caveat;
  /// Adds noise to the rows of one answer, or (estimates_only) to one estimate.
  std::function<void(std::span<double> values, const Bits& bits)> add;
};

struct SketchNoiseOptions {
  double epsilon = 0.5;         ///< of a release, 0.001 to 500
  std::uint32_t rows = 30;      ///< z
  std::uint32_t columns = 200;  ///< w, for `paper-reduced`
};

using SketchNoiseFactory = std::function<SketchNoise(SketchNoiseOptions)>;

struct SketchNoiseTraits {
  bool adds = true;  ///< true if it adds noise at all
  std::uint32_t min_columns = 1;
};

/// All noises on sketches by name.
const Methods<SketchNoiseFactory, SketchNoiseTraits>& sketch_noises();

/// @throws std::invalid_argument for an unknown name or an epsilon out of range
SketchNoise make_sketch_noise(const std::string& name,
                              const SketchNoiseOptions& options);

/// epsilon' of journal Corollary 1: ln(w (e^epsilon - 1 + 1 / w)).
double reduced_epsilon(double epsilon, std::uint32_t columns);

}  // namespace fedltr
