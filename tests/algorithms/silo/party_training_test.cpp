#include "algorithms/silo/party_training.hpp"

#include <doctest/doctest.h>

#include "algorithms/silo/methods.hpp"
#include "tests/support/silo_in_one_place.hpp"
#include "tests/support/small_training.hpp"

namespace fedltr::party_training_test {
using namespace fedltr::test;

namespace {

using Kind = TrainingStep::Kind;

Scaling scaling_of(double mean, double deviation) {
  const Matrix features{{mean - deviation, mean - deviation, mean - deviation},
                        {mean + deviation, mean + deviation, mean + deviation}};
  return Scaling(FeatureMoments::of(features));
}

/// Own features have mean 1 and deviation 2, joint ones 3 and 4.
PartyTraining training(const PartyTrainer& own, const PartyTrainer& joint) {
  return {{scaling_of(1, 2), own}, {scaling_of(3, 4), joint}};
}

}  // namespace

TEST_CASE("a party keeps models for features that are not scaled") {
  const auto parties = three_parties(quick());
  PartyTraining party = training(parties[0], parties[1]);
  const Vector model = random_vector(12, 4);
  const Vector kept = party.perform({Kind::kFinalModel, {}, model});
  const Matrix features = instances(30, 9).features;
  const auto softmax = model_of("softmax");
  CHECK(softmax->scores(kept, features)
            .isApprox(softmax->scores(model, scaling_of(3, 4).apply(features)),
                      1e-9));
  const Vector own = party.perform({Kind::kKeepModel, {}, {}});
  CHECK(softmax->scores(own, features)
            .isApprox(softmax->scores(parties[0].train_alone(),
                                      scaling_of(1, 2).apply(features)),
                      1e-9));
}

TEST_CASE("a party sends models and gradients of jointly scaled features") {
  const auto parties = three_parties(quick());
  PartyTraining party = training(parties[0], parties[1]);
  const Vector at = random_vector(12, 4);
  CHECK(party.perform({Kind::kTellModel, {}, {}}) == parties[1].train_alone());
  for (const auto instances : {Instances::kLabelled, Instances::kWithCross})
    CHECK(party.perform({Kind::kGradient, {}, at, 7, instances}) ==
          parties[1].joint_gradient(at, 7, instances));
}

TEST_CASE("cross instances are for parties that ask for them") {
  const auto parties = three_parties(quick());
  PartyTraining party = training(parties[0], parties[0]);
  const Vector without =
      party.perform({Kind::kKeepModel, {}, {}, 0, Instances::kLabelled});
  CHECK(party.perform({Kind::kKeepModel, {}, {}, 0, Instances::kWithCross}) !=
        without);
}

TEST_CASE("labels of a generator hold from then on") {
  TrainingOptions options = quick();
  options.augmentation = Augmentation::kSemiSupervised;
  const auto parties = three_parties(options);
  PartyTraining party = training(parties[0], parties[0]);
  const Vector at = random_vector(12, 4);
  const TrainingStep step{Kind::kGradient, {}, at, 0, Instances::kWithCross};
  const Vector before = party.perform(step);
  Vector generator = Vector::Zero(12);
  generator(11) = 1;
  CHECK(party.perform({Kind::kLabelCross, {}, generator}).size() == 0);
  PartyTrainer expected = parties[0];
  expected.label_cross(generator);
  CHECK(party.perform(step) ==
        expected.joint_gradient(at, 0, Instances::kWithCross));
  CHECK(party.perform(step) != before);
}

TEST_CASE("a party with nothing to learn gets the joint models and no other") {
  const auto parties = three_parties(quick());
  const PartyTrainer owner(model_of("softmax"), quick(), 2, {}, {});
  for (const auto& method : silo_methods()) {
    CAPTURE(method.name);
    std::vector<PartyTraining> all = {training(parties[0], parties[0]),
                                      training(parties[1], parties[1])};
    const auto alone = train_in_one_place(method.make, all,
                                          {12, quick(), JointOrder::kSerial});
    all = {training(parties[0], parties[0]), training(parties[1], parties[1]),
           training(owner, owner)};
    CHECK_FALSE(all[2].learns());
    const auto models = train_in_one_place(method.make, all,
                                           {12, quick(), JointOrder::kSerial});
    CHECK(models[0] == alone[0]);
    if (method.make.joint)
      CHECK(models[2] == models[0]);
    else
      CHECK(models[2].size() == 0);
  }
}

TEST_CASE("every method of the table gives each party a model in one place") {
  for (const auto& method : silo_methods()) {
    CAPTURE(method.name);
    const auto parties = three_parties(quick());
    std::vector<PartyTraining> all;
    for (const PartyTrainer& party : parties)
      all.push_back(training(party, party));
    const auto models = train_in_one_place(method.make, all,
                                           {12, quick(), JointOrder::kSerial});
    REQUIRE(models.size() == 3);
    for (const Vector& model : models) CHECK(model.size() == 12);
    CHECK((models[0] == models[1]) == method.make.joint);
  }
}

TEST_CASE("a curve has a model every n iterations, and the last") {
  TrainingOptions options = quick();
  options.curve_every = 75;
  const auto iterations = [](const std::vector<ModelAt>& curve) {
    std::vector<std::uint32_t> all;
    for (const ModelAt& at : curve) all.push_back(at.iteration);
    return all;
  };
  for (const auto& method : silo_methods()) {
    CAPTURE(method.name);
    const auto parties = three_parties(options);
    std::vector<PartyTraining> all;
    for (const PartyTrainer& party : parties)
      all.push_back(training(party, party));
    const auto models = train_in_one_place(method.make, all,
                                           {12, options, JointOrder::kSerial});
    for (std::size_t p = 0; p < all.size(); ++p) {
      const auto curve = all[p].take_curve();
      CHECK(iterations(curve) == std::vector<std::uint32_t>{0, 75, 150, 200});
      CHECK(curve.back().parameters == models[p]);
      CHECK(curve[1].parameters != curve[2].parameters);
      CHECK(all[p].take_curve().empty());
    }
  }
}

TEST_CASE("a curve begins at zero and shows models before their step") {
  TrainingOptions options = quick();
  options.curve_every = 1000;
  const auto parties = three_parties(options);
  PartyTraining party = training(parties[0], parties[0]);
  const Vector kept = party.perform({Kind::kKeepModel, {}, {}});
  const auto curve = party.take_curve();
  REQUIRE(curve.size() == 2);
  CHECK(curve[0].parameters.isZero());
  CHECK(curve[1].parameters == kept);
  // The model of a step is seen before it.
  const Vector at = random_vector(12, 4);
  party.perform({Kind::kGradient, {}, at, 1000, Instances::kLabelled});
  party.perform({Kind::kGradient, {}, at, 1001, Instances::kLabelled});
  const auto seen = party.take_curve();
  REQUIRE(seen.size() == 1);
  CHECK(seen[0].parameters ==
        unscaled(scaling_of(3, 4), parties[0].model(), at));
}

TEST_CASE("without points no curve is kept") {
  const auto parties = three_parties(quick());
  PartyTraining party = training(parties[0], parties[0]);
  party.perform({Kind::kKeepModel, {}, {}});
  party.perform({Kind::kFinalModel, {}, random_vector(12, 4)});
  CHECK(party.take_curve().empty());
}

}  // namespace fedltr::party_training_test
