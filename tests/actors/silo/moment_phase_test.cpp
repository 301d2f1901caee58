#include "actors/silo/moment_phase.hpp"

#include <doctest/doctest.h>

#include "algorithms/silo/scaling.hpp"
#include "algorithms/text/features.hpp"

namespace fedltr::moment_phase_test {
namespace {

MaskedMoments moments_of(double value) {
  const Matrix features = Matrix::Constant(3, kTextFeatures, value);
  return {{ring_of(FeatureMoments::of(features))}};
}

}  // namespace

TEST_CASE("moments of all parties add up") {
  MomentPhase phase;
  CHECK(phase.request() == 0);
  phase.ask();
  CHECK(phase.request() == 1);
  phase.take(0, moments_of(1));
  phase.take(1, moments_of(-2));
  const auto sum = phase.sum();
  REQUIRE(sum.has_value());
  const FeatureMoments total = moments_of_ring(sum->numbers);
  CHECK(total.count == 6);
  CHECK(total.sums(0) == -3);
  CHECK(total.squares(kTextFeatures - 1) == 15);
}

TEST_CASE("to ask anew is to forget what came") {
  MomentPhase phase;
  phase.ask();
  phase.take(0, moments_of(1));
  phase.ask();
  CHECK(phase.request() == 2);
  phase.take(1, moments_of(2));
  const auto sum = phase.sum();
  REQUIRE(sum.has_value());
  CHECK(moments_of_ring(sum->numbers).count == 3);
}

TEST_CASE("moments of another size are refused") {
  MomentPhase phase;
  phase.ask();
  MaskedMoments moments = moments_of(1);
  moments.numbers.push_back(0);
  CHECK_THROWS_AS(phase.take(0, moments), std::invalid_argument);
}

TEST_CASE("moments of no instance differ from wrong ones") {
  MomentPhase phase;
  phase.ask();
  for (const std::uint32_t party : {0, 1})
    phase.take(party,
               {{ring_of(FeatureMoments::of(Matrix(0, kTextFeatures)))}});
  CHECK_FALSE(phase.sum().has_value());
  CHECK(phase.are_none());
  phase.take(1, moments_of(1));
  CHECK_FALSE(phase.are_none());
}

TEST_CASE("a sum that no parties can have is none") {
  MomentPhase phase;
  phase.ask();
  MaskedMoments moments = moments_of(1);
  moments.numbers.back() ^= std::uint64_t{1} << 63;
  phase.take(0, moments);
  CHECK_FALSE(phase.sum().has_value());
}

}  // namespace fedltr::moment_phase_test
