// `fedltr eval` on runs, judgements and folders as other programs leave them.
#include "app/cli/eval_command.hpp"
#include "tests/support/notes.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::eval_runs_test {
using namespace fedltr::test;

namespace {

Outcome eval(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "eval");
  return fedltr_command(arguments);
}

}  // namespace

TEST_CASE("MS MARCO's and JSON runs are scored, and grades beyond 31") {
  const TemporaryFolder folder;
  const std::string qrels = folder.write("q", "1 0 a 0.5\n1 0 b 40\n");
  for (const std::string& run :
       {folder.write("ms.run", "1\tb\t2\n1\ta\t1\n"),
        folder.write("r.json", R"({"1": {"a": 2, "b": 1}})")}) {
    const Outcome linear =
        eval({run, qrels, "--gain", "linear", "--metric", "ndcg@10,p@1,map"});
    CHECK_MESSAGE(linear.code == 0, linear.err);
    CHECK(linear.out ==
          "ndcg@10  0.6384  mean of 1 queries\n"
          "p@1      0.0000  mean of 1 queries\n"
          "map      0.5000  mean of 1 queries\n");
    const Outcome exponential = eval({run, qrels, "--metric", "ndcg@10"});
    CHECK(exponential.code == 2);
    has(exponential.err,
        "--metric ndcg@10: a gain of 2^grade - 1 takes grades");
    has(exponential.err, "--gain linear");
  }
}

TEST_CASE("--labels makes grades of words and others in judgements") {
  const TemporaryFolder folder;
  const std::string run = folder.write("r", "1 Q0 a 1 2 x\n1 Q0 b 2 1 x\n");
  const auto mrr = [&](const std::string& qrels, const std::string& labels) {
    return eval(
        {run, folder.write("q", qrels), "--metric", "mrr", "--labels", labels});
  };
  const std::string words = "map=Exact:3,No:0,Unsure:drop,None:1";
  const std::string half = "mrr  0.5000  mean of 1 queries\n";
  Notes notes;
  for (const char* const qrels :
       {"1 0 a No\n1 0 b Exact\n1 0 c Unsure\n",
        "query-id\tcorpus-id\tscore\n1\ta\tNo\n1\tb\tExact\n1\tc\tUnsure\n",
        R"({"1": {"a": "No", "b": "Exact", "c": "Unsure"}})",
        "No qid:1 1:1 # docid = a\nExact qid:1 1:1 # docid = b\n"
        "Unsure qid:1 1:1 # docid = c\n"}) {
    const Outcome outcome = mrr(qrels, words);
    CHECK_MESSAGE(outcome.out == half, outcome.err);
  }
  has(notes.text(),
      "fedltr: note: labels 'Exact' -> 3: 1, 'No' -> 0: 1, 'Unsure' "
      "left out: 1\nfedltr: note: no judgement has the label "
      "'None' of --labels\n");
  CHECK(mrr("1 0 a -2\n1 0 b 99\n", "clip").out == half);
  CHECK(mrr(R"({"1": {"a": 0.2, "b": 0.7}})", "bins=0.5").out == half);
}

TEST_CASE("judgements of which --labels keeps none are refused") {
  const TemporaryFolder folder;
  const std::string run = folder.write("r", "1 Q0 a 1 2 x\n");
  for (const char* const qrels : {"1 0 a No\n", R"({"1": {"a": "No"}})"})
    has(eval({run, folder.write("q", qrels), "--labels", "map=No:drop"}).err,
        "q: has no judgements that --labels keeps");
  const std::string dropped = folder.write("d", "1 0 a No\n");
  const std::string rows = folder.write("rows", "No qid:1 1:1\n");
  has(eval({run, dropped, rows, "--labels", "map=No:drop"}).err,
      "d, " + rows + ": has no judgements that --labels keeps");
  const std::string kept = folder.write("k", "1 0 a 1\n");
  for (const std::string& other : {dropped, rows})
    CHECK(eval({run, other, kept, "--labels", "map=No:drop"}).code == 0);
  has(eval({run, folder.write("e", "# none\n"), kept, "--labels", "clip"}).err,
      "e: has no judgements\n");
}

TEST_CASE("rows of a query can be left out if the others have names") {
  const TemporaryFolder folder;
  const std::string run = folder.write("r", "1 Q0 1.2 1 2 x\n1 Q0 1.3 2 1 x\n");
  const auto mrr = [&](const std::string& rows) {
    return eval({run, folder.write("q", rows), "--labels", "map=-1:drop",
                 "--metric", "mrr"});
  };
  const std::string expected =
      "q: --labels leaves rows of query '1' out, but others have no name and "
      "are called by their place; name them by '# docid = NAME', or map the "
      "label to a grade instead of drop";
  has(mrr("2 qid:1 1:1\n-1 qid:1 1:5\n3 qid:1 1:3\n").err, expected);
  has(mrr("2 qid:1 # docid = 1.1\n-1 qid:1 1:5 # docid = 1.2\n3 qid:1\n").err,
      expected);
  CHECK(mrr("2 qid:1 # docid = 1.1\n-1 qid:1 1:5 # docid = 1.2\n"
            "3 qid:1 # docid = 1.3\n")
            .out == eval({run, folder.write("q", "1 0 1.1 2\n1 0 1.3 3\n"),
                          "--metric", "mrr"})
                        .out);
  // Another query.
  CHECK(mrr("2 qid:1 1:1\n3 qid:1 1:3\n-1 qid:2 1:5\n").code == 0);
}

TEST_CASE("scalars of JSON are labels, and remedies are those of eval") {
  const TemporaryFolder folder;
  const std::string run = folder.write("r", "1 Q0 a 1 2 x\n");
  const auto graded = [&](const std::string& judged, const std::string& rule) {
    return eval({run, folder.write("q", judged), "--labels", rule});
  };
  const std::string json = R"({"1": {"a": true, "b": "Exact", "c": null}})";
  CHECK(graded(json, "map=True:1,Exact:3,null:drop").code == 0);
  has(graded(json, "map=True:1,Exact:3").err,
      "q: query '1', document 'c': label 'null' is not a number; --labels "
      "map=");
  has(eval({run, folder.write("q", json)}).err,
      "q: query '1', document 'a': 'true' is not a grade; expected a number; "
      "--labels");
  const std::string empty = graded(R"({"1": {"a": "", "b": "2"}})", "clip").err;
  has(empty, "label '' is not a number; --labels map=:drop");
  CHECK(empty.find("--unlabelled") == std::string::npos);
  const std::string pair = graded("1 0 a 3:1\n", "clip").err;
  has(pair, "label '3:1' is not a number; --labels map=");
  CHECK(pair.find("data.weights") == std::string::npos);
}

TEST_CASE("a header of other names than BEIR's is no judgement") {
  const TemporaryFolder folder;
  const std::string run = folder.write("r", "1 Q0 a 1 2 x\n");
  for (const char* const rule : {"map=Exact:3", "map=score:0,Exact:3"})
    has(eval({run,
              folder.write("q", "query_id\tcorpus_id\tscore\n1\ta\tExact\n"),
              "--labels", rule})
            .err,
        "q:1: 'score' is not a grade; expected 'query document grade'; a "
        "header begins with query-id");
}

TEST_CASE("labels of judgements and models are refused with the way out") {
  const TemporaryFolder folder;
  const std::string run = folder.write("r", "1 Q0 a 1 2 x\n");
  has(eval({run, folder.write("q", "1 0 a Exact\n")}).err,
      "q:1: 'Exact' is not a grade; expected 'query iteration document "
      "grade'; --labels map=WORD:GRADE,... makes grades of words");
  has(eval({run, folder.write("q", R"({"1": {"a": "Exact"}})")}).err,
      "q: query '1', document 'a': 'Exact' is not a grade; expected a number; "
      "--labels");
  has(eval({run, folder.write("q", "Exact qid:1 1:1\n")}).err,
      "q:1: 'Exact' is not a grade; expected an integer; --labels map=");
  CHECK(eval({run, folder.write("q", "+1 qid:1 1:1\n")}).code == 0);
  const Outcome rows =
      eval({"--feature", "1", folder.write("d", "1 qid:1 1:1\n"), "--labels",
            "clip"});
  CHECK(rows.code == 2);
  has(rows.err,
      "--labels: needs a run and judgements, or a folder of texts; "
      "data convert --labels makes rows with other grades");
}

TEST_CASE("a run whose documents all lack judgements is noted") {
  const TemporaryFolder folder;
  const std::string qrels = folder.write("q", "1 0 1B 1\n1 0 1A 0\n2 0 c 1\n");
  Notes notes;
  eval({folder.write("a", "1 Q0 docid=1B 1 2 x\n2 Q0 d 1 1 x\n"), qrels});
  has(notes.text(),
      "no ranked document has a judgement; do their names differ? For one "
      "query 'docid=1B' is ranked, '1A' judged");
  Notes none;
  eval({folder.write("b", "1 Q0 docid=1B 1 2 x\n2 Q0 c 1 1 x\n"), qrels});
  CHECK(none.text() == "");
}

TEST_CASE("a document named like its query can be left out") {
  const TemporaryFolder folder;
  const std::string run =
      folder.write("r", "a Q0 a 1 2 x\na Q0 b 2 1 x\nb Q0 a 1 1 x\n");
  const std::string qrels = folder.write("q", "a 0 b 1\nb 0 a 1\n");
  Notes notes;
  CHECK(eval({run, qrels, "--metric", "mrr"}).out ==
        "mrr  0.7500  mean of 2 queries\n");
  CHECK(eval({run, qrels, "--metric", "mrr", "--ignore-identical-ids"}).out ==
        "mrr  1.0000  mean of 2 queries\n");
  has(notes.text(), "1 documents have the name of their query");
}

TEST_CASE(
    "the search of a folder counts all judged queries, and notes what is "
    "unknown") {
  const TemporaryFolder folder;
  folder.write("corpus.jsonl",
               "{\"_id\": 0, \"title\": null, \"text\": \"thin wing\"}\n"
               "{\"_id\": 1, \"title\": \"jet\", \"text\": \"noise\"}\n");
  folder.write("queries.jsonl",
               "{\"_id\": 1, \"text\": \"wing\"}\n"
               "{\"_id\": 2, \"text\": \"zebra\"}\n");
  folder.write("qrels/test.tsv", "1 0 0 1.0\n1 0 99 0.5\n2 0 1 1\n3 0 1 1\n");
  std::vector<std::string> arguments = {"--method", "bm25",
                                        (folder / "").string(), "--metric",
                                        "recall@10,bpref,judged@1"};
  Notes notes;
  const Outcome outcome = eval(arguments);
  REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  CHECK(
      outcome.out ==
      "recall@10  0.3333  mean of 3 queries; 1.0000 over the 1 ranked ones\n"
      "bpref      0.3333  mean of 3 queries; 1.0000 over the 1 ranked ones\n"
      "judged@1   0.3333  mean of 3 queries; 1.0000 over the 1 ranked ones\n");
  // Judgements after the folder replace its own.
  const std::string own = folder.write("own.qrels", "1 0 0 1\n");
  {
    std::vector<std::string> more = arguments;
    more.push_back(own);
    // Also if the folder has none of --split.
    more.insert(more.end(), {"--split", "dev"});
    CHECK(eval(more).code == 0);
    more.resize(more.size() - 2);
    CHECK(eval(more).out ==
          "recall@10  1.0000  mean of 1 queries\n"
          "bpref      1.0000  mean of 1 queries\n"
          "judged@1   1.0000  mean of 1 queries\n");
    more.push_back((folder / "").string());
    has(eval(more).err, "expected one folder of texts, then judgements");
  }
  has(notes.text(), "1 judged queries are not among the folder's queries");
  has(notes.text(),
      "1 judgements are of documents that the folder does not hold");
  arguments.insert(arguments.end(), {"--split", "dev"});
  CHECK(eval(arguments).err.find("holds qrels of test; expected one of them") !=
        std::string::npos);
}

TEST_CASE("rows without names are ranked by the names that rank writes") {
  const TemporaryFolder folder;
  const std::string rows = folder.write(
      "d.txt", "1 qid:1 1:.5\n0 qid:1 1:.5\n0 qid:2 1:.3\n2 qid:3 1:.2\n");
  const std::string run = (folder / "d.run").string();
  REQUIRE(
      fedltr_command({"rank", "--feature", "1", rows, "--run", "--out", run})
          .code == 0);
  const std::vector<std::string> more = {
      "--conventions", "trec_eval", "--per-query", "--metric",
      "ndcg@10,mrr",   "--format",  "tsv"};
  std::vector<std::string> by_feature = {"--feature", "1", rows};
  std::vector<std::string> by_run = {run, rows};
  by_feature.insert(by_feature.end(), more.begin(), more.end());
  by_run.insert(by_run.end(), more.begin(), more.end());
  const Outcome outcome = eval(by_feature);
  CHECK(outcome.code == 0);
  CHECK(outcome.out == eval(by_run).out);
  has(outcome.out, "1\tmrr\t0.5\n");
}

}  // namespace fedltr::eval_runs_test
