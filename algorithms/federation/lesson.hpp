#pragma once

#include <cstdint>

namespace fedltr {

/// Streams from here on are nobody's round of training.
inline constexpr std::uint32_t kFreshDraws = 1U << 31;

/// What clients do in a round.
enum class Task : std::uint8_t {
  kLearn,      ///< from their users' searches, starting at the model
  kCalibrate,  ///< likewise, but their update gets the length of a stored one
  kRecall,     ///< send a stored update again
  kAscend,     ///< unlearn their own searches: up the loss, within a ball
};

/// A round as clients are told of it. Rounds of training are numbered from 1;
/// those of unlearning draw from streams of their own.
struct Lesson {
  Task task = Task::kLearn;
  std::uint32_t draws = 0;  ///< round whose random streams are used
  std::uint32_t time = 0;   ///< round of training, by which attackers go
  /// Round of training whose stored update is meant: to calibrate to, to
  /// recall, or, where clients learn, to put theirs in its place.
  std::uint32_t stored = 0;
  std::uint32_t searches = 0;  ///< at most, by a client; 0: as many as ever

  /// Whether it adds to the history: training, or training once more.
  bool trains() const { return task == Task::kLearn && draws == time; }
  /// Rounds of its kind before it.
  std::uint32_t number() const {
    return draws < kFreshDraws ? draws - 1 : draws - kFreshDraws;
  }
  /// Round of training under which an update is stored, if it is.
  std::uint32_t keeps() const { return trains() ? time : stored; }
  /// Whether clients learn something that attackers would poison.
  bool learns() const {
    return task == Task::kLearn || task == Task::kCalibrate;
  }
  friend bool operator==(const Lesson&, const Lesson&) = default;
};

/// A round of training.
inline Lesson training_round(std::uint32_t round) {
  return {Task::kLearn, round, round, 0, 0};
}

/// Searches of a client that makes so many in a round of training.
inline std::uint32_t searches_of(const Lesson& lesson,
                                 std::uint32_t interactions) {
  if (lesson.task == Task::kRecall || interactions == 0) return 0;
  if (lesson.task == Task::kAscend) return lesson.searches;
  return lesson.searches == 0 || lesson.searches > interactions
             ? interactions
             : lesson.searches;
}

}  // namespace fedltr
