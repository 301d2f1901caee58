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

/// How much less than the agreement a party tells, by a file of its own:
///
///   [answers]
///   budget = 5        accounted epsilon a document, at most the agreement's
///   in-all = 400      answers, over all runs of its ledger
///   a-member = 150    the same, to one member
///   a-run = 2000      the same, in one run; more than limit_without_budget()
///                     is more, not less
///   refuse = west     members whose questions it answers with nothing
struct OwnLimits {
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

  std::optional<double> budget;
  std::size_t answers = kNone;
  std::size_t answers_a_member = kNone;
  std::optional<std::size_t> answers_a_run;  ///< to one member
  std::set<std::string> refused;
};

/// Answers to one member in a run where no budget ends them, unless a party
/// says otherwise: noise without a budget is averaged away by asking on. Two
/// answers a query; whoever asks for as many queries as the owner has documents
/// has two to spare for each.
/// @param documents  of the owner, whom no asker can make larger
constexpr std::size_t limit_without_budget(std::size_t documents) {
  return std::max<std::size_t>(1000, 4 * documents);
}

/// @throws UsageError  naming file, line, key and value, for what is no such
///                     file or asks for more than the agreement allows
OwnLimits read_own_limits(const std::filesystem::path& file,
                          const Agreement& agreement);

}  // namespace fedltr
