#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/statistics/spread.hpp"
#include "app/plan/silo_repeat.hpp"
#include "app/results/attack_report.hpp"
#include "app/results/unlearning_report.hpp"
#include "app/schema/scenario.hpp"

namespace fedltr {

/// Keys of a grid with their values at one point, in the grid's order.
using PointSettings = std::vector<std::pair<std::string, std::string>>;

/// Final metrics over runs, by name.
using NamedSpreads = std::vector<std::pair<std::string, Spread>>;

/// Final metrics of a method in one run; of silos means over their parties.
struct FinalMetrics {
  int fold = 1;
  std::uint32_t repeat = 1;
  std::uint64_t seed = 0;
  std::uint64_t rounds = 0;
  std::optional<std::uint64_t> kept = {};  ///< round of a federation's model
  std::vector<double> values = {};
  std::vector<std::string> queries = {};  ///< names
  /// Those of `values` that queries have, on each of them: #queries by
  /// #metrics; NaN counts for no mean. Held by the run.
  const Matrix* per_query = nullptr;
};

/// Results of a method over the runs of a point. A federation has one method,
/// without a name.
struct MethodResults {
  std::string method = {};
  std::vector<std::string> metrics = {};
  std::vector<FinalMetrics> runs = {};
  std::string signature = {};

  NamedSpreads spreads() const;
};

/// Describes the progress of an interrupted point, e.g. "1 of 2 runs ended";
/// empty if it is complete.
std::string cut_short_text(std::size_t ended, std::size_t planned,
                           const char* runs);

/// Cost and success of reverse top-K retrieval over the runs.
struct RetrievalSummary {
  double cover = 0;        ///< mean over runs, terms and owners
  double cover_bound = 0;  ///< by Theorem 4, like cover; NaN: none
  std::uint64_t asked = 0;
  std::uint64_t bytes_moved = 0;
  std::uint64_t index_bytes = 0;    ///< maximum of a run
  std::uint64_t sketch_bytes = 0;   ///< maximum of a run
  std::uint32_t shortest_list = 0;  ///< of all runs

  double bytes_per_term() const;
};

/// Search among the silos of a point, over its runs.
struct SearchSummary {
  RetrievalSummary retrieval;
  double correlation = 0;       ///< of the body's BM25
  CountErrors count_errors;     ///< of single counts
  double accounted_counts = 0;  ///< epsilon of the noisy counts alone
  std::uint64_t withheld = 0;   ///< releases
  std::optional<SearchTime> time = {};
};

/// Results of one method at one point of a grid, for the files of the whole
/// grid.
struct PointResults {
  std::string folder = {};  ///< below the grid's
  PointSettings settings = {};
  std::string cut_short = {};  ///< cut_short_text()
  std::string method = {};     ///< of silos
  bool leads = true;  ///< true for the method of the point's own metrics
  NamedSpreads metrics = {};
  std::string signature = {};
  std::optional<AttackReport> attack = {};       ///< of federations
  std::vector<UnlearningReport> unlearned = {};  ///< by request
  double claimed = 0;                            ///< epsilon, as in grid.csv
  double accounted = 0;                          ///< the same
  std::optional<SearchSummary> search = {};      ///< of silos
  bool complete = true;                          ///< see summary.json
  std::vector<NamedPoint> named = {};            ///< among the settings
};

/// Returns the name of a point's folder, unique in the grid: its settings, e.g.
/// `clicks.model=perfect`, or `point-N` if these are no valid name.
/// @param number  of the point, from 0
std::string point_folder(const PointSettings& settings, std::size_t number);
/// True if point_folder() could return the name.
bool is_point_folder(std::string_view name);

/// Folders of baselines, below the run folder of a study.
inline constexpr const char* kHonestFolder = "honest";
inline constexpr const char* kRetrainedFolder = "retrained";

}  // namespace fedltr
