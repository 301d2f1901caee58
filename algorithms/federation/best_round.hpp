#pragma once

#include <cstdint>
#include <optional>

#include "algorithms/core/parameters.hpp"

namespace fedltr {

class Archive;

/// Model selection on validation queries: remembers the model with the best
/// value, and ends training that no longer improves. A value is better if it
/// exceeds the best one by more than `min_delta`, as for LightGBM's
/// `early_stopping(stopping_rounds, min_delta)` and Keras' EarlyStopping with
/// `restore_best_weights`; of equal ones the earlier round stays. Prechelt,
/// "Early stopping: but when?" (1998), class UP.
class BestRound {
 public:
  /// @param min_delta  0 or more
  /// @param patience   evaluations in a row without a better value that end
  ///                   training; 0: it never ends early
  BestRound(double min_delta, std::uint32_t patience)
      : min_delta_(min_delta), patience_(patience) {}

  /// Adds the value of an evaluated round. @param round  above earlier ones
  void add(std::uint32_t round, double value, Parameters model);

  /// The best round; nullopt before the first value.
  std::optional<std::uint32_t> round() const;
  /// Model of that round.
  const Parameters& model() const { return now_.model; }
  /// True if training is to end.
  bool is_over() const { return patience_ > 0 && now_.worse >= patience_; }

  /// Exchanges the state of a checkpoint.
  /// @param last_row  of the learning curve that belongs to it: leaves out the
  ///                  last value, if it is of a later round
  void exchange(Archive& archive, std::uint32_t last_row);

 private:
  struct State {
    bool any = false;
    std::uint32_t last = 0;  ///< round added last
    std::uint32_t round = 0;
    double value = 0;
    Parameters model;
    std::uint32_t worse = 0;  ///< values since the best one

    void exchange(Archive& archive);
  };

  double min_delta_;
  std::uint32_t patience_;
  State now_;
  State before_;  ///< without the value added last
};

}  // namespace fedltr
