#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/plan/silo_plans.hpp"

namespace fedltr {

/// Verdict on a party at the level .05.
enum class Verdict : std::uint8_t { kGains, kLoses, kUndecided };
const char* name_of(Verdict verdict);

/// Difference of two methods on a party's own test queries, each query by its
/// mean over the repeats in which it belongs to this party.
struct PartyGain {
  double alone = 0;   ///< mean of the other method; NaN: no such query
  double method = 0;  ///< mean of the method
  std::size_t queries = 0;
  PairedDifference difference;  ///< pairs = 0 with fewer than two queries
  double p = 1;  ///< p-value of its t-test, adjusted by Holm for all parties
  Verdict verdict = Verdict::kUndecided;
};

/// A method compared with the best one that needs no joining.
struct Gains {
  std::string method;
  std::string alone;
  Index metric = 0;
  std::vector<PartyGain> parties;

  std::size_t count(Verdict verdict) const;
};

/// True if a method uses data or models of other parties.
bool needs_joining(const std::string& method);

/// Returns the method by which members join: the headline method, with own rows
/// if they have some.
std::string joint_method(const SiloPoint& point);

/// Returns the best method without joint training and sketches, by the mean
/// over queries of the main metric. It is chosen on the test queries
/// themselves, which favours it. nullopt if there is no such method.
std::optional<std::string> best_alone(const SiloPoint& point);

/// Tests which parties gain or lose by a method. nullopt if the method needs no
/// joining itself, there is none to compare it with, or only one party.
std::optional<Gains> gains_of(const SiloPoint& point,
                              const std::string& method);

}  // namespace fedltr
