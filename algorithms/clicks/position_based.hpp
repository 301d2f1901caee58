#pragma once

#include "algorithms/clicks/click_model.hpp"

namespace fedltr {

/// Clicks at rank i on label r with probability click[r] (1/i)^eta,
/// independently of other ranks. Thesis section 4.5.1.
class PositionBasedUser final : public ClickModel {
 public:
  /// @param eta  >= 0
  PositionBasedUser(std::vector<double> click, double eta);

  void click(Labels shown, Rng& rng,
             std::span<std::uint8_t> clicks) const override;
  std::span<const double> click_probabilities() const override {
    return click_;
  }
  Examination examination() const override { return {attention_}; }

 private:
  std::vector<double> click_;
  std::vector<double> attention_;  ///< (1/i)^eta by rank - 1
};

/// `pbm`: the perfect table unless clicks.click is given.
ClickMethod position_based_model();

}  // namespace fedltr
