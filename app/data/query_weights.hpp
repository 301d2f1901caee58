#pragma once

#include "app/data/data_source.hpp"

namespace fedltr {

/// Reads weights of a set's queries: a number above 0 a line, over all files
/// one for each query, or one for each document, the same within a query.
/// @param merged  rows have moved, so there are no weights of documents
/// @throws DataError  with file and line; for another number of them, and for
///                    documents of a query that differ
std::vector<double> read_query_weights(
    const std::vector<std::filesystem::path>& files, const Dataset& data,
    bool merged);

/// Gives the training sets the weights of data.weights, if it is set.
/// @throws DataError  as read_query_weights()
void load_query_weights(const Scenario& scenario, LoadedData& loaded);

}  // namespace fedltr
