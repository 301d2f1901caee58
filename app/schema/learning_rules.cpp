// Conflicts of [ranker], [learner] and [federation].
#include "app/schema/method_tables.hpp"
#include "app/schema/rules.hpp"

namespace fedltr {
namespace {

using C = const Choices&;

constexpr std::uint32_t kMaxAsked = 10000000;

bool starts_at_zero(C c) {
  return c.scenario.ranker.from.empty() &&
         c.scenario.ranker.init == Initial::kZero;
}

bool is_local(C c, LocalObjective objective) {
  return c.scenario.federation.local == objective;
}

bool shares_data(C c) {
  return c.scenario.federation.sharing.share > 0;
}

std::string with_gradient(C) {
  return names_where(learners(),
                     [](const auto& traits) { return traits.has_gradient; });
}

Found ranker_conflict(C c) {
  if (c.ranker.traits.zero_is_symmetric && starts_at_zero(c))
    return conflict(
        "ranker.init",
        "zero keeps all units of a sigmoid network equal; set normal");
  if (c.ranker.traits.zero_is_stationary && c.sends_models() &&
      starts_at_zero(c))
    return conflict("ranker.init",
                    "zero gives " + c.ranker.name +
                        " no gradient; set normal, or learner.method = es");
  if (c.scenario.federation.interactions % c.searches_per_step() != 0)
    return conflict(batch_key(c),
                    "must divide federation.interactions, " +
                        std::to_string(c.scenario.federation.interactions));
  if (c.is_antithetic() && c.scenario.federation.interactions % 2 != 0)
    return conflict("federation.interactions",
                    "must be even for antithetic " + c.learner.name +
                        ": half of them are at the negative perturbation");
  return {};
}

/// Reports more clients than have an actor, or data of their own, in memory.
Found scale_conflict(C c) {
  const auto asked = participants_of(c.scenario);
  if (asked > kMaxAsked)
    return conflict("federation.clients",
                    "makes rounds of " + std::to_string(asked) +
                        " clients, of at most " + std::to_string(kMaxAsked) +
                        "; set federation.participation");
  if (c.scenario.federation.clients > kMaxAsked &&
      (c.is_split() || is_local(c, LocalObjective::kFedPer)))
    return conflict("federation.clients",
                    "is at most " + std::to_string(kMaxAsked) +
                        " if each client has data or parameters of its own");
  return {};
}

Found federation_conflict(C c) {
  if (auto found = scale_conflict(c)) return found;
  if (is_local(c, LocalObjective::kFedProx) && !c.learner.traits.has_gradient)
    return conflict("federation.local",
                    "fedprox needs learner.method = " + with_gradient(c));
  if (is_local(c, LocalObjective::kFedPer) && !c.ranker.traits.has_layers)
    return conflict(
        "federation.local",
        "fedper needs a ranker with layers: ranker.model = " +
            names_where(rankers(), [](const auto& t) { return t.has_layers; }) +
            ", not " + c.ranker.name);
  if (is_local(c, LocalObjective::kFedPer) && !c.sends_models())
    return conflict(
        "federation.local",
        "fedper needs a learner that sends models, not " + c.learner.name);
  if (shares_data(c) && !c.sends_models())
    return conflict("federation.share",
                    "needs a learner that sends models, not " + c.learner.name);
  const MechanismTraits& mechanism = c.mechanism.traits;
  if (shares_data(c) && (mechanism.on_models || mechanism.on_rewards))
    return conflict(
        "federation.share",
        "shares queries as they are, which no privacy.mechanism covers");
  if (shares_data(c) && c.any_split(&SplitTraits::by_log))
    return conflict(
        "federation.share",
        "can't be used with by-user, whose clients repeat their log");
  if (const auto what =
          unknown_client(c.scenario, c.scenario.federation.absent))
    return conflict("federation.absent", *what);
  const auto& federation = c.scenario.federation;
  if (federation.absent.size() >= federation.clients)
    return conflict("federation.absent", "leaves no client to take part");
  return {};
}

/// Reports a selection of models where there is none to select.
Found selection_conflict(C c) {
  const auto& evaluation = c.scenario.evaluation;
  if (evaluation.validate.empty()) return {};
  if (evaluation.on == EvaluateOn::kValidation)
    return conflict("evaluation.validate",
                    "conflicts with evaluation.on = validation: the metrics "
                    "would be of the queries that chose the model");
  if (is_local(c, LocalObjective::kFedPer))
    return conflict("evaluation.validate",
                    "can't be used with fedper, whose clients keep layers of "
                    "the last round only");
  if (c.any_split(&SplitTraits::by_intent))
    return conflict("evaluation.validate",
                    "can't be used with data.intents, which judge the training "
                    "and test queries only");
  const bool selects = evaluation.keep_best || evaluation.patience > 0;
  if (selects && !unlearned_clients_of(c.scenario).empty())
    return conflict(
        evaluation.patience > 0 ? "evaluation.patience" : "evaluation.keep",
        "conflicts with unlearning: an earlier round's model would bring back "
        "what was unlearned");
  return {};
}

}  // namespace

Found learning_conflict(C c) {
  return first_conflict(
      c, {ranker_conflict, federation_conflict, selection_conflict});
}

}  // namespace fedltr
