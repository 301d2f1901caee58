#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "algorithms/members/exploration.hpp"
#include "algorithms/members/model_comparison.hpp"
#include "algorithms/members/privacy_unit.hpp"

namespace fedltr {

/// Values of [members].
struct MembersSettings {
  /// Kinds of evidence of relevance that members learn from.
  enum class Source { kJudgements, kSimulated, kClicks, kLog };
  enum class Level { kHonest, kLying };

  bool on = false;                     ///< true if the scenario has a [members]
  Opponent compare = Opponent::kNone;  ///< else evaluations compare by clicks
  std::vector<std::string> names;      ///< as in their certificates
  std::filesystem::path features;      ///< file of names, in order
  Source source = Source::kJudgements;
  PrivacyUnit unit = PrivacyUnit::kMember;
  double hold_out = 0;
  int grades = 0;  ///< in all members' rows; 0 = not agreed
  std::uint32_t searches = 0;
  std::filesystem::path folder;  ///< of all members' rows, for a rehearsal
  std::uint32_t epochs = 0;
  std::uint64_t every = 0;     ///< seconds
  std::uint32_t evaluate = 0;  ///< epochs; 0 = never
  double evaluate_share = 0;   ///< of the budget of a period
  double rate = 0;
  std::uint32_t steps = 0;
  double clip = 0;
  double divisor = 0;  ///< 0 = members in the sum
  std::uint32_t at_most = 0;
  double epsilon = 0;  ///< 0 = no noise
  double delta = 0;
  std::uint64_t period = 0;  ///< seconds
  Exploration exploration = Exploration::kSampled;
  Level level = Level::kHonest;
  double dropouts = 0;
  double colluders = 0;
  std::uint32_t groups = 1;    ///< with sums of their own
  std::uint32_t liars = 0;     ///< members that lie, in a rehearsal
  double lie = 0;              ///< length of theirs, in clips
  std::uint32_t window = 0;    ///< seconds
  std::uint32_t deadline = 0;  ///< seconds

  bool has_simulated_users() const { return source == Source::kSimulated; }
  bool has_real_users() const {
    return source == Source::kClicks || learns_from_log();
  }
  bool learns_from_log() const { return source == Source::kLog; }
  /// True if the lists that users see are drawn from the scores.
  bool draws_lists() const {
    return source == Source::kClicks && exploration == Exploration::kSampled;
  }
  bool has_users() const { return has_simulated_users() || has_real_users(); }
};

}  // namespace fedltr
