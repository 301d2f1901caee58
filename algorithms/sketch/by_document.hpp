#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/sketch/reverse_top_k.hpp"

namespace fedltr {

/// The postings of some rows' lists, document by document: in time of their
/// number and the largest document's, not of rows times documents. It holds
/// four bytes for each number up to that: for lists of one's own, whose
/// documents are known.
class PostingsByDocument {
 public:
  struct Place {
    std::uint32_t row;
    std::uint32_t index;  ///< in the row's list
  };

  /// @param rows  lists in which a document stands once at most
  explicit PostingsByDocument(std::span<const std::vector<Posting>> rows);

  /// Calls visit(document, places) for each document that a row lists, in
  /// ascending order, with its places by row.
  template <class Visit>
  void each(const Visit& visit) const {
    for (std::size_t d = 0; d + 1 < from_.size(); ++d)
      if (from_[d] < from_[d + 1])
        visit(static_cast<std::uint32_t>(d),
              std::span(places_).subspan(from_[d], from_[d + 1] - from_[d]));
  }
  /// Number of documents listed.
  std::size_t documents() const;

 private:
  std::vector<std::uint32_t> from_;  ///< first place of each document, and end
  std::vector<Place> places_;
};

}  // namespace fedltr
