#include "app/schema/more_rounds.hpp"

#include "app/schema/choices.hpp"

namespace fedltr {

std::optional<std::string> fixed_rounds(const Scenario& scenario) {
  const Choices choices(scenario);
  const auto& unlearning = scenario.unlearning;
  if (choices.unlearning && !unlearning.clients.empty() &&
      unlearning.after == 0)
    return "unlearning.after = 0 unlearns after the last round, which would be "
           "another one";
  const auto& follows = choices.attack.traits.follows_rounds;
  if (attackers_of(scenario) > 0 && follows &&
      follows(scenario.attack.parameters))
    return "attack.start = 0 attacks in the last round, which would be another "
           "one";
  return std::nullopt;
}

}  // namespace fedltr
