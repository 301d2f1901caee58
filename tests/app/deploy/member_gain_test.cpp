#include "app/deploy/member_gain.hpp"

#include <filesystem>

#include "algorithms/ranking/linear.hpp"
#include "app/data/model_file.hpp"
#include "tests/support/members_agreement.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::member_gain_test {
using namespace fedltr::test;

namespace {

/// Two queries of two documents; the second has no relevant one.
Evaluation own() {
  auto data = std::make_shared<Dataset>(2);
  const double values[] = {1, 0, 0, 1};
  data->add_query("first", values, std::vector<std::uint8_t>{0, 1});
  data->add_query("none", values, std::vector<std::uint8_t>{0, 0});
  EvaluationConfig config;
  config.ranker = std::make_shared<LinearRanker>(2);
  config.metrics = {parse_metric("mrr", {})};
  return {std::move(data), std::move(config)};
}

const MemberGain kGain{Vector{{0, 0}}, Vector{{1, 0}}, Vector{{0, 1}}};

}  // namespace

TEST_CASE("a gain counts the queries in the mean") {
  CHECK(gain_text(members_agreement(), own(), kGain) ==
        "own held-out mrr on 1 queries\n  untrained       0.5000\n"
        "  own rows alone  0.5000\n  joined          1.0000\n"
        "  gain by joining 1 queries: too few queries to decide\n");
}

TEST_CASE("a gain over enough queries has an interval") {
  auto data = std::make_shared<Dataset>(2);
  const double values[] = {1, 0, 0, 1};
  for (int query = 0; query < 8; ++query)
    data->add_query(std::to_string(query), values,
                    std::vector<std::uint8_t>{query == 0, query > 0});
  EvaluationConfig config;
  config.ranker = std::make_shared<LinearRanker>(2);
  config.metrics = {parse_metric("mrr", {})};
  const Evaluation own(std::move(data), std::move(config));
  // Seven differences of .5 and one of -.5: .375 on average, deviation .3536,
  // and Student's quantile of 7 degrees of freedom is 2.3646.
  has(gain_text(members_agreement(), own, kGain),
      "\n  gain by joining +0.3750 +- 0.2956, p 0.0199, 8 queries: you gain by "
      "joining\n");
}

TEST_CASE("lists that are drawn have a metric of their own") {
  const auto drawn = members_agreement("source = clicks\n");
  const std::string text = own_metric_text(drawn, own(), kGain.joined, 1);
  has(text, "1.0000, of lists as drawn for users 0.");
  CHECK(own_metric_text(members_agreement("source = clicks\n"
                                          "exploration = swap\n"),
                        own(), kGain.joined, 1) == "1.0000");
}

TEST_CASE("files that no noise protects are for their owner only") {
  const TemporaryFolder folder;
  const std::filesystem::path place = folder.text();
  write_alone(place, members_agreement(), kGain);
  write_own_queries(place, own(), kGain);
  CHECK(read_model_file(place / "alone.json").model == "linear");
  CHECK(read_text(place / "own-queries.csv") ==
        "qid,metric,untrained,alone,joined\nfirst,mrr,0.5,0.5,1\n"
        "none,mrr,nan,nan,nan\n");
  for (const char* file : {"alone.json", "own-queries.csv"})
    CHECK((std::filesystem::status(place / file).permissions() &
           std::filesystem::perms::all) ==
          (std::filesystem::perms::owner_read |
           std::filesystem::perms::owner_write));
}

}  // namespace fedltr::member_gain_test
