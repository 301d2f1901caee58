// Values of trec_eval 10 for rankings made by hand, with ndcg_cut.3,10, ndcg,
// map, recip_rank and P.3,10, printed with all digits.
#include <doctest/doctest.h>

#include "app/data/trec_files.hpp"

namespace fedltr::trec_eval_test {
namespace {

struct Case {
  const char* what;
  const char* run;
  const char* qrels;
  bool complete;  ///< option -c
  std::vector<double> means;
  Index queries;
};

const std::vector<std::string> kMetrics = {"ndcg@3", "ndcg@10", "ndcg", "map",
                                           "mrr",    "p@3",     "p@10"};

const std::vector<Case> kCases = {
    {"a plain ranking",
     "1 Q0 a 1 3 x\n"
     "1 Q0 b 2 2 x\n"
     "1 Q0 c 3 1 x\n",
     "1 0 a 1\n"
     "1 0 b 0\n"
     "1 0 c 2\n",
     false,
     {0.7601875334318685, 0.7601875334318685, 0.7601875334318685,
      0.8333333333333333, 1.0, 0.6666666666666666, 0.2},
     1},
    {"equal scores: by name, descending",
     "1 Q0 a 1 1 x\n"
     "1 Q0 b 2 1 x\n"
     "1 Q0 c 3 1 x\n",
     "1 0 a 2\n"
     "1 0 b 0\n"
     "1 0 c 1\n",
     false,
     {0.7601875334318685, 0.7601875334318685, 0.7601875334318685,
      0.8333333333333333, 1.0, 0.6666666666666666, 0.2},
     1},
    {"equal scores in the midst",
     "1 Q0 x 1 5 x\n"
     "1 Q0 b 2 2 x\n"
     "1 Q0 d 3 2 x\n"
     "1 Q0 a 4 2 x\n"
     "1 Q0 y 5 1 x\n",
     "1 0 a 3\n"
     "1 0 b 1\n"
     "1 0 y 2\n",
     false,
     {0.10500099787698204, 0.5388095312011184, 0.5388095312011184,
      0.4777777777777777, 0.3333333333333333, 0.3333333333333333, 0.3},
     1},
    {"the ranks are ignored",
     "1 Q0 a 9 1 x\n"
     "1 Q0 b 1 2 x\n"
     "1 Q0 c 5 3 x\n",
     "1 0 a 1\n"
     "1 0 c 1\n",
     false,
     {0.9197207891481876, 0.9197207891481876, 0.9197207891481876,
      0.8333333333333333, 1.0, 0.6666666666666666, 0.2},
     1},
    {"lines in any order",
     "1 Q0 a 1 1 x\n"
     "2 Q0 a 1 1 x\n"
     "1 Q0 b 2 2 x\n"
     "2 Q0 b 2 0.5 x\n",
     "1 0 b 1\n"
     "2 0 b 2\n",
     false,
     {0.8154648767857288, 0.8154648767857288, 0.8154648767857288, 0.75, 0.75,
      0.3333333333333333, 0.1},
     2},
    {"documents that nobody judged",
     "1 Q0 u 1 9 x\n"
     "1 Q0 a 2 8 x\n"
     "1 Q0 v 3 7 x\n"
     "1 Q0 b 4 6 x\n",
     "1 0 a 1\n"
     "1 0 b 2\n",
     false,
     {0.23981246656813146, 0.5672074169568709, 0.5672074169568709, 0.5, 0.5,
      0.3333333333333333, 0.2},
     1},
    {"relevant documents that were not ranked",
     "1 Q0 a 1 2 x\n"
     "1 Q0 b 2 1 x\n",
     "1 0 a 1\n"
     "1 0 b 0\n"
     "1 0 c 2\n"
     "1 0 d 1\n",
     false,
     {0.31939394323979897, 0.31939394323979897, 0.31939394323979897,
      0.3333333333333333, 1.0, 0.3333333333333333, 0.1},
     1},
    {"nothing relevant was ranked",
     "1 Q0 u 1 2 x\n"
     "1 Q0 b 2 1 x\n",
     "1 0 b 0\n"
     "1 0 c 2\n",
     false,
     {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0},
     1},
    {"a query without a relevant document",
     "1 Q0 a 1 2 x\n"
     "1 Q0 b 2 1 x\n"
     "2 Q0 a 1 1 x\n",
     "1 0 a 0\n"
     "1 0 b 0\n"
     "2 0 a 1\n",
     false,
     {0.5, 0.5, 0.5, 0.5, 0.5, 0.16666666666666666, 0.05},
     2},
    {"negative grades",
     "1 Q0 a 1 3 x\n"
     "1 Q0 b 2 2 x\n"
     "1 Q0 c 3 1 x\n",
     "1 0 a -1\n"
     "1 0 b 1\n"
     "1 0 c -2\n"
     "1 0 d 2\n",
     false,
     {0.23981246656813146, 0.23981246656813146, 0.23981246656813146, 0.25, 0.5,
      0.3333333333333333, 0.1},
     1},
    {"only the negative one was ranked high",
     "1 Q0 s 1 3 x\n"
     "1 Q0 b 2 2 x\n"
     "2 Q0 b 1 1 x\n",
     "1 0 s -2\n"
     "1 0 b 3\n"
     "2 0 b 1\n"
     "2 0 z -1\n",
     false,
     {0.8154648767857287, 0.8154648767857287, 0.8154648767857287, 0.75, 0.75,
      0.3333333333333333, 0.1},
     2},
    {"a query that nobody judged",
     "1 Q0 a 1 1 x\n"
     "9 Q0 a 1 1 x\n",
     "1 0 a 1\n",
     false,
     {1.0, 1.0, 1.0, 1.0, 1.0, 0.3333333333333333, 0.1},
     1},
    {"the same over all judged queries",
     "1 Q0 a 1 1 x\n",
     "1 0 a 1\n"
     "2 0 a 1\n",
     true,
     {0.5, 0.5, 0.5, 0.5, 0.5, 0.16666666666666666, 0.05},
     2},
    {"all judged, one empty, one not judged",
     "1 Q0 a 1 2 x\n"
     "1 Q0 b 2 1 x\n"
     "7 Q0 a 1 1 x\n",
     "1 0 b 2\n"
     "2 0 a 0\n"
     "3 0 c 1\n",
     true,
     {0.2103099178571525, 0.2103099178571525, 0.2103099178571525,
      0.16666666666666666, 0.16666666666666666, 0.1111111111111111,
      0.03333333333333333},
     3},
    {"grades up to 4",
     "1 Q0 a 1 6 x\n"
     "1 Q0 b 2 5 x\n"
     "1 Q0 c 3 4 x\n"
     "1 Q0 d 4 3 x\n"
     "1 Q0 e 5 2 x\n"
     "1 Q0 f 6 1 x\n",
     "1 0 a 0\n"
     "1 0 b 4\n"
     "1 0 c 2\n"
     "1 0 d 3\n"
     "1 0 e 1\n"
     "1 0 f 4\n",
     false,
     {0.4391628131558476, 0.7147847171679238, 0.7147847171679238,
      0.7100000000000001, 0.5, 0.6666666666666666, 0.5},
     1},
    {"more than ten documents",
     "1 Q0 d00 1 20 x\n"
     "1 Q0 d01 2 19 x\n"
     "1 Q0 d02 3 18 x\n"
     "1 Q0 d03 4 17 x\n"
     "1 Q0 d04 5 16 x\n"
     "1 Q0 d05 6 15 x\n"
     "1 Q0 d06 7 14 x\n"
     "1 Q0 d07 8 13 x\n"
     "1 Q0 d08 9 12 x\n"
     "1 Q0 d09 10 11 x\n"
     "1 Q0 d10 11 10 x\n"
     "1 Q0 d11 12 9 x\n"
     "1 Q0 d12 13 8 x\n"
     "1 Q0 d13 14 7 x\n",
     "1 0 d00 1\n"
     "1 0 d03 2\n"
     "1 0 d09 1\n"
     "1 0 d10 3\n"
     "1 0 d13 1\n"
     "1 0 zz 2\n",
     false,
     {0.19004688335796713, 0.33414433139734295, 0.5039478510169554,
      0.42012987012987013, 1.0, 0.3333333333333333, 0.3},
     1},
    {"more relevant ones than ten",
     "1 Q0 d00 1 20 x\n"
     "1 Q0 d01 2 19 x\n"
     "1 Q0 d02 3 18 x\n"
     "1 Q0 d03 4 17 x\n"
     "1 Q0 d04 5 16 x\n"
     "1 Q0 d05 6 15 x\n"
     "1 Q0 d06 7 14 x\n"
     "1 Q0 d07 8 13 x\n"
     "1 Q0 d08 9 12 x\n"
     "1 Q0 d09 10 11 x\n"
     "1 Q0 d10 11 10 x\n"
     "1 Q0 d11 12 9 x\n",
     "1 0 d00 1\n"
     "1 0 d01 2\n"
     "1 0 d02 3\n"
     "1 0 d03 1\n"
     "1 0 d04 2\n"
     "1 0 d05 3\n"
     "1 0 d06 1\n"
     "1 0 d07 2\n"
     "1 0 d08 3\n"
     "1 0 d09 1\n"
     "1 0 d10 2\n"
     "1 0 d11 3\n",
     false,
     {0.5884535456628739, 0.7407139056451233, 0.8235731333672887, 1.0, 1.0, 1.0,
      1.0},
     1},
    {"negative and small scores",
     "1 Q0 a 1 -1.5 x\n"
     "1 Q0 b 2 -1.25 x\n"
     "1 Q0 c 3 -3 x\n"
     "1 Q0 d 4 1e-300 x\n",
     "1 0 a 1\n"
     "1 0 d 2\n",
     false,
     {0.9502344167898356, 0.9502344167898356, 0.9502344167898356,
      0.8333333333333333, 1.0, 0.6666666666666666, 0.2},
     1},
    {"scores that differ in the last digit",
     "1 Q0 a 1 0.1 x\n"
     "1 Q0 b 2 0.10000000000000002 x\n"
     "1 Q0 c 3 0.1 x\n",
     "1 0 a 1\n"
     "1 0 b 2\n"
     "1 0 c 3\n",
     false,
     {0.9224945116765986, 0.9224945116765986, 0.9224945116765986, 1.0, 1.0, 1.0,
      0.3},
     1},
    {"one document, ranked and relevant",
     "q-1 Q0 x 1 0 x\n",
     "q-1 0 x 1\n",
     false,
     {1.0, 1.0, 1.0, 1.0, 1.0, 0.3333333333333333, 0.1},
     1},
    {"names that sort by bytes",
     "1 Q0 Z 1 1 x\n"
     "1 Q0 a 2 1 x\n"
     "1 Q0 10 3 1 x\n"
     "1 Q0 9 4 1 x\n",
     "1 0 a 1\n"
     "1 0 9 2\n"
     "1 0 10 3\n",
     false,
     {0.42000399150792816, 0.6913328016675099, 0.6913328016675099,
      0.8055555555555555, 1.0, 0.6666666666666666, 0.3},
     1},
};

QueryValues evaluated(const std::string& run, const std::string& qrels,
                      const std::string& conventions_name) {
  const Conventions how = find(conventions(), conventions_name).make;
  std::vector<NamedMetric> metrics;
  for (const std::string& name : kMetrics)
    metrics.push_back(parse_metric(name, {}, how.gain));
  return evaluate_run(parse_run(run, "run"), parse_judgements(qrels, "qrels"),
                      metrics, how);
}

}  // namespace

TEST_CASE("eval equals trec_eval 10") {
  CHECK(kCases.size() > 20);
  for (const Case& each : kCases) {
    CAPTURE(each.what);
    const QueryValues result = evaluated(
        each.run, each.qrels, each.complete ? "trec_eval-c" : "trec_eval");
    CHECK(result.values.rows() == each.queries);
    const Vector means = means_of_queries(result.values);
    for (std::size_t m = 0; m < kMetrics.size(); ++m) {
      CAPTURE(kMetrics[m]);
      CHECK(std::abs(means(m) - each.means[m]) <= 1e-15);
    }
  }
}

TEST_CASE("recall, map_cut, success, bpref and judged are their definitions") {
  // Values of a program written from the definitions alone, in fractions.
  struct Values {
    const char* run;
    const char* qrels;
    std::vector<double> values;
  };
  const std::vector<std::string> names = {
      "recall@1", "recall@5",  "recall@10", "map@1", "map@5",
      "map@10",   "success@1", "success@5", "bpref", "judged@1",
      "judged@5", "judged@10", "judged@100"};
  const std::vector<Values> cases = {
      // Equal scores, documents without judgement, and one below 0.
      {"q Q0 a 1 9 x\nq Q0 b 1 9 x\nq Q0 u 1 8 x\nq Q0 s 1 7 x\n"
       "q Q0 c 1 7 x\nq Q0 d 1 7 x\nq Q0 v 1 6 x\nq Q0 e 1 5 x\n"
       "q Q0 f 1 5 x\nq Q0 g 1 1 x\n",
       "q 0 a 0\nq 0 b 1\nq 0 s -2\nq 0 c 2\nq 0 d 0\nq 0 e 1\nq 0 f 0\n"
       "q 0 g 3\nq 0 z 1\nq 0 y 0\n",
       {0.2, 0.2, 0.8, 0.2, 0.2, 31.0 / 75, 1, 1, 0.4, 1, 0.8, 0.8, 0.8}},
      // Fewer irrelevant documents than relevant ones.
      {"q Q0 n 1 3 x\nq Q0 a 2 2 x\nq Q0 m 3 1 x\nq Q0 b 4 0 x\n",
       "q 0 n 0\nq 0 a 1\nq 0 b 2\nq 0 c 1\nq 0 m -1\n",
       {0, 2.0 / 3, 2.0 / 3, 0, 1.0 / 3, 1.0 / 3, 0, 1, 0, 1, 1, 1, 1}},
      // Nothing judged irrelevant.
      {"q Q0 u 1 3 x\nq Q0 a 2 2 x\n",
       "q 0 a 1\nq 0 b 1\n",
       {0, 0.5, 0.5, 0, 0.25, 0.25, 0, 1, 0.5, 0, 0.5, 0.5, 0.5}},
  };
  for (const Values& each : cases)
    for (std::size_t m = 0; m < names.size(); ++m) {
      CAPTURE(each.run);
      CAPTURE(names[m]);
      const Conventions how = find(conventions(), "trec_eval").make;
      const QueryValues result = evaluate_run(
          parse_run(each.run, "run"), parse_judgements(each.qrels, "qrels"),
          {parse_metric(names[m], {}, how.gain)}, how);
      CHECK(std::abs(result.values(0, 0) - each.values[m]) <= 1e-9);
    }
}

TEST_CASE("a query on one side only is left out, or counts 0 with -c") {
  // Without -c, trec_eval 10.0 itself stops; up to 9 it skips such queries.
  const std::string run = "1 Q0 a 1 1 x\n9 Q0 a 1 1 x\n";
  const std::string qrels = "1 0 a 1\n2 0 a 1\n3 0 a 0\n";
  const QueryValues both = evaluated(run, qrels, "trec_eval");
  CHECK(both.queries == std::vector<std::string>{"1"});
  CHECK(both.unjudged == 1);
  CHECK(both.unranked == 2);
  const QueryValues complete = evaluated(run, qrels, "trec_eval-c");
  CHECK(complete.queries == std::vector<std::string>{"1", "2", "3"});
  CHECK(means_of_queries(complete.values)(3) == doctest::Approx(1.0 / 3));
}

}  // namespace fedltr::trec_eval_test
