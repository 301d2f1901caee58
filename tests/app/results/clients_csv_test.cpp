#include "app/base/files.hpp"
#include "app/results/federation_files.hpp"
#include "tests/support/csv.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/small_results.hpp"

namespace fedltr::clients_csv_test {
using namespace fedltr::test;

namespace {

using Rows = std::vector<std::vector<std::string>>;

}  // namespace

TEST_CASE("clients.csv has counts, role and verdicts of each client") {
  SmallResults small;
  ClientRecord& first = small.runs[0].result.clients[0];
  first.interactions = 9;
  first.dropped = 1;
  first.refused = 2;
  first.bytes_up = 30;
  first.bytes_down = 40;
  first.epsilon = 1.5;
  first.own = 0.25;
  first.honest = {4, 1};
  first.attacking = {2, 2};
  first.selection = 3;
  UnlearningRecord gone;
  gone.left = true;
  gone.clients = {1};
  UnlearningRecord given_up;
  given_up.clients = {0};
  small.runs[0].result.unlearned = {gone, given_up};
  CHECK(text_of(clients_csv_file(), small.results()) ==
        "fold,repeat,client,interactions,dropped,refused,bytes_up,bytes_down,"
        "epsilon,role,own_ndcg@10,judged,rejected,judged_attacking,"
        "rejected_attacking,share\n"
        "1,1,0,9,1,2,30,40,1.5,attacker,0.25,6,3,2,2,0.5\n"
        "1,1,1,0,0,0,0,0,inf,honest-left,nan,0,0,0,0,nan\n");
}

TEST_CASE("above 100,000 clients the same table is packed") {
  SmallResults small;
  auto& clients = small.runs[0].result.clients;
  clients.clear();
  for (std::uint32_t id = 0; id < 100'000; ++id)
    clients.emplace_back().client = id;
  CHECK(written(clients_csv_gz_file(), small.results()).empty());
  const std::string plain = text_of(clients_csv_file(), small.results());
  clients.emplace_back().client = 100'000;
  CHECK(written(clients_csv_file(), small.results()).empty());
  const auto packed = written(clients_csv_gz_file(), small.results());
  REQUIRE(packed.contains("clients.csv.gz"));
  const TemporaryFolder folder;
  CHECK(file_text(folder.write("t.gz", packed.at("clients.csv.gz"))) ==
        plain + "1,1,100000,0,0,0,0,0,inf,honest,nan,0,0,0,0,nan\n");
}

TEST_CASE("clients without any update weighed have no share, others a mean") {
  SmallResults small;
  auto& clients = small.runs[0].result.clients;
  clients[0].attacking = {3, 0};
  clients[0].honest = {1, 0};
  clients[0].selection = 5;
  const Rows rows = cells_of(text_of(clients_csv_file(), small.results()));
  REQUIRE(rows.size() == 3);
  CHECK(rows[0].back() == "share");
  CHECK(rows[1].back() == "1.25");
  CHECK(rows[2].back() == "nan");
}

TEST_CASE("clients are listed run by run, and a role is of its own run") {
  SmallResults small;
  small.runs = {small_run(0.5), small_run(0.5, 2)};
  UnlearningRecord gone;
  gone.left = true;
  gone.clients = {0, 1};
  small.runs[1].result.unlearned = {gone};
  const Rows rows = cells_of(text_of(clients_csv_file(), small.results()));
  REQUIRE(rows.size() == 5);
  REQUIRE(rows[0][9] == "role");
  std::string roles;
  for (std::size_t r = 1; r < rows.size(); ++r)
    roles += rows[r][1] + rows[r][2] + " " + rows[r][9] + "; ";
  CHECK(roles == "10 attacker; 11 honest; 20 attacker-left; 21 honest-left; ");
}

TEST_CASE("a run without clients has the names of the columns alone") {
  SmallResults small;
  small.runs[0].result.clients.clear();
  CHECK(cells_of(text_of(clients_csv_file(), small.results())).size() == 1);
}

TEST_CASE("no row is lost between two pieces of the table") {
  SmallResults small;
  auto& clients = small.runs[0].result.clients;
  clients.clear();
  for (std::uint32_t id = 0; id < 20'001; ++id)
    clients.emplace_back().client = id;
  const Rows rows = cells_of(text_of(clients_csv_file(), small.results()));
  REQUIRE(rows.size() == 20'002);
  for (std::uint32_t id = 0; id < 20'001; ++id)
    REQUIRE(rows[id + 1][2] == std::to_string(id));
}

}  // namespace fedltr::clients_csv_test
