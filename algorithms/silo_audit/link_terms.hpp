#pragma once

#include <cstdint>

#include "algorithms/silo_audit/overhear.hpp"

namespace fedltr {

/// Which terms of different questions are the same: equal terms have equal
/// columns under one key, whoever asks.
struct LinkedTerms {
  std::uint64_t pairs = 0;  ///< of terms in different questions
  double same = 0;          ///< share of these that are the same term: what a
                            ///< guess that links at random is right
  std::uint32_t rows = 0;   ///< that have to agree
  double linked = 0;        ///< share of the same ones that are linked
  double precision = 0;  ///< share of the linked that are the same; NaN: none
};

/// Attack: links two terms if so many rows agree in column (and sign, if told)
/// that of all pairs of different terms less than one would by chance.
/// @param terms  at most, the first; so that pairs stay few
LinkedTerms link_terms(const Overheard& heard, std::size_t terms = 2000);

/// Least number of rows for which the expected number of pairs that agree in so
/// many by chance is below one; rows + 1: there is none.
/// @param chance  of agreeing in one row
std::uint32_t rows_beyond_chance(std::uint32_t rows, double chance,
                                 std::uint64_t pairs);

}  // namespace fedltr
