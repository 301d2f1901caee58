// Keys of searches in other parties' documents: sketches, questions, noise.
#include "algorithms/silo/packed_values.hpp"
#include "algorithms/sketch/noise.hpp"
#include "app/schema/key_table.hpp"

namespace fedltr {
namespace {

std::vector<Key> sketch_keys() {
  return {
      choice(
          "silo.sketch", &SiloSettings::sketch, "count",
          {{"count", SketchKind::kCount}, {"count-min", SketchKind::kCountMin}},
          "count: median of signed counters; count-min: minimum of counters"),
      whole("silo.rows", &SiloSettings::rows, "30", 1, kMostPacked,
            "z, rows of a document's sketch"),
      whole("silo.columns", &SiloSettings::columns, "200", 1, 1000000,
            "w, columns of a document's sketch"),
      whole("silo.frequency-rows", &SiloSettings::frequency_rows, "7", 1, 4096,
            "rows of the sketches of document and collection frequencies"),
      whole("silo.frequency-columns", &SiloSettings::frequency_columns, "16384",
            1, 16777216,
            "columns of these sketches, which hold all terms of a collection"),
      whole("silo.real-rows", &SiloSettings::real_rows, "0", 0, 4096,
            "z1, rows of a query that are about its term; 0 = all"),
      choice("silo.confounders", &SiloSettings::confounders, "random",
             {{"random", Confounders::kRandom},
              {"colliding", Confounders::kColliding}},
             "confounders in the other rows: random terms, or terms whose rows "
             "agree as often as the real one's")
          .when({"silo.real-rows below silo.rows",
                 [](const Scenario& s) {
                   return s.silo.queried_rows() < s.silo.rows;
                 }}),
      whole("silo.shared", &SiloSettings::shared, "0", 0, 4095,
            "colliding: rows b that a confounder shares with the term")
          .when({"silo.confounders = colliding", [](const Scenario& s) {
                   return s.silo.confounders == Confounders::kColliding;
                 }})};
}

std::vector<Key> sketch_noise_keys() {
  Key epsilon =
      real(
          "silo.epsilon", &SiloSettings::epsilon, "0.5",
          [](double x) { return x == 0 || (x >= 0.001 && x <= 500); },
          "0 or a number 0.001 to 500",
          "epsilon of one answer about one document, 0 = no noise")
          .when({"a silo.noise other than off", [](const Scenario& s) {
                   return find(sketch_noises(), s.silo.noise).traits.adds;
                 }});
  Key noise = method("silo.noise", &SiloSettings::noise, "paper",
                     sketch_noises(), "noise on answers, by silo.epsilon")
                  .when({"silo.epsilon above 0",
                         [](const Scenario& s) { return s.silo.epsilon > 0; }});
  // Each may be written where the other switches noise off: no mistake.
  epsilon.defaults = {"0"};
  for (const auto& each : sketch_noises()) noise.defaults.push_back(each.name);
  return {std::move(epsilon), std::move(noise)};
}

std::vector<Key> retrieval_keys() {
  const Condition by_sketch = {"silo.retrieval = rtk",
                               [](const Scenario& s) { return !s.silo.naive; }};
  return {
      choice(
          "silo.retrieval", &SiloSettings::naive, "rtk",
          {{"rtk", false}, {"naive", true}},
          "reverse top-K: by an RTK-Sketch, or by asking about every document"),
      whole("silo.top", &SiloOptions::top, "150", 1, 100000,
            "K, documents that a query retrieves from each other party"),
      real("silo.alpha", &SiloSettings::alpha, "5", ValueRange{1, 1000},
           "lists of the RTK-Sketch hold alpha K documents")
          .when(by_sketch),
      real("silo.beta", &SiloSettings::beta, "0.1", kProbability,
           "share of the real rows that list a candidate")
          .when(by_sketch),
      choice(
          "silo.absent-rows", &SiloSettings::leave_out_absent, "counted",
          {{"counted", false}, {"left-out", true}},
          "real rows whose list lacks a candidate: counted as 0 (count-min: as "
          "the list's floor), or left out of its estimate as in ICDE Algorithm "
          "5")
          .when(by_sketch),
      whole("silo.round-sizes", &SiloSettings::round_sizes, "1", 1, 1000000,
            "round lengths and distinct terms of documents up to multiples of "
            "this before sharing them: hides the identity of texts, blurs "
            "features"),
      whole("silo.dummy-terms", &SiloSettings::dummy_terms, "0", 0, 1000,
            "terms of own texts asked for in addition to each query's: blurs "
            "the query's terms, costs bytes and privacy.budget"),
      whole("silo.timed-terms", &SiloSettings::timed_terms, "0", 0, 100000,
            "terms whose search at one party is timed, by RTK-Sketch and by "
            "asking about every document; 0 = none")};
}

}  // namespace

std::vector<Key> silo_search_keys() {
  return joined({sketch_keys(), sketch_noise_keys(), retrieval_keys()});
}

}  // namespace fedltr
