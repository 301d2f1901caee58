#pragma once

#include "scenarios/data/model_file.hpp"
#include "scenarios/output/federation_files.hpp"
#include "scenarios/output/silo_files.hpp"

namespace fedltr {

/// The final model of a run, as its file has it.
ModelFile final_model(const FederationResults& results,
                      const FinishedRun& finished);

// What final models rank, as TREC runs; wanted with run.rankings.
FederationFile rankings_file();
SiloFile silo_rankings_file();

}  // namespace fedltr
