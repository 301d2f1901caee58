#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "algorithms/silo/shared_metrics.hpp"
#include "algorithms/silo/silo_options.hpp"
#include "algorithms/sketch/query.hpp"
#include "algorithms/text/synthetic_text.hpp"
#include "algorithms/text/tokens.hpp"

namespace fedltr {

/// Value of `silo.method` for all methods side by side.
inline constexpr const char* kAllSiloMethods = "all";

/// Values of [silo], and of data.* and synthetic.* for texts.
struct SiloSettings {
  bool on = false;  ///< true if the scenario has a [silo]

  // data.*
  std::filesystem::path folder;
  std::string qrels_split;
  std::filesystem::path documents;
  std::filesystem::path queries;
  std::filesystem::path qrels;
  std::filesystem::path ranks;
  std::string own_rows;  ///< file in each member's folder; empty: none

  std::uint64_t sample_seed = 1;

  SyntheticTextOptions texts;  ///< without the keys that synthetic.* shares

  /// Parties with a folder each; empty: one folder is divided.
  std::vector<std::string> members;
  std::uint32_t grades = 0;           ///< with members
  std::uint32_t session_queries = 0;  ///< of each member, with members
  MetricSharing sharing = MetricSharing::kNone;
  double metrics_epsilon = 1;  ///< of all shared metrics together
  std::uint32_t parties = 0;
  std::uint32_t own_documents = 0;  ///< of each party; 0: a part of all
  std::uint32_t own_queries = 0;    ///< the same
  std::string split;
  bool balanced = true;
  double moved = 0;
  TokenOptions tokens;
  SketchKind sketch = SketchKind::kCount;
  std::uint32_t rows = 0;
  std::uint32_t columns = 0;
  std::uint32_t frequency_rows = 0;
  std::uint32_t frequency_columns = 0;
  std::uint32_t real_rows = 0;  ///< 0 = all
  Confounders confounders = Confounders::kRandom;
  std::uint32_t shared = 0;
  double epsilon = 0;  ///< 0 = off
  std::string noise;
  double alpha = 0;
  double beta = 0;
  bool leave_out_absent = false;
  bool naive = false;
  std::uint32_t timed_terms = 0;
  std::uint32_t round_sizes = 1;
  std::uint32_t dummy_terms = 0;
  std::string method;
  bool t_sne = false;
  SiloOptions options;

  std::uint32_t queried_rows() const {
    return real_rows == 0 ? rows : real_rows;
  }
  bool noisy() const;
  /// True if parties have a number of documents or queries each.
  bool sized() const { return own_documents > 0 || own_queries > 0; }
};

}  // namespace fedltr
