#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/sketch/reverse_top_k.hpp"

namespace fedltr {

/// Visits the postings of some rows' lists document by document. Takes time for
/// the number of postings and the largest document number, not for rows times
/// documents, and four bytes for each number up to the largest; meant for one's
/// own lists, whose document numbers are trusted.
class PostingsByDocument {
 public:
  struct Place {
    std::uint32_t row;
    std::uint32_t index;  ///< in the row's list
  };

  /// @param rows  lists that hold each document at most once
  explicit PostingsByDocument(std::span<const std::vector<Posting>> rows);

  /// Calls visit(document, places) for each listed document, in ascending
  /// order, with its places by row.
  template <class Visit>
  void each(const Visit& visit) const {
    for (std::size_t d = 0; d + 1 < from_.size(); ++d)
      if (from_[d] < from_[d + 1])
        visit(static_cast<std::uint32_t>(d),
              std::span(places_).subspan(from_[d], from_[d + 1] - from_[d]));
  }
  /// Number of listed documents.
  std::size_t documents() const;

 private:
  std::vector<std::uint32_t> from_;  ///< first place of each document, and end
  std::vector<Place> places_;
};

}  // namespace fedltr
