#pragma once

#include <cstdint>

namespace fedltr {

/// Place of a term in a party's dictionary, from 0.
using TermId = std::uint32_t;

/// Number of occurrences of a term in a field. A field is a list of these in
/// ascending order of terms, each once, counts from 1.
struct TermCount {
  TermId term = 0;
  std::int32_t count = 0;

  friend bool operator==(const TermCount&, const TermCount&) = default;
};

}  // namespace fedltr
