#include <benchmark/benchmark.h>

namespace fedltr {

/// In aggregation_bench.cpp: registers a benchmark for each rule of the table,
/// which does not exist before main().
void register_rules();

}  // namespace fedltr

int main(int argc, char** argv) {
  fedltr::register_rules();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
}
