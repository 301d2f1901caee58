// Keys of attacks and defences: [attack], [aggregation].
#include "algorithms/aggregation/aggregation.hpp"
#include "algorithms/aggregation/pre_aggregation.hpp"
#include "algorithms/attacks/attack.hpp"
#include "app/schema/choices.hpp"
#include "app/schema/key_table.hpp"
#include "app/schema/parameter_keys.hpp"
#include "app/schema/silo_conditions.hpp"

namespace fedltr {
namespace {

void set_malicious(Scenario& scenario, const Value& value) {
  auto& malicious = scenario.aggregation.malicious;
  malicious.reset();
  if (value.text == kAuto) return;
  const auto number = parse_whole(value.text);
  require(number && *number <= 10000000,
          "expected auto or an integer 0 to 10000000");
  malicious = static_cast<std::uint32_t>(*number);
}

void set_attackers(Scenario& scenario, const Value& value) {
  const bool is_share = value.text.find('.') != std::string::npos;
  const auto share_of = parse_real(value.text);
  const auto number = parse_whole(value.text);
  require(is_share ? share_of && *share_of >= 0 && *share_of < 0.5
                   : number.has_value(),
          "expected a number of clients, or a share from 0.0 to below 0.5");
  scenario.attack.is_share = is_share;
  scenario.attack.clients = is_share ? *share_of : static_cast<double>(*number);
}

}  // namespace

std::vector<Key> aggregation_keys() {
  using A = AggregationSettings;
  const Condition robust = {
      "a robust aggregation.rule, not mean",
      [](const Scenario& s) { return Choices(s).is_robust(); }};
  return joined(
      {{method("aggregation.rule", &A::rule, "mean", aggregation_rules(),
               "how local models are combined; in a [silo], how parties' steps "
               "in joint training are")
            .when(joint_in_silo()),
        Key{"aggregation.malicious", "auto", "auto | 0 ... 10000000",
            "number of malicious clients that a robust rule assumes; auto: the "
            "true number (in a [silo] at least one), or the maximum that its "
            "condition allows",
            set_malicious}
            .when(robust),
        choice("aggregation.condition", &A::warns, "refuse",
               {{"refuse", false}, {"warn", true}},
               "a rule outside its condition, n >= 2m + 3 for krum: refuse, or "
               "run it with a warning, in which case malicious = auto takes "
               "the true number")
            .when(joint_in_silo()),
        method("aggregation.pre-aggregation", &A::pre_aggregation, "none",
               pre_aggregations(),
               "step before the rule, applied to local models")
            .renamed_from("aggregation.before")
            .when(robust),
        real(
            "aggregation.momentum", &A::momentum, "0",
            ValueRange{.min = 0, .max = 1, .open_max = true},
            "the rule, and a pre-aggregation, sees each client's momentum: 1 - "
            "this of its update, and this of its last momentum; 0: the update")
            .when(robust)
            .only_in(Study::kFederation)},
       parameter_keys("rules"),
       parameter_keys("pre-aggregation")});
}

std::vector<Key> attack_keys() {
  using A = AttackSettings;
  using S = const Scenario&;
  const Condition attacked = {"an attack.kind other than none",
                              [](S s) { return Choices(s).is_attacked(); }};
  return joined(
      {{method("attack.kind", &A::kind, "none", attacks(),
               "the attackers' method")
            .when(joint_in_silo()),
        Key{"attack.clients", "0.2",
            "a number of clients, or a share with a decimal point, below half",
            "attackers: the first clients, or the first parties of a [silo]",
            set_attackers}
            .when(attacked),
        choice("attack.knowledge", &A::full, "partial",
               {{"partial", false}, {"full", true}},
               "partial: attackers know their own updates; full: those of all "
               "clients")
            .when({"an attack on models: attack.kind = " +
                       names_where(attacks(),
                                   [](const auto& t) { return t.on_models; }),
                   [](S s) { return Choices(s).attack.traits.on_models; }})},
       parameter_keys("attacks"),
       {flag("attack.baseline", &A::baseline, true,
             "also run the attack-free baseline: the same seeds, all clients "
             "honest")
            .when(attacked)
            .only_in(Study::kFederation)}});
}

}  // namespace fedltr
