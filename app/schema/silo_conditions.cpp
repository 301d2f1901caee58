#include "app/schema/silo_conditions.hpp"

#include <algorithm>

#include "app/schema/key_table.hpp"
#include "app/schema/method_tables.hpp"

namespace fedltr {

Condition silo_method_with(bool SiloMethod::*trait) {
  std::vector<std::string> names = {kAllSiloMethods};
  for (const auto& each : silo_methods())
    if (each.make.*trait) names.push_back(each.name);
  return {"silo.method = " + one_of(names), [names](const Scenario& s) {
            return std::ranges::count(names, s.silo.method) > 0;
          }};
}

Condition papers_recipe() {
  return {"silo.recipe = papers", [](const Scenario& s) {
            return s.silo.options.recipe == SiloRecipe::kPapers;
          }};
}

Condition papers_recipe_with(bool SiloMethod::*trait) {
  return all_of({papers_recipe(), silo_method_with(trait)});
}

Condition listwise_recipe() {
  return {"silo.recipe = listwise", [](const Scenario& s) {
            return s.silo.options.recipe == SiloRecipe::kListwise;
          }};
}

Condition joint_in_silo() {
  const Condition joint = silo_method_with(&SiloMethod::joint);
  return {joint.needs + " in a [silo]", [joint](const Scenario& s) {
            return !s.silo.on || joint.applies(s);
          }};
}

}  // namespace fedltr
