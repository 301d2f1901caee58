#include "algorithms/sketch/rtk_sketch.hpp"

#include <algorithm>
#include <functional>

#include "algorithms/core/require.hpp"

namespace fedltr {
namespace {

/// Entries that may gather beyond the capacity before a cut: a cut then looks
/// at each of them four or five times.
std::size_t slack(std::size_t capacity) {
  return capacity / 4 + 8;
}

std::uint32_t magnitude_of(std::int32_t value) {
  return value < 0 ? -static_cast<std::uint32_t>(value)
                   : static_cast<std::uint32_t>(value);
}

}  // namespace

RtkSketch::RtkSketch(SketchShape shape, std::uint32_t capacity)
    : shape_(shape),
      capacity_(capacity),
      ends_(shape.kind == SketchKind::kCount ? 2 : 1),
      lists_(ends_ * shape.cells()),
      floors_(ends_ * shape.cells()),
      positive_from_(shape.cells(), 1),
      negative_from_(shape.cells(), -1),
      promising_(shape.cells()) {
  require(shape.rows >= 1 && shape.columns >= 1,
          "a sketch has at least one row and one column");
  require(capacity >= 1 && capacity <= 1U << 24,
          "a list of an RTK sketch holds 1 to 2^24 documents");
}

void RtkSketch::cut(std::size_t list) {
  auto& entries = lists_[list];
  if (entries.size() <= capacity_) return;
  const auto end = entries.begin() + capacity_;
  // The best of the rejected entries ends up at the cut.
  std::ranges::nth_element(entries, end, std::greater<>());
  floors_[list] = end->key;
  const bool negative = ends_ == 2 && list % 2 == 1;
  if (negative)
    negative_from_[list / ends_] = -end->magnitude();
  else
    positive_from_[list / ends_] = end->magnitude();
  entries.resize(capacity_);
}

std::span<const std::uint32_t> RtkSketch::promising(
    std::span<const std::int32_t> values) {
  std::size_t count = 0;
  for (std::size_t cell = 0; cell < values.size(); ++cell) {
    // Without branches: random signs would mispredict half of them.
    promising_[count] = cell;
    count += static_cast<int>(values[cell] >= positive_from_[cell]) |
             static_cast<int>(values[cell] <= negative_from_[cell]);
  }
  return {promising_.data(), count};
}

void RtkSketch::add(std::size_t list, RtkEntry entry) {
  auto& entries = lists_[list];
  const std::size_t most = capacity_ + slack(capacity_);
  if (entries.size() == most) {
    cut(list);
    if (entry.key <= floors_[list]) return;
  }
  if (entries.size() == entries.capacity())
    entries.reserve(
        std::min(most, std::max<std::size_t>(8, entries.capacity() * 2)));
  entries.push_back(entry);
}

void RtkSketch::insert(std::uint32_t document, const Sketch& sketch) {
  require(sketch.shape() == shape_,
          "a document's sketch and the RTK sketch have different shapes");
  require(document < std::uint32_t{1} << 31, "a document's id is below 2^31");
  require(!holds(document), "the RTK sketch holds this document already");
  if (document >= present_.size()) present_.resize(document + 1);
  present_[document] = true;
  ++count_;
  const auto cells = sketch.cells();
  for (const std::uint32_t cell : promising(cells)) {
    const std::int32_t value = cells[cell];
    const std::size_t list = index(cell, end_of(value));
    const RtkEntry entry = RtkEntry::of(document, magnitude_of(value));
    if (entry.key > floors_[list]) add(list, entry);
  }
}

void RtkSketch::forget(std::uint32_t document) {
  require(holds(document), "the RTK sketch does not hold this document");
  present_[document] = false;
  --count_;
}

void RtkSketch::remove(std::size_t list, std::uint32_t document) {
  cut(list);
  auto& entries = lists_[list];
  const auto found = std::ranges::find(entries, document, &RtkEntry::document);
  if (found == entries.end()) return;
  *found = entries.back();
  entries.pop_back();
}

void RtkSketch::erase(std::uint32_t document, const Sketch& sketch) {
  require(sketch.shape() == shape_,
          "a document's sketch and the RTK sketch have different shapes");
  forget(document);
  const auto cells = sketch.cells();
  for (const std::uint32_t cell : promising(cells)) {
    const std::int32_t value = cells[cell];
    const std::size_t list = index(cell, end_of(value));
    if (RtkEntry::of(document, magnitude_of(value)).key > floors_[list])
      remove(list, document);
  }
}

void RtkSketch::erase(std::uint32_t document) {
  forget(document);
  for (std::size_t list = 0; list < lists_.size(); ++list)
    remove(list, document);
}

std::size_t RtkSketch::find(std::uint32_t row, std::uint32_t column,
                            ListEnd end) const {
  require(row < shape_.rows && column < shape_.columns,
          "the RTK sketch has no such cell");
  require(end == ListEnd::kPositive || ends_ == 2,
          "a Count-Min sketch has no negative end");
  return index(std::size_t{row} * shape_.columns + column, end);
}

std::span<const RtkEntry> RtkSketch::list(std::uint32_t row,
                                          std::uint32_t column, ListEnd end) {
  const std::size_t list = find(row, column, end);
  cut(list);
  return lists_[list];
}

std::span<const RtkEntry> RtkSketch::ordered_list(std::uint32_t row,
                                                  std::uint32_t column,
                                                  ListEnd end) {
  const std::size_t list = find(row, column, end);
  cut(list);
  auto& entries = lists_[list];
  // Sorts once: a list is read more often than it changes.
  const auto ascending = [](RtkEntry a, RtkEntry b) {
    return a.document() < b.document();
  };
  if (!std::ranges::is_sorted(entries, ascending))
    std::ranges::sort(entries, ascending);
  return entries;
}

std::int32_t RtkSketch::floor(std::uint32_t row, std::uint32_t column,
                              ListEnd end) const {
  return RtkEntry{floors_[find(row, column, end)]}.magnitude();
}

std::uint32_t RtkSketch::shortest_full() {
  std::size_t least = capacity_;
  for (std::size_t list = 0; list < lists_.size(); ++list) {
    cut(list);
    if (floors_[list] != 0) least = std::min(least, lists_[list].size());
  }
  return least;
}

std::size_t RtkSketch::bytes() const {
  std::size_t sum = lists_.capacity() * sizeof(std::vector<RtkEntry>) +
                    floors_.capacity() * sizeof(std::uint64_t) +
                    3 * shape_.cells() * sizeof(std::uint32_t) +
                    present_.capacity() / 8;
  for (const auto& entries : lists_)
    sum += entries.capacity() * sizeof(RtkEntry);
  return sum;
}

}  // namespace fedltr
