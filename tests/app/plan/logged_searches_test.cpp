#include "app/plan/logged_searches.hpp"

#include <doctest/doctest.h>

#include "algorithms/clicks/position_based.hpp"
#include "app/schema/choices.hpp"
#include "app/schema/reader.hpp"
#include "tests/support/cli.hpp"

namespace fedltr::logged_searches_test {
using test::TemporaryFolder;

namespace {

using Settings = std::vector<std::string>;

/// Two clients on little data that learn with corrected clicks.
Scenario small(Settings settings = {}) {
  settings.insert(
      settings.begin(),
      {"synthetic.like=custom", "synthetic.queries=30", "synthetic.documents=6",
       "synthetic.features=3", "federation.clients=2", "clicks.model=pbm",
       "learner.method=ips"});
  return unchecked_scenario(settings);
}

/// Users who examine rank i with probability 1 / i.
const PositionBasedUser kUser({0, 0.5, 1}, 1);

std::shared_ptr<const SessionLog> log_of(const Settings& settings,
                                         std::uint64_t seed = 7) {
  const Scenario scenario = small(settings);
  return logged_searches(scenario, load_data(scenario).folds.at(0), kUser,
                         seed);
}

Examination curve_of(const Settings& settings,
                     const SessionLog* log = nullptr) {
  return examination_of(small(settings), kUser, log, {}, 1);
}

/// A log of one list of three, with the propensities of its ranks.
SessionLog recorded() {
  SessionLog log;
  const std::vector<Index> documents = {2, 0, 1};
  const std::vector<std::uint8_t> clicks = {0, 1, 0};
  const std::vector<double> propensities = {1, 0.5, 0.25};
  log.add(0, 0, documents, clicks, propensities);
  return log;
}

}  // namespace

TEST_CASE("a log is drawn by the seed, unless there are searches or none") {
  CHECK(log_of({}) == nullptr);
  const auto log = log_of({"logging.sessions=50"});
  REQUIRE(log);
  CHECK(log->sessions() == 50);
  CHECK(log->clicks() > 0);
  for (Index i = 0; i < 50; ++i) CHECK(log->user(i) < 2);
  const auto documents = [](const SessionLog& all) {
    std::vector<std::uint32_t> shown;
    for (Index i = 0; i < all.sessions(); ++i)
      for (const std::uint32_t each : all.list(i).documents)
        shown.push_back(each);
    return shown;
  };
  CHECK(documents(*log_of({"logging.sessions=50"})) == documents(*log));
  CHECK(documents(*log_of({"logging.sessions=50"}, 8)) != documents(*log));
  Fold fold;
  fold.sessions = std::make_shared<const SessionLog>(recorded());
  CHECK(logged_searches(small({"logging.sessions=50"}), fold, kUser, 7) ==
        fold.sessions);
}

TEST_CASE("users' examination corrects clicks, down to the end of a list") {
  const Examination found = curve_of({"clicks.list=4"});
  REQUIRE(found.propensity.size() == 4);
  CHECK(found.propensity[0] == 1);
  CHECK(found.propensity[3] == doctest::Approx(0.25));
  CHECK(curve_of({"learner.method=pdgd"}).empty());
  const Scenario scenario = small({"clicks.model=navigational"});
  const auto user = Choices(scenario).clicks.make({3});
  CHECK_THROWS_WITH_AS(
      examination_of(scenario, *user, nullptr, {}, 1),
      doctest::Contains("the clicks of navigational users depend on more than "
                        "the rank; set clicks.model = pbm, trust or dcm"),
      std::invalid_argument);
}

TEST_CASE("a file's curve is cut to a list, a log's needs the log") {
  const TemporaryFolder folder;
  const std::string file =
      folder.write("c.csv", "rank,propensity\n1,1\n2,0.6\n3,0.2\n");
  CHECK(curve_of({"logging.propensities=file", "logging.curve=" + file,
                  "clicks.list=2"})
            .propensity == std::vector<double>{1, 0.6});
  const Settings swaps = {"logging.propensities=swaps", "logging.sessions=4000",
                          "logging.swaps=0.5"};
  CHECK(curve_of(swaps).empty());
  const auto log = log_of(swaps);
  const Examination learned = curve_of(swaps, log.get());
  REQUIRE(learned.propensity.size() == 10);
  CHECK(learned.propensity[0] == 1);
  CHECK(learned.propensity[1] == doctest::Approx(0.5).epsilon(0.2));
  // Clients without sessions learn nothing.
  Split split;
  split.holdings.resize(1);
  split.holdings[0].queries.emplace();
  CHECK_THROWS_AS(examination_of(small(swaps), kUser, log.get(), split, 1),
                  std::invalid_argument);
}

TEST_CASE("absent clients add nothing to an estimate") {
  const Settings swaps = {"logging.propensities=swaps", "logging.sessions=4000",
                          "logging.swaps=0.5", "federation.clients=3",
                          "heterogeneity.kind=by-user"};
  const auto log = log_of(swaps);
  Split all;
  for (auto& sessions : sessions_by_user(*log))
    all.holdings.emplace_back().queries = std::move(sessions);
  Split others = all;
  others.holdings.erase(others.holdings.begin() + 1);
  const auto estimated = [&](Settings settings, const Split& split) {
    settings.insert(settings.end(), swaps.begin(), swaps.end());
    return examination_of(small(settings), kUser, log.get(), split, 1)
        .propensity;
  };
  const auto absent = estimated({"federation.absent=1"}, all);
  CHECK(absent == estimated({}, others));
  CHECK(absent == estimated({"timeline.at=5 join 1"}, all));
  CHECK(absent != estimated({}, all));
}

TEST_CASE("masks and noise on sums of clicks follow the scenario") {
  const auto estimated = [](const Settings& more, std::uint64_t seed = 1) {
    Settings settings = {
        "logging.propensities=swaps", "logging.sessions=4000",
        "logging.swaps=0.5",          "logging.queries=0",
        "federation.clients=40",      "heterogeneity.kind=by-user"};
    settings.insert(settings.end(), more.begin(), more.end());
    const auto log = log_of(settings);
    Split split;
    for (auto& sessions : sessions_by_user(*log))
      split.holdings.emplace_back().queries = std::move(sessions);
    return examination_of(small(settings), kUser, log.get(), split, seed)
        .propensity;
  };
  const auto plain = estimated({});
  const auto masked = estimated({"privacy.secure-aggregation=yes"});
  CHECK(masked != plain);
  for (std::size_t rank = 0; rank < plain.size(); ++rank)
    CHECK(masked[rank] == doctest::Approx(plain[rank]).epsilon(1e-7));
  // Masks of another seed hide the same sums.
  CHECK(estimated({"privacy.secure-aggregation=yes"}, 2) == masked);
  const Settings noisy = {"privacy.secure-aggregation=yes",
                          "logging.epsilon=20"};
  CHECK(std::abs(estimated(noisy)[1] - plain[1]) > 1e-4);
  CHECK(estimated(noisy) != estimated(noisy, 2));
}

TEST_CASE("a run has the examination of its users") {
  const Scenario scenario = small();
  const auto runs = build_runs(scenario, load_data(scenario), 0);
  REQUIRE(runs.size() == 1);
  const Examination found =
      examination_of(scenario, load_data(scenario), runs[0]);
  CHECK_FALSE(found.empty());
  const ClickModel& user = *runs[0].plan.simulation->user;
  CHECK(found.propensity ==
        examination_of(scenario, user, nullptr, {}, 1).propensity);
}

TEST_CASE("replayed searches keep their propensities for what takes them") {
  const auto replayed = [](const Settings& settings) {
    const Scenario scenario = small(settings);
    auto runs = build_runs(scenario, load_data(scenario), 0);
    FederationPlan plan = runs.at(0).plan;
    const auto before = plan.learner;
    replay(scenario, std::make_shared<const SessionLog>(recorded()), {}, plan);
    CHECK(plan.learner != before);
    REQUIRE(plan.simulation->log);
    CHECK(plan.simulation->log->sessions() == 1);
    return plan.simulation->log->has_propensities();
  };
  CHECK(replayed({"logging.propensities=log"}));
  CHECK_FALSE(replayed({"logging.propensities=users"}));
}

}  // namespace fedltr::logged_searches_test
