#pragma once

#include <functional>

#include "app/data/convert/convert_input.hpp"
#include "app/data/convert/letor_row.hpp"

namespace fedltr {

/// Passes all rows on, each time it is called.
using RowSource = std::function<void(const VisitRow&, InputNotes&)>;

/// Brings the rows of each query together, in the order of the queries' first
/// rows; a query's rows keep their order. Holds all rows in memory.
RowSource merged_rows(RowSource source);

/// Makes words of the names of queries and documents, by quoted_name().
RowSource quoted_rows(RowSource source);

/// Replaces blanks, control characters, `#` and `%` by %20, %23, %25 ..., as in
/// addresses of the Web. Different names stay different.
std::string quoted_name(std::string_view name);

}  // namespace fedltr
