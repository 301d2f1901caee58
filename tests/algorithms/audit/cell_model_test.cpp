#include "algorithms/audit/cell_model.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "tests/support/zipf_documents.hpp"

namespace fedltr::cell_model_test {
using fedltr::testing::random_spots;

namespace {

constexpr SketchShape kShape = {SketchKind::kCount, 20, 10};

/// Model of a text with one term that occurs twice: one of a row's ten cells is
/// 2 or -2, the others are 0.
CellModel model_of(const CellTelling& telling, SketchShape shape = kShape) {
  const std::vector<TermCount> text = {{4, 2}};
  return {shape, telling, text, random_spots(10, shape.rows, shape.columns)};
}

double ratio(const CellModel& model, double cell, int count) {
  return model.log_ratio({Listing::kUnknown, cell}, count);
}

}  // namespace

TEST_CASE("exact cells speak by the shares of what collides") {
  const CellModel model = model_of({.exact = true, .is_signed = true});
  // P(0) = .9, P(2) = P(-2) = .05, up to a thousandth for the unforeseen.
  CHECK(ratio(model, 2, 2) == doctest::Approx(std::log(.9 / .05)).epsilon(.01));
  CHECK(ratio(model, 0, 2) == doctest::Approx(std::log(.05 / .9)).epsilon(.01));
  CHECK(ratio(model, 4, 2) > 5);   // 2 and a collision, or out of the blue
  CHECK(ratio(model, 2, 3) < -4);  // a collision of -1 there is none
  CHECK(std::isfinite(ratio(model, 1e6, 7)));
}

TEST_CASE("cells of the sign - speak for a negative count") {
  const CellModel model = model_of({.exact = true});
  CHECK(ratio(model, -2, -2) == doctest::Approx(ratio(model, 2, 2)));
  CHECK(ratio(model, 2, -2) < 0);
}

TEST_CASE("Laplace noise of large scale leaves cells little to reveal") {
  const CellModel model = model_of({.is_signed = true, .scale = 50});
  CHECK(ratio(model, 7, 2) == doctest::Approx(2.0 / 50));
  CHECK(ratio(model, -7, 2) == doctest::Approx(-2.0 / 50));
}

TEST_CASE("listings speak whatever the noise, once where cells are exact") {
  const CellModel noisy = model_of({.is_signed = true, .scale = 50});
  // Listed: cell above 0. Absent: .05. Present with 2: cells 0, 2 and 4, all
  // but -2, which cancels to 0: .95.
  const Reading listed{Listing::kListed, {}};
  const Reading unlisted{Listing::kUnlisted, {}};
  CHECK(noisy.log_ratio(listed, 2) ==
        doctest::Approx(std::log(.95 / .05)).epsilon(.02));
  CHECK(noisy.log_ratio(unlisted, 2) ==
        doctest::Approx(std::log(.05 / .95)).epsilon(.02));
  CHECK(noisy.log_ratio({Listing::kUnknown, {}}, 2) == 0);
  CHECK(noisy.log_ratio({Listing::kListed, 7.0}, 2) ==
        doctest::Approx(noisy.log_ratio(listed, 2) + 2.0 / 50));
  const CellModel exact = model_of({.exact = true, .is_signed = true});
  CHECK(exact.log_ratio({Listing::kListed, 2.0}, 2) == ratio(exact, 2, 2));
}

TEST_CASE("cells of a Count-Min sketch are never below a count") {
  const CellModel model = model_of({.exact = true, .is_signed = true},
                                   {SketchKind::kCountMin, 20, 10});
  // P(0) = .9, P(2) = .1.
  CHECK(ratio(model, 2, 2) == doctest::Approx(std::log(.9 / .1)).epsilon(.01));
  CHECK(ratio(model, 0, 2) < -8);
}

TEST_CASE("a likelihood ratio is one on average where nothing is") {
  // The sum over x of P(x) e^(log ratio) is the sum of P(x - c), which is 1;
  // cells beyond the range, and the mass reserved for them, leave a hundredth.
  const CellModel model = model_of({.exact = true, .is_signed = true});
  for (const int count : {1, 2, 5}) {
    const double mean = .9 * std::exp(ratio(model, 0, count)) +
                        .05 * std::exp(ratio(model, 2, count)) +
                        .05 * std::exp(ratio(model, -2, count));
    // Possible cells: those of c that hit these three.
    const double reached = count == 2 ? .95 : 0;
    CHECK(mean == doctest::Approx(reached).epsilon(.02).scale(1));
  }
}

TEST_CASE("more of a term speaks louder against an empty cell") {
  const std::vector<TermCount> text = {{4, 1}, {5, 1}, {6, 2}, {7, 1}};
  const CellModel model({SketchKind::kCount, 20, 10},
                        {.exact = true, .is_signed = true}, text,
                        random_spots(10, 20, 10));
  CHECK(ratio(model, 0, 1) > ratio(model, 0, 3));
  CHECK(ratio(model, 0, 1) < 0);
  CHECK(ratio(model, 1, 1) > 0);
}

TEST_CASE("an empty text has empty cells") {
  const CellModel model({SketchKind::kCount, 20, 10},
                        {.exact = true, .is_signed = true}, {},
                        random_spots(10, 20, 10));
  CHECK(ratio(model, 0, 1) < -5);
  CHECK(ratio(model, 1, 1) > 5);
}

}  // namespace fedltr::cell_model_test
