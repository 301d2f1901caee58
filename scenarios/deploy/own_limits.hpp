#pragma once

#include <cstddef>
#include <filesystem>
#include <limits>
#include <optional>
#include <set>
#include <string>

#include "scenarios/deploy/agreement.hpp"

namespace fedltr {

/// How much less than the agreement a party tells, by a file of its own:
///
///   [answers]
///   budget = 5        accounted epsilon a document, at most the agreement's
///   in-all = 400      answers, over all runs of its ledger
///   a-member = 150    the same, to one member
///   refuse = west     members whose questions it answers with nothing
struct OwnLimits {
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

  std::optional<double> budget;
  std::size_t answers = kNone;
  std::size_t answers_a_member = kNone;
  std::set<std::string> refused;
};

/// @throws UsageError  naming file, line, key and value, for what is no such
///                     file or asks for more than the agreement allows
OwnLimits read_own_limits(const std::filesystem::path& file,
                          const Agreement& agreement);

}  // namespace fedltr
