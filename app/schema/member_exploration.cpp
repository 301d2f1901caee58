#include "app/schema/member_exploration.hpp"

#include <algorithm>

namespace fedltr {

const std::vector<std::pair<std::string, Exploration>>& explorations() {
  static const std::vector<std::pair<std::string, Exploration>> all = {
      {"sampled", Exploration::kSampled},
      {"swap", Exploration::kSwap},
      {"none", Exploration::kNone}};
  return all;
}

Exploration exploration_of(const Scenario& scenario) {
  const std::string& name = scenario.text.at("members.exploration");
  return std::ranges::find(explorations(), name,
                           &std::pair<std::string, Exploration>::first)
      ->second;
}

}  // namespace fedltr
