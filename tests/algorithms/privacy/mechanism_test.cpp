#include "algorithms/privacy/mechanism.hpp"

#include <cmath>

#include <doctest/doctest.h>

namespace fedltr::mechanism_test {
namespace {

PrivacySpec published(const char* name, const MechanismInput& input) {
  return find(mechanisms(), name).make.published(input);
}

}  // namespace

TEST_CASE("no mechanism bounds nothing, also where sums alone are seen") {
  const PrivacySpec open = published("none", {});
  const PrivacySpec sums = published("none", {.sums_only = true});
  CHECK_FALSE(open.protects());
  CHECK(std::isinf(sums.after(1).best()));
  CHECK(sums.caveat != open.caveat);
  CHECK(sums.caveat.find("each round's sum") != std::string::npos);
}

TEST_CASE("published gamma-laplace: a message has no bound, a sum has one") {
  const MechanismMethod& method = find(mechanisms(), "gamma-laplace");
  MechanismInput input{.clients = 10, .sent = 9};
  input.parameters.set(kEpsilon.name, 2.0);
  input.parameters.set(kSensitivity.name, 8.0);
  CHECK(method.traits.scale(input.parameters) == 4);  // 8 / 2
  CHECK(method.traits.clip(input.parameters) == 4);   // half of 8
  CHECK(std::isinf(method.make.published(input).after(1).best()));
  input.sums_only = true;
  // A clip of 4 lets nine numbers move by 2 * 4 * sqrt 9 in L1, for 8.
  CHECK(method.make.published(input).after(1).best() ==
        doctest::Approx(24 * 2.0 / 8));
  input.parameters.set(kClip.name, 1.0);
  CHECK(method.traits.clip(input.parameters) == 1);
  CHECK(method.make.published(input).after(1).best() ==
        doctest::Approx(6 * 2.0 / 8));
  CHECK(method.traits.has_bound(input.parameters, Seen::kSums));
  CHECK_FALSE(method.traits.has_bound(input.parameters, Seen::kMessages));
}

TEST_CASE("sound forms have the scale that was asked for, in a grid's steps") {
  const MechanismMethod& laplace = find(mechanisms(), "gamma-laplace");
  ParameterValues values;
  values.set(kEpsilon.name, 2.0);
  values.set(kSensitivity.name, 8.0);
  const GridNoise noise = laplace.make.sound(values, 1e-6, 10);
  CHECK(noise.kind == GridNoise::Kind::kLaplace);
  CHECK(noise.width() == doctest::Approx(4).epsilon(0.01));
  CHECK(noise.width() >= 4);  // never less than is accounted for
  CHECK(noise.shares == 10);
  const GridNoise gaussian =
      find(mechanisms(), "gaussian").make.sound(values, 1e-6, 1);
  CHECK(gaussian.kind == GridNoise::Kind::kGaussian);
  CHECK(gaussian.sensitivity == 8);
  CHECK_FALSE(find(mechanisms(), "gaussian").make.published);
}

TEST_CASE("randomised response is bounded unless it is always truthful") {
  const MechanismMethod& method = find(mechanisms(), "randomized-response");
  MechanismInput input{.searches = 3};
  CHECK_FALSE(
      method.traits.has_bound(input.parameters, Seen::kMessages));  // p = 1
  input.parameters.set(kTruth.name, 0.5);
  CHECK(method.traits.has_bound(input.parameters, Seen::kMessages));
  CHECK(method.traits.truth(input.parameters) == 0.5);
  // Three searches a round, ln 10 each (11 values, p = 1/2).
  CHECK(method.make.published(input).after(2).basic ==
        doctest::Approx(6 * std::log(10.0)));
}

}  // namespace fedltr::mechanism_test
