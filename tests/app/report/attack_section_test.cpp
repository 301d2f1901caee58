#include <doctest/doctest.h>

#include "algorithms/data/letor.hpp"
#include "tests/app/report/report_support.hpp"

namespace fedltr::attack_section_test {
using namespace fedltr::test;

namespace {

/// The attack section of a grid with these files.
ReportSection attacks_of(const std::string& cells, const std::string& worst) {
  TemporaryFolder folder;
  return attack_section(
      read_report_data({write_grid(folder, "g", cells, worst)}));
}

/// Worst cases of such a grid, in the answer.
ReportSection worst_of(const std::string& cells, const std::string& worst) {
  TemporaryFolder folder;
  return {"", worst_cases(
                  read_report_data({write_grid(folder, "g", cells, worst)}))};
}

/// The error of a grid with this matrix.csv and worst.csv.
std::string matrix_fault(const std::string& matrix,
                         const std::string& worst = "") {
  TemporaryFolder folder;
  const std::string grid = write_grid(folder, "g", "", worst);
  folder.write("g/matrix.csv", matrix);
  try {
    attack_section(read_report_data({grid}));
  } catch (const DataError& error) {
    return std::string(error.what()).substr(grid.size() + 1);
  }
  return "";
}

}  // namespace

TEST_CASE("a matrix is shaded from its best to its worst value") {
  // Best .75, smallest .25: .5 lost half of the range, 4.5 of 9, rounded away
  // from 0; .625 a quarter, 2.25 of 9.
  const std::string cells =
      ",none,mean,0.75\n,lie,mean,0.25\n,sign,mean,0.5\n"
      ",none,krum,0.625\n,lie,krum,0.5\n,sign,krum,0.625\n";
  const std::string worst = ",mean,0.25\n,krum,0.5\n";
  const auto tables = tables_in(attacks_of(cells, worst));
  REQUIRE(tables.size() == 1);
  CHECK(tables[0].title == "m under attack");
  CHECK(tables[0].columns ==
        Texts{"rule", "none", "lie", "sign", "worst case"});
  CHECK(rows_in(tables[0]) ==
        Texts{"mean|0.7500[0]|0.2500[9]|0.5000[5]|0.2500[9]",
              "krum|0.6250[2]|0.5000[5]|0.6250[2]|0.5000[5]"});
  CHECK(tables[0].rows[0][4].strong);
  CHECK_FALSE(tables[0].rows[0][1].strong);
  CHECK(contains(tables[0].note, "the worst case is the minimum"));
  CHECK(spoken_in(worst_of(cells, worst)) ==
        "*The best worst case: krum, m 0.5000.\n");
}

TEST_CASE("a matrix of equal values is white, whatever they are") {
  const auto tables =
      tables_in(attacks_of(",none,mean,0.5\n,none,krum,0.5\n", ""));
  REQUIRE(tables.size() == 1);
  // Without worst.csv the worst case is unknown.
  CHECK(rows_in(tables[0]) == Texts{"mean|0.5000[0]|-", "krum|0.5000[0]|-"});
}

TEST_CASE("cells that are missing, diverged or unbounded have no shade") {
  const auto tables = tables_in(
      attacks_of(",none,mean,1\n,lie,mean,nan\n,none,krum,0\n,sign,krum,inf\n",
                 ",mean,nan\n,krum,0\n"));
  REQUIRE(tables.size() == 1);
  CHECK(rows_in(tables[0]) ==
        Texts{"mean|1.0000[0]|-|-|-", "krum|0.0000[9]|-|unbounded|0.0000[9]"});
}

TEST_CASE("the best worst case is a number, wherever NaN stands") {
  const std::string cells = ",none,a,1\n,none,b,1\n,none,c,1\n";
  const std::string best = "*The best worst case: b, m 0.2500.\n";
  CHECK(spoken_in(worst_of(cells, ",a,nan\n,b,0.25\n,c,0.125\n")) == best);
  CHECK(spoken_in(worst_of(cells, ",a,0.125\n,b,0.25\n,c,nan\n")) == best);
  // Also a negative one; the first of equal ones.
  CHECK(spoken_in(worst_of(cells, ",a,-2\n,b,-1\n,c,-1\n")) ==
        "*The best worst case: b, m -1.0000.\n");
  CHECK(spoken_in(worst_of(cells, ",a,nan\n")) == "");
}

TEST_CASE("each panel has its table and its best worst case") {
  const std::string cells =
      "f=1,none,mean,1\nf=1,none,krum,0.5\nf=2,none,mean,0.5\n"
      "f=2,none,krum,0.25\n";
  const std::string worst =
      "f=1,mean,0.75\nf=1,krum,0.5\nf=2,mean,0\nf=2,krum,0.25\n";
  CHECK(spoken_in(worst_of(cells, worst)) ==
        "*The best worst case with f=1: mean, m 0.7500.\n"
        "*The best worst case with f=2: krum, m 0.2500.\n");
  const auto tables = tables_in(attacks_of(cells, worst));
  REQUIRE(tables.size() == 2);
  CHECK(tables[0].title == "m under attack; f=1");
  CHECK(rows_in(tables[0]) ==
        Texts{"mean|1.0000[0]|0.7500[5]", "krum|0.5000[9]|0.5000[9]"});
  // The range is the panel's own; values below it are as dark as its minimum.
  CHECK(rows_in(tables[1]) ==
        Texts{"mean|0.5000[0]|0.0000[9]", "krum|0.2500[9]|0.2500[9]"});
}

TEST_CASE("with one rule there is nothing to choose, and a row per panel") {
  const std::string cells = "f=1,none,mean,1\nf=2,none,mean,0\n";
  const std::string worst = "f=1,mean,1\nf=2,mean,0\n";
  const ReportSection section = worst_of(cells, worst);
  CHECK(spoken_in(section) == "");
  const auto tables = tables_in(attacks_of(cells, worst));
  REQUIRE(tables.size() == 1);
  const ReportTable cases = tables_in(section).at(0);
  CHECK(cases.columns[0] == "settings");
  CHECK(rows_in(cases) ==
        Texts{"f=1|mean|1.0000|-|-|-", "f=2|mean|0.0000|-|-|-"});
  CHECK(tables[0].columns == Texts{"settings", "none", "worst case"});
  CHECK(rows_in(tables[0]) ==
        Texts{"f=1|1.0000[0]|1.0000[0]", "f=2|0.0000[9]|0.0000[9]"});
}

TEST_CASE("each rule's worst case has its attack and what the rule costs") {
  TemporaryFolder folder;
  const std::string grid =
      write_grid(folder, "g", ",none,mean,0.5\n,lie,krum,0.25\n", "");
  folder.write(
      "g/worst.csv",
      "panel,rule,honest,cost,attack,m,m_std\n"
      ",krum,0.375,0.125,lie,0.25,0.01\n,mean,nan,nan,ipm,0.125,nan\n");
  const ReportTable worst =
      tables_in({"", worst_cases(read_report_data({grid}))}).at(0);
  CHECK(worst.columns ==
        Texts{"rule", "m", "under", "without attack", "from plain averaging"});
  CHECK(rows_in(worst) == Texts{"krum|0.2500 ± 0.0100|lie|0.3750|-0.1250",
                                "mean|0.1250|ipm|-|-"});
  CHECK(worst.brief == 5);
}

TEST_CASE("an attack's cost is the loss to an honest federation") {
  ReportData data = data_of_runs({"calm", "attacked"});
  data.files[1].summary = parse_json(R"({"attack": {"kind": "lie",
    "attackers": 12, "rule": "krum", "assumed": 9,
    "warnings": ["krum is outside its condition"],
    "honest": {"m": {"mean": 0.75}}, "lost": 0.25, "rejected_attackers": 1,
    "rejected_honest": null}})");
  const auto tables = tables_in(attack_section(data));
  REQUIRE(tables.size() == 1);
  CHECK(tables[0].title == "What attacks cost");
  CHECK(rows_in(tables[0]) ==
        Texts{"attacked|lie|12|krum|9|0.7500|0.5000|0.2500|1.0000|-"});
  CHECK_FALSE(tables[0].folded);
  CHECK(spoken_in(attack_section(data)) == "krum is outside its condition\n");
  // Below a matrix the table is collapsed.
  TemporaryFolder folder;
  write_grid(folder, "g", ",none,mean,1\n", "");
  data.grids = {folder / "g"};
  CHECK(tables_in(attack_section(data)).at(1).folded);
  CHECK(attack_section(data_of_runs({"calm"})).blocks.empty());
}

TEST_CASE("documents that an attack promotes have their ranks") {
  ReportData data = data_of_runs({"calm", "pushed", "lie"});
  data.files[1].summary = parse_json(R"({"attack": {"kind": "promote",
    "promotion": {"rank": 1.25, "top_10": 1,
                  "honest": {"rank": 9.5, "top_10": null}}}})");
  data.files[2].summary = parse_json(R"({"attack": {"kind": "lie",
    "promotion": null}})");
  const auto tables = tables_in(attack_section(data));
  REQUIRE(tables.size() == 2);
  CHECK(tables[1].title == "Promoted documents");
  CHECK(rows_in(tables[1]) == Texts{"pushed|1.2500|1.0000|9.5000|-"});
}

TEST_CASE("a matrix that is none is refused with file and row") {
  CHECK(matrix_fault("panel,attack,rule\n") == "matrix.csv: is not a matrix");
  CHECK(matrix_fault("a,b,c,d\n1,2,3,4\n") ==
        "matrix.csv:2: has no column panel");
  CHECK(matrix_fault("panel,attack,rule,m\n1,2\n") ==
        "matrix.csv:2: has 2 fields, expected 4");
  CHECK(matrix_fault("") == "matrix.csv:1: is empty, expected a line of names");
  CHECK(matrix_fault("panel,attack,rule,n\n,a,b,1\n", ",b,1\n") ==
        "worst.csv:2: has no column n");
}

TEST_CASE("a matrix has bounded tables, however its cells are dealt out") {
  // On a diagonal 41 names each make 41^3 = 68,921 cells, more than 2^16.
  std::string diagonal;
  std::string full = "panel,attack,rule,m\n";
  for (int i = 0; i < 41; ++i) {
    const std::string n = std::to_string(i);
    diagonal += n + "," + n + "," + n + ",1\n";
    full += "," + n + "," + n + ",1\n";  // 41^2 cells are allowed
  }
  CHECK(matrix_fault("panel,attack,rule,m\n" + diagonal) ==
        "matrix.csv: has too many cells");
  CHECK(matrix_fault(full) == "");
  std::string worst;
  for (int i = 0; i <= 1 << 16; ++i) worst += "," + std::to_string(i) + ",1\n";
  CHECK(matrix_fault(full, worst) == "worst.csv: has too many rows");
}

}  // namespace fedltr::attack_section_test
