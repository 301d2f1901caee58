#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/data/text_files.hpp"
#include "app/plan/silo_run.hpp"
#include "app/schema/reader.hpp"

namespace fedltr {

/// One point of a grid of silos, from its plans to its results.
struct SiloPoint {
  GridPoint described;
  std::shared_ptr<const LoadedCollection> data;
  std::vector<NamedMetric> metrics;
  std::vector<std::string> methods;  ///< methods_of(), in the reports' order
  std::vector<std::shared_ptr<const SiloPlan>> plans;  ///< by repeat
  std::vector<SiloRun> runs;                           ///< finished, by repeat
  std::optional<SearchTime> search;  ///< with silo.timed-terms
};

/// Makes the plans of a scenario's repeats, and its metrics.
/// @param first  number of the first run
/// @throws UsageError  for what does not fit the data
void build_silo(SiloPoint& point, std::uint32_t first);

/// What a plan takes from a scenario alone: protocol, options, methods and seed
/// of a repeat, from 1.
void complete_plan(const Scenario& scenario, std::uint32_t repeat,
                   SiloPlan& plan);

/// The metrics of a scenario whose judgements have so many grades.
/// @throws std::invalid_argument  for an evaluation.err-grade below theirs
std::vector<NamedMetric> metrics_of(const Scenario& scenario, Index grades);

/// The method that a scenario's metrics are of; where all are run, the full
/// protocol.
std::string headline(const Scenario& scenario);
/// The methods that are run and reported: untrained rankers, then those of
/// silo_methods().
std::vector<std::string> methods_of(const Scenario& scenario);
/// Whether it is one of untrained_rankers().
bool is_untrained(const std::string& method);
SiloProtocol protocol_of(const Scenario& scenario);

}  // namespace fedltr
