// Keys of unlearning: [unlearning].
#include "app/schema/choices.hpp"
#include "app/schema/key_table.hpp"
#include "app/schema/parameter_keys.hpp"

namespace fedltr {

void add_unlearning_keys(std::vector<Key>& table) {
  using S = Scenario;
  std::vector<std::pair<std::string, std::string>> names = {{"none", "none"}};
  for (const auto& each : unlearning_methods())
    names.emplace_back(each.name, each.name);
  table.push_back(choice<std::string>(
      "unlearning.method", [](S & s) -> auto& { return s.unlearning.method; },
      "none", names, "how clients that leave are forgotten"));
  table.push_back(clients_list(
      "unlearning.clients", [](S & s) -> auto& { return s.unlearning.clients; },
      "who leaves; more with timeline.at = ROUND unlearn CLIENTS"));
  table.push_back(whole<std::uint32_t>(
      "unlearning.after", [](S & s) -> auto& { return s.unlearning.after; },
      "0", 0, 100000000, "round after which they leave; 0: the last one"));
  add_parameter_keys("unlearning", table);
  table.push_back(choice<bool>(
      "unlearning.evidence",
      [](S & s) -> auto& { return s.unlearning.evidence; }, "yes",
      {{"yes", true}, {"no", false}},
      "also train without the unlearned clients from the start, to compare "
      "with, and "
      "look for what they clicked"));
  table.push_back(whole<std::uint64_t>(
      "unlearning.memory", [](S & s) -> auto& { return s.unlearning.memory; },
      "256", 1, 1000000000,
      "megabytes of stored updates a run keeps in memory; the rest goes to "
      "files of the run's folder"));
}

void add_unlearning_conditions(const ActiveWhen& when) {
  using S = const Scenario&;
  when({"unlearning.clients", "unlearning.evidence"},
       "an unlearning.method other than none",
       [](S s) { return Choices(s).unlearning != nullptr; });
  when({"unlearning.after"}, "unlearning.clients",
       [](S s) { return !s.unlearning.clients.empty(); });
  std::vector<std::string> storing;
  for (const auto& method : unlearning_methods())
    if (method.make.history) storing.push_back(method.name);
  when({"unlearning.memory"}, "unlearning.method = " + one_of(storing),
       stores_updates);
}

}  // namespace fedltr
