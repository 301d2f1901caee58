#include "algorithms/silo/own_training.hpp"

#include <doctest/doctest.h>

namespace fedltr::own_training_test {

TEST_CASE("training alone is one step of all parties") {
  for (const auto instances : {Instances::kLabelled, Instances::kWithCross}) {
    OwnTraining trainer(instances);
    const auto step = trainer.next({1, 5});
    REQUIRE(step.has_value());
    CHECK(step->kind == TrainingStep::Kind::kKeepModel);
    CHECK(step->parties == std::vector<std::uint32_t>{1, 5});
    CHECK(step->instances == instances);
    CHECK(step->awaits());
    CHECK(step->keeps());
    CHECK_FALSE(step->tells());
    trainer.combine({});
    CHECK_FALSE(trainer.next({1, 5}).has_value());
  }
}

TEST_CASE("local and local+ differ in cross instances") {
  const SiloMethod local = local_method().make;
  const SiloMethod with_cross = local_with_cross_method().make;
  CHECK_FALSE(local.joint);
  CHECK_FALSE(with_cross.joint);
  CHECK_FALSE(local.uses_cross);
  CHECK(with_cross.uses_cross);
  CHECK(local.trains_alone);
  CHECK(local.trainer({})->next({0})->instances == Instances::kLabelled);
  CHECK(with_cross.trainer({})->next({0})->instances == Instances::kWithCross);
}

}  // namespace fedltr::own_training_test
