// Keys of faults and events: [timeline], [faults].
#include "app/schema/choices.hpp"
#include "app/schema/key_table.hpp"

namespace fedltr {
namespace {

void set_timeline(Scenario& scenario, const Value& value) {
  auto& entries = scenario.timeline.entries;
  entries.clear();
  for (const std::string& text : split(value.text, ';')) {
    const std::string expected =
        "'" + text +
        "': expected ROUND attack|honest [CLIENTS] or ROUND unlearn|join|leave "
        "CLIENTS, e.g. 100 attack 0-3";
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

Key fault_chance(const char* name, double FaultOptions::*member,
                 const char* help) {
  return real(name, member, "0", {.min = 0, .max = 1, .open_max = true}, help);
}

}  // namespace

std::vector<Key> timeline_keys() {
  Key at{"timeline.at", "",
         "ROUND attack|honest [CLIENTS] or ROUND unlearn|join|leave CLIENTS, "
         "on any number of lines or between ;",
         "events by round: attack, honest: attackers (all, or e.g. 0-3,7) "
         "start or stop in that round, by default they start in the first; "
         "join: clients take part from that round; leave: until the round "
         "before; unlearn: clients leave after that round and are unlearned",
         set_timeline};
  at.is_list = true;
  at.repeats = true;
  return {std::move(at).when(
      {"join or leave, or an attack.kind or an unlearning.method other than "
       "none",
       [](const Scenario& s) {
         const Choices choices(s);
         return choices.is_attacked() || choices.unlearning || has_moves(s);
       }})};
}

std::vector<Key> fault_keys() {
  using F = FaultOptions;
  const Condition is_late = {"faults.late above 0", [](const Scenario& s) {
                               return s.faults.late > 0;
                             }};
  const Condition weighs_late =
      all_of({is_late, {"faults.stale = weigh", [](const Scenario& s) {
                          return s.faults.use_late;
                        }}});
  return {
      fault_chance("faults.dropout", &F::dropout,
                   "probability that a participant does not answer, per round"),
      fault_chance("faults.late", &F::late,
                   "probability that its update arrives in a later round"),
      fault_chance("faults.corrupt", &F::corrupt,
                   "probability that its update is invalid: NaN, a wrong size, "
                   "a wrong round, a huge number"),
      fault_chance("faults.crash", &F::crash,
                   "probability that it crashes before it learns, and restarts "
                   "with the state it may keep"),
      choice("faults.stale", &F::use_late, "drop",
             {{"drop", false}, {"weigh", true}},
             "late updates are dropped, or used on arrival, weighted by their "
             "staleness (FedBuff)")
          .when(is_late),
      whole("faults.delay", &F::delay, "1", 1, 1000,
            "maximum delay of a late update, in rounds; drawn from 1 to this")
          .when(weighs_late),
      real("faults.staleness", &F::staleness, "0.5", ValueRange{0, 100},
           "exponent a: an update late by t rounds weighs 1 / (1 + t)^a")
          .when(weighs_late),
      whole("faults.min-updates", &F::least, "1", 1, 10000000,
            "minimum number of updates in a training round; a round with fewer "
            "counts but is not used")
          .renamed_from("faults.least")};
}

}  // namespace fedltr
