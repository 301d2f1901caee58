#pragma once

#include <cstdint>

#include "algorithms/audit/overhear.hpp"

namespace fedltr {

/// Links between equal terms of different questions: equal terms have equal
/// columns under one key, whichever party asks.
struct LinkedTerms {
  std::uint64_t pairs = 0;  ///< pairs of terms in different questions
  double same = 0;          ///< share of these that are the same term, which is
                            ///< the precision of random links
  std::uint32_t rows = 0;   ///< minimum number of agreeing rows
  double linked = 0;        ///< share of the same ones that are linked
  double precision = 0;  ///< share of the linked that are the same; NaN if none
};

/// Attack: links two terms if enough rows agree in column (and sign, if sent)
/// that fewer than one of all pairs of different terms would by chance.
/// @param terms  maximum; takes the first ones, so that pairs stay few
LinkedTerms link_terms(const Overheard& heard, std::size_t terms = 2000);

/// Minimum number of rows for which the expected number of pairs that agree in
/// all of them by chance is below one; rows + 1 if there is none.
/// @param chance  of agreement in one row
std::uint32_t rows_beyond_chance(std::uint32_t rows, double chance,
                                 std::uint64_t pairs);

}  // namespace fedltr
