#include "app/results/summary.hpp"

#include "app/base/files.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/small_results.hpp"

namespace fedltr::summary_test {
using namespace fedltr::test;

TEST_CASE("final metrics are of the last rows, in the order of rounds.csv") {
  std::vector<Run> runs = {small_run(0.5), small_run(1, 2)};
  runs[1].result.rounds.back().online_discounted = 8;
  const auto spreads = results_of(runs).spreads();
  std::vector<std::string> names;
  for (const auto& [name, spread] : spreads) names.push_back(name);
  CHECK(names == std::vector<std::string>{"ndcg@10", "online_ndcg@10",
                                          "online_maxrr@10",
                                          "online_discounted"});
  CHECK(spreads[0].second.mean == 0.75);
  CHECK(spreads[0].second.n == 2);
  CHECK(spreads[3].second.mean == 6);
  CHECK(spreads[3].second.std == doctest::Approx(std::sqrt(8.0)));
  CHECK_THROWS_AS(results_of({}), std::out_of_range);
}

TEST_CASE("a signature is SHA-256 over the models' bytes, run by run") {
  std::vector<Run> runs = {small_run(0.5), small_run(0.5, 2)};
  runs[0].result.model = Vector{{1, 2}};
  runs[1].result.model = Vector{{3}};
  const Vector all{{1, 2, 3}};
  Sha256 digest;
  digest.add(all);
  CHECK(signature(runs) == digest.hex());
  // Clients' own layers follow the model of their run.
  runs[0].result.clients[1].personal = Vector{{7}};
  const Vector with{{1, 2, 7, 3}};
  Sha256 more;
  more.add(with);
  CHECK(signature(runs) == more.hex());
}

TEST_CASE("a signature is of models, not of what is measured on them") {
  std::vector<Run> runs = {small_run(0.5), small_run(0.5, 2)};
  const std::string before = signature(runs);
  runs[0].result.rounds.back().metrics = {0.75};
  runs[0].result.clients[0].interactions = 99;
  CHECK(signature(runs) == before);
  std::swap(runs[0].result.model(0), runs[0].result.model(1));
  CHECK(signature(runs) != before);
  std::swap(runs[0].result.model(0), runs[0].result.model(1));
  runs[1].result.model = -runs[1].result.model;
  CHECK(signature(runs) != before);
}

TEST_CASE("the progress of an interrupted point names its runs") {
  CHECK(cut_short_text(2, 2, "runs") == "");
  CHECK(cut_short_text(2, 3, "runs") == "2 of 3 runs ended");
  CHECK(cut_short_text(1, 2, "repeats") == "1 of 2 repeats ended");
}

TEST_CASE("the busiest client of any run is what the account goes by") {
  std::vector<Run> runs = {small_run(0.5), small_run(0.5, 2)};
  runs[0].result.max_rounds = 3;
  runs[1].result.max_rounds = 7;
  CHECK(max_rounds(runs) == 7);
  CHECK(max_rounds({}) == 0);
}

TEST_CASE("clients without a value are left out of fairness, not counted 0") {
  std::vector<Run> runs = {small_run(0.5)};
  auto& clients = runs[0].result.clients;
  clients.resize(4);
  clients[0].own = kNaN;
  clients[1].own = 0.5;
  clients[2].own = 1;
  clients[3].own = 0.75;
  const Fairness fairness = fairness_over(runs);
  CHECK(fairness.clients == 3);
  CHECK(fairness.mean == 0.75);
  CHECK(fairness.worst == 0.5);
  CHECK(fairness.worst_tenth == 0.5);
}

TEST_CASE("the account of privacy is the smallest of those of composition") {
  PrivacySpec privacy;
  privacy.guarantee = {0.5, {}};
  // Two releases of .5 each: basic composition is the smallest.
  CHECK(privacy.after(2).best() == 1);
  privacy.releases_per_round = 3;
  const Composition account = privacy.after(2);
  CHECK(account.basic == 3);
  CHECK(account.best() <= account.basic);
}

}  // namespace fedltr::summary_test
