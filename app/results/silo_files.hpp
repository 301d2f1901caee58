#pragma once

#include <string>
#include <vector>

#include "app/plan/silo_plans.hpp"
#include "app/results/manifest.hpp"
#include "app/results/output_file.hpp"
#include "app/results/timing.hpp"

namespace fedltr {

/// Folder that holds one folder per method.
inline constexpr const char* kMethodsFolder = "methods";

/// Inputs of the run folder of one silo study.
struct SiloResults {
  const SiloPoint& point;  ///< with at least one run
  const Timing& timing;
};
using SiloFile = OutputFile<SiloResults>;

std::string manifest_of(const SiloResults& results);

/// All files of a silo's run folder; below methods/ one folder per method,
/// which `fedltr compare` reads like a run.
const std::vector<SiloFile>& silo_files();

// One function per file, defined in the source of that name, e.g.
// parties_csv.cpp.
SiloFile silo_summary_file();
SiloFile parties_csv_file();
SiloFile features_csv_file();
SiloFile features_svg_file();
SiloFile relevance_svg_file();
SiloFile exact_relevance_svg_file();   ///< in relevance_svg.cpp
SiloFile relevance_tsne_file();        ///< in relevance_svg.cpp
SiloFile exact_relevance_tsne_file();  ///< in relevance_svg.cpp
SiloFile silo_curves_csv_file();
SiloFile silo_curves_svg_file();  ///< in silo_curves.cpp
SiloFile silo_model_file();
SiloFile silo_per_query_file();
SiloFile search_timing_file();  ///< in search_timing_csv.cpp
SiloFile method_summary_file();
SiloFile method_per_query_file();
SiloFile method_manifest_file();

/// A file in the folder of each method.
/// @param about  description of the file, with its name in that folder
SiloFile file_by_method(FileDescription about,
                        std::string (*text)(const SiloResults& results,
                                            const std::string& method));

}  // namespace fedltr
