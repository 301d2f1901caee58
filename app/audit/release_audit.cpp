#include "app/audit/release_audit.hpp"

#include <algorithm>
#include <optional>
#include <ostream>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "actors/client/local_client.hpp"
#include "algorithms/audit/empirical.hpp"
#include "app/base/errors.hpp"
#include "app/base/progress.hpp"
#include "app/base/text.hpp"
#include "app/plan/build.hpp"
#include "app/schema/choices.hpp"
#include "app/schema/scenario.hpp"
#include "app/schema/secure_plan.hpp"

namespace fedltr {
namespace {

/// The scenario's first run, prepared; its plan is a copy whose seed may
/// change.
struct AuditedFederation {
  FederationPlan plan;
  Population population;
};

AuditedFederation begin_audited(const Scenario& scenario,
                                const LoadedData& data) {
  MaterializedPlan begun =
      begin_run(build_runs(scenario, data, 0).front().plan);
  return {*begun.plan, std::move(begun.population)};
}

Scenario without_noise(Scenario scenario) {
  reset(scenario, "privacy.");
  return scenario;
}

/// The same searches by users of the attack on data, who click on irrelevant
/// documents.
Member misled(Member member, int grades) {
  const auto attack = std::ranges::find_if(
      attacks(), [](const auto& each) { return each.traits.on_data(); });
  const auto users =
      find(click_models(), attack->traits.users).make({grades, {}});
  for (auto& world : member.worlds) {
    Simulation other = *world;
    other.user = users;
    world = std::make_shared<const Simulation>(std::move(other));
  }
  return member;
}

/// The victim, which has either its own data or others, and its attacker.
class ReleaseAudit {
 public:
  ReleaseAudit(const Scenario& scenario, const LoadedData& data)
      : noisy_(begin_audited(scenario, data)),
        exact_(begin_audited(without_noise(scenario), data).plan),
        seed_(noisy_.plan.seed) {
    if (data.grades != 2 && data.grades != 3 && data.grades != 5)
      throw UsageError(
          "fedltr audit: has users for data of 2, 3 or 5 grades, not " +
          std::to_string(data.grades));
    const Choices choices(scenario);
    if (choices.is_sound()) grid_ = sound_noise(scenario);
    // Published noise is added to what was clipped during learning.
    if (choices.mechanism.traits.on_models)
      exact_.learner = noisy_.plan.learner;
    const FederationPlan& plan = noisy_.plan;
    if (plan.personal > 0)
      throw UsageError(
          "fedltr audit: with FedPer clients keep a part of the model, which "
          "is not audited");
    while (noisy_.population[victim_].interactions == 0)
      if (++victim_ == plan.clients)
        throw UsageError("fedltr audit: there is no client that searches");
    own_ = noisy_.population[victim_];
    other_ = misled(own_, data.grades);
  }

  const FederationPlan& plan() const { return noisy_.plan; }

  /// Number of messages whose sum the attacker sees; 1: each message.
  std::uint32_t summed() const {
    return noisy_.plan.secure ? noisy_.plan.privacy.min_updates : 1;
  }

  /// Likelihood score of a run's releases: higher if the other data is
  /// likelier.
  /// @param trial   makes all draws differ
  /// @param second  true if the releases are those of the other data
  double score(std::uint64_t trial, bool second) {
    noisy_.plan.seed = exact_.seed =
        Rng(seed_, Purpose::kPrivacy, static_cast<std::uint32_t>(trial))();
    double sum = 0;
    for (std::uint32_t round = 1; round <= noisy_.plan.rounds; ++round) {
      const Vector one = expected(own_, round);
      const Vector two = expected(other_, round);
      const Vector seen = released(second ? other_ : own_, round);
      sum += grid_ && grid_->kind == GridNoise::Kind::kGaussian
                 ? (seen - (one + two) / 2).dot(two - one)
                 : (seen - one).lpNorm<1>() - (seen - two).lpNorm<1>();
    }
    return sum;
  }

 private:
  /// The attacker sends the first model in every round: so it knows what either
  /// data set would teach.
  Vector learned(const FederationPlan& plan, const Member& member,
                 std::uint32_t round) const {
    const Train order{round, Parameters(plan.initial), training_spec(round)};
    return train_client(plan, victim_, member, order, nullptr).message.view();
  }

  /// The client's message without noise, clipped as it is with noise.
  Vector expected(const Member& member, std::uint32_t round) const {
    const Vector message = learned(exact_, member, round);
    if (!grid_) return message;
    const Vector& before = exact_.initial;
    const Vector update = message - before;
    const double radius = grid_->sensitivity / 2;
    const double length = grid_->kind == GridNoise::Kind::kGaussian
                              ? update.norm()
                              : update.lpNorm<1>();
    return before + update * std::min(1.0, radius / length);
  }

  /// The client's message; if only sums are visible, with the noise of all
  /// other clients, whose data the attacker knows.
  Vector released(const Member& member, std::uint32_t round) const {
    Vector seen = learned(noisy_.plan, member, round);
    const PrivacySpec& spec = noisy_.plan.privacy;
    if (!spec.release) return seen;
    const Vector nothing = noisy_.plan.initial;
    for (std::uint32_t other = 1; other < summed(); ++other) {
      Vector share = nothing;
      Rng rng(noisy_.plan.seed, Purpose::kPrivacy, victim_ + other, round);
      spec.release(share, nothing, rng);
      seen += share - nothing;
    }
    return seen;
  }

  AuditedFederation noisy_;
  FederationPlan exact_;
  std::uint64_t seed_;
  std::optional<GridNoise> grid_;
  std::uint32_t victim_ = 0;
  Member own_;
  Member other_;
};

std::string bound_text(double epsilon) {
  return epsilon == kNoBound ? "none" : fmt::format("{:.4g}", epsilon);
}

std::string verdict(double least, double claimed, double accounted) {
  if (least > accounted) return "the account does not hold";
  if (least > claimed) return "the claim does not hold";
  return "claim and account are not refuted";
}

}  // namespace

Json audit_releases(std::ostream& out, const Scenario& scenario,
                    std::uint64_t trials, bool show_progress) {
  out << scenario.run.name << ": audit of what a client releases\n";
  const LoadedData data = load_data(scenario);
  ReleaseAudit audit(scenario, data);
  const FederationPlan& plan = audit.plan();
  const PrivacySpec& spec = plan.privacy;
  std::vector<double> own;
  std::vector<double> other;
  std::optional<Progress> progress;
  if (show_progress) progress.emplace(2 * trials * plan.rounds);
  for (std::uint64_t trial = 0; trial < trials; ++trial) {
    own.push_back(audit.score(2 * trial, false));
    other.push_back(audit.score(2 * trial + 1, true));
    if (progress) progress->advance(std::uint64_t{2} * plan.rounds);
  }
  const EmpiricalEpsilon shown = empirical_epsilon(own, other, spec.delta);
  const double releases =
      static_cast<double>(plan.rounds * spec.releases_per_round);
  const double claimed =
      spec.claimed == kNoBound ? kNoBound : spec.claimed * releases;
  const double accounted = spec.after(plan.rounds).best();
  const std::string seen =
      audit.summed() == 1 ? "a client's messages"
                          : fmt::format("sums of {} messages", audit.summed());
  out << fmt::format(
      "an attacker who knows {} and all but the noise guesses: own clicks, or "
      "others'?\n"
      "  {:<24}{:>8}{:>8}{:>12}{:>12}{:>12}{:>12}\n"
      "  {:<24}{:>8}{:>8}{:>12}{:>12}{:>12}{:>12}\n  {}\n",
      seen, "mechanism", "rounds", "runs", "claimed", "accounted", "at least",
      "can show", spec.mechanism, plan.rounds, with_commas(trials),
      bound_text(claimed), bound_text(accounted), bound_text(shown.least),
      bound_text(shown.power), verdict(shown.least, claimed, accounted));
  return {{"name", scenario.run.name},
          {"releases",
           {{{"mechanism", spec.mechanism},
             {"seen", seen},
             {"rounds", plan.rounds},
             {"runs", trials},
             {"delta", spec.delta},
             {"claimed", json_number(claimed)},
             {"accounted", json_number(accounted)},
             {"empirical", shown.least},
             {"power", shown.power},
             {"confidence", 0.95}}}}};
}

}  // namespace fedltr
