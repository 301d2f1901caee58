#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/data/text_files.hpp"
#include "app/plan/silo_repeat.hpp"
#include "app/schema/reader.hpp"

namespace fedltr {

/// A point of a grid of silos, from its plans to its results.
struct SiloPoint {
  GridPoint described;
  std::shared_ptr<const LoadedCollection> data;
  std::vector<NamedMetric> metrics;
  std::vector<std::string> methods;  ///< methods_of(), in the reports' order
  std::vector<std::shared_ptr<const SiloPlan>> plans;  ///< by repeat
  std::vector<SiloRepeat> runs;                        ///< finished, by repeat
  std::optional<SearchTime> search;  ///< with silo.timed-terms
};

/// Builds the plans of a scenario's repeats, and its metrics.
/// @param first  number of the first run
/// @throws UsageError  for a mismatch with the data
void build_silo(SiloPoint& point, std::uint32_t first);

/// Sets the parts of a plan that need only the scenario: protocol, options,
/// methods and seed of a repeat, from 1.
void complete_plan(const Scenario& scenario, std::uint32_t repeat,
                   SiloPlan& plan);

/// Returns the metrics of a scenario whose judgements have `grades` grades.
/// @throws std::invalid_argument  for an evaluation.err-grade below theirs
std::vector<NamedMetric> metrics_of(const Scenario& scenario, Index grades);

/// Returns the method that a scenario's metrics refer to; the full protocol if
/// all methods run.
std::string headline(const Scenario& scenario);
/// Returns the methods to run and report: untrained rankers, then those of
/// silo_methods().
std::vector<std::string> methods_of(const Scenario& scenario);
/// True for one of untrained_rankers().
bool is_untrained(const std::string& method);
/// True for a ranker of members' own rows, which a run adds with data.own-rows.
bool uses_own_rows(const std::string& method);
SiloProtocol protocol_of(const Scenario& scenario);

}  // namespace fedltr
