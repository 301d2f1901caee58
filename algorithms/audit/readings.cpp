#include "algorithms/audit/readings.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "algorithms/core/require.hpp"
#include "algorithms/silo/simulated_bits.hpp"

namespace fedltr {
namespace {

/// Draws that measure a noise: its scale is accurate to 2 %.
constexpr std::uint32_t kTries = 4096;

/// With fewer rows, all may have one sign, which hides the draw.
constexpr std::uint32_t kRowsOfEitherSign = 8;

double middle_of(std::span<const double> sorted) {
  const std::size_t middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle]
                                : (sorted[middle - 1] + sorted[middle]) / 2;
}

}  // namespace

CellTelling cell_telling(const SiloProtocol& protocol) {
  const SketchNoise& noise = protocol.noise;
  const bool count = protocol.shape.kind == SketchKind::kCount;
  CellTelling telling;
  telling.is_signed = !count || noise.estimates_only || !protocol.naive;
  telling.exact = !noise.add;
  if (telling.exact) return telling;
  telling.shared = !noise.estimates_only;
  for (std::uint32_t i = 0; i < kTries; ++i) {
    std::array<double, 2> rows{};
    noise.add(rows, simulated_bits(1, Purpose::kAudit, i, 5));
    telling.shared = telling.shared && rows[0] == rows[1];
    telling.scale += std::abs(rows[0]) / kTries;
  }
  telling.exact =
      telling.shared && count && protocol.shape.rows >= kRowsOfEitherSign;
  if (telling.exact) telling.scale = 0;
  return telling;
}

double shared_draw(std::span<const double> rows,
                   std::span<const std::uint8_t> negative) {
  require(!rows.empty(), "an answer has a row");
  std::array<std::vector<double>, 2> sides;
  for (std::size_t row = 0; row < negative.size(); ++row)
    sides[negative[row] != 0 ? 1 : 0].push_back(rows[row]);
  if (sides[0].empty() || sides[1].empty()) {
    std::vector<double> all(rows.begin(), rows.end());
    std::ranges::sort(all);
    const auto half = std::ssize(all) / 2;
    sides[0].assign(all.begin(), all.end() - half);
    sides[1].assign(all.begin() + half, all.end());
  }
  for (auto& side : sides) std::ranges::sort(side);
  const double middle = (middle_of(sides[0]) + middle_of(sides[1])) / 2;
  return rows[0] + std::round(middle - rows[0]);
}

Readings::Readings(const RelayView& view, const CellTelling& telling,
                   const Exchange& exchange, std::size_t place, Field field)
    : telling_(telling),
      rows_(view.protocol.values()),
      readings_(view.documents * rows_) {
  // An owner's own estimate is already signed.
  if (!view.protocol.noise.estimates_only)
    negative_ = exchange.asked.terms[place].negative;
  if (field == Field::kBody) {
    if (!exchange.top.lists.empty())
      read_lists(exchange.top.lists[place], view.protocol);
    if (!exchange.top.best.empty())
      for (const TopDocument& each : exchange.top.best[place])
        readings_[each.document].cell = each.count;
    if (!exchange.top.rows.empty())
      for (std::uint32_t d = 0; d < view.documents; ++d)
        read_cells(d,
                   std::span(exchange.top.rows)
                       .subspan((place * view.documents + d) * rows_, rows_));
  }
  for (std::size_t i = 0; i < exchange.fetched.size(); ++i)
    if (const auto& told = exchange.counts.documents[i])
      read_cells(exchange.fetched[i], told->terms[field_index(field)][place]);
}

double Readings::sign(std::size_t row) const {
  return !negative_.empty() && negative_[row] != 0 ? -1 : 1;
}

void Readings::read_lists(const RtkAnswer& answer,
                          const SiloProtocol& protocol) {
  const bool exact = !protocol.noise.add;
  for (std::size_t row = 0; row < answer.rows.size(); ++row) {
    const auto& list = answer.rows[row];
    if (list.size() < protocol.capacity)
      for (std::size_t at = row; at < readings_.size(); at += rows_)
        readings_[at].listing = Listing::kUnlisted;
    for (const Posting& posting : list) {
      Reading& reading = readings_[posting.document * rows_ + row];
      reading.listing = Listing::kListed;
      if (exact) reading.cell = sign(row) * posting.value;
    }
  }
}

void Readings::read_cells(std::uint32_t document,
                          std::span<const double> told) {
  const double draw =
      telling_.exact && telling_.shared ? shared_draw(told, negative_) : 0;
  for (std::size_t row = 0; row < rows_; ++row)
    readings_[document * rows_ + row].cell = sign(row) * (told[row] - draw);
}

}  // namespace fedltr
