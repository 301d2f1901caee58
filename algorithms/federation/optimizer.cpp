#include "algorithms/federation/optimizer.hpp"

#include "algorithms/core/archive.hpp"

namespace fedltr {
namespace {

/// A step towards the proposal; for rate 1 the proposal itself: FedAvg.
class Average final : public ServerOptimizer {
 public:
  explicit Average(double rate) : rate_(rate) {}
  Vector step(const Vector& model, const Vector& proposal) override {
    if (rate_ == 1) return proposal;
    return model + rate_ * (proposal - model);
  }

 private:
  double rate_;
};

/// FedAvgM: m = 0.9 m + direction; model + rate m. Hsu et al. (2019).
class Momentum final : public ServerOptimizer {
 public:
  explicit Momentum(double rate) : rate_(rate) {}
  Vector step(const Vector& model, const Vector& proposal) override {
    const Vector direction = proposal - model;
    if (momentum_.size() == 0) momentum_ = Vector::Zero(model.size());
    momentum_ = 0.9 * momentum_ + direction;
    return model + rate_ * momentum_;
  }
  void exchange(Archive& archive) override { archive(momentum_); }

 private:
  double rate_;
  Vector momentum_;
};

/// Kingma and Ba (ICLR 2015) with bias correction, betas 0.9 and 0.999, epsilon
/// 1e-8, as FOLtR-ES steps. Differs from FedAdam of Reddi et al. (ICLR 2021),
/// which corrects no bias and takes epsilon 1e-3.
class Adam final : public ServerOptimizer {
 public:
  explicit Adam(double rate) : rate_(rate) {}
  Vector step(const Vector& model, const Vector& proposal) override {
    const Vector direction = proposal - model;
    if (mean_.size() == 0) mean_ = square_ = Vector::Zero(model.size());
    mean_ = 0.9 * mean_ + 0.1 * direction;
    square_ = 0.999 * square_ + 0.001 * direction.cwiseAbs2();
    mean_weight_ *= 0.9;
    square_weight_ *= 0.999;
    return model.array() +
           rate_ / (1 - mean_weight_) * mean_.array() /
               ((square_ / (1 - square_weight_)).array().sqrt() + 1e-8);
  }
  void exchange(Archive& archive) override {
    archive(mean_, square_, mean_weight_, square_weight_);
  }

 private:
  double rate_;
  Vector mean_;
  Vector square_;
  double mean_weight_ = 1;
  double square_weight_ = 1;
};

/// FedYogi, Reddi et al. (ICLR 2021), algorithm 2: betas 0.9 and 0.99, epsilon
/// 1e-3, second moment from 1e-6.
class Yogi final : public ServerOptimizer {
 public:
  explicit Yogi(double rate) : rate_(rate) {}
  Vector step(const Vector& model, const Vector& proposal) override {
    const Vector direction = proposal - model;
    if (mean_.size() == 0) {
      mean_ = Vector::Zero(model.size());
      square_ = Vector::Constant(model.size(), 1e-6);
    }
    mean_ = 0.9 * mean_ + 0.1 * direction;
    const Eigen::ArrayXd squared = direction.array().square();
    square_.array() -= 0.01 * squared * (square_.array() - squared).sign();
    return model.array() +
           rate_ * mean_.array() / (square_.array().sqrt() + 1e-3);
  }
  void exchange(Archive& archive) override { archive(mean_, square_); }

 private:
  double rate_;
  Vector mean_;
  Vector square_;
};

template <class Optimizer>
Method<OptimizerFactory, OptimizerTraits> entry(std::string name,
                                                std::string summary,
                                                std::string source,
                                                OptimizerTraits traits = {}) {
  return {std::move(name),
          std::move(summary),
          std::move(source),
          {},
          [](double rate) { return std::make_unique<Optimizer>(rate); },
          traits};
}

}  // namespace

const Methods<OptimizerFactory, OptimizerTraits>& server_optimizers() {
  static const Methods<OptimizerFactory, OptimizerTraits> table = {
      entry<Average>("average", "the mean, or a step towards it",
                     "McMahan et al. (AISTATS 2017)"),
      entry<Momentum>("momentum", "a running sum of directions, factor 0.9",
                      "Hsu et al. (2019), FedAvgM"),
      entry<Adam>("adam", "Adam with bias correction, betas 0.9 and 0.999",
                  "Kingma and Ba (ICLR 2015); Kharitonov (WSDM 2019)",
                  {.adaptive = true}),
      entry<Yogi>("yogi", "FedYogi, betas 0.9 and 0.99, epsilon 1e-3",
                  "Reddi et al. (ICLR 2021)", {.adaptive = true}),
  };
  return table;
}

}  // namespace fedltr
