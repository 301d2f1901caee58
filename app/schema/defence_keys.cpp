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
               "how local models become one; in a [silo], what parties tell in "
               "joint training")
            .when(joint_in_silo()),
        Key{"aggregation.malicious", "auto", "auto | 0 ... 10000000",
            "number of malicious clients a robust rule assumes; auto: the true "
            "number, in a [silo] one at least, or the most that its condition "
            "allows",
            set_malicious}
            .when(robust),
        method("aggregation.pre-aggregation", &A::pre_aggregation, "none",
               pre_aggregations(),
               "what is done to local models before the rule")
            .renamed_from("aggregation.before")
            .when(robust)},
       parameter_keys("rules"),
       parameter_keys("pre-aggregation")});
}

std::vector<Key> attack_keys() {
  using A = AttackSettings;
  using S = const Scenario&;
  const Condition attacked = {"an attack.kind other than none",
                              [](S s) { return Choices(s).is_attacked(); }};
  return joined(
      {{method("attack.kind", &A::kind, "none", attacks(), "what attackers do")
            .when(joint_in_silo()),
        Key{"attack.clients", "0.2",
            "a number, or a share with a point, of less than half",
            "attackers: the first clients, or parties of a [silo]",
            set_attackers}
            .when(attacked),
        choice("attack.knowledge", &A::full, "partial",
               {{"partial", false}, {"full", true}},
               "partial: what the attackers' own clients learn; full: what "
               "everybody sends")
            .when({"an attack on models: attack.kind = " +
                       names_where(attacks(),
                                   [](const auto& t) { return t.on_models; }),
                   [](S s) { return Choices(s).attack.traits.on_models; }})},
       parameter_keys("attacks"),
       {flag("attack.baseline", &A::baseline, true,
             "also run the attack-free baseline: the same seeds with every "
             "client honest")
            .when(attacked)
            .only_in(Study::kFederation)}});
}

}  // namespace fedltr
