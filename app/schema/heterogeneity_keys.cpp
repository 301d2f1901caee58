// Keys of differences between clients: [heterogeneity].
#include "app/schema/choices.hpp"
#include "app/schema/key_table.hpp"
#include "app/schema/parameter_keys.hpp"

namespace fedltr {
namespace {

void set_kinds(Scenario& scenario, const Value& value) {
  auto& kinds = scenario.heterogeneity.kinds;
  kinds = split(value.text, '+');
  std::vector<std::string> names;
  for (const auto& each : splits()) names.push_back(each.name);
  require(!kinds.empty(), "expected one of " + join(names, ", "));
  for (const std::string& kind : kinds)
    require(std::ranges::count(names, kind) > 0,
            "expected one of " + join(names, ", ") +
                ", or several joined by +; nearest to '" + kind + "' is '" +
                nearest_name(kind, names) + "'");
}

}  // namespace

void add_heterogeneity_keys(std::vector<Key>& table) {
  using S = Scenario;
  table.push_back({"heterogeneity.kind", kIidSplit,
                   "a name of fedltr list splits, or several joined by +",
                   "how clients differ, e.g. label-distribution+quantity: "
                   "among n clients, n being the number of combinations, "
                   "each occurs once",
                   set_kinds});
  table.push_back(choice<bool>(
      "heterogeneity.iid",
      [](S & s) -> auto& { return s.heterogeneity.options.iid; }, "no",
      {{"no", false}, {"yes", true}},
      "yes: run the IID baseline of this kind instead"));
  add_parameter_keys("splits", table);
}

void add_heterogeneity_conditions(const ActiveWhen& when) {
  using S = const Scenario&;
  when({"heterogeneity.iid"}, "a heterogeneity.kind other than iid",
       [](S s) { return Choices(s).is_split(); });
  const auto by_intent = [](S s) {
    return Choices(s).any_split(&SplitTraits::by_intent);
  };
  when({"data.intents"}, "heterogeneity.kind = document-preference", by_intent);
  when({"heterogeneity.intents", "heterogeneity.common"},
       "heterogeneity.kind = document-preference without data.intents",
       [=](S s) { return by_intent(s) && s.data.intents.empty(); });
  when({"clicks.model"},
       "another heterogeneity.kind: click-preference brings its own users",
       [](S s) {
         return !Choices(s).any_split(&SplitTraits::brings_users) ||
                s.federation.sharing.share > 0;
       });
  when({"data.users"}, "heterogeneity.kind = by-user",
       [](S s) { return Choices(s).any_split(&SplitTraits::by_log); });
}

}  // namespace fedltr
