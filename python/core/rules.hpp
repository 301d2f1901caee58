#pragma once

#include "algorithms/aggregation/robust.hpp"
#include "core/convert.hpp"

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

/// A rule that is a function in Python, of models, clients, the model they
/// started at, and the round; it returns the new model and one weight per
/// client.
class CallableRule final : public RobustRule {
 public:
  explicit CallableRule(py::function function)
      : function_(std::move(function)) {}

  Vector aggregate(const LocalModels& local,
                   std::span<double> selection) override;

 private:
  py::function function_;
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
