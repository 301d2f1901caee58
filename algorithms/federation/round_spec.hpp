#pragma once

#include <cstdint>

namespace fedltr {

/// Streams from here on are nobody's round of training.
inline constexpr std::uint32_t kFreshRngRound = 1U << 31;

/// What clients do in a round.
enum class Task : std::uint8_t {
  kLearn,      ///< from their users' searches, starting at the model
  kCalibrate,  ///< likewise, but their update gets the length of a stored one
  kRecall,     ///< send a stored update again
  kAscent,     ///< unlearn their own searches: up the loss, within a ball
};

constexpr Task last_of(Task) {
  return Task::kAscent;
}

/// A round as clients are told of it. Rounds of training are numbered from 1;
/// those of unlearning draw from streams of their own.
struct RoundSpec {
  Task task = Task::kLearn;
  /// Round whose random streams are used, but for those of noise and masks.
  std::uint32_t rng_round = 0;
  std::uint32_t training_round =
      0;  ///< round of training, by which attackers go
  /// Round of training whose stored update is meant: to calibrate to, to
  /// recall, or, where clients learn, to put theirs in its place.
  std::uint32_t stored = 0;
  std::uint32_t searches = 0;  ///< at most, by a client; 0: as many as ever

  /// Whether it adds to the history: training, or training once more.
  bool trains() const {
    return task == Task::kLearn && rng_round == training_round;
  }
  /// Rounds of its kind before it.
  std::uint32_t number() const {
    return rng_round < kFreshRngRound ? rng_round - 1
                                      : rng_round - kFreshRngRound;
  }
  /// Round of training under which an update is stored, if it is.
  std::uint32_t keeps() const { return trains() ? training_round : stored; }
  /// Whether clients learn something that attackers would poison.
  bool learns() const {
    return task == Task::kLearn || task == Task::kCalibrate;
  }
  template <class F>
  auto fields(F&& f) {
    return f(task, rng_round, training_round, stored, searches);
  }
  friend bool operator==(const RoundSpec&, const RoundSpec&) = default;
};

/// A round of training.
inline RoundSpec training_spec(std::uint32_t round) {
  return {Task::kLearn, round, round, 0, 0};
}

/// Searches of a client that makes so many in a round of training.
inline std::uint32_t searches_of(const RoundSpec& spec,
                                 std::uint32_t interactions) {
  if (spec.task == Task::kRecall || interactions == 0) return 0;
  if (spec.task == Task::kAscent) return spec.searches;
  return spec.searches == 0 || spec.searches > interactions ? interactions
                                                            : spec.searches;
}

}  // namespace fedltr
