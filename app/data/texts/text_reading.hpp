#pragma once

#include "algorithms/text/readers.hpp"
#include "app/data/texts/text_layout.hpp"

namespace fedltr {

// Read the files of a text collection, plain or gzip, one entry at a time.
// @throws DataError  naming file and line

void read_documents(const std::filesystem::path& file, TextLayout layout,
                    const VisitDocument& visit);
void read_queries(const std::filesystem::path& file, TextLayout layout,
                  const VisitQuery& visit);
void read_judgements(const std::filesystem::path& file,
                     const VisitJudgement& visit);
/// Derives the grade of each document from its rank (grade_of_rank()).
void read_ranks(const std::filesystem::path& file, const VisitJudgement& visit);

/// Reads the ranks if the collection has them, otherwise its judgements.
void read_grades(const TextFiles& files, const VisitJudgement& visit);

/// @throws DataError  unless it can be read
void require_text_file(const std::filesystem::path& file);

}  // namespace fedltr
