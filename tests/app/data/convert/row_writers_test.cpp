#include "app/data/convert/row_writers.hpp"

#include "app/base/files.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::row_writers_test {
using namespace fedltr::test;

namespace {

std::vector<LetorRow> three_rows() {
  std::vector<LetorRow> rows(3);
  rows[0] = {2, "a", "d1", {{1, 0.1}, {4, -1e-7}}, {}};
  rows[1] = {0, "a", "", {}, {}};
  rows[2] = {31, "b", "d,3", {{2, 1.0 / 3}}, {}};
  return rows;
}

void write_rows_with(RowWriter& writer) {
  for (const LetorRow& row : three_rows()) writer.add(row);
  writer.commit();
}

RowShape shape_of_three() {
  RowShape shape;
  shape.counts.features = 4;
  shape.counts.named = 2;
  return shape;
}

}  // namespace

TEST_CASE("LETOR rows hold what is given, in digits that read back") {
  const TemporaryFolder folder;
  const std::string file = (folder / "o").string();
  write_rows_with(*make_letor_writer(file, {}));
  CHECK(read_text(file) ==
        "2 qid:a 1:0.1 4:-1e-07 # docid = d1\n0 qid:a\n"
        "31 qid:b 2:0.3333333333333333 # docid = d,3\n");
}

TEST_CASE("LightGBM's rows count from 0, their queries stand beside them") {
  const TemporaryFolder folder;
  const std::string file = (folder / "o.gz").string();
  CHECK(lightgbm_files_beside(file)[0] == (folder / "o.query").string());
  CHECK(lightgbm_files_beside("rank.train")[0] == "rank.train.query");
  write_rows_with(*make_lightgbm_writer(file, {}));
  CHECK(file_text(file) == "2 0:0.1 3:-1e-07\n0\n31 1:0.3333333333333333\n");
  CHECK(read_text(folder / "o.query") == "2\n1\n");
}

TEST_CASE("a table has a column for each feature, named or by number") {
  const TemporaryFolder folder;
  const std::string file = (folder / "o.csv").string();
  write_rows_with(*make_csv_writer(file, shape_of_three()));
  CHECK(read_text(file) ==
        "label,qid,docno,f1,f2,f3,f4\n2,a,d1,0.1,0,0,-1e-07\n0,a,,0,0,0,0\n"
        "31,b,\"d,3\",0,0.3333333333333333,0,0\n");
  RowShape named = shape_of_three();
  named.counts.named = 0;
  named.feature_names = {"x", "y", "say \"hi\"", "z"};
  write_rows_with(*make_csv_writer(file, named));
  CHECK(read_text(file).starts_with(
      "label,qid,x,y,\"say \"\"hi\"\"\",z\n2,a,0.1,0,0,-1e-07\n"));
}

TEST_CASE("a feature can't have the name of a column that is none") {
  const TemporaryFolder folder;
  for (const char* const name : {"label", "qid", "docno"}) {
    RowShape shape = shape_of_three();
    shape.feature_names = {"x", "y", name, "z"};
    CHECK_THROWS_AS(make_csv_writer((folder / "o.csv").string(), shape),
                    DataError);
  }
  CHECK(std::filesystem::is_empty(folder / "."));
}

TEST_CASE("without commit nothing is left, beside or not") {
  const TemporaryFolder folder;
  make_lightgbm_writer((folder / "o").string(), {})->add(three_rows()[0]);
  make_csv_writer((folder / "o.csv").string(), shape_of_three());
  make_letor_writer((folder / "o.txt").string(), {})->add(three_rows()[0]);
  CHECK(std::filesystem::is_empty(folder / "."));
}

}  // namespace fedltr::row_writers_test
