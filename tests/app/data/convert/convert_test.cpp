// Properties of every format, and one set converted through all of them.
#include "app/data/convert/convert.hpp"

#include "tests/app/data/convert/convert_support.hpp"

namespace fedltr::convert_test {
using namespace fedltr::test;

namespace {

/// Five grades by 300 features, some of which each row has: a linear function
/// of the first three, in LightGBM's format.
struct SparseSet {
  std::string rows;
  std::string groups;

  SparseSet(int first_query, int queries) {
    for (int query = first_query; query < first_query + queries; ++query) {
      groups += "12\n";
      for (int document = 0; document < 12; ++document) {
        const int grade = (query * 7 + document * 3) % 5;
        rows += std::to_string(grade);
        if (grade > 0) rows += " 0:" + std::to_string(grade * 0.25);
        for (int i = 0; i < 20; ++i)
          rows += " " +
                  std::to_string(3 + (query * 31 + document * 17) % 14 +
                                 i * 14 + (i * document) % 3) +
                  ":0." + std::to_string(1 + (query + document * i) % 9);
        rows += "\n";
      }
    }
  }
};

}  // namespace

TEST_CASE("a sparse set of LightGBM's is converted, trained, ranked, scored") {
  const Conversion files;
  const SparseSet train(0, 40);
  const SparseSet test(40, 20);
  const std::string rows = files.folder.write("rank.train", train.rows);
  files.folder.write("rank.train.query", train.groups);
  const std::string late = files.folder.write("rank.test", test.rows);
  files.folder.write("rank.test.query", test.groups);
  const auto at = [&](const char* name) {
    return (files.folder / name).string();
  };
  const Outcome converted = convert_files({rows, "--out", at("train.txt.gz")});
  REQUIRE_MESSAGE(converted.code == 0, converted.err);
  has(converted.out,
      "  queries    40\n  documents  480 (12 to 12 per query), ");
  has(converted.out, "  grades     0: 96 1: 96 2: 96 3: 96 4: 96\n");
  REQUIRE(convert_files({late, "--out", at("test.txt")}).code == 0);
  const Outcome run = run_text(files.folder,
                               "[data]\ntrain = train.txt.gz\ntest = test.txt\n"
                               "[federation]\nclients = 4\nrounds = 60\n"
                               "[clicks]\nmodel = perfect\n",
                               "run", {});
  REQUIRE_MESSAGE(run.code == 0, run.err);
  const Outcome ranked = fedltr_command(
      {"rank", at("run"), at("test.txt"), "--run", "--out", at("run.trec")});
  REQUIRE_MESSAGE(ranked.code == 0, ranked.err);
  const Outcome scored =
      fedltr_command({"eval", at("run.trec"), at("test.txt"), "--metric",
                      "ndcg@10", "--format", "json"});
  REQUIRE_MESSAGE(scored.code == 0, scored.err);
  has(scored.out, "ndcg@10");
  const auto rounds = read_text(files.folder / "run" / "rounds.csv");
  CHECK(last_metric(rounds) > 0.95);
  CHECK(last_metric(rounds) > first_metric(rounds) + 0.1);
}

TEST_CASE("rows read back as they were written") {
  const Conversion files;
  const std::string rows = files.folder.write(
      "r.txt",
      "2 qid:1 1:0.1 3:-1e-07 # docid = a\n0 qid:1 2:5 # docid = b,c\n"
      "1 qid:2 1:1e+300\n");
  const std::string letor = files.text({rows});
  CHECK(letor == read_text(rows));
  const std::string table = (files.folder / "t.csv").string();
  REQUIRE(convert_files({rows, "--to", "csv", "--out", table}).code == 0);
  CHECK(read_text(table) ==
        "label,qid,docno,f1,f2,f3\n2,1,a,0.1,0,-1e-07\n0,1,\"b,c\",0,5,0\n"
        "1,2,,1e+300,0,0\n");
  CHECK(files.text({table, "--document", "docno"}) ==
        "2 qid:1 1:0.1 2:0 3:-1e-07 # docid = a\n0 qid:1 1:0 2:5 3:0 # docid = "
        "b,c\n1 qid:2 1:1e+300 2:0 3:0\n");
  const std::string light = (files.folder / "l.txt.gz").string();
  REQUIRE(convert_files({rows, "--to", "lightgbm", "--out", light}).code == 0);
  CHECK(read_text(files.folder / "l.txt.query") == "2\n1\n");
  CHECK(files.text({light}) ==
        "2 qid:1 1:0.1 3:-1e-07\n0 qid:1 2:5\n1 qid:2 1:1e+300\n");
  CHECK(read_text(light).starts_with("\x1f\x8b"));
}

TEST_CASE("features keep their names from table to table") {
  const Conversion files;
  const std::string table =
      files.folder.write("t.csv", "\"a, b\",qid,label\n3,1,0\n4,1,2\n");
  const std::string out = (files.folder / "o.csv").string();
  REQUIRE(convert_files({table, "--to", "csv", "--out", out}).code == 0);
  CHECK(read_text(out) == "label,qid,\"a, b\"\n0,1,3\n2,1,4\n");
}

TEST_CASE("nothing is overwritten unless asked for") {
  const Conversion files;
  const std::string rows = files.folder.write("r.txt", "1 qid:1 1:1\n");
  const auto refused = [&](const std::vector<std::string>& arguments) {
    const Outcome outcome = files.convert(arguments);
    CHECK(outcome.code == 2);
    return outcome.err;
  };
  files.folder.write("out.txt", "mine");
  has(refused({rows}), "out.txt: exists already; give --force to overwrite");
  CHECK(read_text(files.out) == "mine");
  const std::string faulty = files.folder.write("f.txt", "1 qid:1 1:1\nx\n");
  CHECK(files.convert({faulty, "--from", "letor", "--force"}).code == 3);
  CHECK(read_text(files.out) == "mine");
  std::filesystem::remove(files.out);
  files.folder.write("out.txt.query", "mine");
  has(refused({rows, "--to", "lightgbm"}), "out.txt.query: exists already");
  const std::string table = files.folder.write("t.csv", "qid,label,x\n1,1,1\n");
  has(refused({table, "--write-feature-names", files.out}),
      "two results can't go to one file");
  has(refused({table, "--write-feature-names", table}),
      "is an input, so no result may replace it");
}

TEST_CASE("missing and unusable options of a command have one-line errors") {
  const Conversion files;
  const std::string rows = files.folder.write("r.txt", "1 qid:1 1:1\n");
  has(convert_files({rows}).err, "expected --out FILE");
  has(convert_files({"--out", files.out}).err, "expected a file");
  has(files.fault({rows, "--from", "parquet"}, 2),
      "--from 'parquet': expected one of letor, ranklib, ");
  has(files.fault({rows, "--to", "npz"}, 2),
      "--to 'npz': expected one of letor");
  has(files.fault({rows, "--groups", "g"}, 2),
      "--groups: can't be used with --from letor, as INPUT seems to be; it "
      "needs lightgbm, xgboost, csv, tsv, npy");
  has(files.fault({rows, "--first-index", "2"}, 2), "--first-index");
  has(files.fault({rows + "x", "--from", "letor"}), "can't be opened");
  has(files.fault({rows + "x"}), "can't be opened");
  has(files.fault({files.folder.text(), "--from", "letor"}), "is a folder");
  has(files.fault({"-"}, 2), "standard input: name its format by --from");
  const std::string unknown = files.folder.write("u", "hello world\n");
  has(files.fault({unknown}, 2), "neither its name nor its first line shows");
}

}  // namespace fedltr::convert_test
