#include "algorithms/federation/optimizer.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/core/archive.hpp"
#include "algorithms/core/rng.hpp"

namespace fedltr::optimizer_test {

TEST_CASE("average with rate 1 is the proposal itself, bit for bit") {
  const Vector model{{0.1, 1e9}};
  const Vector proposal{{0.3, 1e-9}};
  CHECK(find(server_optimizers(), "average").make(1)->step(model, proposal) ==
        proposal);
  CHECK(find(server_optimizers(), "average")
            .make(0.5)
            ->step(Vector{{1.0}}, Vector{{2.0}})(0) == 1.5);
}

TEST_CASE("momentum by hand") {
  const auto momentum = find(server_optimizers(), "momentum").make(2);
  const Vector zero = Vector::Zero(1);
  CHECK(momentum->step(zero, Vector{{1.0}})(0) == 2);
  CHECK(momentum->step(zero, Vector{{1.0}})(0) == doctest::Approx(2 * 1.9));
}

TEST_CASE("Adam's first step has the length of the rate") {
  const auto adam = find(server_optimizers(), "adam").make(0.001);
  const Vector after = adam->step(Vector::Zero(2), Vector{{5.0, -0.01}});
  CHECK(after(0) == doctest::Approx(0.001).epsilon(1e-6));
  CHECK(after(1) == doctest::Approx(-0.001).epsilon(1e-5));
}

TEST_CASE("Yogi by hand, up and down") {
  const auto yogi = find(server_optimizers(), "yogi").make(0.01);
  const Vector zero = Vector::Zero(1);
  // m = 0.2, v = 1e-6 + 0.01 * 4.
  double v = 1e-6 + 0.04;
  CHECK(yogi->step(zero, Vector{{2.0}})(0) ==
        doctest::Approx(0.01 * 0.2 / (std::sqrt(v) + 1e-3)).epsilon(1e-12));
  // A direction smaller than the second moment lowers it by its own square.
  v -= 0.01 * 0.01;
  CHECK(yogi->step(zero, Vector{{0.1}})(0) ==
        doctest::Approx(0.01 * (0.18 + 0.01) / (std::sqrt(v) + 1e-3))
            .epsilon(1e-12));
}

TEST_CASE("every optimiser climbs a hill") {
  for (const auto& method : server_optimizers()) {
    CAPTURE(method.name);
    const auto optimizer = method.make(0.05);
    Vector model = Vector::Constant(3, 2.0);
    for (int round = 0; round < 500; ++round)
      model = optimizer->step(model, 0.9 * model);  // towards zero
    CHECK(model.norm() < 0.5);
  }
}

TEST_CASE("every optimizer resumes from what it keeps with the same bits") {
  Rng rng(1, Purpose::kTest);
  std::vector<Vector> proposals(8, Vector(5));
  for (Vector& each : proposals) rng.fill_normal(each);
  for (const auto& method : server_optimizers()) {
    const auto whole = method.make(0.1);
    auto part = method.make(0.1);
    Vector a = Vector::Zero(5);
    Vector b = a;
    for (const Vector& proposal : proposals) {
      Archive writer;
      part->exchange(writer);
      const std::string kept = writer.take();
      part = method.make(0.1);
      Archive reader(kept);
      part->exchange(reader);
      reader.finish();
      a = whole->step(a, proposal);
      b = part->step(b, proposal);
      CHECK_MESSAGE(a == b, method.name);
    }
  }
}

TEST_CASE("Adam by hand, from its second step on") {
  const auto adam = find(server_optimizers(), "adam").make(0.1);
  const Vector zero = Vector::Zero(1);
  adam->step(zero, Vector{{2.0}});
  // m = 0.9 * 0.2 - 0.1, v = 0.999 * 0.004 + 0.001, both corrected.
  const double mean = 0.08 / (1 - 0.81);
  const double square = 0.004996 / (1 - 0.998001);
  CHECK(adam->step(zero, Vector{{-1.0}})(0) ==
        doctest::Approx(0.1 * mean / (std::sqrt(square) + 1e-8)));
}

TEST_CASE("an optimizer goes along the way from the model, wherever it is") {
  const Vector model{{3, -8, 0.5}};
  const Vector moved = model.array() + 1024;
  const Vector way{{0.25, 2, -0.125}};
  for (const auto& method : server_optimizers()) {
    CAPTURE(method.name);
    const auto here = method.make(0.5);
    const auto there = method.make(0.5);
    for (int round = 0; round < 3; ++round) {
      const Vector step = here->step(model, model + way) - model;
      const Vector other = there->step(moved, moved + way) - moved;
      CHECK((step - other).norm() < 1e-12);
      for (Index i = 0; i < 3; ++i) CHECK(step(i) * way(i) > 0);
    }
  }
}

TEST_CASE("adaptive optimizers forget the scale of the directions") {
  for (const auto& method : server_optimizers()) {
    CAPTURE(method.name);
    const auto length = [&](double scale) {
      const auto optimizer = method.make(0.1);
      return optimizer->step(Vector::Zero(2), Vector{{scale, -scale}}).norm();
    };
    const double ratio = length(1e5) / length(1e3);
    CHECK((ratio < 1.001) == method.traits.adaptive);
    if (!method.traits.adaptive) CHECK(ratio == doctest::Approx(100));
  }
}

}  // namespace fedltr::optimizer_test
