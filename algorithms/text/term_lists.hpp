#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/text/term.hpp"

namespace fedltr {

using Terms = std::span<const TermCount>;

/// Number of occurrences of a term in a field, possibly 0.
std::int32_t count_of(Terms terms, TermId term);

/// Counts the terms of one text after another; keeps its memory.
class TermCounter {
 public:
  /// @param times  1 or more
  void add(TermId term, std::int32_t times = 1);
  /// Returns the terms added since the last take(), in ascending order; valid
  /// until the next add().
  Terms take();

 private:
  std::vector<std::int32_t> counts_;  ///< by term
  std::vector<TermId> seen_;          ///< the first distinct_, and room
  std::size_t distinct_ = 0;
  std::vector<TermCount> sorted_;
};

/// One field of all documents, in a few large blocks: grows without moving its
/// contents.
class TermLists {
 public:
  TermLists() = default;
  TermLists(TermLists&&) = default;
  TermLists& operator=(TermLists&&) = default;

  void push_back(Terms terms);
  Terms operator[](std::size_t document) const { return lists_[document]; }
  /// Number of terms of a field, with repetitions.
  std::uint32_t length(std::size_t document) const {
    return lengths_[document];
  }
  std::size_t size() const { return lists_.size(); }
  std::size_t term_counts() const { return entries_; }

 private:
  std::vector<std::vector<TermCount>> blocks_;
  std::vector<Terms> lists_;  ///< into blocks_
  std::vector<std::uint32_t> lengths_;
  std::size_t entries_ = 0;
};

}  // namespace fedltr
