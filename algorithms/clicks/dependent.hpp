#pragma once

#include "algorithms/clicks/click_model.hpp"

namespace fedltr {

/// Walks the list from the top; clicks on a label r with probability click[r];
/// after a click at rank i continues with probability continuation[i], whatever
/// the label; without a click always continues.
///
/// The dependent click model (DCM), after Guo, Liu and Wang, "Efficient
/// multiple-click models in web search" (WSDM 2009), as Liu, "Learning to Rank
/// for Information Retrieval" (2011), Eq. 13.1, has it: with e_1 = 1,
/// c_i = e_i r and e_{i+1} = lambda_i c_i + (e_i - c_i), where e is the
/// probability of examination and c of a click. Unlike the cascade user's, its
/// stopping depends on the rank, not on what was found. Differs: r is by label,
/// not by query and document; the default lambda of .5 at every rank is chosen,
/// where the paper estimates it from logs.
class DependentUser final : public ClickModel {
 public:
  /// @param continuation  by rank, at least one; the last is for all below
  /// @throws std::invalid_argument for numbers below 0 or above 1
  DependentUser(std::vector<double> click, std::vector<double> continuation);

  void click(Labels shown, Rng& rng,
             std::span<std::uint8_t> clicks) const override;
  std::span<const double> click_probabilities() const override {
    return click_;
  }
  Examination examination() const override {
    return {.propensity = {}, .proceed = continuation_};
  }

 private:
  std::vector<double> click_;
  std::vector<double> continuation_;
};

/// `dcm`: the perfect table unless clicks.click is given.
ClickMethod dependent_model();

}  // namespace fedltr
