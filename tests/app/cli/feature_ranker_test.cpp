// `fedltr rank` and `eval` by one feature.
#include "app/cli/feature_ranker.hpp"

#include "tests/support/scenario.hpp"

namespace fedltr::feature_ranker_test {
using namespace fedltr::test;

namespace {

/// Feature 3 is high and 1 low for relevant documents; 9 is in one row.
struct Files {
  TemporaryFolder folder;
  std::string data = folder.write(
      "d.txt",
      "1 qid:a 1:1 3:0.5 # docid = x\n0 qid:a 1:2 3:-1 9:7 # docid = y\n"
      "0 qid:a 1:3 # docid = z\n0 qid:b 0:4 1:5 3:2 # 3:9 2:1\n1 qid:b 1:4 "
      "3:3\n");
};

Outcome with(const char* verb, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), verb);
  return fedltr_command(arguments);
}

std::string refused(const char* verb, const std::vector<std::string>& arguments,
                    int code = 2) {
  const Outcome outcome = with(verb, arguments);
  CHECK(outcome.code == code);
  return outcome.err;
}

}  // namespace

TEST_CASE("one feature ranks, whatever else the rows hold") {
  const Files files;
  CHECK(with("rank", {"--feature", "3", files.data, "--run"}).out ==
        "a Q0 x 1 0.5 fedltr\na Q0 z 2 0 fedltr\na Q0 y 3 -1 fedltr\n"
        "b Q0 b.2 1 3 fedltr\nb Q0 b.1 2 2 fedltr\n");
  CHECK(with("rank", {"--feature", "1", "--ascending", "--data", files.data,
                      "--format", "tsv"})
            .out ==
        "qid\tdocument\trank\tscore\na\tx\t1\t-1\na\ty\t2\t-2\na\tz\t3\t-3\n"
        "b\tb.1\t2\t-5\nb\tb.2\t1\t-4\n");
  CHECK(with("rank",
             {"--feature", "0", files.data, "--depth", "1", "--format", "tsv"})
            .out == "qid\tdocument\trank\tscore\na\tx\t1\t0\nb\tb.1\t1\t4\n");
}

TEST_CASE("eval of a feature is eval of its ranking") {
  const Files files;
  const auto mrr = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {files.data, "--metric", "mrr"});
    return with("eval", arguments).out;
  };
  CHECK(mrr({"--feature", "3"}) == "mrr  1.0000  mean of 2 queries\n");
  CHECK(mrr({"--feature", "1", "--ascending"}) == mrr({"--feature", "3"}));
  // In a, y leads with 7; in b all values are 0, so the file's order stays.
  CHECK(mrr({"--feature", "9"}) == "mrr  0.5000  mean of 2 queries\n");
  const std::string run = (files.folder / "r.run").string();
  CHECK(with("rank", {"--feature", "9", files.data, "--run", "--out", run})
            .code == 0);
  CHECK(mrr({run}) == mrr({"--feature", "9"}));
  // The number of grades is that of the data, as with a run, not MSLR's five.
  const auto by_grade = [&](std::vector<std::string> arguments) {
    arguments.insert(
        arguments.end(),
        {files.data, "--metric", "err,expected-maxrr", "--clicks", "perfect"});
    const Outcome outcome = with("eval", arguments);
    CHECK(outcome.code == 0);
    return outcome.out;
  };
  CHECK(by_grade({run}) == by_grade({"--feature", "9"}));
}

TEST_CASE("a feature has the name that is beside the data") {
  Files files;
  files.data = files.folder.write("e.txt", "1 qid:a 1:1 3:0.5\n0 qid:a 1:2\n");
  files.folder.write("e.txt.names", "length\nempty\nbm25\n");
  const std::string other = files.folder.write("n.txt", "bm25\n");
  const std::string by_index = with("rank", {"--feature", "3", files.data}).out;
  CHECK(with("rank", {"--feature", "bm25", files.data}).out == by_index);
  CHECK(
      with("rank", {"--feature", "bm25", files.data, "--feature-names", other})
          .out == with("rank", {"--feature", "1", files.data}).out);
  has(refused("rank", {"--feature", "bm52", files.data}),
      "--feature bm52: is not in " + files.data + ".names; nearest is 'bm25'");
}

TEST_CASE("a name is no column of rows that count from 0") {
  const Files files;
  const std::string names = files.folder.write("n.txt", "length\nbm25\n");
  const std::string rows =
      files.folder.write("z.txt", "1 qid:a 1:1 7:2\n0 qid:a 0:3 1:2\n");
  for (const char* const verb : {"rank", "eval"}) {
    CAPTURE(verb);
    has(refused(verb, {"--feature", "bm25", rows, "--feature-names", names}, 3),
        rows + ":2: feature index 0, but names count from 1: choose by index");
    CHECK(with(verb, {"--feature", "1", rows}).code == 0);
  }
}

TEST_CASE("an unsuitable option or file is refused") {
  const Files files;
  has(refused("rank", {"--feature", "bm25", files.data}),
      "--feature bm25: expected an index, 0 to 65535, or a name with "
      "--feature-names FILE");
  has(refused("eval", {"--feature", "2", files.data}, 3),
      files.data + ": feature 2 is 0 in all rows");
  has(refused("rank", {"--ascending", "m.json", files.data}),
      "--ascending: needs --feature");
  has(refused("eval", {"--feature", "3", "--model", "m.json", files.data}),
      "--model: needs a model; --feature replaces it");
  has(refused("eval", {"--feature", "3", "--run", "r.run", files.data}),
      "a TREC run is ranked already");
  has(refused("rank", {"--feature", "3"}), "expected a model and data");
  const std::string empty = files.folder.write("empty.txt", "");
  has(refused("rank", {"--feature", "x", "--feature-names", empty, files.data},
              3),
      empty + ": holds no name; expected a name a line");
  const std::string table = files.folder.write("t.csv", "qid,a,b\nq,1,2\n");
  has(refused("rank", {"--feature", "c", table}), "--feature c: is not in ");
  CHECK(with("rank", {"--feature", "b", table}).out ==
        with("rank", {"--feature", "2", table}).out);
  has(refused("rank", {"--feature", "3", "--feature-names", empty, files.data}),
      "--feature-names: needs a name; --feature 3 is an index");
  has(refused("eval", {"--method", "nope", files.data}),
      "expected --model, or --method with one of bm25");
  has(refused("rank", {"--method", "bm25", files.data}),
      "--method bm25: ranks a folder of texts (fedltr search, eval)");
  const std::string broken = files.folder.write("b.txt", "1 qid:a 3:1 1:x\n");
  has(refused("rank", {"--feature", "3", broken}, 3),
      broken +
          ":1: value 'x' of feature '1' is not a number; fedltr data "
          "convert FILE --missing 'x' reads it as missing");
}

}  // namespace fedltr::feature_ranker_test
