// Keys of differences between clients: [heterogeneity].
#include "app/schema/choices.hpp"
#include "app/schema/key_table.hpp"
#include "app/schema/parameter_keys.hpp"

namespace fedltr {
namespace {

void set_kinds(Scenario& scenario, const Value& value) {
  auto& kinds = scenario.heterogeneity.kinds;
  kinds = split(value.text, '+');
  const auto names = method_names(splits());
  require(!kinds.empty(), "expected one of " + join(names, ", "));
  for (const std::string& kind : kinds)
    require(std::ranges::count(names, kind) > 0,
            "expected one of " + join(names, ", ") +
                ", or several joined by +; nearest to '" + kind + "' is '" +
                nearest_name(kind, names) + "'");
}

}  // namespace

std::vector<Key> heterogeneity_keys() {
  using S = const Scenario&;
  std::vector<Key> parameters = parameter_keys("splits");
  for (Key& key : parameters)
    if (key.name == "heterogeneity.intents" ||
        key.name == "heterogeneity.common")
      key = std::move(key).when(
          {"heterogeneity.kind = document-preference without data.intents",
           [](S s) {
             return Choices(s).any_split(&SplitTraits::by_intent) &&
                    s.data.intents.empty();
           }});
  return joined({{{"heterogeneity.kind", kIidSplit,
                   "a name of fedltr list splits, or several joined by +",
                   "how clients differ, e.g. label-distribution+quantity: "
                   "among n clients, where n is the number of combinations, "
                   "each combination occurs once",
                   set_kinds},
                  flag("heterogeneity.iid", &SplitOptions::iid, false,
                       "yes: run this kind's IID baseline instead")
                      .when({"a heterogeneity.kind other than iid",
                             [](S s) { return Choices(s).is_split(); }})},
                 parameters});
}

}  // namespace fedltr
