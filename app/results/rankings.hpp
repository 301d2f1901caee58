#pragma once

#include "app/data/model_file.hpp"
#include "app/results/federation_files.hpp"
#include "app/results/silo_files.hpp"

namespace fedltr {

/// The final model of a run, as in its file.
ModelFile final_model(const FederationResults& results, const Run& run);

/// Appends the lines of a TREC run: a test query's documents by score; nothing
/// if there are no scores, or some are not finite.
void append_ranking(std::string& text, const Collection& collection,
                    const TestQuery& test, const Vector& scores);

// Rankings by final models, as TREC runs; written with run.rankings.
FederationFile rankings_file();
SiloFile silo_rankings_file();

}  // namespace fedltr
