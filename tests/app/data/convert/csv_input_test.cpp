// CSV and TSV through the command line.
#include "app/data/convert/csv_input.hpp"

#include "tests/app/data/convert/convert_support.hpp"

namespace fedltr::csv_rows_test {
using namespace fedltr::test;

namespace {

constexpr const char* kTable =
    "\xEF\xBB\xBFprice,\"bm25, title\",rel,query,page\r\n"
    "10,0.5,2,q1,a\r\n,-1e-3,0,q1,b\r\n0,3,1.0,q2,\"c\"\r\n";

const std::vector<std::string> kNames = {"--label", "rel", "--qid", "query"};

std::vector<std::string> with(std::vector<std::string> first,
                              const std::vector<std::string>& more) {
  first.insert(first.end(), kNames.begin(), kNames.end());
  first.insert(first.end(), more.begin(), more.end());
  return first;
}

}  // namespace

TEST_CASE("columns become label, query, document and features") {
  const Conversion files;
  const std::string table = files.folder.write("t.csv", kTable);
  const std::string names = (files.folder / "names.txt").string();
  CHECK(files.text(with(
            {table}, {"--document", "page", "--write-feature-names", names})) ==
        "2 qid:q1 1:10 2:0.5 # docid = a\n0 qid:q1 1:0 2:-0.001 # docid = b\n"
        "1 qid:q2 1:0 2:3 # docid = c\n");
  CHECK(read_text(names) == "price\nbm25, title\n");
  CHECK(files.text(with({table}, {"--leave-out", "page, price"})) ==
        "2 qid:q1 1:0.5\n0 qid:q1 1:-0.001\n1 qid:q2 1:3\n");
  const Outcome told =
      files.convert(with({table}, {"--leave-out", "page", "--force"}));
  CHECK(told.out == files.out +
                        " (letor, from csv)\n  queries    2\n"
                        "  documents  3 (1 to 2 per query), without names\n"
                        "  features   2\n  grades     0: 1 1: 1 2: 1\n"
                        "  1 missing values, written as 0\n"
                        "  --write-feature-names FILE keeps the features' "
                        "names\n");
}

TEST_CASE("tabs separate as well") {
  const Conversion files;
  const std::string table =
      files.folder.write("t.tsv", "label\tqid\tx\n1\t7\t0.5\n");
  CHECK(files.text({table}) == "1 qid:7 1:0.5\n");
}

TEST_CASE("several tables are one set if they have the same columns") {
  const Conversion files;
  const std::string a = files.folder.write("a.csv", "label,qid,x\n1,1,2\n");
  const std::string b = files.folder.write("b.csv", "label,qid,x\n0,2,3\n");
  const std::string c = files.folder.write("c.csv", "label,x,qid\n0,3,3\n");
  CHECK(files.text({a, b}) == "1 qid:1 1:2\n0 qid:2 1:3\n");
  has(files.fault({a, c}), "c.csv:1: names other columns than the first file");
}

TEST_CASE("faults of a table name line, column and value") {
  const Conversion files;
  const auto fault = [&](const std::string& text) {
    return files.fault({files.folder.write("t.csv", text)});
  };
  has(fault("a,b\n1,2\n"),
      "t.csv:1: the first line names no column 'label' of --label");
  has(fault("label,b\n1,2\n"), "no column 'qid' of --qid");
  has(fault("label,qid,label\n"), "names twice the column 'label'");
  has(fault("label,qid,x,x\n"), "feature 2: the name 'x' occurs twice");
  has(fault("label,qid,,x\n"), "feature 1: is an empty name of a feature");
  has(fault("label,qid,x\n1,1\n"),
      "t.csv:2: 2 values, but the first line names 3 columns");
  has(fault("label,qid,x\n1,1,2\n\n1,1,GX\n"),
      "t.csv:4: value 'GX' of feature 'x' is not a number");
  has(fault("label,qid,x\n,1,2\n"), "t.csv:2: label '' is not a number");
  has(fault("label,qid,x\n1,,2\n"), "t.csv:2: query '' is no name of one word");
  has(fault("label,qid,x\n1,a b,2\n"), "query 'a b' is no name of one word");
  has(fault("label,qid,x\n1,a,\"2\n"), "t.csv:2: the quotes of a value do not");
  has(fault("label,qid,x\n"), "t.csv: holds no document");
}

TEST_CASE(
    "a column docno names documents, unless another does or it is left out") {
  const Conversion files;
  const std::string table =
      files.folder.write("d.csv", "label,qid,docno,x\n1,1,GX1,2\n");
  CHECK(files.text({table}) == "1 qid:1 1:2 # docid = GX1\n");
  has(files.fault({files.folder.write("e.csv", "label,qid,docno,docno\n")}),
      "names twice the column 'docno'");
}

}  // namespace fedltr::csv_rows_test
