#include "app/schema/secure_plan.hpp"

#include <algorithm>
#include <cmath>

#include <spdlog/fmt/fmt.h>

#include "algorithms/members/signed_epoch.hpp"
#include "algorithms/privacy/mechanism.hpp"
#include "algorithms/unbiased/propensities.hpp"
#include "app/base/text.hpp"
#include "app/schema/attendance.hpp"
#include "app/schema/choices.hpp"

namespace fedltr {
namespace {

/// Probability that more than `stands` clients of a round fail.
double chance_of_more(std::uint32_t stands, std::uint32_t clients,
                      double failing) {
  double chance = 0;
  for (double k = stands + 1.0; failing > 0 && k <= clients; ++k)
    chance += std::exp(std::lgamma(clients + 1.0) - std::lgamma(k + 1) -
                       std::lgamma(clients - k + 1) + k * std::log(failing) +
                       (clients - k) * std::log1p(-failing));
  return chance;
}

/// Describes what the server of [members] may open.
std::string lying_lead(const Scenario& scenario) {
  const Tolerance tolerance = members_tolerance(scenario.members);
  if (!tolerance.lies)
    return "a server that lies about who has dropped out may open the part of "
           "a single member; members.level = lying (experimental) prevents "
           "this";
  const auto all = static_cast<std::uint32_t>(scenario.members.names.size());
  return fmt::format(
      "a server that lies opens one sum of an epoch, with all {} members "
      "present of at least {} honest ones (experimental: no cryptographer has "
      "read it); one that has the authority's key may open a single part",
      all, honest_members(all, tolerance));
}

}  // namespace

double failing_share(const Scenario& scenario) {
  const FaultOptions& faults = scenario.faults;
  const double sum =
      faults.dropout + faults.late + faults.corrupt + faults.crash;
  return std::round(sum * 1e12) / 1e12;  // so that .7 + .2 + .1 is 1
}

GridNoise sound_noise(const Scenario& scenario) {
  const auto& privacy = scenario.privacy;
  return find(mechanisms(), privacy.mechanism)
      .make.sound(privacy.parameters, privacy.delta, privacy.shares);
}

SecurePlan secure_plan(const Scenario& scenario) {
  const auto& privacy = scenario.privacy;
  SecurePlan plan;
  plan.tolerance.dropouts = privacy.secure_dropouts;
  plan.tolerance.colluders = privacy.secure_colluders;
  plan.tolerance.lies = privacy.secure_lies;
  plan.limit = privacy.secure_range;
  if (privacy.mode == PrivacyMode::kSound)
    plan.quantum = sound_noise(scenario).step;
  return plan;
}

bool sums_clicks(const Scenario& scenario) {
  // Members estimate alone.
  return !scenario.members.on &&
         Choices(scenario).learner.traits.by_examination &&
         find(propensity_sources(), scenario.logging.propensities)
             .traits.of_sums;
}

SumProtection sum_protection(const Scenario& scenario) {
  SumProtection protection;
  if (!sums_clicks(scenario)) return protection;
  protection.masks = scenario.privacy.secure;
  if (protection.masks) protection.tolerance = secure_plan(scenario).tolerance;
  protection.epsilon = scenario.logging.epsilon;
  protection.delta = scenario.privacy.delta;
  return protection;
}

std::uint32_t least_opened(const Scenario& scenario) {
  const Tolerance tolerance = secure_plan(scenario).tolerance;
  std::uint32_t least = scenario.federation.clients;
  for (const auto& [round, there] : numbers_there(scenario)) {
    const std::uint32_t clients = participants_of(scenario, there);
    least =
        std::min(least, least_opened(choose_neighbourhood(clients, tolerance),
                                     clients, tolerance));
  }
  return least;
}

Tolerance members_tolerance(const MembersSettings& members) {
  const auto all = static_cast<std::uint32_t>(members.names.size());
  if (members.level == MembersSettings::Level::kLying)
    return against_lies(members.dropouts, members.colluders, all);
  Tolerance tolerance{members.dropouts, members.colluders};
  tolerance.groups = members.groups;
  return tolerance;
}

std::string lying_server(const Scenario& scenario) {
  if (scenario.members.on) return lying_lead(scenario);
  if (!scenario.privacy.secure) return {};
  const std::uint32_t least = least_opened(scenario);
  if (least == 0)
    return "a server that lies about who has dropped out may open the update "
           "of a single client; privacy.secure-server = lies-about-dropouts "
           "prevents this, but not lies about clients' keys or their number";
  return fmt::format(
      "a server that lies about who has dropped out opens no sum of fewer than "
      "{} honest clients; one that lies about clients' keys or their number "
      "may open the update of a single client",
      least);
}

std::string loss_warning(const Scenario& scenario) {
  if (!scenario.privacy.secure) return {};
  const Tolerance tolerance = secure_plan(scenario).tolerance;
  const double failing = failing_share(scenario);
  std::string warning;
  double worst = 0.01;
  for (const auto& [round, there] : numbers_there(scenario)) {
    const std::uint32_t clients = participants_of(scenario, there);
    const std::uint32_t least =
        std::max({3U, scenario.faults.least, scenario.privacy.shares});
    const std::uint32_t stands = std::min(tolerance.max_dropouts(clients),
                                          clients - std::min(clients, least));
    const double chance = chance_of_more(stands, clients, failing);
    if (chance <= worst) continue;
    worst = chance;
    warning = "a round of " + std::to_string(clients) + " clients stands " +
              std::to_string(stands) + " dropouts: if each client fails with " +
              exact(failing) + ", more fail, and the sum is lost, in " +
              fmt::format("{:.2g}", 100 * chance) + " % of such rounds";
  }
  return warning;
}

}  // namespace fedltr
