#include "algorithms/sketch/by_document.hpp"

#include <algorithm>

namespace fedltr {
namespace {

/// Numbers up to the largest, by posting, beyond which documents are counted by
/// rank.
constexpr std::size_t kMostEmpty = 64;

}  // namespace

PostingsByDocument::PostingsByDocument(
    std::span<const std::vector<Posting>> rows) {
  std::uint64_t end = 0;
  std::size_t postings = 0;
  for (const auto& row : rows) {
    postings += row.size();
    for (const Posting& posting : row)
      end = std::max(end, std::uint64_t{posting.document} + 1);
  }
  if (end > kMostEmpty * postings) {
    for (const auto& row : rows)
      for (const Posting& posting : row) numbers_.push_back(posting.document);
    std::ranges::sort(numbers_);
    numbers_.erase(std::ranges::unique(numbers_).begin(), numbers_.end());
    end = numbers_.size();
  }
  const auto slot = [this](std::uint32_t document) {
    if (numbers_.empty()) return std::size_t{document};
    return static_cast<std::size_t>(
        std::ranges::lower_bound(numbers_, document) - numbers_.begin());
  };
  // Counts go two places ahead, sums one ahead, and filling moves them into
  // place.
  from_.resize(end + 2);
  for (const auto& row : rows)
    for (const Posting& posting : row) ++from_[slot(posting.document) + 2];
  for (std::size_t d = 2; d < from_.size(); ++d) from_[d] += from_[d - 1];
  places_.resize(from_.back());
  for (std::uint32_t row = 0; row < rows.size(); ++row)
    for (std::uint32_t i = 0; i < rows[row].size(); ++i)
      places_[from_[slot(rows[row][i].document) + 1]++] = {row, i};
  from_.pop_back();
}

std::size_t PostingsByDocument::documents() const {
  std::size_t count = 0;
  for (std::size_t d = 0; d + 1 < from_.size(); ++d)
    count += from_[d] < from_[d + 1] ? 1 : 0;
  return count;
}

}  // namespace fedltr
