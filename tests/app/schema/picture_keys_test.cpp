// Keys of [figure] and [table].
#include <doctest/doctest.h>

#include "tests/support/keys.hpp"

namespace fedltr::picture_keys_test {
using test::check_needs;
using test::refusal;

TEST_CASE("each key of a picture sets what it names") {
  const Scenario scenario = unchecked_scenario(
      {"figure.x=learner.rate", "figure.lines=aggregation.rule",
       "figure.panels=grid.scale, clicks.model", "figure.metric=bytes_up",
       "figure.baseline=clicks.model=pbm", "table.rows=attack.kind,grid.scale",
       "table.columns=silo.method", "table.metric=ndcg@10, online_ndcg@5",
       "table.baseline=grid.scale=small"});
  CHECK(scenario.figure.x == "learner.rate");
  CHECK(scenario.figure.lines == "aggregation.rule");
  using Names = std::vector<std::string>;
  CHECK(scenario.figure.panels == Names{"grid.scale", "clicks.model"});
  CHECK(scenario.figure.metric == "bytes_up");
  CHECK(scenario.figure.baseline == "clicks.model=pbm");
  CHECK(scenario.table.rows == Names{"attack.kind", "grid.scale"});
  CHECK(scenario.table.columns == Names{"silo.method"});
  CHECK(scenario.table.metrics == Names{"ndcg@10", "online_ndcg@5"});
  CHECK(scenario.table.baseline == "grid.scale=small");
}

TEST_CASE("an axis is a time or a key, other names are keys only") {
  for (const char* x :
       {"", "round", "interactions", "unlearning", "grid.any", "learner.rate"})
    CHECK(refusal("figure.x", x) == "");
  CHECK(refusal("figure.x", "unlearn") ==
        "unknown key 'unlearn'; nearest is 'unlearning' (all: fedltr list "
        "keys)");
  CHECK(refusal("figure.x", "rounds").find("nearest is 'round'") ==
        std::string::npos);
  for (const char* key :
       {"figure.lines", "figure.panels", "table.rows", "table.columns"}) {
    CAPTURE(key);
    CHECK(refusal(key, "") == "");
    CHECK(refusal(key, "grid.any") == "");
    CHECK(refusal(key, "round").starts_with("unknown key 'round'; nearest is"));
  }
}

TEST_CASE("a list has a maximum number of names") {
  const auto times = [](std::size_t count, const std::string& name) {
    std::string list = name;
    for (std::size_t i = 1; i < count; ++i) list += ", " + name;
    return list;
  };
  const auto holds = [&](const char* key, std::size_t most,
                         const std::string& name) {
    CAPTURE(key);
    CHECK(refusal(key, times(most, name)) == "");
    CHECK(refusal(key, times(most + 1, name)) ==
          "expected at most " + std::to_string(most) + " names");
  };
  holds("figure.panels", 2, "clicks.model");
  holds("table.rows", 4, "clicks.model");
  holds("table.columns", 2, "clicks.model");
  holds("table.metric", 8, "ndcg@10");
}

TEST_CASE("a metric has the letters of one, a baseline is a setting") {
  for (const char* key : {"figure.metric", "table.metric"})
    CHECK(refusal(key, "NDCG@10") ==
          "'NDCG@10' is no metric (fedltr list metrics)");
  for (const char* key : {"figure.baseline", "table.baseline"}) {
    CHECK(refusal(key, "learner.rate = 0.1") == "");
    CHECK(refusal(key, "mean") == "expected section.key=value");
    CHECK(refusal(key, "learner.rat=1")
              .starts_with("unknown key 'learner.rat'; nearest is "
                           "'learner.rate'"));
  }
}

TEST_CASE("published values are read, and may be of several lines") {
  for (const char* key : {"figure.published", "table.published"}) {
    CHECK(find_key(key)->repeats);
    CHECK(refusal(key, "clicks.model=pbm,dcm: 1, 2") == "");
    CHECK(refusal(key, "clicks.model=pbm,dcm: 1") != "");
  }
}

TEST_CASE("keys of a picture need its axis or rows") {
  check_needs({"figure.lines", "figure.panels", "figure.metric",
               "figure.baseline", "figure.published", "figure.source"},
              {"figure.x=round"}, {"table.rows=clicks.model"});
  check_needs({"table.columns", "table.metric", "table.baseline",
               "table.published", "table.source"},
              {"table.rows=clicks.model"}, {"figure.x=round"});
}

}  // namespace fedltr::picture_keys_test
