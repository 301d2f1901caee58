#include "actors/client/attack_memory.hpp"

#include <doctest/doctest.h>

namespace fedltr::attack_memory_test {
namespace {

/// Counts its rounds.
struct Counting final : Attack {
  Matrix craft(const AttackInput&) override {
    return Matrix::Constant(1, 1, static_cast<double>(++rounds));
  }
  void exchange(Archive& archive) override { archive(rounds); }

  std::uint32_t rounds = 0;
};

double crafted_in(AttackMemory& memory, std::uint32_t round) {
  const Vector global{{0}};
  const Matrix honest{{0}};
  return memory.begin(round).craft(
      {global, honest, 1, 1, 1, Rng(1, Purpose::kTest), round})(0, 0);
}

}  // namespace

TEST_CASE("a round that is given up leaves no trace in an attack's memory") {
  AttackMemory memory(std::make_unique<Counting>());
  CHECK(crafted_in(memory, 1) == 1);
  CHECK(crafted_in(memory, 2) == 2);
  const std::string given_up = memory.snapshot(1);
  const std::string closed = memory.snapshot(2);
  memory.restore(given_up);
  CHECK(crafted_in(memory, 2) == 2);
  memory.restore(closed);
  CHECK(crafted_in(memory, 3) == 3);
}

TEST_CASE("an attack's memory refuses files that it has not written") {
  AttackMemory memory(std::make_unique<Counting>());
  CHECK_THROWS_AS(memory.restore("1234 and more"), ArchiveError);
  CHECK_THROWS_AS(memory.restore(""), ArchiveError);
  AttackMemory none(memoryless([](const AttackInput&) { return Matrix(); }));
  CHECK(none.snapshot(1).empty());
  none.restore("");
}

}  // namespace fedltr::attack_memory_test
