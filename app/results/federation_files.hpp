#pragma once

#include <string>
#include <vector>

#include "app/data/data_source.hpp"
#include "app/plan/build.hpp"
#include "app/results/manifest.hpp"
#include "app/results/output_file.hpp"
#include "app/results/timing.hpp"
#include "app/results/unlearning_report.hpp"
#include "app/schema/scenario.hpp"

namespace fedltr {

/// Inputs of the run folder of one federation: of one scenario, or of one point
/// of a grid.
struct FederationResults {
  const Scenario& scenario;
  const LoadedData& data;
  const std::vector<Run>& runs;    ///< one at least
  const std::vector<Run>& honest;  ///< all clients honest; may be empty
  const std::vector<UnlearningReport>& unlearned;  ///< by request
  std::size_t planned = 0;  ///< number of runs without interruption
  const Timing& timing;
};
using FederationFile = OutputFile<FederationResults>;

std::string manifest_of(const FederationResults& results);

/// All files of a federation's run folder. To add one: declare its function
/// here and add a line in federation_files.cpp.
const std::vector<FederationFile>& federation_files();

// One function per file, defined in the source of that name, e.g.
// rounds_csv.cpp.
FederationFile summary_json_file();
FederationFile rounds_csv_file();
FederationFile curves_svg_file();
FederationFile model_json_file();
FederationFile per_query_tsv_file();
FederationFile clients_csv_file();
FederationFile clients_csv_gz_file();
FederationFile rejected_csv_file();
FederationFile faults_csv_file();
FederationFile held_out_csv_file();
FederationFile compared_csv_file();
FederationFile propensities_csv_file();
FederationFile unlearning_json_file();
FederationFile state_bin_file();

/// Columns `fold` and `repeat` of a table whose rows have a `run`.
template <class Row>
std::vector<Column<Row>> run_columns() {
  return {
      {"fold", "fold of the data, from 1",
       [](const Row& row) { return row.run.fold; }},
      {"repeat", "repeat, from 1; each has its own seed",
       [](const Row& row) { return row.run.repeat; }},
  };
}

/// Names of the offline metrics.
std::vector<std::string> metric_names(const std::vector<NamedMetric>& metrics);
std::vector<std::string> metric_names(const std::vector<Run>& runs);

}  // namespace fedltr
