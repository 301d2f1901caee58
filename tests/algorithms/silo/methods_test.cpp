#include "algorithms/silo/methods.hpp"

#include <algorithm>

#include <doctest/doctest.h>

#include "algorithms/silo/joint_training.hpp"
#include "algorithms/silo/party_training.hpp"
#include "tests/support/silo_in_one_place.hpp"
#include "tests/support/small_training.hpp"

namespace fedltr::methods_test {
using namespace fedltr::test;

namespace {

/// Features without scaling.
std::vector<PartyTraining> unscaled_training(
    const std::vector<PartyTrainer>& parties) {
  const Scaling none(kFeatures);
  std::vector<PartyTraining> all;
  for (const PartyTrainer& party : parties)
    all.push_back({{none, party}, {none, party}});
  return all;
}

SiloTrainerConfig config_of(const TrainingOptions& options, JointOrder order) {
  return {model_of("softmax")->parameters(), options, order};
}

std::vector<Vector> train(const std::string& method, JointOrder order,
                          const TrainingOptions& options) {
  auto parties = unscaled_training(three_parties(options));
  return train_in_one_place(find(silo_methods(), method).make, parties,
                            config_of(options, order));
}

/// Joint steps from a start, after the papers' algorithms: the reference for
/// the stepwise trainer.
Vector train_jointly(std::span<const PartyTrainer> parties, Vector start,
                     const TrainingOptions& options, JointOrder order,
                     Instances instances) {
  Vector parameters = std::move(start);
  for (std::uint32_t i = 0; i < options.joint_iterations; ++i) {
    const double rate = rate_of(options, i, options.joint_iterations);
    std::vector<Vector> gradients;
    for (const PartyTrainer& party : parties) {
      gradients.push_back(party.joint_gradient(parameters, i, instances));
      if (order == JointOrder::kSerial) parameters -= rate * gradients.back();
    }
    if (order == JointOrder::kParallel) parameters -= rate * mean_of(gradients);
  }
  return parameters;
}

void check_methods(Augmentation augmentation, JointOrder order) {
  TrainingOptions options = quick();
  options.augmentation = augmentation;
  const auto parties = three_parties(options);
  const auto local = train("local", order, options);
  const auto with_cross = train("local+", order, options);
  const auto global = train("global", order, options);
  const auto all = train("cs-f-ltr", order, options);
  for (std::size_t p = 0; p < 3; ++p) {
    CHECK(local[p] == parties[p].train_alone());
    CHECK(with_cross[p] == parties[p].train_alone(Instances::kWithCross));
    CHECK(with_cross[p] != local[p]);
    CHECK(global[p] == global[0]);
    CHECK(all[p] == all[0]);
  }
  CHECK(local[0] != local[1]);
  CHECK(global[0] == train_jointly(parties, Vector::Zero(12), options, order,
                                   Instances::kLabelled));
  auto labelled = three_parties(options);
  const Vector generator = mean_of(local);
  for (PartyTrainer& party : labelled) party.label_cross(generator);
  CHECK(all[0] == train_jointly(labelled, generator, options, order,
                                Instances::kWithCross));
}

}  // namespace

TEST_CASE("methods differ in the trained parties and their data") {
  for (const auto order : {JointOrder::kSerial, JointOrder::kParallel})
    for (const auto augmentation :
         {Augmentation::kRank, Augmentation::kSemiSupervised})
      check_methods(augmentation, order);
}

TEST_CASE("every method learns in either order, the same every time") {
  const TrainingSet test = instances(400, 30);
  for (const auto& method : silo_methods())
    for (const auto order : {JointOrder::kSerial, JointOrder::kParallel}) {
      CAPTURE(method.name);
      const auto models = train(method.name, order, quick());
      REQUIRE(models.size() == 3);
      for (const Vector& model : models)
        CHECK(accuracy(*model_of("softmax"), model, test) > 0.7);
      CHECK(models == train(method.name, order, quick()));
    }
}

TEST_CASE("the baseline is alone, and reports compare it with a joint method") {
  const SiloMethod& baseline = silo_method(SiloRole::kBaseline).make;
  CHECK_FALSE(baseline.joint);
  CHECK_FALSE(baseline.uses_cross);
  CHECK(silo_method(SiloRole::kProtocol).make.joint);
}

TEST_CASE("one method is the baseline and one the whole protocol") {
  for (const SiloRole role : {SiloRole::kBaseline, SiloRole::kProtocol})
    CHECK(std::ranges::count_if(silo_methods(), [&](const auto& method) {
            return method.make.role == role;
          }) == 1);
}

}  // namespace fedltr::methods_test
