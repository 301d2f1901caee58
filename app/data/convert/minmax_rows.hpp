#pragma once

#include <string>
#include <vector>

#include "app/data/convert/row_sources.hpp"

namespace fedltr {

/// Parses indices of features, from 1, of a text like `19-33,76`; ascending,
/// each once.
/// @param first  index of the first feature in the text, 0 or 1
/// @throws UsageError  for an invalid index or range, with the allowed ones
std::vector<std::uint32_t> parse_features(const std::string& text,
                                          std::uint32_t first);

/// Scales features to [0, 1], (value - min) / (max - min): those of `set` by
/// their bounds in all rows, the others by those in their query.
///
/// As the authors of AOL4FOLTR do (`fpdgd/data/LetorDataset.py` of their code):
/// a feature that is constant in its query becomes 0. A feature of `set` that
/// is constant in all rows is unchanged, and so are the other features of a
/// query with one document. An absent feature counts as 0.
///
/// Reads the source once now, for the bounds. The returned source holds one
/// query in memory at a time.
RowSource minmax_rows(const RowSource& source,
                      const std::vector<std::uint32_t>& set);

}  // namespace fedltr
