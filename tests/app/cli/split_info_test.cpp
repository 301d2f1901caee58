#include "app/cli/split_info.hpp"

#include <numeric>
#include <sstream>

#include "app/base/errors.hpp"
#include "tests/support/csv.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::split_info_test {
using namespace fedltr::test;

namespace {

/// 50 queries of 4 documents, of which 30 are for training.
constexpr const char* kScenario =
    "[synthetic]\nlike = custom\nqueries = 50\ndocuments = 4\nfeatures = 3\n"
    "[federation]\nclients = 4\n";
const std::vector<std::string> kDivided = {"heterogeneity.kind=dirichlet",
                                           "heterogeneity.over=queries",
                                           "heterogeneity.alpha=1000000"};

/// Output and table of a split.
struct Split {
  std::string text;
  std::vector<std::vector<std::string>> rows;

  explicit Split(const std::vector<std::string>& settings = {}) {
    const TemporaryFolder folder;
    std::ostringstream out;
    print_split(out, folder.write("s.ini", kScenario), settings,
                folder / "s.csv");
    text = out.str();
    rows = cells_of(read_text(folder / "s.csv"));
  }
  /// Values of a column, by client.
  std::vector<double> column(const std::string& name) const {
    const auto place = std::ranges::find(rows[0], name) - rows[0].begin();
    std::vector<double> values;
    for (std::size_t row = 1; row < rows.size(); ++row)
      values.push_back(std::stod(rows[row].at(place)));
    return values;
  }
  double sum(const std::string& name) const {
    const auto values = column(name);
    return std::accumulate(values.begin(), values.end(), 0.0);
  }
};

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos;
       at = text.find(part, at + 1))
    ++found;
  return found;
}

}  // namespace

TEST_CASE("without a split every client has all queries") {
  const Split split;
  using Four = std::vector<double>;
  CHECK(split.column("client") == Four{0, 1, 2, 3});
  CHECK(split.column("queries") == Four{30, 30, 30, 30});
  CHECK(split.column("documents") == Four{120, 120, 120, 120});
  CHECK(split.column("overlap") == Four{1, 1, 1, 1});
  CHECK(split.column("disputed") == Four{0, 0, 0, 0});
  CHECK(split.column("divergence") == Four{0, 0, 0, 0});
  has(split.text, "30 training queries, 120 documents; 120 to 120 documents");
  CHECK(split.text.find("warning") == std::string::npos);
}

TEST_CASE("a division gives each query to one client, with all its labels") {
  const Split split(kDivided);
  CHECK(split.sum("queries") == 30);
  CHECK(split.sum("documents") == 120);
  CHECK(split.sum("overlap") == 0);
  CHECK(split.sum("divergence") > 0);
  double labels = 0;
  for (const std::string& name : split.rows[0])
    if (name.starts_with("label_")) labels += split.sum(name);
  CHECK(labels == 120);
  has(split.text, "fold 1, repeat 1, dirichlet\n");
}

TEST_CASE("twenty clients are printed, and all those without queries counted") {
  auto settings = kDivided;
  settings.emplace_back("heterogeneity.alpha=0.01");
  settings.emplace_back("federation.clients=25");
  const Split split(settings);
  CHECK(split.rows.size() == 26);
  has(split.text, "... and 5 more (--out FILE writes all)");
  const auto without = std::ranges::count(split.column("queries"), 0.0);
  REQUIRE(without > 1);
  has(split.text, "warning: " + std::to_string(without) +
                      " clients without queries (they can't take part): ");
  CHECK(split.sum("queries") == 30);
}

TEST_CASE("points of a grid that share a split are shown once") {
  const Split same({"grid.federation.rounds=1,2"});
  CHECK(count(same.text, "fold 1, repeat 1") == 1);
  CHECK(same.rows.size() == 5);
  const Split two({"grid.federation.clients=2,3"});
  CHECK(count(two.text, "fold 1, repeat 1") == 2);
  CHECK(two.rows.size() == 1 + 2 + 3);
  CHECK(two.rows[1][0] == "federation.clients = 2");
  CHECK(two.rows[5][0] == "federation.clients = 3");
}

TEST_CASE("sets without clients, and files that are no scenario, are refused") {
  const TemporaryFolder folder;
  std::ostringstream out;
  CHECK_THROWS_WITH_AS(
      print_split(out, folder.write("silo.ini", "[silo]\nparties = 2\n"), {},
                  std::nullopt),
      doctest::Contains("expected a scenario without [silo]"), UsageError);
  CHECK_THROWS_WITH_AS(
      print_split(out,
                  folder.write("members.ini", "[members]\nnames = a, b, c\n"),
                  {}, {}),
      doctest::Contains("expected a scenario without [members]"), UsageError);
  CHECK_THROWS_WITH_AS(
      print_split(out,
                  folder.write("log.ini", std::string(kScenario) +
                                              "\n[logging]\nsessions = 50\n"
                                              "[learner]\nmethod = naive\n"),
                  {}, {}),
      doctest::Contains("have searches of the past"), UsageError);
  CHECK_THROWS_WITH_AS(
      print_split(out, folder.write("s.txt", kScenario), {}, std::nullopt),
      doctest::Contains("needs a scenario file"), UsageError);
  const std::string file = folder.write("s.ini", kScenario);
  CHECK_THROWS_AS(print_split(out, file, {}, file), UsageError);
  CHECK(read_text(file) == kScenario);
}

}  // namespace fedltr::split_info_test
