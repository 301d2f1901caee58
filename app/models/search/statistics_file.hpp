#pragma once

#include <filesystem>

#include "algorithms/silo_search/known_statistics.hpp"
#include "algorithms/text/collection.hpp"

namespace fedltr {

/// Name of a file that a run leaves beside a party's model.json.
inline constexpr const char* kStatisticsFile = "statistics.tsv";

/// Writes the statistics of each term of a dictionary: one row per term, with
/// the number of documents that hold it and its share of all terms, for title
/// and body; numbers are exact when read back. Row `*` has the number of
/// documents and the mean length of the field.
void write_statistics(const std::filesystem::path& file,
                      const KnownStatistics& statistics,
                      const Dictionary& dictionary);

/// Reads this file, also as .gz, for a collection, which may have changed
/// since: terms that only the file has are ignored; terms that only the
/// collection has keep the statistics of its own documents.
/// @throws DataError  with file and line
KnownStatistics read_statistics(const std::filesystem::path& file,
                                const Collection& collection);

}  // namespace fedltr
