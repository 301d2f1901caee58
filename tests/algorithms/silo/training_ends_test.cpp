#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/aggregation/aggregation.hpp"
#include "algorithms/silo/methods.hpp"

namespace fedltr::training_ends_test {
namespace {

constexpr Index kParameters = 4;
constexpr std::uint32_t kParties = 4;

SiloTrainerConfig config_of(JointOrder order, bool listwise, bool rule) {
  SiloTrainerConfig config;
  config.parameters = kParameters;
  config.training.joint_iterations = 20;
  config.order = order;
  if (listwise) {
    config.listwise.emplace();
    config.listwise->folds = 3;
    config.listwise->steps = 8;
  }
  if (rule)
    config.rule = {[] { return make_robust_rule("median", "none", {}); }, 1};
  return config;
}

/// Number of steps that training may take: above that of any method's settings.
std::uint32_t bound_of(const SiloTrainerConfig& config) {
  if (config.listwise)
    return kListwiseStarts +
           (config.listwise->folds + 1) * (config.listwise->steps + 1) + 1;
  return kParties * config.training.joint_iterations + 4;
}

/// A party's answer: any size, any sign, any quality, which stands last. Most
/// are small, since a diverging model also ends the training.
Vector hostile_answer(Rng& rng) {
  static constexpr std::array<double, 4> kSizes = {0, 1e-9, 1e-3, 0.1};
  static constexpr std::array<double, 6> kQualities = {0,  1,   0.5,
                                                       -1, 1e9, -1e9};
  const double size =
      rng.below(200) == 0 ? kMaxParameter : kSizes[rng.below(kSizes.size())];
  Vector told(kParameters);
  for (double& value : told) value = size * (2 * rng.uniform() - 1);
  told(kParameters - 1) = kQualities[rng.below(kQualities.size())];
  return told;
}

/// Steps until the end, or `most` + 1.
std::uint32_t steps_of(SiloTrainer& trainer, Rng& rng, std::uint32_t most) {
  std::set<std::uint32_t> members;
  for (std::uint32_t p = 0; p < kParties; ++p) members.insert(p);
  std::uint32_t steps = 0;
  try {
    while (const auto step = trainer.next(members)) {
      if (++steps > most) break;
      // Parties are lost before they answer, but never all of them.
      if (members.size() > 1 && rng.below(50) == 0)
        members.erase(members.begin());
      std::vector<Vector> answers;
      if (step->tells())
        for (const std::uint32_t party : step->parties)
          if (members.contains(party)) answers.push_back(hostile_answer(rng));
      if (step->kind == TrainingStep::Kind::kTellModel && answers.empty())
        answers.push_back(hostile_answer(rng));
      if (step->awaits()) trainer.combine(answers);
    }
  } catch (const TrainingError&) {
    // This is also an end.
  }
  return steps;
}

}  // namespace

TEST_CASE("every method's training ends, whatever the parties send") {
  for (const auto& method : silo_methods())
    for (const auto order : {JointOrder::kSerial, JointOrder::kParallel})
      for (const bool listwise : {false, true})
        for (const bool rule : {false, true}) {
          // A rule compares parties; serial steps do not.
          if (rule && order == JointOrder::kSerial) continue;
          CAPTURE(method.name);
          CAPTURE(listwise);
          CAPTURE(rule);
          const SiloTrainerConfig config = config_of(order, listwise, rule);
          const std::uint32_t most = bound_of(config);
          for (std::uint32_t seed = 0; seed < 50; ++seed) {
            Rng rng(seed, Purpose::kTest);
            const auto trainer = method.make.trainer(config);
            CHECK_MESSAGE(steps_of(*trainer, rng, most) <= most, seed);
          }
        }
}

}  // namespace fedltr::training_ends_test
