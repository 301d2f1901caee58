// Tables of a run folder against each other and against the summary.
#include "app/base/files.hpp"

#include <cmath>
#include <map>

#include "tests/support/scenario.hpp"

namespace fedltr::files_test {
using namespace fedltr::test;

namespace {

constexpr const char* kFederation =
    "[synthetic]\nlike = custom\nqueries = 30\ndocuments = 12\nfeatures = 4\n"
    "[federation]\nclients = 8\ninteractions = 2\nrounds = 6\n"
    "[evaluation]\nmetrics = ndcg@10, map\nevery = 3\n";
constexpr const char* kSilo =
    "[synthetic]\ndocuments = 240\nterms = 40\nvocabulary = 2000\n"
    "topics = 4\nqueries = 40\ndepths = 20,5\n[silo]\nparties = 3\nrows = 12\n"
    "columns = 64\nfrequency-columns = 512\ntop = 10\n"
    "joint-iterations = 60\nlocal-iterations = 60\n"
    "[evaluation]\nmetrics = ndcg@10, map\n";

using TableRow = std::map<std::string, std::string>;

/// Rows by column name; cells must not contain separators.
std::vector<TableRow> table(const std::filesystem::path& file) {
  const char separator = file.extension() == ".tsv" ? '\t' : ',';
  const auto cells = [&](const std::string& line) {
    std::vector<std::string> cells;
    std::istringstream text(line);
    for (std::string cell; std::getline(text, cell, separator);)
      cells.push_back(cell);
    return cells;
  };
  std::istringstream text(read_text(file));
  std::string line;
  std::getline(text, line);
  const auto names = cells(line);
  std::vector<TableRow> rows;
  while (std::getline(text, line)) {
    const auto values = cells(line);
    REQUIRE(values.size() == names.size());
    TableRow& row = rows.emplace_back();
    for (std::size_t i = 0; i < names.size(); ++i) row[names[i]] = values[i];
  }
  return rows;
}

double number(const TableRow& row, const std::string& column) {
  return std::stod(row.at(column));
}

double sum_of(const std::vector<TableRow>& rows, const std::string& column) {
  double sum = 0;
  for (const TableRow& row : rows) sum += number(row, column);
  return sum;
}

}  // namespace

TEST_CASE("clients add up to the last round") {
  const TemporaryFolder folder;
  REQUIRE(run_text(folder, kFederation, "r",
                   {"faults.dropout=0.2", "faults.least=5",
                    "aggregation.rule=median", "attack.kind=ipm",
                    "attack.clients=2"})
              .code == 0);
  const auto clients = table(folder / "r/clients.csv");
  const auto rounds = table(folder / "r/rounds.csv");
  REQUIRE(clients.size() == 8);
  REQUIRE(rounds.size() == 3);  // rounds 0, 3, 6
  for (const char* column :
       {"interactions", "dropped", "refused", "bytes_up", "bytes_down"})
    CHECK_MESSAGE(sum_of(clients, column) == number(rounds[2], column), column);
  CHECK(sum_of(clients, "rejected_attacking") ==
        number(rounds[2], "rejected_attackers"));
  CHECK(sum_of(clients, "rejected") - sum_of(clients, "rejected_attacking") ==
        number(rounds[2], "rejected_honest"));
  for (std::size_t i = 0; i < clients.size(); ++i) {
    CHECK(number(clients[i], "client") == static_cast<double>(i));
    CHECK(clients[i].at("role") == (i < 2 ? "attacker" : "honest"));
    CHECK((number(clients[i], "judged_attacking") > 0) == (i < 2));
  }
  const auto faults = table(folder / "r/faults.csv");
  REQUIRE(faults.size() == 3);
  CHECK(number(faults[2], "dropouts") == number(rounds[2], "dropped"));
}

TEST_CASE("rejected.csv lists whom the table of clients counts") {
  const TemporaryFolder folder;
  REQUIRE(run_text(folder, kFederation, "r",
                   {"evaluation.every=1", "aggregation.rule=krum",
                    "attack.kind=ipm", "attack.clients=2"})
              .code == 0);
  const auto clients = table(folder / "r/clients.csv");
  std::vector<double> times(8);
  for (const TableRow& row : table(folder / "r/rejected.csv")) {
    ++times[static_cast<std::size_t>(number(row, "client"))];
    CHECK(row.at("attacking") == (number(row, "client") < 2 ? "yes" : "no"));
  }
  for (std::size_t i = 0; i < clients.size(); ++i)
    CHECK(times[i] == number(clients[i], "rejected"));
}

TEST_CASE("texts without a place in a run have no file") {
  const TemporaryFolder folder;
  REQUIRE(run_text(folder, kFederation, "r", {}).code == 0);
  for (const char* name : {"faults.csv", "rejected.csv", "unlearning.json",
                           "grid.csv", "parties.csv", "methods"})
    CHECK_MESSAGE(!std::filesystem::exists(folder / "r" / name), name);
}

TEST_CASE("a summary's spreads are over the last rows of its runs") {
  const TemporaryFolder folder;
  REQUIRE(run_text(folder, kFederation, "r", {"run.repeats=3"}).code == 0);
  const auto summary = json_of(folder / "r/summary.json");
  const auto rounds = table(folder / "r/rounds.csv");
  REQUIRE(rounds.size() == 9);
  for (const char* metric : {"ndcg@10", "map", "online_discounted"}) {
    double mean = 0;
    double squares = 0;
    for (std::size_t run = 0; run < 3; ++run) {
      const double last = number(rounds[3 * run + 2], metric);
      CHECK(summary["runs"][run]["final"][metric] == last);
      mean += last / 3;
      squares += last * last;
    }
    const auto& spread = summary["metrics"][metric];
    CHECK(spread["n"] == 3);
    CHECK(spread["mean"].get<double>() == doctest::Approx(mean));
    CHECK(spread["std"].get<double>() ==
          doctest::Approx(std::sqrt((squares - 3 * mean * mean) / 2))
              .epsilon(1e-6));
  }
}

TEST_CASE("the lost metric is the baseline's less the attacked one") {
  const TemporaryFolder folder;
  REQUIRE(run_text(folder, kFederation, "r",
                   {"attack.kind=ipm", "attack.clients=2"})
              .code == 0);
  const auto attacked = json_of(folder / "r/summary.json");
  const auto honest = json_of(folder / "r/honest/summary.json");
  CHECK(attacked["attack"]["honest"] == honest["metrics"]);
  CHECK(attacked["attack"]["lost"].get<double>() ==
        doctest::Approx(honest["metrics"]["ndcg@10"]["mean"].get<double>() -
                        attacked["metrics"]["ndcg@10"]["mean"].get<double>()));
  CHECK(honest["attack"].is_null());
}

TEST_CASE("a silo's tables agree with its summary") {
  const TemporaryFolder folder;
  REQUIRE(run_text(folder, kSilo, "r", {"run.repeats=2"}).code == 0);
  const auto summary = json_of(folder / "r/summary.json");
  const auto parties = table(folder / "r/parties.csv");
  for (const auto& [method, about] : summary["methods"].items()) {
    double sum = 0;
    double count = 0;
    for (const TableRow& row : parties) {
      if (row.at("method") != method) continue;
      sum += number(row, "ndcg@10");
      ++count;
      CHECK(number(row, "gain_ndcg@10") <= 1);
      if (method == "local") CHECK(number(row, "gain_ndcg@10") == 0);
    }
    CHECK(count == 3 * 2);
    CHECK(about["metrics"]["ndcg@10"]["mean"].get<double>() ==
          doctest::Approx(sum / count));
    const auto alone =
        json_of(folder / ("r/methods/" + method) / "summary.json");
    CHECK(alone["metrics"] == about["metrics"]);
    CHECK(alone["signature"] == about["signature"]);
  }
  CHECK(table(folder / "r/features.csv").size() == 2 * 16);
}

TEST_CASE("a silo's signature is over its models' numbers as written") {
  const TemporaryFolder folder;
  REQUIRE(run_text(folder, kSilo, "r", {}).code == 0);
  const auto model = json_of(folder / "r/model-f1-r1.json");
  Sha256 digest;
  for (const auto& parameters : model["parties"]["local"]) {
    const auto numbers = parameters.get<std::vector<double>>();
    digest.add(numbers.data(), numbers.size() * sizeof(double));
  }
  CHECK(json_of(folder / "r/summary.json")["methods"]["local"]["signature"] ==
        digest.hex());
}

TEST_CASE("methods that were not run have no folder, older ones go") {
  const TemporaryFolder folder;
  REQUIRE(run_text(folder, kSilo, "r", {}).code == 0);
  CHECK(std::filesystem::exists(folder / "r/methods/local/per_query.tsv"));
  std::string text = kSilo;
  const std::string local = "local-iterations = 60\n";
  text.erase(text.find("\n" + local) + 1, local.size());
  const Outcome again = fedltr_command(
      {"run", folder.write("global.ini", text), "--quiet", "--force", "--out",
       (folder / "r").string(), "--set", "silo.method=global"});
  REQUIRE_MESSAGE(again.code == 0, again.err);
  CHECK(!std::filesystem::exists(folder / "r/methods/local"));
  CHECK(std::filesystem::exists(folder / "r/methods/global/summary.json"));
}

}  // namespace fedltr::files_test
