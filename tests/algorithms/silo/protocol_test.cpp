#include "algorithms/silo/protocol.hpp"

#include <doctest/doctest.h>

#include "algorithms/silo/silo_training.hpp"
#include "algorithms/silo/simulated_bits.hpp"

namespace fedltr::protocol_test {
namespace {

SiloProtocol protocol(SketchKind kind, const char* noise, bool naive) {
  SiloProtocol made;
  made.shape = {kind, 7, 50};
  made.noise = make_sketch_noise(noise, {1, 7, 50});
  made.naive = naive;
  return made;
}

}  // namespace

TEST_CASE("an answer has a number a row, or an estimate alone") {
  const auto values = [](const char* noise) {
    return protocol(SketchKind::kCount, noise, false).values();
  };
  CHECK(values("off") == 7);
  CHECK(values("sound") == 7);
  CHECK(values("median-only") == 1);
}

TEST_CASE("signs are sent only where an answer needs them") {
  struct Case {
    const char* noise;
    bool naive;
    QuestionKind kind;
    bool signs;
  };
  // Lists have two ends each; an owner that estimates must know the signs.
  for (const Case& each :
       {Case{"sound", false, QuestionKind::kTop, true},
        {"sound", false, QuestionKind::kCounts, false},
        {"sound", true, QuestionKind::kTop, false},
        {"sound", true, QuestionKind::kCounts, false},
        {"median-only", false, QuestionKind::kTop, true},
        {"median-only", false, QuestionKind::kCounts, true},
        {"median-only", true, QuestionKind::kTop, true},
        {"median-only", true, QuestionKind::kCounts, true}}) {
    CAPTURE(each.noise);
    CAPTURE(each.naive);
    CAPTURE(each.kind == QuestionKind::kCounts);
    CHECK(protocol(SketchKind::kCount, each.noise, each.naive)
              .says_signs(each.kind) == each.signs);
    // A Count-Min sketch has none.
    CHECK_FALSE(protocol(SketchKind::kCountMin, each.noise, each.naive)
                    .says_signs(each.kind));
  }
}

TEST_CASE("simulated bits are a stream of their own, which copies share") {
  const Bits bits = simulated_bits(3, Purpose::kSketchNoise, 4, 5);
  Rng rng(3, Purpose::kSketchNoise, 4, 5);
  const Bits copy = bits;
  CHECK(bits() == rng());
  CHECK(copy() == rng());  // continues instead of restarting
  CHECK(bits() == rng());
  CHECK(simulated_bits(3, Purpose::kSketchNoise, 4, 6)() !=
        simulated_bits(3, Purpose::kSketchNoise, 4, 5)());
}

TEST_CASE("a step of training awaits, sends and keeps what it needs") {
  using Kind = TrainingStep::Kind;
  struct Case {
    Kind kind;
    bool awaits;
    bool tells;
    bool keeps;
  };
  for (const Case& each : {Case{Kind::kKeepModel, true, false, true},
                           {Kind::kTellModel, true, true, false},
                           {Kind::kLabelCross, false, false, false},
                           {Kind::kGradient, true, true, false},
                           {Kind::kFinalModel, false, false, true}}) {
    const TrainingStep step{each.kind, {}, {}};
    CAPTURE(static_cast<int>(each.kind));
    CHECK(step.awaits() == each.awaits);
    CHECK(step.tells() == each.tells);
    CHECK(step.keeps() == each.keeps);
    // A party that sends is waited for.
    CHECK((!step.tells() || step.awaits()));
  }
}

}  // namespace fedltr::protocol_test
