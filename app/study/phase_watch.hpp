#pragma once

#include <chrono>
#include <vector>

#include "actors/plan.hpp"

namespace fedltr {

/// Measures a run's time in its phases, for a resumed run since it was resumed.
/// The run's server calls enter(); fill() is called after the run.
class PhaseWatch {
 public:
  void enter(Phase phase) {
    const auto now = std::chrono::steady_clock::now();
    const double passed = std::chrono::duration<double>(now - since_).count();
    if (phase_ == Phase::kTraining) training_ += passed;
    if (phase_ == Phase::kUnlearning) unlearning_.push_back(passed);
    phase_ = phase;
    since_ = now;
  }

  void fill(RunResult& result) const {
    result.training_seconds = training_;
    // Only the last ones belong to this process.
    const std::size_t earlier = result.unlearned.size() - unlearning_.size();
    for (std::size_t i = 0; i < unlearning_.size(); ++i)
      result.unlearned.at(earlier + i).seconds = unlearning_[i];
  }

 private:
  Phase phase_ = Phase::kNone;
  std::chrono::steady_clock::time_point since_;
  double training_ = 0;
  std::vector<double> unlearning_;
};

}  // namespace fedltr
