#include "algorithms/silo/party_trainer.hpp"

#include <doctest/doctest.h>

#include "tests/support/small_training.hpp"

namespace fedltr::party_trainer_test {
using namespace fedltr::test;

TEST_CASE("a party alone learns its labels, by either model") {
  for (const auto& method : pointwise_models()) {
    CAPTURE(method.name);
    TrainingOptions options = quick();
    options.rate = 0.2;
    const auto model = method.make(kFeatures, 3);
    const PartyTrainer party(model, options, 0, instances(300, 1), {});
    CHECK(accuracy(*model, party.train_alone(), instances(300, 2)) > 0.75);
  }
}

TEST_CASE("a joint gradient is the mean of its batches' with both weights") {
  TrainingOptions options = quick();
  options.batch = 1;
  options.cross_weight = 0.25;
  const auto model = model_of("softmax");
  const TrainingSet one = instances(1, 3);
  TrainingSet cross = instances(1, 4);
  cross.labels(0) = 1;
  const PartyTrainer party(model, options, 0, one, cross);
  const Vector at = random_vector(12, 5);
  Vector expected = options.l2 * at;
  for (const Index constant : {3, 7, 11}) expected(constant) = 0;
  model->add_gradient(at, one.features.row(0), one.labels(0), 1, expected);
  CHECK(party.joint_gradient(at, 0, Instances::kLabelled).isApprox(expected));
  model->add_gradient(at, cross.features.row(0), 1, 0.25, expected);
  CHECK(party.joint_gradient(at, 0, Instances::kWithCross).isApprox(expected));
}

TEST_CASE("labels of cross instances come from the generator or the ranks") {
  TrainingOptions options = quick();
  options.batch = 1;
  options.l2 = 0;
  const auto model = model_of("softmax");
  TrainingSet cross = instances(1, 4);
  cross.labels(0) = 1;
  Vector generator = Vector::Zero(12);
  generator(11) = 1;  // grade 2 whatever the features
  for (const bool by_rank : {true, false}) {
    options.augmentation =
        by_rank ? Augmentation::kRank : Augmentation::kSemiSupervised;
    PartyTrainer party(model, options, 0, instances(1, 3), cross);
    party.label_cross(generator);
    const Vector at = random_vector(12, 5);
    Vector expected = Vector::Zero(12);
    model->add_gradient(at, cross.features.row(0), by_rank ? 1 : 2,
                        options.cross_weight, expected);
    CHECK((party.joint_gradient(at, 0, Instances::kWithCross) -
           party.joint_gradient(at, 0, Instances::kLabelled))
              .isApprox(expected, 1e-9));
  }
}

TEST_CASE("a party without instances can't train, strange labels are refused") {
  const auto model = model_of("softmax");
  const PartyTrainer owner(model, {}, 0, {}, {});
  CHECK_FALSE(owner.learns());
  CHECK_THROWS_WITH((void)owner.train_alone(),
                    "a party needs a labelled instance to train");
  CHECK(PartyTrainer(model, {}, 0, instances(2, 1), {}).learns());
  TrainingSet strange = instances(2, 1);
  strange.labels(0) = 3;
  CHECK_THROWS_WITH(PartyTrainer(model, {}, 0, strange, {}),
                    "a training set's labels must be grades of the model");
  TrainingSet short_one = instances(2, 1);
  short_one.labels.resize(1);
  CHECK_THROWS_WITH(PartyTrainer(model, {}, 0, short_one, {}),
                    "a training set needs one label per instance");
}

TEST_CASE("the rate falls linearly from the first step to 0 after the last") {
  TrainingOptions options;
  options.rate = 0.8;
  CHECK(rate_of(options, 0, 4) == 0.8);
  CHECK(rate_of(options, 1, 4) == doctest::Approx(0.6));
  CHECK(rate_of(options, 4, 4) == 0);
}

TEST_CASE("batches follow from party and iteration, not from earlier steps") {
  const TrainingOptions options = quick();
  const auto parties = three_parties(options);
  const Vector at = random_vector(12, 5);
  const Vector first = parties[0].joint_gradient(at, 3, Instances::kWithCross);
  parties[0].joint_gradient(at, 4, Instances::kWithCross);
  CHECK(parties[0].joint_gradient(at, 3, Instances::kWithCross) == first);
  CHECK(parties[0].joint_gradient(at, 4, Instances::kWithCross) != first);
  const PartyTrainer other(model_of("softmax"), options, 9, instances(40, 10),
                           instances(60, 20));
  CHECK(other.joint_gradient(at, 3, Instances::kWithCross) != first);
}

TEST_CASE("training alone that diverges names what to lower") {
  TrainingOptions options = quick();
  options.rate = 1e12;
  const PartyTrainer party(model_of("regression"), options, 0, instances(20, 1),
                           {});
  CHECK_THROWS_WITH(party.train_alone(),
                    "diverged in local training: lower silo.rate");
}

}  // namespace fedltr::party_trainer_test
