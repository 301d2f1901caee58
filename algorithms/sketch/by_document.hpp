#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/sketch/reverse_top_k.hpp"

namespace fedltr {

/// Visits the postings of some rows' lists document by document. Takes time and
/// memory for the number of postings, however large a document's number is.
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
        visit(numbers_.empty() ? static_cast<std::uint32_t>(d) : numbers_[d],
              std::span(places_).subspan(from_[d], from_[d + 1] - from_[d]));
  }
  /// Number of listed documents.
  std::size_t documents() const;

 private:
  std::vector<std::uint32_t> numbers_;  ///< of documents; empty: from 0 on
  std::vector<std::uint32_t> from_;  ///< first place of each document, and end
  std::vector<Place> places_;
};

}  // namespace fedltr
