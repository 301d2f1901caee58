#pragma once

#include "app/data/data_source.hpp"
#include "app/data/fold_files.hpp"

namespace fedltr {

/// Gives a fold's training set its weights, if it has them: a number above 0 a
/// line, over all files one for each query, or one for each document, the same
/// within a query.
/// @param sizes   queries of each part of the set, whose weights are in a file
///                of their own; if there is one part, in all files
/// @param merged  rows have moved, so there are no weights of documents
/// @throws DataError  with file and line; for another number of them, and for
///                    documents of a query that differ
void weigh_queries(const FoldFiles& files, const std::vector<Index>& sizes,
                   bool merged, Fold& fold);

}  // namespace fedltr
