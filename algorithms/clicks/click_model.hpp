#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "algorithms/clicks/examination.hpp"
#include "algorithms/core/method.hpp"
#include "algorithms/core/rng.hpp"
#include "algorithms/ranking/metrics.hpp"

namespace fedltr {

/// A simulated user: decides which of the shown documents are clicked.
class ClickModel {
 public:
  virtual ~ClickModel() = default;

  /// @param shown   labels of the shown list, by rank
  /// @param clicks  of the same size, overwritten: 1 clicked, 0 not
  virtual void click(Labels shown, Rng& rng,
                     std::span<std::uint8_t> clicks) const = 0;

  /// P(click | label, examined), by label.
  virtual std::span<const double> click_probabilities() const = 0;

  /// Dependence of clicks on rank, in which the relevance of a label is its
  /// click probability; empty if ranks alone do not decide it.
  virtual Examination examination() const { return {}; }
};

/// Everything a click model is made from.
struct ClickOptions {
  int grades = 5;  ///< labels are 0 ... grades - 1
  ParameterValues parameters = {};
};

using ClickModelFactory =
    std::function<std::shared_ptr<const ClickModel>(const ClickOptions&)>;

struct ClickTraits {
  bool needs_tables = false;  ///< has only probabilities of the scenario's own
};
using ClickMethod = Method<ClickModelFactory, ClickTraits>;

/// P(click | label) if the scenario sets its own, by label; otherwise empty.
extern const Parameter kClick;
/// P(stop | label, clicked) if the scenario sets its own, by label; otherwise
/// empty.
extern const Parameter kStop;

/// All click models by name.
const Methods<ClickModelFactory, ClickTraits>& click_models();

/// A user of thesis tables 2.1, 2.2 and 5.1, for data of 2, 3 or 5 grades;
/// 2 grades take rows 0 and 2 of the table for 3.
struct ClickTable {
  std::vector<double> click;
  std::vector<double> stop;
};
/// @param name  perfect, navigational, informational or poison
/// @throws std::invalid_argument for other names and numbers of grades
ClickTable click_table(std::string_view name, int grades);

/// P(click | label) as the scenario sets it, or else the perfect user's.
/// @throws std::invalid_argument  unless there is one per grade
std::vector<double> click_by_grade(const ClickOptions& options);

}  // namespace fedltr
