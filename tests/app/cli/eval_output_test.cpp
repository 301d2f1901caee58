#include "app/cli/eval_output.hpp"

#include <limits>
#include <sstream>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "app/base/errors.hpp"

namespace fedltr::eval_output_test {
namespace {

constexpr double kLeftOut = std::numeric_limits<double>::quiet_NaN();

/// Two metrics of three queries, of which one is no part of a mean.
EvaluatedRanking evaluated() {
  EvaluatedRanking ranking{{"ndcg@10", "p"}, {}, std::nullopt};
  ranking.result.queries = {"q1", "a \"b\"", "q3"};
  ranking.result.values = Matrix{{0.5, 1}, {0.25, kLeftOut}, {0, 0.125}};
  return ranking;
}

/// The same, with means over the first query only.
EvaluatedRanking with_other() {
  EvaluatedRanking ranking = evaluated();
  ranking.other = OtherMeans{"ranked", Matrix{{0.5, kLeftOut}}};
  return ranking;
}

std::string printed(const std::string& format, const EvaluatedRanking& ranking,
                    bool per_query) {
  std::ostringstream out;
  printer(format)(out, ranking, per_query);
  return out.str();
}

}  // namespace

TEST_CASE("text has a line of each mean, and those by query before") {
  const std::string means =
      "ndcg@10  0.2500  mean of 3 queries\n"
      "p        0.5625  mean of 2 queries\n";
  CHECK(printed("text", evaluated(), false) == means);
  CHECK(printed("text", evaluated(), true) ==
        "ndcg@10  0.5000  q1\n"
        "p        1.0000  q1\n"
        "ndcg@10  0.2500  a \"b\"\n"
        "ndcg@10  0.0000  q3\n"
        "p        0.1250  q3\n" +
            means);
  CHECK(printed("text", with_other(), false) ==
        "ndcg@10  0.2500  mean of 3 queries; 0.5000 over the 1 ranked ones\n"
        "p        0.5625  mean of 2 queries; none of the ranked ones counts\n");
}

TEST_CASE("text names the reason if no query is part of a mean") {
  EvaluatedRanking ranking = evaluated();
  ranking.result.values.col(1).setConstant(kLeftOut);
  CHECK(printed("text", ranking, false) ==
        "ndcg@10  0.2500  mean of 3 queries\n"
        "p        no query has a relevant document\n");
}

TEST_CASE("tsv has rows by query first, then those of the means") {
  const std::string head = "qid\tmetric\tvalue\n";
  CHECK(printed("tsv", evaluated(), false) ==
        head + "all\tndcg@10\t0.25\nall\tp\t0.5625\n");
  const std::string both = printed("tsv", with_other(), true);
  CHECK(both.starts_with(head + "q1\tndcg@10\t0.5\nq1\tp\t1\n"
                                "\"a \"\"b\"\"\"\tndcg@10\t0.25\n"));
  CHECK(
      both.ends_with("all\tndcg@10\t0.25\nall\tp\t0.5625\n"
                     "all-ranked\tndcg@10\t0.5\nall-ranked\tp\tnan\n"));
}

TEST_CASE("a query named like a row of means is refused where both are rows") {
  EvaluatedRanking ranking = with_other();
  ranking.result.queries[2] = "all-ranked";
  CHECK_THROWS_WITH_AS(printed("tsv", ranking, true),
                       "--format tsv --per-query: a query is named "
                       "'all-ranked', like the row of means; expected --format "
                       "json",
                       UsageError);
  CHECK(printed("tsv", ranking, false) == printed("tsv", with_other(), false));
  ranking.other.reset();
  CHECK_NOTHROW(printed("tsv", ranking, true));
}

TEST_CASE("json has the means, their counts, and values by query") {
  using nlohmann::json;
  const json plain = json::parse(printed("json", evaluated(), false));
  CHECK(plain == json{{"metrics",
                       {{"ndcg@10", {{"mean", 0.25}, {"n", 3}}},
                        {"p", {{"mean", 0.5625}, {"n", 2}}}}}});
  const json full = json::parse(printed("json", with_other(), true));
  CHECK(full["queries"] == json{{"q1", {{"ndcg@10", 0.5}, {"p", 1}}},
                                {"a \"b\"", {{"ndcg@10", 0.25}}},
                                {"q3", {{"ndcg@10", 0}, {"p", 0.125}}}});
  CHECK(full["metrics"]["ndcg@10"]["ranked"] == json{{"mean", 0.5}, {"n", 1}});
  CHECK(full["metrics"]["p"]["ranked"] == json{{"mean", nullptr}, {"n", 0}});
}

TEST_CASE("another format is refused") {
  CHECK_THROWS_WITH_AS(printer("csv"),
                       "--format csv: expected text, tsv or json", UsageError);
}

}  // namespace fedltr::eval_output_test
