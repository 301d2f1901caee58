// Keys of searches in other parties' documents: sketches, questions, noise.
#include "algorithms/silo/packed_values.hpp"
#include "algorithms/sketch/noise.hpp"
#include "app/schema/key_table.hpp"

namespace fedltr {
namespace {

using S = Scenario;

void add_silo_sketch_keys(std::vector<Key>& table) {
  table.push_back(choice<SketchKind>(
      "silo.sketch", [](S & s) -> auto& { return s.silo.sketch; }, "count",
      {{"count", SketchKind::kCount}, {"count-min", SketchKind::kCountMin}},
      "count: signed, median; count-min: minimum"));
  table.push_back(count(
      "silo.rows", [](S & s) -> auto& { return s.silo.rows; }, "30", 1,
      kMostPacked, "z, of a document's sketch"));
  table.push_back(count(
      "silo.columns", [](S & s) -> auto& { return s.silo.columns; }, "200", 1,
      1000000, "w"));
  table.push_back(count(
      "silo.frequency-rows",
      [](S & s) -> auto& { return s.silo.frequency_rows; }, "7", 1, 4096,
      "of the sketches of document and collection frequencies"));
  table.push_back(count(
      "silo.frequency-columns",
      [](S & s) -> auto& { return s.silo.frequency_columns; }, "16384", 1,
      16777216, "the same; they hold a whole collection's terms"));
  table.push_back(count(
      "silo.real-rows", [](S & s) -> auto& { return s.silo.real_rows; }, "0", 0,
      4096, "z1, rows of a query that are about its term; 0 = all"));
  table.push_back(choice<Confounders>(
      "silo.confounders", [](S & s) -> auto& { return s.silo.confounders; },
      "random",
      {{"random", Confounders::kRandom},
       {"colliding", Confounders::kColliding}},
      "what fills the other rows: random terms, or terms that as many rows "
      "agree with"));
  table.push_back(count(
      "silo.shared", [](S & s) -> auto& { return s.silo.shared; }, "0", 0, 4095,
      "colliding: rows b that a confounder shares with the term"));
}

void add_silo_noise_keys(std::vector<Key>& table) {
  table.push_back(real(
      "silo.epsilon", [](S & s) -> auto& { return s.silo.epsilon; }, "0.5",
      [](double x) { return x == 0 || (x >= 0.001 && x <= 500); },
      "0 or a number 0.001 to 500",
      "of one answer about one document, 0 = no noise"));
  table.push_back(method(
      "silo.noise", [](S & s) -> auto& { return s.silo.noise; }, "paper",
      sketch_noises(), "on answers of silo.epsilon"));
}

void add_silo_retrieval_keys(std::vector<Key>& table) {
  table.push_back(choice<bool>(
      "silo.retrieval", [](S & s) -> auto& { return s.silo.naive; }, "rtk",
      {{"rtk", false}, {"naive", true}},
      "reverse top-K: by an RTK-Sketch, or by asking about every document"));
  table.push_back(whole<std::size_t>(
      "silo.top", [](S & s) -> auto& { return s.silo.options.top; }, "150", 1,
      100000, "K, documents fetched from each other party for a query"));
  table.push_back(real(
      "silo.alpha", [](S & s) -> auto& { return s.silo.alpha; }, "5",
      [](double x) { return x >= 1 && x <= 1000; }, "a number 1 to 1000",
      "lists of the RTK-Sketch hold alpha K documents"));
  table.push_back(real(
      "silo.beta", [](S & s) -> auto& { return s.silo.beta; }, "0.1",
      [](double x) { return x >= 0 && x <= 1; }, "a number 0 to 1",
      "share of the real rows that list a candidate"));
  table.push_back(choice<bool>(
      "silo.absent-rows",
      [](S & s) -> auto& { return s.silo.leave_out_absent; }, "counted",
      {{"counted", false}, {"left-out", true}},
      "real rows whose list lacks a candidate: counted as 0 (count-min: as the "
      "list's floor), or left out of its estimate as in ICDE Algorithm 5"));
  table.push_back(count(
      "silo.round-sizes", [](S & s) -> auto& { return s.silo.round_sizes; },
      "1", 1, 1000000,
      "tell lengths and distinct terms of documents rounded up to multiples of "
      "this: hides which texts they are, blurs features"));
  table.push_back(count(
      "silo.dummy-terms", [](S & s) -> auto& { return s.silo.dummy_terms; },
      "0", 0, 1000,
      "terms of own texts asked for beside each query's: blur what is asked, "
      "cost bytes and privacy.budget"));
  table.push_back(count(
      "silo.timed-terms", [](S & s) -> auto& { return s.silo.timed_terms; },
      "0", 0, 100000,
      "terms whose search at one party is timed, by RTK-Sketch and by asking "
      "about every document; 0 = none"));
}

}  // namespace

void add_silo_search_keys(std::vector<Key>& table) {
  add_silo_sketch_keys(table);
  add_silo_noise_keys(table);
  add_silo_retrieval_keys(table);
}

}  // namespace fedltr
