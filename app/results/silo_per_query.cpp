#include <cmath>

#include "app/results/federation_files.hpp"
#include "app/results/silo_files.hpp"

namespace fedltr {
namespace {

std::string per_query_tsv(const SiloPoint& point, const std::string& method) {
  CsvTable<PerQueryRow> table(per_query_columns(), '\t');
  for (const SiloRun& run : point.runs) {
    const Matrix& values = run.methods.at(method).queries;
    for (std::size_t q = 0; q < run.names.size(); ++q)
      for (std::size_t m = 0; m < point.metrics.size(); ++m)
        if (const double value = values(q, m); !std::isnan(value))
          table.add(
              {{1, run.repeat}, run.names[q], point.metrics[m].name, value});
  }
  return table.take();
}

}  // namespace

SiloFile silo_per_query_file() {
  return single_file<SiloResults>(
      per_query_description(), [](const SiloResults& results) {
        return per_query_tsv(results.point,
                             headline(results.point.described.scenario));
      });
}

SiloFile method_per_query_file() {
  FileDescription about = per_query_description();
  about.holds = "The same for method NAME alone.";
  return file_by_method(std::move(about), per_query_tsv);
}

}  // namespace fedltr
