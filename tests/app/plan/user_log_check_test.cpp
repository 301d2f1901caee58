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
