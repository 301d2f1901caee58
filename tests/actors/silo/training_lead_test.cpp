#include "actors/silo/training_lead.hpp"

#include <doctest/doctest.h>

namespace fedltr::training_lead_test {
namespace {

constexpr Index kSize = 3;

SiloTrainerConfig config_of(JointOrder order) {
  SiloTrainerConfig config{kSize, {}, order};
  config.training.joint_iterations = 2;
  config.training.rate = 0.5;
  return config;
}

template <class Body>
SiloMessage answer(std::uint32_t party, const Body& body) {
  SiloMessage message = message_of(body);
  message.from = party;
  return message;
}

Vector constant(double value) {
  return Vector::Constant(kSize, value);
}

const std::set<std::uint32_t> kMembers = {0, 3};

}  // namespace

TEST_CASE("methods follow each other, each with its requests") {
  TrainingLead lead({"local", "global"}, config_of(JointOrder::kParallel));
  auto request = lead.next(kMembers);
  REQUIRE(request.has_value());
  CHECK(request->message.type() == MessageType::kTrainAlone);
  CHECK(request->message.request == training_number(0, 0));
  CHECK(request->parties == std::vector<std::uint32_t>{0, 3});
  CHECK(request->answer == MessageType::kTrained);
  lead.take(answer(0, Trained()));
  lead.take(answer(3, Trained()));
  lead.combine();
  for (std::uint32_t iteration = 0; iteration < 2; ++iteration) {
    request = lead.next(kMembers);
    REQUIRE(request.has_value());
    CHECK(request->message.type() == MessageType::kGradientStep);
    CHECK(request->message.request == training_number(1, iteration));
    CHECK(request->answer == MessageType::kGradient);
    lead.take(answer(0, Gradient{{constant(1)}}));
    lead.take(answer(3, Gradient{{constant(3)}}));
    lead.combine();
  }
  request = lead.next(kMembers);
  REQUIRE(request.has_value());
  CHECK(request->message.type() == MessageType::kFinalModel);
  CHECK_FALSE(request->answer.has_value());
  // Steps of 0.5 and 0.25 times the mean gradient, which is 2.
  CHECK(body_of<FinalModel>(request->message).values == constant(-1.5));
  CHECK_FALSE(lead.next(kMembers).has_value());
}

TEST_CASE("an answer of an excluded party does not count") {
  TrainingLead lead({"global"}, config_of(JointOrder::kParallel));
  lead.next(kMembers);
  lead.take(answer(0, Gradient{{constant(2)}}));
  lead.take(answer(3, Gradient{{constant(1000)}}));
  lead.exclude(3);
  lead.combine();
  const auto request = lead.next({0});
  CHECK(body_of<GradientStep>(request->message).parameters == constant(-1));
}

TEST_CASE("numbers of another size, not finite or beyond bounds are refused") {
  TrainingLead lead({"global"}, config_of(JointOrder::kParallel));
  lead.next(kMembers);
  for (const Vector& strange :
       {Vector(Vector::Zero(kSize + 1)), Vector(Vector::Zero(0)),
        constant(std::nan("")), constant(1e10)}) {
    CHECK_THROWS_AS(lead.take(answer(0, Gradient{{strange}})),
                    std::invalid_argument);
    CHECK_THROWS_AS(lead.take(answer(0, LocalModel{{strange}})),
                    std::invalid_argument);
  }
  CHECK_THROWS_AS(lead.take(answer(0, EndSilo())), std::invalid_argument);
}

TEST_CASE("divergence names the method and the iteration") {
  SiloTrainerConfig config = config_of(JointOrder::kSerial);
  config.training.rate = 10;
  TrainingLead lead({"global"}, config);
  lead.next(kMembers);
  lead.take(answer(0, Gradient{{constant(9e8)}}));
  CHECK_THROWS_WITH_AS(lead.combine(), doctest::Contains("global diverged in"),
                       TrainingError);
  TrainingLead parallel({"global"}, [] {
    SiloTrainerConfig config = config_of(JointOrder::kParallel);
    config.training.rate = 10;
    return config;
  }());
  parallel.next(kMembers);
  parallel.take(answer(0, Gradient{{constant(-0.5)}}));
  parallel.take(answer(3, Gradient{{constant(9e8)}}));
  CHECK_THROWS_WITH_AS(parallel.combine(),
                       doctest::Contains("; the largest gradients were 0.5 of "
                                         "party 0, 9e+08 of party 3"),
                       TrainingError);
}

TEST_CASE("divergence names the first gradient that was far too large") {
  TrainingLead lead({"global"}, config_of(JointOrder::kSerial));
  const auto send = [&](std::uint32_t party, double value) {
    lead.next(kMembers);
    lead.take(answer(party, Gradient{{constant(value)}}));
    lead.combine();
  };
  send(0, 2);
  send(3, 5e7);   // one large lie
  send(0, -9e8);  // honest: the model is far off
  lead.next(kMembers);
  const std::string why =
      "; the largest gradients were 9e+08 of party 0, 5e+07 of party 3; the "
      "first more than 1000 times as large as all before: 5e+07 of party 3";
  CHECK_THROWS_WITH_AS(lead.take(answer(3, Gradient{{constant(2e9)}})),
                       doctest::Contains(why.c_str()), TrainingError);
}

TEST_CASE("a gradient beyond bounds after usual ones is its sender's fault") {
  TrainingLead lead({"global"}, config_of(JointOrder::kSerial));
  lead.next(kMembers);
  lead.take(answer(0, Gradient{{constant(900)}}));
  lead.combine();
  lead.next(kMembers);
  CHECK_THROWS_WITH_AS(lead.take(answer(3, Gradient{{constant(2e9)}})),
                       "sent numbers beyond all bounds", std::invalid_argument);
}

TEST_CASE("an answer far beyond the others' is named before it counts") {
  TrainingLead lead({"global"}, config_of(JointOrder::kParallel));
  lead.next({0, 1, 3});
  lead.take(answer(0, Gradient{{constant(2)}}));
  lead.take(answer(3, Gradient{{constant(-2001)}}));
  CHECK(lead.outliers().empty());  // two: which is wrong?
  lead.take(answer(1, Gradient{{constant(1)}}));
  CHECK(lead.outliers() ==
        std::map<std::uint32_t, std::string>{
            {3, "sent numbers up to 2e+03, where the median of all is 2"}});
  lead.take(answer(3, Gradient{{constant(-1999)}}));
  CHECK(lead.outliers().empty());
}

}  // namespace fedltr::training_lead_test
