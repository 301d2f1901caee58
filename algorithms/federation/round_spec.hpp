#pragma once

#include <cstdint>

namespace fedltr {

/// First stream number that no round of training uses.
inline constexpr std::uint32_t kFreshRngRound = 1U << 31;

/// Task of clients in a round.
enum class Task : std::uint8_t {
  kLearn,      ///< learn from their users' searches, starting at the model
  kCalibrate,  ///< the same, then scale the update to a stored one's length
  kRecall,     ///< send a stored update again
  kAscent,     ///< unlearn their own searches: ascend the loss, within a ball
};

constexpr Task last_of(Task) {
  return Task::kAscent;
}

/// A round as clients receive it. Rounds of training are numbered from 1; those
/// of unlearning draw from separate streams.
struct RoundSpec {
  Task task = Task::kLearn;
  /// Round whose random streams are used, except those of noise and masks.
  std::uint32_t rng_round = 0;
  std::uint32_t training_round =
      0;  ///< round of training, for attackers' schedules
  /// Round of training whose stored update is used: to calibrate to, to recall,
  /// or, where clients learn, to be replaced by the new one.
  std::uint32_t stored = 0;
  std::uint32_t searches = 0;  ///< maximum per client; 0: no limit

  /// True if it adds to the history: training, or training again.
  bool trains() const {
    return task == Task::kLearn && rng_round == training_round;
  }
  /// Number of rounds of its kind before it.
  std::uint32_t number() const {
    return rng_round < kFreshRngRound ? rng_round - 1
                                      : rng_round - kFreshRngRound;
  }
  /// Round of training under which an update is stored, if it is.
  std::uint32_t keeps() const { return trains() ? training_round : stored; }
  /// True if clients learn something that attackers would poison.
  bool learns() const {
    return task == Task::kLearn || task == Task::kCalibrate;
  }
  auto fields(auto&& f) {
    return f(task, rng_round, training_round, stored, searches);
  }
  friend bool operator==(const RoundSpec&, const RoundSpec&) = default;
};

/// Returns a round of training.
inline RoundSpec training_spec(std::uint32_t round) {
  return {Task::kLearn, round, round, 0, 0};
}

/// Number of searches of a client that makes `interactions` in a round of
/// training.
inline std::uint32_t searches_of(const RoundSpec& spec,
                                 std::uint32_t interactions) {
  if (spec.task == Task::kRecall || interactions == 0) return 0;
  if (spec.task == Task::kAscent) return spec.searches;
  return spec.searches == 0 || spec.searches > interactions ? interactions
                                                            : spec.searches;
}

}  // namespace fedltr
