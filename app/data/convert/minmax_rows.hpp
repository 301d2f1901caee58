#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/data/convert/convert_input.hpp"
#include "app/data/convert/letor_row.hpp"

namespace fedltr {

/// Passes all rows on, as often as it is called.
using RowSource = std::function<void(const VisitRow&, InputNotes&)>;

/// Features by index from 1, of a text like `19-33,76`; ascending, each once.
/// @param first  index of the first feature in the text, 0 or 1
/// @throws UsageError  for what is no index or range, with what is allowed
std::vector<std::uint32_t> parse_features(const std::string& text,
                                          std::uint32_t first);

/// Brings features to [0, 1], (value - least) / (most - least): those of `set`
/// by their least and most value in all rows, every other by those in its
/// query.
///
/// As the authors of AOL4FOLTR do (`fpdgd/data/LetorDataset.py` of their code):
/// a feature that is constant in its query becomes 0, one of `set` that is
/// constant in all rows is left as it is, and so are the other features of a
/// query with one document. What a row leaves out counts as 0.
///
/// Reads the source once, here, for the bounds. Of what comes from it a query
/// is in memory at a time.
RowSource minmax_rows(const RowSource& source,
                      const std::vector<std::uint32_t>& set);

}  // namespace fedltr
