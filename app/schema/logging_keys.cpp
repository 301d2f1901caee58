// Keys of searches of the past: [logging].
#include "algorithms/privacy/sound.hpp"
#include "algorithms/unbiased/propensities.hpp"
#include "app/schema/choices.hpp"
#include "app/schema/key_table.hpp"
#include "app/schema/method_tables.hpp"

namespace fedltr {
namespace {

const PropensityTraits& source_traits(const Scenario& scenario) {
  return find(propensity_sources(), scenario.logging.propensities).traits;
}

}  // namespace

std::vector<Key> logging_keys() {
  using L = LoggingSettings;
  using S = const Scenario&;
  const Condition simulated = {"logging.sessions above 0",
                               [](S s) { return s.logging.sessions > 0; }};
  const Condition corrects = {"learner.method = ips or dr", [](S s) {
                                return Choices(s).learner.traits.by_examination;
                              }};
  const Condition by_file = {"logging.propensities = file",
                             [](S s) { return source_traits(s).of_file; }};
  const Condition by_sums = {
      "logging.propensities = " +
          names_where(propensity_sources(),
                      [](const auto& traits) { return traits.of_sums; }),
      [](S s) { return source_traits(s).of_sums; }};
  return {
      whole("logging.sessions", &L::sessions, "0", 0, 100000000,
            "searches of a simulated log, with the clicks of clicks.model on "
            "lists of another ranker; learners replay them; 0 = none"),
      whole("logging.queries", &L::queries, "10", 0, 100000000,
            "training queries whose labels that ranker learned from: few make "
            "a weak one, all a strong one; 0 = random lists")
          .when(simulated),
      real("logging.temperature", &L::temperature, "0", kNotNegative,
           "0: its best documents; else lists drawn from the Plackett-Luce "
           "model of its scores, divided by this")
          .when(simulated),
      real("logging.swaps", &L::swaps, "0", kProbability,
           "share of searches in which the first document and another one "
           "change places, by which propensities can be estimated")
          .when(simulated),
      method("logging.propensities", &L::propensities, "users",
             propensity_sources(),
             "where the probabilities of examination are from")
          .when(corrects),
      path("logging.curve", &L::curve,
           "CSV file rank,propensity[,offset] or rank,proceed, such as the "
           "propensities.csv of a run")
          .when(all_of({corrects, by_file})),
      real("logging.epsilon", &L::epsilon, "0", {.min = 0, .max = kMaxEpsilon},
           "epsilon of all searches of a client at privacy.delta, by discrete "
           "Gaussian noise on the sums of clicks from which propensities are "
           "estimated; 0 = no noise")
          .when(all_of({corrects, by_sums}))};
}

}  // namespace fedltr
