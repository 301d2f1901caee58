#pragma once

#include <filesystem>

#include "algorithms/silo_search/known_statistics.hpp"
#include "algorithms/text/collection.hpp"

namespace fedltr {

/// What a run leaves beside a party's model.json.
inline constexpr const char* kStatisticsFile = "statistics.tsv";

/// Writes what is known of each term of a dictionary: a row a term, and for
/// title and body the number of documents that hold it and its share of all
/// terms there, numbers that read back exactly. Row `*` has the number of
/// documents and the mean length of the field.
void write_statistics(const std::filesystem::path& file,
                      const KnownStatistics& statistics,
                      const Dictionary& dictionary);

/// Reads that, also as .gz, for a collection, which may have changed since: of
/// terms that only the file has nothing is kept, those that only the collection
/// has are as frequent as in its own documents.
/// @throws DataError  with file and line
KnownStatistics read_statistics(const std::filesystem::path& file,
                                const Collection& collection);

}  // namespace fedltr
