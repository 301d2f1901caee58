#pragma once

#include "algorithms/clicks/click_model.hpp"

namespace fedltr {

/// Walks the list from the top; clicks on a label r with probability click[r];
/// after a click stops with probability stop[r], otherwise continues.
///
/// Guo et al. (WSDM 2009), as the FOLTR papers use it (thesis section 2.2,
/// tables 2.1 and 2.2). Differs from the PDGD author's code, whose user may
/// stop without a click.
class CascadeUser final : public ClickModel {
 public:
  /// @throws std::invalid_argument unless both have the same number of
  ///                               probabilities
  explicit CascadeUser(ClickTable table);

  void click(Labels shown, Rng& rng,
             std::span<std::uint8_t> clicks) const override;
  std::span<const double> click_probabilities() const override {
    return table_.click;
  }

 private:
  ClickTable table_;
};

/// One of the published tables.
ClickMethod cascade_model(std::string name, std::string summary,
                          std::string source);
/// The scenario's own table.
ClickMethod custom_cascade_model();

}  // namespace fedltr
