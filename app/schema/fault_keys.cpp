// Keys of faults and events: [timeline], [faults].
#include "app/schema/key_table.hpp"

namespace fedltr {
namespace {

void set_timeline(Scenario& scenario, const Value& value) {
  auto& entries = scenario.timeline.entries;
  entries.clear();
  for (const std::string& text : split(value.text, ';')) {
    const std::string expected =
        "'" + text +
        "': expected ROUND attack|honest [CLIENTS] or ROUND "
        "unlearn|join|leave CLIENTS, e.g. 100 attack 0-3";
    const std::size_t first = text.find(' ');
    const auto round = parse_whole(text.substr(0, first));
    require(first != std::string::npos && round && *round >= 1 &&
                *round <= 100000000,
            expected);
    const std::string rest = trim(text.substr(first));
    const std::size_t second = rest.find(' ');
    const std::string event = rest.substr(0, second);
    static const std::map<std::string, Event> events = {
        {"attack", Event::kAttack},
        {"honest", Event::kHonest},
        {"unlearn", Event::kUnlearn},
        {"join", Event::kJoin},
        {"leave", Event::kLeave}};
    const auto known = events.find(event);
    require(known != events.end() && (known->second == Event::kAttack ||
                                      known->second == Event::kHonest ||
                                      second != std::string::npos),
            expected);
    entries.push_back({static_cast<std::uint32_t>(*round), known->second,
                       second == std::string::npos
                           ? std::vector<std::uint32_t>()
                           : parse_clients(rest.substr(second))});
  }
}

}  // namespace

void add_timeline_keys(std::vector<Key>& table) {
  Key at{"timeline.at", "",
         "ROUND attack|honest [CLIENTS] or ROUND unlearn|join|leave CLIENTS, "
         "on any number of lines or between ;",
         "events by round: attack, honest: attackers (all, or e.g. 0-3,7) "
         "start or stop from that round on, otherwise they attack from the "
         "first; join, leave: clients take part from, or until before, that "
         "round; unlearn: clients leave after that round and are forgotten",
         set_timeline};
  at.is_list = true;
  at.repeats = true;
  table.push_back(std::move(at));
}

void add_fault_keys(std::vector<Key>& table) {
  using S = Scenario;
  const auto chance = [&](const char* name, FieldRef<double> field,
                          const char* help) {
    table.push_back(real(
        name, field, "0", [](double x) { return x >= 0 && x < 1; },
        "a number from 0, below 1", help));
  };
  chance(
      "faults.dropout", [](S & s) -> auto& { return s.faults.dropout; },
      "chance that a client that is asked does not answer, by round");
  chance(
      "faults.late", [](S & s) -> auto& { return s.faults.late; },
      "chance that its update comes rounds later");
  chance(
      "faults.corrupt", [](S & s) -> auto& { return s.faults.corrupt; },
      "chance that its update is invalid: NaN, a wrong size, a wrong round, "
      "a huge number");
  chance(
      "faults.crash", [](S & s) -> auto& { return s.faults.crash; },
      "chance that it ends before it learns, and is started anew with what "
      "it may keep");
  table.push_back(choice<bool>(
      "faults.stale", [](S & s) -> auto& { return s.faults.use_late; }, "drop",
      {{"drop", false}, {"weigh", true}},
      "late updates are dropped, or used when they come, weighted by their "
      "staleness (FedBuff)"));
  table.push_back(whole<std::uint32_t>(
      "faults.delay", [](S & s) -> auto& { return s.faults.delay; }, "1", 1,
      1000, "rounds by which an update is late, drawn from 1 to this"));
  table.push_back(real(
      "faults.staleness", [](S & s) -> auto& { return s.faults.staleness; },
      "0.5", [](double x) { return x >= 0 && x <= 100; }, "a number 0 to 100",
      "exponent a: an update late by t rounds weighs 1 / (1 + t)^a"));
  table.push_back(renamed_from(
      "faults.least",
      whole<std::uint32_t>(
          "faults.min-updates", [](S & s) -> auto& { return s.faults.least; },
          "1", 1, 10000000,
          "updates a training round needs; a round with fewer is counted but "
          "not used")));
}

void add_fault_conditions(const ActiveWhen& when) {
  using S = const Scenario&;
  when({"faults.stale"}, "faults.late above 0",
       [](S s) { return s.faults.late > 0; });
  when({"faults.delay", "faults.staleness"},
       "faults.late above 0 and faults.stale = weigh",
       [](S s) { return s.faults.late > 0 && s.faults.use_late; });
  when({"run.scaling"}, "run.speedup, e.g. 1, 2, 4",
       [](S s) { return !s.run.speedup.empty(); });
}

}  // namespace fedltr
