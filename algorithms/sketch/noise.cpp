#include "algorithms/sketch/noise.hpp"

#include <cmath>

#include "algorithms/core/math.hpp"
#include "algorithms/core/require.hpp"

namespace fedltr {
namespace {

/// Epsilons are rounded down to multiples of 1 / kGrid, so that the scale of
/// exact noise is a ratio of integers.
constexpr std::uint64_t kGrid = 4096;

std::uint64_t on_grid(double epsilon) {
  return static_cast<std::uint64_t>(std::floor(epsilon * kGrid));
}

/// Continuous Laplace noise, as in both papers, of a simulation's precision.
double laplace(double epsilon, const Bits& bits) {
  const double uniform = ((bits() >> 12) + 0.5) * 0x1p-52;
  const double tail = uniform < 0.5 ? uniform : 1 - uniform;
  const double magnitude = -portable_log(2 * tail) / epsilon;
  return uniform < 0.5 ? -magnitude : magnitude;
}

SketchNoise shared_draw(double claimed, double drawn, std::uint32_t rows) {
  SketchNoise noise;
  noise.claimed = claimed;
  // With one row this is the Laplace mechanism; with two, their difference is
  // exact, so no number bounds its leak.
  if (rows == 1) noise.guarantee = laplace_guarantee(drawn);
  noise.add = [drawn](std::span<double> values, const Bits& bits) {
    const double draw = laplace(drawn, bits);
    for (double& value : values) value += draw;
  };
  return noise;
}

Method<SketchNoiseFactory, SketchNoiseTraits> off() {
  return {"off",
          "answers as they are",
          "",
          {},
          [](SketchNoiseOptions) {
            SketchNoise noise;
            noise.caveat = "answers are sent as they are";
            return noise;
          },
          {.adds = false}};
}

Method<SketchNoiseFactory, SketchNoiseTraits> paper() {
  return {"paper",
          "one Laplace draw of scale 1/epsilon for all rows",
          "ICDE Eq. 5, Theorem 1",
          {},
          [](SketchNoiseOptions options) {
            SketchNoise noise =
                shared_draw(options.epsilon, options.epsilon, options.rows);
            noise.caveat =
                "one draw for all rows: their differences are exact, and with "
                "a Count sketch rows of either sign give the draw away; the "
                "proof is about the median alone";
            return noise;
          }};
}

Method<SketchNoiseFactory, SketchNoiseTraits> paper_reduced() {
  return {
      "paper-reduced",
      "one Laplace draw, smaller by what columns hide",
      "journal Corollary 1",
      {},
      [](SketchNoiseOptions options) {
        const double drawn = reduced_epsilon(options.epsilon, options.columns);
        SketchNoise noise = shared_draw(options.epsilon, drawn, options.rows);
        noise.caveat =
            "as paper; and its proof holds for documents that differ in "
            "another term than the one asked for, over the choice of "
            "hashes, which is made once: else epsilon is " +
            std::to_string(drawn);
        return noise;
      },
      {.min_columns = 2}};
}

Method<SketchNoiseFactory, SketchNoiseTraits> sound() {
  return {"sound",
          "a draw of scale z/epsilon for each row",
          "discrete Laplace, Canonne, Kamath and Steinke (NeurIPS 2020)",
          {},
          [](SketchNoiseOptions options) {
            const std::uint64_t steps = on_grid(options.epsilon);
            const std::uint64_t scale = options.rows * kGrid;
            SketchNoise noise;
            noise.claimed = options.epsilon;
            // z rows may each move by 1; the sum of their divergences is below
            // that of one row that moves by z.
            const double row = static_cast<double>(steps) / scale;
            noise.guarantee =
                repeated(laplace_guarantee(row, row), options.rows);
            noise.caveat = "one occurrence of a term in one document";
            noise.add = [=](std::span<double> values, const Bits& bits) {
              for (double& value : values)
                value += discrete_laplace(scale, steps, bits);
            };
            return noise;
          }};
}

Method<SketchNoiseFactory, SketchNoiseTraits> median_only() {
  return {"median-only",
          "the owner's own estimate with scale 1/epsilon",
          "ICDE Theorem 1 for what its proof covers",
          {},
          [](SketchNoiseOptions options) {
            const std::uint64_t steps = on_grid(options.epsilon);
            SketchNoise noise;
            noise.estimates_only = true;
            noise.claimed = options.epsilon;
            const double exact = static_cast<double>(steps) / kGrid;
            noise.guarantee = laplace_guarantee(exact, exact / 2);
            noise.caveat =
                "one occurrence of a term in one document; the owner learns "
                "which rows are real, and so the term";
            // Steps are halves: the median of an even number of rows may be a
            // half.
            noise.add = [=](std::span<double> values, const Bits& bits) {
              for (double& value : values)
                value += static_cast<double>(
                             discrete_laplace(2 * kGrid, steps, bits)) /
                         2;
            };
            return noise;
          }};
}

}  // namespace

double reduced_epsilon(double epsilon, std::uint32_t columns) {
  const double w = columns;
  return portable_log(w * (portable_exp(epsilon) - 1) + 1);
}

const Methods<SketchNoiseFactory, SketchNoiseTraits>& sketch_noises() {
  static const Methods<SketchNoiseFactory, SketchNoiseTraits> noises = {
      off(), paper(), paper_reduced(), sound(), median_only()};
  return noises;
}

SketchNoise make_sketch_noise(const std::string& name,
                              const SketchNoiseOptions& options) {
  require(options.epsilon >= 0.001 && options.epsilon <= 500,
          "noise on sketches needs an epsilon of 0.001 to 500");
  require(options.rows >= 1 && options.rows <= 4096 && options.columns >= 1,
          "noise on sketches needs 1 to 4096 rows and a column");
  SketchNoise noise = find(sketch_noises(), name).make(options);
  noise.name = name;
  return noise;
}

}  // namespace fedltr
