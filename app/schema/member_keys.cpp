// Keys of a federation whose data stay with its members: [members].
#include "app/schema/choices.hpp"
#include "app/schema/key_table.hpp"
#include "app/schema/member_names.hpp"

namespace fedltr {
namespace {

using M = MembersSettings;

constexpr ValueRange kBelowHalf{.min = 0, .max = 0.5, .open_max = true};
constexpr std::uint32_t kMostSeconds = 86400;

void set_names(Scenario& scenario, const Value& value) {
  scenario.members.names = parse_member_names(value.text);
}

const Condition& with_noise() {
  static const Condition condition = {
      "members.epsilon above 0",
      [](const Scenario& s) { return s.members.epsilon > 0; }};
  return condition;
}

Condition source_is(M::Source source, const char* name) {
  return {"members.source = " + std::string(name),
          [source](const Scenario& s) { return s.members.source == source; }};
}

Condition unit_is(PrivacyUnit unit) {
  return {"members.unit = " + std::string(name_of(unit)),
          [unit](const Scenario& s) { return s.members.unit == unit; }};
}

bool sends_models(const Scenario& scenario) {
  return Choices(scenario).sends_models();
}

/// The estimated gradient of a reward is as long as a perturbation is short.
std::string default_rate(const Scenario& scenario) {
  return scenario.members.has_users() && !sends_models(scenario) ? "0.01" : "1";
}

std::vector<Key> member_data_keys() {
  return {
      {"members.names", "", "three names or more, separated by commas",
       "members with rows of their own, by the names in their certificates",
       set_names, false, true},
      path("members.features", &M::features,
           "file with the features' names, one per line, in the order of "
           "their indices in all members' rows; members compare its names and "
           "their order"),
      choice(
          "members.source", &M::source, "judgements",
          {{"judgements", M::Source::kJudgements},
           {"simulated", M::Source::kSimulated},
           {"clicks", M::Source::kClicks},
           {"log", M::Source::kLog}},
          "judgements: members learn from the labels of their rows, by "
          "ListNet's loss; simulated: from the clicks of simulated users "
          "(clicks.model) on lists that they show them, by learner.method; "
          "clicks: from those of their own users, on lists of fedltr member "
          "--agent; log: from those in a log, on lists that the engine made, "
          "by fedltr member --log"),
      whole("members.grades", &M::grades, "0", 0, 32,
            "grades of relevance, from 0, in all members' rows; 0 = as in "
            "those of each; simulated users need it, and so does a metric like "
            "err that depends on the highest grade"),
      path(
          "members.folder", &M::folder,
          "folder with NAME/rows.letor of each member (with members.source = "
          "clicks or log also NAME/searches.log; of a log NAME/clicks.csv will "
          "do), for fedltr run: a rehearsal in one process; empty: synthetic "
          "rows, dealt out by query"),
      real("members.hold-out", &M::hold_out, "0.2",
           {.min = 0, .max = 1, .open_max = true},
           "share of each member's queries that tests its model and teaches "
           "nothing, drawn by a hash of run.seed and the query's name (with "
           "members.source = clicks or log all of them do); with "
           "members.compare the "
           "share of searches whose lists are interleaved, and teach nothing")
          .when({"members.source = judgements or simulated, or "
                 "members.compare = last or engine",
                 [](const Scenario& s) {
                   return !s.members.has_real_users() ||
                          s.members.compare != Opponent::kNone;
                 }}),
      choice("members.exploration", &M::exploration, "sampled",
             {{"sampled", Exploration::kSampled},
              {"swap", Exploration::kSwap},
              {"none", Exploration::kNone}},
             "lists that a member's agent shows: none varies nothing, which "
             "only learner.method = naive accepts, with a bias towards what "
             "ranks high; sampled draws lists by the scores; swap shows the "
             "best documents with neighbours in random order, and learns from "
             "clicks on one of two")
          .when(source_is(M::Source::kClicks, "clicks"))};
}

std::vector<Key> member_learning_keys() {
  return {whole("members.epochs", &M::epochs, "100", 1, 1000000,
                "sums to open; each moves the model once"),
          time_key("members.every", &M::every, "0",
                   "time from one epoch to the next; 0 = at once"),
          whole("members.evaluate", &M::evaluate, "0", 0, 1000000,
                "epochs from one masked evaluation to the next, by the first "
                "of evaluation.metrics on all members' held-out queries, or by "
                "members.compare; also of the first model, unless it is to be "
                "compared, and of the last; 0 = none"),
          choice("members.compare", &M::compare, "none",
                 {{"none", Opponent::kNone},
                  {"last", Opponent::kLast},
                  {"engine", Opponent::kEngine}},
                 "evaluations compare the newest model, by users' clicks on "
                 "interleaved lists, with last, the last model that was kept, "
                 "or with engine, the search engine's own order; one that "
                 "loses is withdrawn; none = they measure the metric")
              .when({"members.source = simulated or clicks",
                     [](const Scenario& s) {
                       return s.members.has_users() &&
                              !s.members.learns_from_log();
                     }}),
          real("members.rate", &M::rate, "1", kPositive,
               "rate of each step of a member; es: of its one step along the "
               "estimated gradient of the reward")
              .follows("1 (with es 0.01)", default_rate)
              .when({"members.source = judgements, or learner.method = es",
                     [](const Scenario& s) {
                       return !s.members.has_users() || !sends_models(s);
                     }}),
          whole("members.searches", &M::searches, "100", 1, 1000000,
                "searches of a member's users in an epoch (of real users: at "
                "most); with members.unit = query or user, for each of these")
              .when({"members.source = simulated, clicks or log",
                     [](const Scenario& s) { return s.members.has_users(); }}),
          whole("members.steps", &M::steps, "5", 1, 10000,
                "steps of gradient descent of a member in an epoch")
              .when(all_of({unit_is(PrivacyUnit::kMember),
                            source_is(M::Source::kJudgements, "judgements")})),
          real("members.clip", &M::clip, "1", kPositive,
               "largest norm of what one unit adds to a sum"),
          real("members.divisor", &M::divisor, "0", kNotNegative,
               "divisor of a sum; 0 = the members in it; with members.unit = "
               "query or user, the number of these expected in a sum"),
          whole("members.at-most", &M::at_most, "10000", 1, 100000,
                "largest number of queries of a member")
              .when(unit_is(PrivacyUnit::kQuery))};
}

std::vector<Key> member_privacy_keys() {
  return {
      choice(
          "members.unit", &M::unit, "member",
          {{"member", PrivacyUnit::kMember},
           {"query", PrivacyUnit::kQuery},
           {"user", PrivacyUnit::kUser}},
          "unit of privacy: all of a member's data, those of one of its "
          "queries, or (members.source = clicks or log) of one of its users"),
      real("members.epsilon", &M::epsilon, "0", ValueRange{0, 100},
           "epsilon of a unit in each members.period, by discrete Gaussian "
           "noise of which each member adds a share; 0 = no noise, masks only"),
      real("members.delta", &M::delta, "1e-06",
           {.min = 1e-30, .max = 1, .open_max = true}, "delta of that epsilon")
          .when(with_noise()),
      time_key("members.period", &M::period, "30d",
               "time to which members.epsilon refers; with members.every = 0, "
               "all epochs count as one period")
          .when(with_noise()),
      real("members.evaluate-share", &M::evaluate_share, "0.1",
           {.min = 0, .max = 1, .open_min = true, .open_max = true},
           "share of members.epsilon's budget of squared sensitivity over "
           "variance that pays for evaluations")
          .when(all_of(
              {with_noise(),
               {"members.evaluate above 0",
                [](const Scenario& s) { return s.members.evaluate > 0; }}})),
      choice("members.level", &M::level, "honest",
             {{"honest", M::Level::kHonest}, {"lying", M::Level::kLying}},
             "honest: the server follows the protocol, and colludes with up to "
             "members.colluders; lying (experimental: no cryptographer has "
             "read it): members check what it shows them, with signed keys "
             "and views, so that lies open no smaller sum"),
      real("members.dropouts", &M::dropouts, "0.25", kBelowHalf,
           "share of an epoch's members that may fail; with more, its sum is "
           "not opened"),
      real("members.colluders", &M::colluders, "0.25", kBelowHalf,
           "share of an epoch's members (members.level = lying: of all that "
           "are named) that may collude with the server: no noise or mask of "
           "theirs protects others"),
      whole("members.groups", &M::groups, "1", 1, 3333,
            "groups of members with sums of their own, drawn anew in each "
            "epoch: the server discards sums that are too long, and takes the "
            "coordinate-wise median of the others; 1 = one sum of all"),
      whole("members.liars", &M::liars, "0", 0, 9997,
            "members that lie, the first ones, in a rehearsal: each sends its "
            "part reversed"),
      real("members.lie", &M::lie, "1",
           {.min = 0, .max = 1e6, .open_min = true},
           "length of what a liar sends, in units of members.clip")
          .when({"members.liars above 0",
                 [](const Scenario& s) { return s.members.liars > 0; }}),
      seconds_key("members.window", &M::window, "60", kMostSeconds,
                  "time for members to join an epoch, unless all have"),
      seconds_key("members.deadline", &M::deadline, "30", kMostSeconds,
                  "time for each later message of an epoch; a member that is "
                  "silent for longer has dropped out of it")};
}

}  // namespace

std::vector<Key> member_keys() {
  return joined(
      {member_data_keys(), member_learning_keys(), member_privacy_keys()});
}

}  // namespace fedltr
