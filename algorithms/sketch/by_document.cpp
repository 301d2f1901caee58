#include "algorithms/sketch/by_document.hpp"

#include <algorithm>

namespace fedltr {

PostingsByDocument::PostingsByDocument(
    std::span<const std::vector<Posting>> rows) {
  std::uint32_t end = 0;
  for (const auto& row : rows)
    for (const Posting& posting : row)
      end = std::max(end, posting.document + 1);
  // Counts go two places ahead, sums one ahead, and filling moves them into
  // place.
  from_.resize(std::size_t{end} + 2);
  for (const auto& row : rows)
    for (const Posting& posting : row) ++from_[posting.document + 2];
  for (std::size_t d = 2; d < from_.size(); ++d) from_[d] += from_[d - 1];
  places_.resize(from_.back());
  for (std::uint32_t row = 0; row < rows.size(); ++row)
    for (std::uint32_t i = 0; i < rows[row].size(); ++i)
      places_[from_[rows[row][i].document + 1]++] = {row, i};
  from_.pop_back();
}

std::size_t PostingsByDocument::documents() const {
  std::size_t count = 0;
  for (std::size_t d = 0; d + 1 < from_.size(); ++d)
    count += from_[d] < from_[d + 1] ? 1 : 0;
  return count;
}

}  // namespace fedltr
