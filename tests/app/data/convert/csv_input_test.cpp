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
                        "  1 missing values (NULL, nan, or named as missing) "
                        "were read as 0: feature 1 (1)\n"
                        "  --write-feature-names FILE keeps the features' "
                        "names\n");
}

TEST_CASE("missing values of a row that is left out do not count") {
  const Conversion files;
  const std::string table =
      files.folder.write("t.csv", "x,rel,query\n,-1,q\n1,2,q\n");
  const Outcome told =
      files.convert(with({table}, {"--labels", "map=-1:drop"}));
  CHECK(told.code == 0);
  CHECK(told.out.find("-1 left out: 1") != std::string::npos);
  CHECK(told.out.find("missing") == std::string::npos);
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
  has(files.fault({a, c}), "c.csv:1: has other columns than the first file");
}

TEST_CASE("words stand for missing by an option") {
  const Conversion files;
  const std::string table =
      files.folder.write("t.csv", "label,qid,x,y\n1,1,?,#N/A\n0,1,-1,+2.5\n");
  CHECK(files.text({table, "--missing", "?,#N/A,-1", "--missing-as", "7"}) ==
        "1 qid:1 1:7 2:7\n0 qid:1 1:7 2:2.5\n");
  has(files.fault({table}),
      "t.csv:2: value '?' of feature 'x' is not a number; --leave-out 'x' "
      "ignores the column, --missing '?' reads it as missing");
  has(files.fault({table, "--missing", "?,"}, 2),
      "expected numbers or words, separated by commas");
}

TEST_CASE("marks of missing values go before numbers and words of truth") {
  const Conversion files;
  const std::string table = files.folder.write(
      "t.csv", "label,qid,x\n1,1,no\n0,1,5\n0,1,1e400\n0,1,yes\n");
  CHECK(files.text({table, "--missing", "no,+5,1e400", "--missing-as", "7"}) ==
        "1 qid:1 1:7\n0 qid:1 1:7\n0 qid:1 1:7\n0 qid:1 1:1\n");
  // No option can name these.
  const std::string odd =
      files.folder.write("o.tsv", "label\tqid\tx\n1\t1\ta,b\n");
  CHECK(files.fault({odd}).find("--missing") == std::string::npos);
}

TEST_CASE("a second file names the queries of a table") {
  const Conversion files;
  const std::string table =
      files.folder.write("t.csv", "label,x\n1,5\n0,6\n2,7\n");
  has(files.fault({table}),
      "names no column 'qid' (--qid NAME chooses another); it names 'label', "
      "'x'; --groups or --query-ids if another file names the queries");
  const std::string sizes = files.folder.write("sizes", "2\n1\n");
  const std::string rows = "1 qid:1 1:5\n0 qid:1 1:6\n2 qid:2 1:7\n";
  CHECK(files.text({table, "--groups", sizes}) == rows);
  CHECK(files.text(
            {table, "--query-ids", files.folder.write("ids", "a\na\nb\n")}) ==
        "1 qid:a 1:5\n0 qid:a 1:6\n2 qid:b 1:7\n");
  has(files.fault({table, "--groups", files.folder.write("few", "2\n")}),
      "few: has groups for 2 rows, but " + table + " holds 3");
  const std::string with_queries =
      files.folder.write("q.csv", "label,qid,x\n1,a,5\n");
  has(files.fault({with_queries, "--groups", sizes}),
      "q.csv:1: has a column 'qid', although a second file names the queries; "
      "without --groups the column does, --leave-out 'qid' ignores it");
  const std::string other =
      files.folder.write("r.csv", "label,query,x\n1,7,5\n0,7,6\n2,8,7\n");
  has(files.fault({other, "--groups", sizes}),
      "r.csv:1: has a column 'query', although a second file names the "
      "queries; --qid query without --groups reads it, --leave-out query "
      "ignores it; a feature needs another name");
  has(files.fault({files.folder.write("R.csv", "label,Query,x\n1,7,5\n"),
                   "--query-ids", files.folder.write("one", "a\n")}),
      "a column 'Query', although a second file names the queries; --qid Query "
      "without --query-ids reads it");
  CHECK(files.text({other, "--groups", sizes, "--leave-out", "query"}) == rows);
  CHECK(files.text({other, "--qid", "query"}) ==
        "1 qid:7 1:5\n0 qid:7 1:6\n2 qid:8 1:7\n");
  // Sizes beside a table are used if it has no column of queries.
  files.folder.write("t.csv.query", "2\n1\n");
  files.folder.write("q.csv.query", "9\n");
  CHECK(files.text({table}) == rows);
  has(files.convert({table, "--force"}).out,
      "t.csv: has no column of queries, which are those of " + table +
          ".query");
  CHECK(files.text({with_queries}) == "1 qid:a 1:5\n");
  // Not if an option names the column, even one that is not there.
  for (const char* const name : {"qurey", "qid"})
    has(files.fault({table, "--qid", name}),
        "names no column '" + std::string(name) + "'");
  files.folder.write("t.csv.weight", "1\n1\n1\n");
  has(files.convert({table, "--force"}).out, "t.csv.weight: not used");
  const std::string bare = files.folder.write("b.csv", "0,6\n2,7\n");
  files.folder.write("b.csv.query", "1\n1\n");
  CHECK(files.text({bare, "--no-header", "--label", "1"}) ==
        "0 qid:1 1:6\n2 qid:2 1:7\n");
}

TEST_CASE("the first line sep=; of Excel and words of truth are read") {
  const Conversion files;
  CHECK(files.text({files.folder.write(
            "t.csv", "sep=;\nlabel;qid;x\n1;a;yes\n0;a;No\n")}) ==
        "1 qid:a 1:1\n0 qid:a 1:0\n");
}

TEST_CASE("faults of a table name line, column and value") {
  const Conversion files;
  const auto fault = [&](const std::string& text) {
    return files.fault({files.folder.write("t.csv", text)});
  };
  has(fault("a,b\n1,2\n"),
      "t.csv:1: the first line names no column 'label' (--label NAME");
  has(fault("label,b\n1,2\n"), "no column 'qid' (--qid NAME");
  has(fault("label,qid,label\n"), "names twice the column 'label'");
  has(fault("label,qid,x,x\n"), "feature 2: the name 'x' occurs twice");
  has(fault("label,qid,,x\n"),
      "feature 1: is an empty name of a feature; --leave-out '' ignores");
  has(fault("label,qid,x\n1,1\n"),
      "t.csv:2: 2 values, but the first line has 3 columns");
  has(fault("label,qid,x\n1,1,2\n\n1,1,GX\n"),
      "t.csv:4: value 'GX' of feature 'x' is not a number");
  has(fault("label,qid,x\n,1,2\n"), "t.csv:2: label '' is not a number");
  has(fault("label,qid,x\n1,,2\n"),
      "t.csv:2: a row without a name of its query");
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

TEST_CASE("a separator is detected, and reported unless it is a comma") {
  const Conversion files;
  const std::string rows = "1 qid:7 1:0.5\n";
  const auto outcome = [&](const std::string& text,
                           const std::vector<std::string>& more = {}) {
    std::vector<std::string> all = {files.folder.write("t.csv", text),
                                    "--force"};
    all.insert(all.end(), more.begin(), more.end());
    return files.convert(all);
  };
  has(outcome("\n label;qid;\"x,y,z,a\"\n1;7;0.5\n").out,
      "t.csv: columns are separated by ';'\n");
  CHECK(read_text(files.out) == rows);
  has(outcome("label\tqid\tx\n1\t7\t0.5\n").out, "separated by tabs\n");
  CHECK(read_text(files.out) == rows);
  has(outcome("label|qid|x\n1|7|0.5").out, "separated by '|'\n");
  CHECK(read_text(files.out) == rows);
  CHECK(outcome("label,qid,x;y;z;a;b\n1,7,0.5\n", {"--separator", ","})
            .out.find("separated") == std::string::npos);
  CHECK(read_text(files.out) == rows);
  CHECK(outcome("label:qid:x\n1:7:0.5\n", {"--separator", ":"}).code == 0);
  CHECK(read_text(files.out) == rows);
  has(outcome("label:qid:x\n1:7:0.5\n").err, "other separators: --separator");
  has(outcome("label;qid;x\n1;7;0,5\n").err,
      "t.csv:2: value '0,5' of feature 'x' is not a number; --decimal-comma");
  has(outcome("label,qid,x\n1,7,\"1,000\"\n").err,
      "is not a number; write 1,000 as 1000, without a comma");
  CHECK(outcome("label;qid;x\n1;7;0,5\n", {"--decimal-comma"}).code == 0);
  CHECK(read_text(files.out) == rows);
  has(outcome("label,qid,x\n", {"--separator", "::"}).err,
      "--separator '::': expected one character, or tab");
}

TEST_CASE("without a first line of names columns have numbers") {
  const Conversion files;
  const std::string table = files.folder.write("t.csv", "0.5,a,2\n7,a,0\n");
  const std::vector<std::string> by_number = {table, "--no-header", "--label",
                                              "3",   "--qid",       "2"};
  std::vector<std::string> named = by_number;
  named.insert(named.end(), {"--write-feature-names", "n"});
  CHECK(files.text(by_number) == "2 qid:a 1:0.5\n0 qid:a 1:7\n");
  const std::string all = files.folder.write("n.csv", "1,2,0.5\n");
  has(files.fault({all}),
      "n.csv:1: the first line names no column 'label' "
      "(--label NAME chooses another); it holds numbers only: --no-header");
  has(files.fault({table, "--no-header", "--label", "9", "--qid", "2"}),
      "t.csv:1: has 3 columns and none of the number '9' of --label");
  has(files.fault({table, "--no-header"}, 2), "needs --qid, --label");
  has(files.fault(named, 2), "needs a first line with names");
}

TEST_CASE("truth values are numbers, an index is left out and reported") {
  const Conversion files;
  const std::string table = files.folder.write(
      "t.csv", ",label,qid,x,y\n0,True,1,True,false\n1,0,1,FALSE,2\n");
  const Outcome outcome = files.convert({table});
  has(outcome.out, "t.csv: the first column without a name is an index");
  CHECK(read_text(files.out) == "1 qid:1 1:1 2:0\n0 qid:1 1:0 2:2\n");
  CHECK(files.text({table, "--leave-out", ""}) == read_text(files.out));
  CHECK(files.text({files.folder.write(
            "u.csv", "Unnamed: 0.1,Unnamed: 0,label,qid,x\n0,0,1,1,5\n")}) ==
        "1 qid:1 1:5\n");
  has(files.fault({files.folder.write("v.csv", "label,qid,brand\n1,1,acme\n")}),
      "value 'acme' of feature 'brand' is not a number; --leave-out 'brand'");
}

TEST_CASE("texts are names of queries and documents by choice") {
  const Conversion files;
  const std::string table = files.folder.write(
      "t.csv",
      "label,qid,docno,x\n1,red shoes,50% off #1,2\n0,red shoes,b,1\n");
  has(files.fault({table}),
      "query 'red shoes' is no name of one word without "
      "'#'; data convert --quote-names makes it one");
  const Outcome outcome = files.convert({table, "--quote-names"});
  has(outcome.out, "2 rows with a name that was quoted");
  CHECK(read_text(files.out) ==
        "1 qid:red%20shoes 1:2 # docid = 50%25%20off%20%231\n"
        "0 qid:red%20shoes 1:1 # docid = b\n");
}

TEST_CASE("a table without labels becomes rows to rank") {
  const Conversion files;
  const std::string table = files.folder.write("t.csv", "qid,x\n1,2\n1,3\n");
  has(files.fault({table}), "--unlabelled if rows have no label");
  const Outcome outcome = files.convert({table, "--unlabelled"});
  has(outcome.out, "  grades     none: rows for fedltr rank\n");
  CHECK(read_text(files.out) == "qid:1 1:2\nqid:1 1:3\n");
  const std::string back = (files.folder / "b.csv").string();
  CHECK(convert_files({files.out, "--unlabelled", "--from", "letor", "--to",
                       "csv", "--out", back})
            .code == 0);
  CHECK(read_text(back) == "qid,f1\n1,2\n1,3\n");
  const std::string labelled =
      files.folder.write("l.csv", "label,qid,x\n1,1,2\n");
  std::filesystem::remove(files.out);
  has(files.fault({labelled, "--unlabelled"}),
      "has a column 'label', although --unlabelled; --leave-out 'label'");
  CHECK(files.text({labelled, "--unlabelled", "--leave-out", "label"}) ==
        "qid:1 1:2\n");
  has(files.fault({table, "--unlabelled", "--to", "lightgbm"}, 2),
      "--to lightgbm has labels");
  has(files.fault({table, "--unlabelled", "--labels", "clip"}, 2),
      "--labels and --unlabelled: give only one");
}

}  // namespace fedltr::csv_rows_test
