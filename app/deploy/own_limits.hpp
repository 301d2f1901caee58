#pragma once

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <limits>
#include <optional>
#include <set>
#include <string>

#include "app/deploy/agreement.hpp"

namespace fedltr {

/// A party's own settings, from a file: limits stricter than the agreement, and
/// rows of its own:
///
///   [answers]
///   budget = 5        accounted epsilon per document, at most the agreement's
///   in-all = 400      answers, over all runs of its ledger
///   a-member = 150    the same, to one member
///   a-run = 2000      the same, in one run; it may also exceed
///                     limit_without_budget()
///   refuse = west     members whose questions it answers with nothing
///   questions-a-query = 3   times that each own query is asked, over all runs
///                     of its ledger, or in its privacy.period
///   [data]
///   own-rows = engine.letor   rows of its own features, in its folder of data
struct OwnLimits {
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

  std::optional<double> budget;
  std::size_t answers = kNone;
  std::size_t answers_a_member = kNone;
  std::optional<std::size_t> answers_a_run;  ///< to one member
  std::set<std::string> refused;
  std::size_t questions_a_query = kNone;
  std::filesystem::path own_rows;  ///< empty: it has none
};

/// Maximum number of answers to one member in a run without a budget, unless a
/// party sets another: without a budget, an asker averages noise away by asking
/// again. A query takes two answers; an asker with one query per document of
/// the owner's has two to spare for each.
/// @param documents  of the owner; no asker can enlarge it
constexpr std::size_t limit_without_budget(std::size_t documents) {
  return std::max<std::size_t>(1000, 4 * documents);
}

/// @throws UsageError  naming file, line, key and value, for a file that is no
///                     such file or asks for more than the agreement allows
OwnLimits read_own_limits(const std::filesystem::path& file,
                          const Agreement& agreement);

}  // namespace fedltr
