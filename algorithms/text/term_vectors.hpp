#pragma once

#include <span>
#include <vector>

#include "algorithms/core/linalg.hpp"
#include "algorithms/text/collection.hpp"

namespace fedltr {

/// Texts as points of unit length, for clustering: (1 + log count) log(N / df)
/// of each term of title and body, added with its sign at its place among
/// kDimensions (feature hashing, Weinberger et al., ICML 2009). df counts
/// bodies; a term that is in no body has weight 0.
class TermVectors {
 public:
  static constexpr Index kDimensions = 256;

  /// The collection must outlive this.
  explicit TermVectors(const Collection& collection);

  /// All zero if the text has no term that distinguishes it from others.
  Vector document(std::size_t document) const;
  Vector query(std::size_t query) const;

 private:
  void add(TermId term, double count, Vector& vector) const;

  const Collection& collection_;
  std::vector<double> idf_;  ///< by term
};

}  // namespace fedltr
