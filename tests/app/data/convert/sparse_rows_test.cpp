// LETOR, RankLib, SVMlight, LightGBM and XGBoost through the command line.
#include "app/data/convert/sparse_rows.hpp"

#include "tests/app/data/convert/convert_support.hpp"

namespace fedltr::sparse_rows_test {
using namespace fedltr::test;

TEST_CASE("LightGBM's rows get their queries, and indices from 1") {
  const Conversion files;
  const std::string rows = files.folder.write(
      "rank.train", "0 0:0.5 3:2\n4.0 1:1e-3\n\n# note\n1\n");
  files.folder.write("rank.train.query", "2\n0\n1\n");
  CHECK(files.text({rows, "--from", "lightgbm"}) ==
        "0 qid:1 1:0.5 4:2\n4 qid:1 2:0.001\n1 qid:3\n");
  CHECK(files.text({rows}) == read_text(files.out));  // detected by .query
  const std::string groups = files.folder.write("g.txt", "1\n2\n");
  CHECK(files.text({rows, "--from", "lightgbm", "--groups", groups}) ==
        "0 qid:1 1:0.5 4:2\n4 qid:2 2:0.001\n1 qid:2\n");
}

TEST_CASE("files of rows are numbered on, each with its own groups") {
  const Conversion files;
  const std::string a = files.folder.write("a", "0 5:1\n");
  const std::string b = files.folder.write("b", "1 5:2\n2 6:3\n");
  files.folder.write("a.group", "1\n");
  files.folder.write("b.group", "1\n1\n");
  CHECK(files.text({a, b, "--from", "xgboost"}) ==
        "0 qid:1 6:1\n1 qid:2 6:2\n2 qid:3 7:3\n");
  CHECK(files.fault({a, b, "--from", "xgboost", "--groups", b}, 2)
            .find("is of one file of rows") != std::string::npos);
}

TEST_CASE("XGBoost's rows may name their queries themselves") {
  const Conversion files;
  const std::string rows =
      files.folder.write("r.txt", "0 qid:7 0:1\n1 qid:7 2:1\n1 qid:9 1:1\n");
  CHECK(files.text({rows, "--from", "xgboost"}) ==
        "0 qid:7 1:1\n1 qid:7 3:1\n1 qid:9 2:1\n");
  files.folder.write("r.txt.group", "3\n");
  has(files.fault({rows, "--from", "xgboost"}),
      "r.txt:1: a row with qid:, although a second file names its query");
}

TEST_CASE("XGBoost's label with a weight is named") {
  const Conversion files;
  const std::string rows = files.folder.write("r.txt", "1:0.5 qid:7 0:1\n");
  has(files.fault({rows, "--from", "xgboost"}),
      "r.txt:1: label '1:0.5' is not a number; XGBoost's LABEL:WEIGHT is not "
      "read");
}

TEST_CASE("rows and groups that disagree are reported, with their place") {
  const Conversion files;
  const std::string rows = files.folder.write("r", "0 1:1\n1 1:2\n2 1:3\n");
  const auto with = [&](const std::string& groups) {
    files.folder.write("r.query", groups);
    return files.fault({rows, "--from", "lightgbm"});
  };
  has(with("1\n1\n"), "/r.query: has groups for 2 rows, but ");
  has(with("1\n1\n"), "/r holds 3\n");
  has(with("7\n7\n8\n"), "; a number for each row looks like its query");
  has(with("1\n3\n"), "/r.query: has groups for 4 rows, but ");
  has(with("1\n-3\n"), "/r.query:2: group '-3' is not a number of rows");
  has(with("\n"), "/r.query: holds no group");
}

TEST_CASE("SVMlight without qid is refused with the reason") {
  const Conversion files;
  const std::string rows = files.folder.write("r.svm", "1 1:0.5 2:0.25\n");
  has(files.fault({rows, "--from", "svmlight"}),
      "r.svm:1: a row without qid: the candidates of each query are "
      "unknown; group sizes");
  const std::string guessed = files.fault({rows}, 2);
  has(guessed, "its rows have no qid, and no ");
  has(guessed, "name its format by --from: letor, ranklib, svmlight");
}

TEST_CASE("an index 0 is refused where features count from 1") {
  const Conversion files;
  const std::string rows =
      files.folder.write("r", "0 qid:1 1:1\n1 qid:1 0:1 2:3\n");
  // A file beside it may lack index 0, and would count from another one.
  has(files.fault({rows, "--from", "letor"}),
      "r:2: feature index 0, where they count from 1; use --first-index 0 if "
      "they count from 0, for this file and all that belong to it");
  has(files.fault({rows, "--from", "letor", "--first-index", "1"}),
      "r:2: feature index 0, where they count from 1; use --first-index 0");
  CHECK(files.text({rows, "--from", "letor", "--first-index", "0"}) ==
        "0 qid:1 2:1\n1 qid:1 1:1 3:3\n");
  const std::string from_one = files.folder.write("one", "0 qid:1 1:1\n");
  const Outcome told =
      files.convert({from_one, "--from", "xgboost", "--force"});
  has(told.out, "no feature of index 0; if indices count from 1, ");
  CHECK(files.text({from_one, "--from", "xgboost", "--first-index", "1"}) ==
        "0 qid:1 1:1\n");
}

TEST_CASE("LETOR is put in order; RankLib's comments name documents") {
  const Conversion files;
  const std::string rows = files.folder.write(
      "r",
      "\xEF\xBB\xBF"
      "2.0\tqid:a 3:NULL 2:5e-1 1:-7 #docid = D1 inc = 1\r\n"
      "0 qid:a 1:1e300 # D2\n0 qid:b 2:nan # of two words\n");
  CHECK(files.text({rows, "--from", "ranklib"}) ==
        "2 qid:a 1:-7 2:0.5 3:0 # docid = D1\n0 qid:a 1:1e+300 # docid = D2\n"
        "0 qid:b 2:0\n");
  has(files.convert({rows, "--force"}).out,
      "2 missing values (NULL, nan, or named as missing) were read as 0: ");
}

TEST_CASE("missing values are named, and infinite ones refused by feature") {
  const Conversion files;
  const std::string rows = files.folder.write(
      "r", "2 qid:a 1:-1 2:1.797693134862316e308 3:999\n0 qid:a 1:NULL\n");
  CHECK(files.text({rows, "--from", "letor"}) ==
        "2 qid:a 1:-1 2:0 3:999\n0 qid:a 1:0\n");
  const Outcome told =
      files.convert({rows, "--from", "letor", "--missing", "-1, 999",
                     "--missing-as", "0.5", "--force"});
  has(told.out,
      "  4 missing values (NULL, nan, the largest double, or named as missing) "
      "were read as 0.5: features 1 (2), 2 (1), 3 (1)\n"
      "  of these, 1 values of +-1.79769e308, the largest double, stand for "
      "missing and were read as 0.5: feature 2 (1)\n");
  CHECK(read_text(files.out) == "2 qid:a 1:0.5 2:0.5 3:0.5\n0 qid:a 1:0.5\n");
  const std::string infinite =
      files.folder.write("i", "2 qid:a 1:1\n0 qid:a 7:-1e400\n");
  has(files.fault({infinite, "--from", "letor"}),
      "i:2: value '-inf' of feature '7' is not finite; data.missing = -inf "
      "(data convert, data info: --missing -inf) reads it as missing");
  CHECK(files.text({infinite, "--from", "letor", "--missing", "-inf"}) ==
        "2 qid:a 1:1\n0 qid:a 7:0\n");
  has(files.fault({rows, "--from", "letor", "--missing", "1,"}, 2),
      "--missing '1,': expected numbers or words, separated by commas");
}

TEST_CASE("faults of rows name line and value") {
  const Conversion files;
  const auto fault = [&](const std::string& text) {
    return files.fault({files.folder.write("r", text), "--from", "letor"});
  };
  has(fault("x qid:1 1:1\n"), "r:1: label 'x' is not a number");
  has(fault("1 qid:1 1:\n"), "r:1: value '' of feature '1' is not a number");
  has(fault("32 qid:1 1:1\n"), "r:1: label '32' is not a grade");
  has(fault("0.5 qid:1 1:1\n"), "label '0.5' is not a grade");
  has(fault("1 qid: 1:1\n"), "r:1: a row without a name of its query");
  has(fault("1 qid:1 1:1\n1 qid:1 1:x\n"),
      "r:2: value 'x' of feature '1' is not a number");
  has(fault("1 qid:1 1\n"), "expected '<index>:<value>', got '1'");
  has(fault("1 qid:1 65536:1\n"), "index 65536 is above the largest allowed");
  has(fault("1 qid:1 99999999999:1\n"), "got '99999999999:1'");
  has(fault("1 qid:1 2:1 2:1\n"), "feature 2 occurs twice in the row");
  has(fault("1 qid:1 1:1\n1 qid:2 1:1\n1 qid:1 1:1\n"),
      "r:3: query '1' recurs after other queries");
  has(fault("# nothing\n"), "r: holds no document");
  has(fault(""), "r: holds no document");
}

TEST_CASE("the queries of the most active users alone are read") {
  const Conversion files;
  const std::string rows = files.folder.write(
      "letor.txt",
      "1 qid:0 1:1\n0 qid:0 1:2\nbroken qid:1 x\n1 qid:2 1:3\n1 qid:3 1:4\n");
  const std::string users = files.folder.write(
      "metadata.csv",
      "qid,user_id,timestamp,query\n0,a,2006-03-01,\"x, y\"\n1,b,2006-03-01,z\n"
      "2,a,2006-03-02,x\n3,c,2006-03-02,x\n");
  CHECK(files.text({rows, "--from", "letor", "--of-users", users,
                    "--most-active", "1"}) ==
        "1 qid:0 1:1\n0 qid:0 1:2\n1 qid:2 1:3\n");
  has(files.fault({rows, "--from", "letor", "--of-users", users}),
      "letor.txt:3: label 'broken'");
  const std::string whole = files.folder.write(
      "whole.txt", "1 qid:0 1:1\n1 qid:1 1:2\n1 qid:2 1:3\n1 qid:3 1:4\n");
  CHECK(files.text({whole, "--of-users", users, "--earliest", "74"}) ==
        "1 qid:0 1:1\n1 qid:1 1:2\n");
  CHECK(files.text({whole, "--of-users", users, "--latest", "26"}) ==
        "1 qid:2 1:3\n1 qid:3 1:4\n");
  has(files.fault(
          {whole, "--of-users", users, "--latest", "26", "--earliest", "74"},
          2),
      "--earliest and --latest: give only one of them");
  has(files.fault({rows, "--most-active", "1"}, 2), "needs --of-users");
  has(files.fault({rows, "--of-users", users, "--most-active", "0"}, 2),
      "--most-active");
}

TEST_CASE("a feature that occurs twice has the value of choice") {
  const Conversion files;
  const std::string rows =
      files.folder.write("r", "1 qid:1 7:3 2:1 2:4\n0 qid:1 2:1\n");
  has(files.fault({rows, "--from", "letor"}),
      "r:1: feature 2 occurs twice in the row; --duplicates last or sum");
  CHECK(files.text({rows, "--duplicates", "last"}) ==
        "1 qid:1 2:4 7:3\n0 qid:1 2:1\n");
  CHECK(files.text({rows, "--duplicates", "sum"}) ==
        "1 qid:1 2:5 7:3\n0 qid:1 2:1\n");
  has(files.convert({rows, "--duplicates", "sum", "--force"}).out,
      "  1 further values of a feature in its row\n");
  const std::string endless =
      files.folder.write("e", "1 qid:1 1:1e308 1:1e308\n");
  has(files.fault({endless, "--duplicates", "sum"}),
      "e:1: the sum of the values of feature 1 is not finite");
}

TEST_CASE("rows in any order of queries are joined by choice") {
  const Conversion files;
  const std::string rows = files.folder.write(
      "r", "1 qid:3 1:1\n0 qid:1 1:2\n2 qid:3 1:3\n1 qid:1 1:4\n");
  has(files.fault({rows}), "data convert --merge joins its rows");
  CHECK(files.text({rows, "--merge"}) ==
        "1 qid:3 1:1\n2 qid:3 1:3\n0 qid:1 1:2\n1 qid:1 1:4\n");
  CHECK(
      files.text({rows, rows, "--merge", "--to", "csv", "--set-minmax", "1"}) ==
      "label,qid,f1\n1,3,0\n2,3,0.6666666666666666\n1,3,0\n"
      "2,3,0.6666666666666666\n0,1,0.3333333333333333\n1,1,1\n"
      "0,1,0.3333333333333333\n1,1,1\n");
}

TEST_CASE("queries of rows come from a second file of names") {
  const Conversion files;
  const std::string rows = files.folder.write("r", "1 0:1\n0 0:2\n2 0:3\n");
  const std::string ids = files.folder.write("ids", "b\na\nb\n");
  CHECK(files.text({rows, "--from", "lightgbm", "--query-ids", ids,
                    "--merge"}) == "1 qid:b 1:1\n2 qid:b 1:3\n0 qid:a 1:2\n");
  has(files.fault(
          {rows, "--from", "lightgbm", "--query-ids", ids, "--groups", ids}, 2),
      "--groups and --query-ids: give only one of them");
  has(files.fault({rows, rows, "--from", "xgboost", "--query-ids", ids}, 2),
      "--query-ids " + ids + ": is of one file of rows");
  files.folder.write("r.query", "1\n1\n1\n");
  has(files.convert({rows, "--force"}).out,
      "each query has one document, so there is nothing to rank; if its groups "
      "are queries of rows: --query-ids FILE\n");
}

TEST_CASE("LightGBM's other files beside the rows are reported") {
  const Conversion files;
  const std::string rows = files.folder.write("r", "1 0:1\n0 0:2\n");
  files.folder.write("r.query", "2\n");
  CHECK(files.convert({rows}).out.find("not used") == std::string::npos);
  files.folder.write("r.weight", "1\n");
  files.folder.write("r.init", "1\n1\n");
  has(files.convert({rows, "--force"}).out,
      "  " + rows + ".weight, " + rows + ".init: not used; ");
}

TEST_CASE("rows without labels are read by choice") {
  const Conversion files;
  const std::string rows =
      files.folder.write("r", " qid:1 2:7 # d\nqid:1 1:1\n");
  has(files.fault({rows}),
      "r:1: a row without a label; --unlabelled reads such rows");
  CHECK(files.text({rows, "--from", "ranklib", "--unlabelled"}) ==
        "qid:1 2:7 # docid = d\nqid:1 1:1\n");
  has(files.fault({files.folder.write("l", "1 qid:1 1:1\n"), "--unlabelled"}),
      "l:1: a row that does not begin with qid:, although --unlabelled; it "
      "begins with '1'");
}

}  // namespace fedltr::sparse_rows_test
