// `fedltr rank` on models of runs and on broken ones.
#include "app/cli/rank_command.hpp"

#include "app/data/model_file.hpp"
#include "tests/support/notes.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::rank_command_test {
using namespace fedltr::test;

namespace {

/// f = x1 - 2 x2.
constexpr const char* kModel =
    R"({"model": "linear", "features": 2, "parameters": [1, -2],
        "first_index": 1, "normalize": "none"})";
constexpr const char* kData =
    "1 qid:q1 1:1 2:1 # docid = a\n0 qid:q1 1:3 # docid = b\n"
    "0 qid:q1 1:1 2:1 # docid = c\n2 qid:q2 2:-0.25\n";

struct Files {
  TemporaryFolder folder;
  std::string model = folder.write("m.json", kModel);
  std::string data = folder.write("d.txt", kData);
};

Outcome rank(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "rank");
  return fedltr_command(arguments);
}

}  // namespace

TEST_CASE("rank prints each document's rank and score, in the data's order") {
  const Files files;
  const Outcome outcome = rank({files.model, files.data, "--format", "tsv"});
  CHECK(outcome.code == 0);
  CHECK(outcome.err == "");
  CHECK(outcome.out ==
        "qid\tdocument\trank\tscore\nq1\ta\t2\t-1\nq1\tb\t1\t3\nq1\tc\t3\t-1\n"
        "q2\tq2.1\t1\t0.5\n");
  const std::string run = rank({files.model, files.data}).out;
  CHECK(rank({"--model", files.model, "--data", files.data}).out == run);
  CHECK(rank({"--model", files.model, files.data}).out == run);
}

TEST_CASE("rows without labels are ranked, but not evaluated") {
  const Files files;
  const std::string text = read_text(files.data);
  std::string unlabelled;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    unlabelled += line.substr(line.find("qid:")) + "\n";
  const std::string rows = files.folder.write("n.txt", unlabelled);
  CHECK(rank({files.model, rows}).out == rank({files.model, files.data}).out);
  CHECK(rank({"--feature", "1", rows}).out ==
        rank({"--feature", "1", files.data}).out);
  for (const auto& command :
       {std::vector<std::string>{"eval", files.model, rows},
        {"eval", "--feature", "1", rows},
        {"data", "info", rows}}) {
    const Outcome outcome = fedltr_command(command);
    CHECK(outcome.code == 3);
    CHECK(outcome.err ==
          "fedltr: " + rows +
              ":1: a row without a label; fedltr rank and data info "
              "--unlabelled read such rows, and run "
              "those of data.train beside data.log unless it evaluates on them "
              "(evaluation.on = train, data.folds)\n");
  }
}

TEST_CASE("a document without a name gets none that another has") {
  Files files;
  files.data =
      files.folder.write("e.txt", "1 qid:q 1:1\n0 qid:q 1:2 # docid = q.1\n");
  CHECK(rank({files.model, files.data}).out ==
        "q Q0 q.1 1 2 fedltr\nq Q0 q.1_ 2 1 fedltr\n");
}

TEST_CASE("names in a TSV are quoted where they need it") {
  Files files;
  files.data = files.folder.write("e.txt", "1 qid:\"q 1:1 # docid = \"a\"\n");
  CHECK(rank({files.model, files.data, "--format", "tsv"}).out ==
        "qid\tdocument\trank\tscore\n\"\"\"q\"\t\"\"\"a\"\"\"\t1\t1\n");
}

TEST_CASE("rank writes a TREC run or lines of JSON, best first, cut at depth") {
  const Files files;
  CHECK(rank({files.model, files.data, "--run"}).out ==
        rank({files.model, files.data}).out);
  CHECK(rank({files.model, files.data}).out ==
        "q1 Q0 b 1 3 fedltr\nq1 Q0 a 2 -1 fedltr\nq1 Q0 c 3 -1 fedltr\n"
        "q2 Q0 q2.1 1 0.5 fedltr\n");
  CHECK(rank({files.model, files.data, "--format", "trec", "--depth", "1",
              "--tag", "mine"})
            .out == "q1 Q0 b 1 3 mine\nq2 Q0 q2.1 1 0.5 mine\n");
  CHECK(rank({files.model, files.data, "--format", "ndjson", "--depth", "2"})
            .out ==
        "{\"qid\":\"q1\",\"ranking\":[{\"document\":\"b\",\"score\":3.0},"
        "{\"document\":\"a\",\"score\":-1.0}]}\n"
        "{\"qid\":\"q2\",\"ranking\":[{\"document\":\"q2.1\",\"score\":0.5}]}"
        "\n");
  CHECK(
      rank({files.model, files.data, "--depth", "1", "--format", "tsv"}).out ==
      "qid\tdocument\trank\tscore\nq1\tb\t1\t3\nq2\tq2.1\t1\t0.5\n");
}

TEST_CASE("rank normalises each query as training did, and counts columns so") {
  const TemporaryFolder folder;
  const std::string data = folder.write("d.txt",
                                        "0 qid:1 0:10 1:4\n1 qid:1 0:30 1:8\n"
                                        "1 qid:1 0:20 1:8\n0 qid:2 0:7 1:7\n");
  const std::string model =
      folder.write("m.json",
                   R"({"model": "linear", "features": 2, "parameters": [1, 10],
          "first_index": 0, "normalize": "query-minmax"})");
  // A single document makes no pairs and keeps its features.
  CHECK(rank({model, data, "--format", "tsv"}).out ==
        "qid\tdocument\trank\tscore\n1\t1.1\t3\t0\n1\t1.2\t1\t11\n"
        "1\t1.3\t2\t10.5\n2\t2.1\t1\t77\n");
}

TEST_CASE("rank applies a model's constants and missing values") {
  const TemporaryFolder folder;
  const std::string data = folder.write(
      "d.txt", "0 qid:1 1:1700000010 2:3\n0 qid:1 1:NULL 2:3\n0 qid:1 1:-1\n");
  const std::string model =
      folder.write("m.json",
                   R"({"model": "linear", "features": 2, "parameters": [1, 10],
          "first_index": 1, "normalize": "zscore", "missing": ["-1"],
          "missing_as": [1700000000], "means": [1700000000, 7],
          "deviations": [10, 0]})");
  CHECK(rank({model, data, "--format", "tsv"}).out ==
        "qid\tdocument\trank\tscore\n1\t1.1\t1\t1\n1\t1.2\t2\t0\n"
        "1\t1.3\t3\t0\n");
}

TEST_CASE("rank applies a model's quantiles") {
  const TemporaryFolder folder;
  const std::string data = folder.write(
      "d.txt", "0 qid:1 1:15 2:3\n0 qid:1 1:1e9 2:4\n0 qid:1 1:30 2:1\n");
  const std::string model =
      folder.write("m.json",
                   R"({"model": "linear", "features": 2, "parameters": [1, 10],
          "first_index": 1, "normalize": "quantile",
          "quantiles": [[10, 20, 30, 30, 40], [7, 7, 7, 7, 7]]})");
  CHECK(rank({model, data, "--format", "tsv"}).out ==
        "qid\tdocument\trank\tscore\n1\t1.1\t3\t0.125\n1\t1.2\t1\t1\n"
        "1\t1.3\t2\t0.625\n");
}

TEST_CASE("equal scores stand as the model was evaluated") {
  const Files files;
  auto json = nlohmann::json::parse(kModel);
  json["evaluation"] = {{"metrics", {"map"}}, {"empty", "skip"},
                        {"ties", "trec"},     {"err_highest", 4},
                        {"relevant_from", 1}, {"click", {0.5}}};
  const std::string model = files.folder.write("t.json", json.dump());
  CHECK(rank({model, files.data, "--run", "--depth", "2"}).out ==
        "q1 Q0 b 1 3 fedltr\nq1 Q0 c 2 -1 fedltr\nq2 Q0 q2.1 1 0.5 fedltr\n");
}

TEST_CASE("an older model is taken as it is, with a note") {
  const Files files;
  const std::string old = files.folder.write(
      "old.json",
      R"({"model": "linear", "features": 2, "parameters": [1, -2]})");
  Notes notes;
  const Outcome outcome = rank({old, files.data});
  CHECK(outcome.code == 0);
  CHECK(outcome.out == rank({files.model, files.data}).out);
  has(notes.text(), "fedltr: note: " + old + " is of an older version");
}

TEST_CASE("a client's own network ranks for it") {
  const TemporaryFolder folder;
  const std::string model =
      folder.write("m.json",
                   R"({"model": "neural-relu", "features": 1, "hidden": 1,
          "parameters": [2, 0, 3], "output_layers": [[1], [5]],
          "first_index": 1, "normalize": "none"})");
  const std::string data = folder.write("d.txt", "1 qid:1 1:1\n");
  CHECK(rank({model, data}).out == "1 Q0 1.1 1 6 fedltr\n");
  CHECK(rank({model, data, "--client", "1"}).out == "1 Q0 1.1 1 10 fedltr\n");
  CHECK(rank({model, data, "--client", "2"}).code == 2);
}

TEST_CASE("--out is written completely, and never over a file by accident") {
  const Files files;
  const std::string out = (files.folder / "scores.tsv").string();
  const std::string printed = rank({files.model, files.data}).out;
  CHECK(rank({files.model, files.data, "--out", out}).out == "");
  CHECK(read_text(out) == printed);
  const Outcome again = rank({files.model, files.data, "--out", out, "--run"});
  CHECK(again.code == 2);
  has(again.err, out + ": exists already; give --force to overwrite it");
  CHECK(read_text(out) == printed);
  const std::string bad =
      files.folder.write("bad.txt", std::string(kData) + "x\n");
  CHECK(rank({files.model, bad, "--out", out, "--force"}).code == 3);
  CHECK(read_text(out) == printed);
  CHECK_FALSE(std::filesystem::exists(out + ".tmp"));
  CHECK(
      rank({files.model, files.data, "--out", out, "--run", "--force"}).code ==
      0);
  CHECK(read_text(out).starts_with("q1 Q0 b 1 3 fedltr\n"));
}

TEST_CASE("errors have one line and the exit code") {
  const Files files;
  const auto file = [&](const std::string& text) {
    static int number = 0;
    return files.folder.write(std::to_string(++number) + "/x.txt", text);
  };
  const std::string huge = files.folder.write(
      "huge.json",
      R"({"model": "linear", "features": 2, "parameters": [1e308, 1e308],
          "first_index": 1, "normalize": "none"})");
  struct Case {
    std::vector<std::string> arguments;
    int code;
    std::string what;
  };
  const std::vector<Case> cases = {
      {{}, 2, "expected a model and data"},
      {{files.model}, 2, "expected a model and data"},
      {{files.model, files.data, "--depth", "0"}, 2, "--depth 0: expected"},
      {{files.model, files.data, "--depth", "-1"}, 2, "--depth -1: expected"},
      {{files.model, files.data, "--format", "csv"}, 2, "--format csv"},
      {{files.model, files.data, "--format", "tsv", "--run"}, 2, "--run means"},
      {{files.model, files.data, "--tag", "a b"}, 2, "--tag 'a b'"},
      {{files.model, files.data, "--wrong"}, 2, "--wrong"},
      {{files.model, files.data, "--client", "0"}, 2, "--client 0: the model"},
      {{"no.json", files.data}, 3, "no.json: can't be opened"},
      {{files.data, files.data}, 3, "d.txt: is no JSON"},
      {{files.model, "no.txt"}, 3, "no.txt: there is no such file"},
      {{files.model, file("")}, 3, "x.txt: has no documents"},
      {{files.model, files.model}, 3, "m.json:1: label"},
      {{files.model, file("1 qid:1 3:1\n")}, 3, "x.txt:1: feature index 3 is"},
      {{files.model, file("1 qid:1 0:1\n")},
       3,
       "x.txt:1: feature index 0, but"},
      {{files.model, files.data, files.data}, 3, "d.txt:1: query 'q1' recurs"},
      {{huge, file("1 qid:1 1:1e6 2:1e6\n")}, 3, "score that is no number"},
      {{files.model, file("1 qid:1 1:1 #docid = a\n0 qid:1 1:2 #docid = a\n")},
       3,
       "query '1' has document 'a' twice"},
  };
  for (const Case& each : cases) {
    CAPTURE(each.what);
    const Outcome outcome = rank(each.arguments);
    CHECK(outcome.code == each.code);
    has(outcome.err, each.what);
    CHECK(std::ranges::count(outcome.err, '\n') == 1);
  }
}

TEST_CASE("rank has a usage line") {
  const Outcome help = rank({"--help"});
  CHECK(help.code == 0);
  has(help.out, "fedltr rank MODEL|--feature F DATA");
  has(help.out, "ndjson");
  has(fedltr_command({"--help"}).out, "fedltr rank MODEL DATA");
}

}  // namespace fedltr::rank_command_test
