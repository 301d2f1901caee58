// Keys of [silo] for searches in other parties' documents.
#include <doctest/doctest.h>

#include "tests/support/keys.hpp"

namespace fedltr::silo_search_keys_test {
using test::check_needs;
using test::refusal;
using test::silo_of;

TEST_CASE("each key of searching sets what it names") {
  const SiloSettings silo = silo_of(
      {"silo.sketch=count-min", "silo.rows=11", "silo.columns=12",
       "silo.frequency-rows=13", "silo.frequency-columns=14",
       "silo.real-rows=15", "silo.confounders=colliding", "silo.shared=16",
       "silo.epsilon=0.25", "silo.noise=sound", "silo.retrieval=naive",
       "silo.top=17", "silo.alpha=1.5", "silo.beta=0.75",
       "silo.absent-rows=left-out", "silo.round-sizes=18",
       "silo.dummy-terms=19", "silo.timed-terms=20"});
  CHECK(silo.sketch == SketchKind::kCountMin);
  CHECK(silo.rows == 11);
  CHECK(silo.columns == 12);
  CHECK(silo.frequency_rows == 13);
  CHECK(silo.frequency_columns == 14);
  CHECK(silo.real_rows == 15);
  CHECK(silo.confounders == Confounders::kColliding);
  CHECK(silo.shared == 16);
  CHECK(silo.epsilon == 0.25);
  CHECK(silo.noise == "sound");
  CHECK(silo.naive);
  CHECK(silo.options.top == 17);
  CHECK(silo.alpha == 1.5);
  CHECK(silo.beta == 0.75);
  CHECK(silo.leave_out_absent);
  CHECK(silo.round_sizes == 18);
  CHECK(silo.dummy_terms == 19);
  CHECK(silo.timed_terms == 20);
}

TEST_CASE("an epsilon of noise is 0, or not too small") {
  CHECK(refusal("silo.epsilon", "0") == "");
  CHECK(refusal("silo.epsilon", "0.001") == "");
  CHECK(refusal("silo.epsilon", "500") == "");
  for (const char* text : {"0.0009", "500.1", "-1"})
    CHECK(refusal("silo.epsilon", text) ==
          "expected 0 or a number 0.001 to 500");
}

TEST_CASE("all rows are asked unless real ones are set") {
  CHECK(silo_of({"silo.rows=7"}).queried_rows() == 7);
  CHECK(silo_of({"silo.rows=7", "silo.real-rows=3"}).queried_rows() == 3);
}

TEST_CASE("answers are noisy by a noise that adds, and an epsilon") {
  for (const auto& each : sketch_noises()) {
    const std::string noise = "silo.noise=" + each.name;
    CAPTURE(noise);
    CHECK(silo_of({noise}).noisy() == each.traits.adds);
    CHECK_FALSE(silo_of({noise, "silo.epsilon=0"}).noisy());
    CHECK(find_key("silo.epsilon")->applies(unchecked_scenario({noise})) ==
          each.traits.adds);
  }
}

TEST_CASE("options of a search need what they are of") {
  const std::string off = "silo.parties=4";
  check_needs({"silo.confounders"}, {"silo.real-rows=3"}, {off});
  check_needs({"silo.shared"}, {"silo.confounders=colliding"}, {off});
  check_needs({"silo.noise"}, {off}, {"silo.epsilon=0"});
  check_needs({"silo.alpha", "silo.beta"}, {off}, {"silo.retrieval=naive"});
}

}  // namespace fedltr::silo_search_keys_test
