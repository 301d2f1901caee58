#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "algorithms/silo/silo_training.hpp"

namespace fedltr {

/// A party's place in its training: admits each agreed step once, in the agreed
/// order. A gradient has no noise, so each one at parameters of a lead's choice
/// is an equation about the party's features and judgements: the lead gets
/// those that the party agreed to, and no others.
class StepCursor {
 public:
  /// @param methods  names of silo_methods(), in the order of training
  /// @param learns   true if the party has labels: others only receive the
  ///                 final models of joint methods
  StepCursor(std::vector<std::string> methods, const SiloTrainerConfig& config,
             bool learns);

  /// Passes a step, unless it is not the next one.
  /// @param method  index of its method
  /// @throws std::invalid_argument  naming this step and the next
  void take(std::size_t method, const TrainingStep& step);

  /// True if all steps have passed.
  bool done() const { return method_ == courses_.size(); }

 private:
  using Kind = TrainingStep::Kind;

  bool is_next(std::size_t method, const TrainingStep& step) const;
  std::string next() const;
  void skip_empty();

  std::vector<std::string> names_;
  std::vector<StepCourse> courses_;  ///< by method
  bool learns_;
  std::size_t method_ = 0;
  std::size_t opened_ = 0;  ///< number of steps of `opening` that passed
  std::uint32_t gradients_ = 0;
};

}  // namespace fedltr
