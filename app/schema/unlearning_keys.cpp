// Keys of unlearning: [unlearning].
#include "app/schema/choices.hpp"
#include "app/schema/key_table.hpp"
#include "app/schema/parameter_keys.hpp"

namespace fedltr {
namespace {

/// `none`, for no client leaves, and the methods.
std::vector<std::string> unlearning_names() {
  std::vector<std::string> names = method_names(unlearning_methods());
  names.insert(names.begin(), "none");
  return names;
}

std::vector<std::string> storing_methods() {
  std::vector<std::string> storing;
  for (const auto& method : unlearning_methods())
    if (method.make.history) storing.push_back(method.name);
  return storing;
}

}  // namespace

std::vector<Key> unlearning_keys() {
  using U = UnlearningSettings;
  using S = const Scenario&;
  const Condition unlearns = {"an unlearning.method other than none", [](S s) {
                                return Choices(s).unlearning != nullptr;
                              }};
  return joined(
      {{name_key("unlearning.method", &U::method, "none", unlearning_names(),
                 "how clients that leave are forgotten"),
        clients_list(
            "unlearning.clients", &U::clients,
            "who leaves; more with timeline.at = ROUND unlearn CLIENTS")
            .when(unlearns),
        whole("unlearning.after", &U::after, "0", 0, 100000000,
              "round after which they leave; 0: the last one")
            .when({"unlearning.clients",
                   [](S s) { return !s.unlearning.clients.empty(); }})},
       parameter_keys("unlearning"),
       {flag("unlearning.evidence", &U::evidence, true,
             "also train without the unlearned clients from the start, to "
             "compare with, and look for what they clicked")
            .when(unlearns),
        whole("unlearning.memory", &U::memory, "256", 1, 1000000000,
              "megabytes of stored updates a run keeps in memory; the rest "
              "goes to files of the run's folder")
            .when({"unlearning.method = " + one_of(storing_methods()),
                   stores_updates})}});
}

}  // namespace fedltr
