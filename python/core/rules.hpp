#pragma once

#include "algorithms/aggregation/robust.hpp"
#include "core/convert.hpp"

namespace fedltr::python {

/// A rule that is a function in Python, of models, clients, the model they
/// started at, and the round; it returns the new model and a weight a client.
class CallableRule final : public RobustRule {
 public:
  explicit CallableRule(py::function function)
      : function_(std::move(function)) {}

  Vector aggregate(const LocalModels& local, std::span<double> shares) override;

 private:
  py::function function_;
};

/// Another one's rule, kept alive: what a function in Python made.
class HeldRule final : public RobustRule {
 public:
  explicit HeldRule(py::object rule)
      : object_(std::move(rule)), rule_(object_.cast<RobustRule*>()) {}

  Vector aggregate(const LocalModels& local,
                   std::span<double> shares) override {
    return rule_->aggregate(local, shares);
  }

 private:
  py::object object_;
  RobustRule* rule_;
};

}  // namespace fedltr::python
