#pragma once

#include "algorithms/clicks/click_model.hpp"

namespace fedltr {

/// Examines rank i with probability (1/i)^eta and trusts what is high up: of
/// examined documents, those with label r are taken for relevant with
/// probability click[r], and then clicked with probability
/// 1 - (min(i, 20) + 1) / 100; the others are clicked with probability
/// trust / min(i, 10).
///
/// Agarwal et al. (WWW 2019), trust bias, with the values of the simulations of
/// Vardasbi et al. (CIKM 2020), where trust is 0.65.
class TrustingUser final : public ClickModel {
 public:
  /// @param eta    >= 0
  /// @param trust  from 0 to below 0.98
  TrustingUser(std::vector<double> click, double eta, double trust);

  void click(Labels shown, Rng& rng,
             std::span<std::uint8_t> clicks) const override;
  std::span<const double> click_probabilities() const override {
    return click_;
  }
  Examination examination() const override { return examination_; }

 private:
  std::vector<double> click_;
  Examination examination_;
};

/// `trust`: the perfect table unless clicks.click is given.
ClickMethod trust_model();

}  // namespace fedltr
