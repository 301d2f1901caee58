// Keys of attacks and defences: [attack], [aggregation].
#include "algorithms/aggregation/aggregation.hpp"
#include "algorithms/aggregation/pre_aggregation.hpp"
#include "algorithms/attacks/attack.hpp"
#include "app/schema/choices.hpp"
#include "app/schema/key_table.hpp"
#include "app/schema/parameter_keys.hpp"

namespace fedltr {
namespace {

void set_malicious(Scenario& scenario, const Value& value) {
  auto& malicious = scenario.aggregation.malicious;
  malicious.reset();
  if (value.text == kAuto) return;
  const auto number = parse_whole(value.text);
  require(number && *number <= 10000000,
          "expected auto or a whole number 0 to 10000000");
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

void add_aggregation_keys(std::vector<Key>& table) {
  using S = Scenario;
  table.push_back(method(
      "aggregation.rule", [](S & s) -> auto& { return s.aggregation.rule; },
      "mean", aggregation_rules(),
      "how local models become one; in a [silo], what parties tell in joint "
      "training"));
  table.push_back(
      {"aggregation.malicious", "auto", "auto | 0 ... 10000000",
       "number of malicious clients a robust rule assumes; auto: "
       "the true number, in a [silo] one at least, or the most that "
       "its condition allows",
       set_malicious});
  table.push_back(renamed_from(
      "aggregation.before",
      method(
          "aggregation.pre-aggregation",
          [](S & s) -> auto& { return s.aggregation.pre_aggregation; }, "none",
          pre_aggregations(), "what is done to local models before the rule")));
  add_parameter_keys("rules", table);
  add_parameter_keys("pre-aggregation", table);
}

void add_attack_keys(std::vector<Key>& table) {
  using S = Scenario;
  table.push_back(method(
      "attack.kind", [](S & s) -> auto& { return s.attack.kind; }, "none",
      attacks(), "what attackers do"));
  table.push_back({"attack.clients", "0.2",
                   "a number, or a share with a point, of less than half",
                   "attackers: the first clients, or parties of a [silo]",
                   set_attackers});
  table.push_back(choice<bool>(
      "attack.knowledge", [](S & s) -> auto& { return s.attack.full; },
      "partial", {{"partial", false}, {"full", true}},
      "partial: what the attackers' own clients learn; full: what everybody "
      "sends"));
  add_parameter_keys("attacks", table);
  table.push_back(choice<bool>(
      "attack.baseline", [](S & s) -> auto& { return s.attack.baseline; },
      "yes", {{"yes", true}, {"no", false}},
      "also run the attack-free baseline: the same seeds with every client "
      "honest"));
}

void add_defence_conditions(const ActiveWhen& when) {
  using S = const Scenario&;
  const auto attacked = [](S s) { return Choices(s).is_attacked(); };
  when({"aggregation.malicious", "aggregation.pre-aggregation"},
       "a robust aggregation.rule, not mean",
       [](S s) { return Choices(s).is_robust(); });
  when({"attack.clients", "attack.baseline"}, "an attack.kind other than none",
       attacked);
  when({"timeline.at"},
       "join or leave, or an attack.kind or an unlearning.method other than "
       "none",
       [=](S s) {
         return attacked(s) || Choices(s).unlearning || has_moves(s);
       });
  when({"attack.knowledge"},
       "an attack on models: attack.kind = " +
           names_where(attacks(), [](const auto& t) { return t.on_models; }),
       [](S s) { return Choices(s).attack.traits.on_models; });
}

}  // namespace fedltr
