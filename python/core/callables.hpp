#pragma once

#include "algorithms/attacks/attack.hpp"
#include "algorithms/clicks/click_model.hpp"
#include "core/convert.hpp"

// Methods that are functions in Python. Called by the thread that holds
// Python's lock only. Arguments are copies: Python may keep them beyond the
// call.
namespace fedltr::python {

/// Models as rules and attacks read them: an array of C order in place, if
/// NumPy has aligned it; otherwise a copy.
class Rows {
 public:
  /// @param array  of two dimensions; must outlive it
  /// @throws std::invalid_argument
  explicit Rows(const Array<double>& array);
  Rows(const Rows&) = delete;
  Rows& operator=(const Rows&) = delete;

  const RowsView& view() const { return view_; }
  /// @throws std::invalid_argument
  void require_finite() const;

 private:
  Matrix copy_;
  RowsView view_;
};

/// A rule that is a function of models, clients, the model they started at, and
/// the round; it returns the new model and one weight per client.
class CallableRule final : public RobustRule {
 public:
  explicit CallableRule(py::function function)
      : function_(std::move(function)) {}

  Vector aggregate(const LocalModels& local,
                   std::span<double> selection) override;

 private:
  py::function function_;
};

/// An attack that is a function of the members of AttackInput, by name; it
/// returns #attackers by #parameters.
class CallableAttack final : public Attack {
 public:
  explicit CallableAttack(py::function function)
      : function_(std::move(function)) {}

  Matrix craft(const AttackInput& input) override;

 private:
  py::function function_;
};

/// A user that is a function of the labels shown and a stream of random
/// numbers; it returns a click for each.
class CallableClicks final : public ClickModel {
 public:
  CallableClicks(py::function function, std::vector<double> probabilities)
      : function_(std::move(function)),
        probabilities_(std::move(probabilities)) {}

  void click(Labels shown, Rng& rng,
             std::span<std::uint8_t> clicks) const override;
  std::span<const double> click_probabilities() const override {
    return probabilities_;
  }

 private:
  py::function function_;
  std::vector<double> probabilities_;
};

/// A rule made by a function in Python, kept alive by its Python object.
class HeldRule final : public RobustRule {
 public:
  explicit HeldRule(py::object rule)
      : object_(std::move(rule)), rule_(object_.cast<RobustRule*>()) {}

  Vector aggregate(const LocalModels& local,
                   std::span<double> selection) override {
    return rule_->aggregate(local, selection);
  }

 private:
  py::object object_;
  RobustRule* rule_;
};

}  // namespace fedltr::python
