// Conflict rules of [ranker], [learner] and [federation].
#include "app/schema/method_tables.hpp"
#include "app/schema/rules.hpp"

namespace fedltr {
namespace {

using C = const Choices&;

bool starts_at_zero(C c) {
  return c.scenario.ranker.init == Initial::kZero;
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

ConflictRules ranker_rules() {
  return {
      {"ranker.init",
       [](C c) {
         return c.ranker.traits.zero_is_symmetric && starts_at_zero(c);
       },
       "zero leaves a sigmoid network's units all alike; say normal"},
      {"ranker.init",
       [](C c) {
         return c.ranker.traits.zero_is_stationary && c.sends_models() &&
                starts_at_zero(c);
       },
       [](C c) {
         return "zero gives " + c.ranker.name +
                " no gradient; say normal, or learner.method = es";
       }},
      {"learner.pdgd.batch",
       [](C c) {
         return c.scenario.federation.interactions % c.searches_per_step() != 0;
       },
       [](C c) {
         return "must divide federation.interactions, " +
                std::to_string(c.scenario.federation.interactions);
       }},
      {"federation.interactions",
       [](C c) {
         return c.is_antithetic() &&
                c.scenario.federation.interactions % 2 != 0;
       },
       [](C c) {
         return "must be even for antithetic " + c.learner.name +
                ": half of them are at the negative perturbation";
       }},
  };
}

ConflictRules federation_rules() {
  return {
      {"federation.local",
       [](C c) {
         return is_local(c, LocalObjective::kFedProx) &&
                !c.learner.traits.has_gradient;
       },
       [](C c) {
         return "fedprox needs learner.method = " + with_gradient(c);
       }},
      {"federation.local",
       [](C c) {
         return is_local(c, LocalObjective::kFedPer) &&
                !c.ranker.traits.has_layers;
       },
       [](C c) {
         return "fedper needs a ranker with layers: ranker.model = " +
                names_where(rankers(),
                            [](const auto& t) { return t.has_layers; }) +
                ", not " + c.ranker.name;
       }},
      {"federation.local",
       [](C c) {
         return is_local(c, LocalObjective::kFedPer) && !c.sends_models();
       },
       [](C c) {
         return "fedper needs a learner that sends models, not " +
                c.learner.name;
       }},
      {"federation.share",
       [](C c) { return shares_data(c) && !c.sends_models(); },
       [](C c) {
         return "needs a learner that sends models, not " + c.learner.name;
       }},
      {"federation.share",
       [](C c) {
         const MechanismTraits& mechanism = c.mechanism.traits;
         return shares_data(c) && (mechanism.on_models || mechanism.on_rewards);
       },
       "hands out queries as they are, which no privacy.mechanism covers"},
      {"federation.share",
       [](C c) { return shares_data(c) && c.any_split(&SplitTraits::by_log); },
       "is not for by-user, whose clients repeat their log"},
      {"federation.absent",
       [](C c) {
         return unknown_client(c.scenario, c.scenario.federation.absent);
       }},
      {"federation.absent",
       [](C c) {
         const auto& federation = c.scenario.federation;
         return federation.absent.size() >= federation.clients;
       },
       "leaves nobody to take part"},
  };
}

}  // namespace

ConflictRules learning_rules() {
  ConflictRules all = ranker_rules();
  for (const ConflictRule& rule : federation_rules()) all.push_back(rule);
  return all;
}

}  // namespace fedltr
