#include "algorithms/attacks/honest_drift.hpp"

#include <cmath>

#include "algorithms/core/archive.hpp"

namespace fedltr {
namespace {

constexpr double kSmoothing = 0.9;

/// Typical distance of a model from what is expected.
double typical_of(const AttackInput& input, const Vector& mean) {
  const auto models = input.honest.rows();
  if (models == 1) return (mean - input.global).norm();
  const Vector lengths = distances_to(input.honest, mean);
  std::vector<double> values(lengths.begin(), lengths.end());
  const double middle = select_value(values, values.size() / 2);
  const auto k = static_cast<double>(models);
  return middle * std::sqrt(k / (k - 1));
}

Vector random_direction(Index size, Rng rng) {
  Vector numbers(size);
  rng.fill_normal(numbers);
  return numbers.normalized();
}

class WithDrift final : public Attack {
 public:
  explicit WithDrift(DriftCraft craft) : craft_(std::move(craft)) {}

  Matrix craft(const AttackInput& input) override {
    drift_.observe(input);
    return craft_(input, drift_);
  }
  void exchange(Archive& archive) override { drift_.exchange(archive); }

 private:
  DriftCraft craft_;
  HonestDrift drift_;
};

}  // namespace

void HonestDrift::observe(const AttackInput& input) {
  mean_ = input.honest.colwise().mean().transpose();
  const double typical = typical_of(input, mean_);
  const bool first = sum_.size() == 0;
  if (first) {
    sum_ = Vector::Zero(mean_.size());
    aside_ = random_direction(mean_.size(), input.rng);
  }
  typical_ =
      first ? typical : kSmoothing * typical_ + (1 - kSmoothing) * typical;
  sum_ += mean_ - input.global;
  previous_ = round_;
  round_ = input.round;
}

Vector HonestDrift::back() const {
  const double length = sum_.norm();
  return length > 0 ? Vector(-sum_ / length) : Vector(-sum_);
}

void HonestDrift::exchange(Archive& archive) {
  archive(sum_, aside_, typical_, round_);
  archive.expect(sum_.size() == aside_.size(), "directions of two sizes");
}

std::unique_ptr<Attack> with_drift(DriftCraft craft) {
  return std::make_unique<WithDrift>(std::move(craft));
}

Parameter push_parameter(std::string name, double usual) {
  return strength_parameter(std::move(name), usual,
                            "step back against the honest drift, in typical "
                            "deviations of an honest model");
}

Vector pushed(const HonestDrift& drift, double push) {
  return drift.mean() + push * drift.typical() * drift.back();
}

Parameter amplitude_parameter(double usual) {
  return real_parameter("amplitude", usual, {0, 1e12},
                        "length of the deviations that cancel each other, in "
                        "typical deviations of an honest model");
}

}  // namespace fedltr
