#include "algorithms/audit/cell_model.hpp"

#include <algorithm>
#include <cmath>

namespace fedltr {
namespace {

/// Share of cells without any knowledge, so that no reading is impossible.
constexpr double kUnforeseen = 1e-3;

int in_range(double cell, int range) {
  return static_cast<int>(std::clamp<double>(std::round(cell), -range, range));
}

}  // namespace

CellModel::CellModel(SketchShape shape, const CellTelling& telling,
                     std::span<const TermCount> field, const TermSpots& own)
    : telling_(telling) {
  std::vector<double> shares(2 * kRange + 1, kUnforeseen / (2 * kRange + 1));
  const Sketch sketch = sketch_of(shape, field, own);
  const double each = (1 - kUnforeseen) / static_cast<double>(shape.cells());
  const bool count = shape.kind == SketchKind::kCount;
  for (const std::int32_t cell : sketch.cells()) {
    const int place = in_range(cell, kRange);
    // Signs are drawn anew for each key.
    shares[kRange + place] += count ? each / 2 : each;
    if (count) shares[kRange - place] += each / 2;
  }
  double above = 1;
  for (const double share : shares) {
    above = std::max(above - share, kUnforeseen / (4 * kRange));
    log_shares_.push_back(std::log(share));
    log_above_.push_back(std::log(above));
    log_below_.push_back(std::log(1 - above));
  }
}

double CellModel::of_cell(double cell, int count) const {
  if (telling_.scale > 0)
    return (std::abs(cell) - std::abs(cell - count)) / telling_.scale;
  const int x = in_range(cell, 2 * kRange);
  const auto place = [](int each) { return kRange + in_range(each, kRange); };
  const double absent = log_shares_[place(x)];
  return log_shares_[place(x - count)] - absent;
}

double CellModel::of_listing(Listing listing, int count) const {
  const auto& log = listing == Listing::kListed ? log_above_ : log_below_;
  return log[kRange + in_range(-count, kRange)] - log[kRange];
}

double CellModel::log_ratio(const Reading& reading, int count) const {
  double ratio = 0;
  if (reading.cell) ratio += of_cell(*reading.cell, count);
  // An exact cell holds all the information of its listing.
  const bool exact = reading.cell && telling_.exact;
  if (!exact && reading.listing != Listing::kUnknown)
    ratio += of_listing(reading.listing, count);
  return ratio;
}

}  // namespace fedltr
