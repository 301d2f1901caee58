#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "algorithms/core/method.hpp"
#include "algorithms/core/rng.hpp"
#include "algorithms/ranking/metrics.hpp"

namespace fedltr {

/// A simulated user: which of the shown documents are clicked.
class ClickModel {
 public:
  virtual ~ClickModel() = default;

  /// @param shown   labels of the shown list, by rank
  /// @param clicks  as many, overwritten: 1 clicked, 0 not
  virtual void click(Labels shown, Rng& rng,
                     std::span<std::uint8_t> clicks) const = 0;

  /// P(click | label, examined), by label.
  virtual std::span<const double> click_probabilities() const = 0;
};

/// What tunes a click model beyond its name.
struct ClickOptions {
  int grades = 5;             ///< labels are 0 ... grades - 1
  double eta = 1;             ///< pbm: how steeply attention falls with rank
  std::vector<double> click;  ///< custom, pbm: P(click | label)
  std::vector<double> stop;   ///< custom: P(stop | label, clicked)
};

using ClickModelFactory =
    std::function<std::shared_ptr<const ClickModel>(const ClickOptions&)>;

/// All click models by name.
const Methods<ClickModelFactory>& click_models();

/// A user of thesis tables 2.1, 2.2 and 5.1, for data of 2, 3 or 5 grades;
/// 2 grades take rows 0 and 2 of the table for 3.
struct ClickTable {
  std::vector<double> click;
  std::vector<double> stop;
};
/// @param name  perfect, navigational, informational or poison
/// @throws std::invalid_argument for other names and numbers of grades
ClickTable click_table(std::string_view name, int grades);

}  // namespace fedltr
