#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/plan/silo_plans.hpp"

namespace fedltr {

/// What can be said of a party at the level .05.
enum class Verdict : std::uint8_t { kGains, kLoses, kUndecided };
const char* name_of(Verdict verdict);

/// A party's own test queries by a method, less the same by another, each query
/// by its mean over the repeats in which it was this party's.
struct PartyGain {
  double alone = 0;   ///< mean by the other; NaN: it has no such query
  double method = 0;  ///< mean by the method
  PairedDifference difference;  ///< pairs = 0 of fewer than two queries
  double p = 1;  ///< of its t-test, by Holm's adjustment for all parties
  Verdict verdict = Verdict::kUndecided;
};

/// A method against the best that needs no joining.
struct Gains {
  std::string method;
  std::string alone;
  Index metric = 0;
  std::vector<PartyGain> parties;

  std::size_t count(Verdict verdict) const;
};

/// The best method without joint training and without what sketches tell, by
/// the mean over queries of the main metric: chosen on the test queries
/// themselves, which favours it. None: there is none among the methods.
std::optional<std::string> best_alone(const SiloPoint& point);
/// The best untrained method by the same mean.
std::optional<std::string> best_untrained(const SiloPoint& point);

/// Who gains and who loses by a method. None: it needs no joining itself, there
/// is nothing to compare it with, or one party only.
std::optional<Gains> gains_of(const SiloPoint& point,
                              const std::string& method);

}  // namespace fedltr
