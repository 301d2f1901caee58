// Users of data.log, of whom by-user makes clients.
#include "app/plan/user_log_check.hpp"

#include <doctest/doctest.h>

#include "app/data/session_file.hpp"
#include "tests/support/log_text.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::user_log_check_test {
namespace {

using test::TemporaryFolder;

/// Returns data whose log has three searches, of these users.
LoadedData logged(const std::vector<std::string>& users) {
  Dataset rows(1);
  rows.add_query("q", std::vector<double>{1, 2},
                 std::vector<std::uint8_t>{0, 0});
  LoadedData data;
  data.folds.emplace_back().train = std::make_shared<const Dataset>(rows);
  std::string text = "qid,docno,position,click,user,timestamp\n";
  for (std::size_t i = 0; i < users.size(); ++i)
    text += "q,q.1,1,1," + users[i] + "," + std::to_string(i) + "\n";
  const TemporaryFolder folder;
  load_sessions(folder.write("clicks.csv", text), data);
  return data;
}

Scenario of_log() {
  Scenario scenario;
  scenario.data.log = "clicks.csv";
  return scenario;
}

std::string warning_of(const std::vector<std::string>& users) {
  const LoadedData data = logged(users);
  const test::LogText log;
  log_user_log(of_log(), data);
  return log.text();
}

}  // namespace

TEST_CASE("by-user warns of searches without user") {
  CHECK(warning_of({"ann", "bob", "ann"}).empty());
  CHECK(warning_of({"ann", "", ""}) ==
        "warning: clicks.csv: fold 1: 2 of 3 searches have no user; by-user "
        "makes each a user of its own, with one search\n");
}

TEST_CASE("a curve is compared with the lists, in each point's length") {
  TemporaryFolder folder;
  LoadedData data = logged({"ann"});
  Scenario scenario = of_log();
  scenario.clicks.list = 10;
  const auto warning = [&] {
    const test::LogText log;
    report_logging(scenario, data);
    return log.text();
  };
  CHECK(warning() ==
        "warning: data.train: no document has a label above 0, so the run's "
        "online figures, which need labels, are 0\n");
  Dataset rows(1);
  rows.add_query("q", std::vector<double>{1, 2},
                 std::vector<std::uint8_t>{0, 1});
  data.folds[0].train = std::make_shared<const Dataset>(rows);
  CHECK(warning().empty());
  data.folds[0].sessions = nullptr;  // simulated users
  scenario.data.log.clear();
  scenario.logging.curve = folder.write("c.csv", "rank,propensity\n1,1\n");
  CHECK(warning().ends_with(
      "c.csv: has 1 ranks, and lists up to 2: those below count as the last "
      "one\n"));
  scenario.clicks.list = 1;
  CHECK(warning().empty());
}

TEST_CASE("one fold without users is warned of, not refused") {
  LoadedData data = logged({"ann", "", ""});
  data.folds.push_back(logged({"", "", ""}).folds[0]);
  CHECK_NOTHROW(check_logged_users(of_log(), data));
  const test::LogText log;
  log_user_log(of_log(), data);
  CHECK(log.text().find("fold 1: 3 of 3 searches have no user") !=
        std::string::npos);
}

TEST_CASE("by-user refuses a log without users") {
  CHECK_NOTHROW(check_logged_users(of_log(), logged({"ann", "", ""})));
  try {
    check_logged_users(of_log(), logged({"", "", ""}));
    FAIL("passed");
  } catch (const DataError& error) {
    CHECK(std::string(error.what())
              .starts_with("clicks.csv: no search has a user"));
  }
}

}  // namespace fedltr::user_log_check_test
