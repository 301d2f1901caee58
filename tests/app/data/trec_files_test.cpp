#include "app/data/trec_files.hpp"

#include "algorithms/data/letor.hpp"
#include "tests/support/log_text.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::trec_files_test {
using namespace fedltr::test;

namespace {

template <class Parse>
std::string fault_of(const Parse& parse) {
  try {
    parse();
  } catch (const DataError& error) {
    return error.what();
  }
  return "no fault";
}

std::string run_fault(const std::string& text) {
  return fault_of([&] { parse_run(text, "r"); });
}
std::string qrels_fault(const std::string& text) {
  return fault_of([&] { parse_judged(text, "q"); });
}

}  // namespace

TEST_CASE("a run's lines may have any order, and blanks or tabs") {
  const RankedRun run = parse_run(
      "\xEF\xBB\xBF# by hand\nq1 Q0 a 2 0.5 x\r\n\nq2\tQ0\tb\t1\t-1e-3\tx\n"
      "q1 Q0 c 1 7 x",
      "r");
  REQUIRE(run.size() == 2);
  CHECK(run[0].name == "q1");
  REQUIRE(run[0].documents.size() == 2);
  CHECK(run[0].documents[1].name == "c");
  CHECK(run[0].documents[1].score == 7);
  CHECK(run[1].documents[0].score == -1e-3);
}

TEST_CASE("a broken run is reported in one line with its place") {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "r: holds no ranking"},
      {"# nothing\n\n", "r: holds no ranking"},
      {"q1 Q0 a 1 0.5\n",
       "r:1: 5 words (the last column, a name of the run, is missing); "
       "expected 'query Q0 document rank score tag'"},
      {"qid,docno,rank,score\n",
       "r:1: 1 words, as commas separate none (blanks or tabs do); expected"},
      {"query Q0 docno rank score tag\n",
       "r:1: score 'score' is not a number (a first line that names columns "
       "has to be left out)"},
      {"q1 a 12.5\n",
       "r:1: rank '12.5' is not an integer (scores need TREC's six columns)"},
      {"q1 Q0 a 1 0.5 x\nq1 Q0 b 1 0.5 x y\n", "r:2: 7 words"},
      {"q1 Q0 a 1 high x\n", "r:1: score 'high' is not a number"},
      {"q1 Q0 a 1 1 x\nq1 Q0 b 2 high x\n",
       "r:2: score 'high' is not a number; expected"},
      {"q1 Q0 a 1 nan x\n", "r:1: score 'nan' is not a number"},
      {"q1 Q0 a 1 inf x\n", "r:1: score 'inf' is not a number"},
      {"q1 Q0 a 1 1e999 x\n", "r:1: score '1e999' is not a number"},
      {"q1 Q0 a 1 0x1p3 x\n", "r:1: score '0x1p3' is not a number"},
      {"q1 Q0 a 1 1 x\nq2 Q0 a 1 1 x\nq1 Q0 a 2 0 x\n",
       "r:3: query 'q1' has document 'a' twice"},
      {std::string("q1 Q0 a 1 \0 x\n", 14), "r:1: score '?' is not a number"},
      {std::string(5000, 'z') + "\n", "r:1: 1 words"},
  };
  for (const auto& [text, what] : cases) {
    CAPTURE(text);
    const std::string fault = run_fault(text);
    CHECK_MESSAGE(fault.starts_with(what), fault);
    CHECK(fault.find('\n') == std::string::npos);
  }
}

TEST_CASE("MS MARCO's runs are ranked by their third word") {
  const RankedRun run = parse_run("7\tp3\t2\r\n7\tp1\t1\n8 p9 1000\n", "r");
  REQUIRE(run.size() == 2);
  CHECK(run[0].documents[0].score == -2);
  CHECK(run[0].documents[1].name == "p1");
  CHECK(run[0].documents[1].score == -1);
  CHECK(run_fault("7 p1 1\n7 p2 first\n") ==
        "r:2: rank 'first' is not an integer; expected 'query document rank'");
  CHECK(run_fault("7 p1 1\n7 Q0 p2 2 1 x\n") ==
        "r:2: 6 words; expected 'query document rank'");
  CHECK(
      run_fault("7 p1 1\n7 p1 2\n") ==
      "r:2: query '7' has document 'p1' twice; expected 'query document rank'");
}

TEST_CASE("runs and judgements in JSON are read, other JSON is not") {
  const std::string json = R"({"q2": {"b": 1.5, "a": 2}, "q1": {"a": -1}})";
  CHECK(is_json_run(json));
  const RankedRun run = parse_run(json, "r");
  REQUIRE(run.size() == 2);
  CHECK(run[0].name == "q1");
  CHECK(run[1].documents[0].name == "a");
  CHECK(run[1].documents[1].score == 1.5);
  const JudgedQueries judged = parse_judged(json, "q");
  CHECK(judged[0].documents == JudgedDocuments{{"a", -1}});
  for (const char* other :
       {"{}", "{\"q\": 1}", "{\"q\": {\"a\": \"1\"}}", "{\"q\": {\"a\": 1}",
        R"({"model": "linear", "parameters": [1]})"})
    CHECK_FALSE(is_json_run(other));
}

TEST_CASE("judgements keep their grades, also those below 0") {
  const JudgedQueries judged =
      parse_judged("q2 0 a 3\nq1\t0\tb\t-2\nq2 0 c 0\n# end\n", "q");
  REQUIRE(judged.size() == 2);
  CHECK(judged[0].name == "q2");
  CHECK(judged[0].documents == JudgedDocuments{{"a", 3}, {"c", 0}});
  CHECK(judged[1].documents == JudgedDocuments{{"b", -2}});
}

TEST_CASE("equal judgements of a pair count once, with a warning") {
  const LogText warnings;
  const JudgedQueries judged = parse_judged("q 0 a 1\nq 0 a 1\n", "q");
  CHECK(judged[0].documents == JudgedDocuments{{"a", 1}});
  CHECK(warnings.text() ==
        "warning: q: 1 judgements occur more than once, with equal grades\n");
}

TEST_CASE("broken judgements are reported in one line with their place") {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "q: has no judgements"},
      {"q1 0 a 1\nq1 0 b\n",
       "q:2: 3 words; expected 'query iteration document grade'"},
      {"q1 0 a\n",
       "q:1: 'a' is not a grade; expected 'query document grade'; --labels "
       "map=WORD:GRADE,... makes grades of words"},
      {"q1 0 a 1 2\n", "q:1: 5 words"},
      {"qid,docno,label\n", "q:1: 1 words, as commas separate none"},
      {"q1 0 a 1\nq1 0 b one\n", "q:2: 'one' is not a grade"},
      {"q1 0 a 1e999\n", "q:1: '1e999' is not a grade"},
      {"q1 0 a --1\n", "q:1: '--1' is not a grade"},
      {"q1 0 a -\n", "q:1: '-' is not a grade"},
      {"q1 0 a 1\nq1 0 a 2\n",
       "q:2: query 'q1' and document 'a' were judged differently above"},
      {"1 qid:1 1:1 # docid = a\n0 qid:1 1:1 # docid = a\n",
       "q: query '1' has document 'a' twice"},
      {"1 qid:1 1:1\nx qid:1 1:1\n",
       "q:2: 'x' is not a grade; expected an integer; --labels"},
  };
  for (const auto& [text, what] : cases) {
    CAPTURE(text);
    const std::string fault = qrels_fault(text);
    CHECK_MESSAGE(fault.starts_with(what), fault);
    CHECK(fault.find('\n') == std::string::npos);
  }
}

TEST_CASE("labels of LETOR rows are judgements, whatever their features") {
  const JudgedQueries judged = parse_judged(
      "2 qid:7 1:0.5 65535:1 # docid = d1\n0 qid:7 1:x\n1 qid:8\n", "q");
  REQUIRE(judged.size() == 2);
  CHECK(judged[0].name == "7");
  CHECK(judged[0].documents == JudgedDocuments{{"d1", 2}, {"7.2", 0}});
  CHECK(judged[1].documents == JudgedDocuments{{"8.1", 1}});
}

TEST_CASE("a text's first line shows its kind") {
  CHECK(kind_of(" {\"model\": 1}") == TextKind::kJson);
  CHECK(kind_of("{\n") == TextKind::kJson);
  CHECK(kind_of("# c\n\r\n1 qid:2 1:1\n") == TextKind::kLetor);
  CHECK(kind_of("q Q0 d 1 2 t") == TextKind::kRun);
  CHECK(kind_of("\xEF\xBB\xBFq 0 d 1\n") == TextKind::kJudgements);
  CHECK(kind_of("") == TextKind::kOther);
  CHECK(kind_of("one two three\n") == TextKind::kOther);
  CHECK(kind_of("q 0 d -1\r\n") == TextKind::kJudgements);
  CHECK(kind_of("q x d 1 2.5 t\r\n") == TextKind::kRun);
  for (const char* const text :
       {"label qid f1 f2\n", "This is a readme\n", "[{\"a\": 1, \"b\": 2}]",
        "this is no run at all\n"})
    CHECK(kind_of(text) == TextKind::kOther);
}

TEST_CASE("a ranking that is written reads back exactly, best first") {
  const std::vector<std::string> documents = {"a", "b", "c"};
  const Vector scores{{1.0 / 3, -1e-300, 12345678.9}};
  const std::vector<Index> order = {2, 0};
  std::string text;
  append_run(text, {"q1", documents, scores, order}, "mine");
  CHECK(text ==
        "q1 Q0 c 1 12345678.9 mine\nq1 Q0 a 2 0.3333333333333333 mine\n");
  const RankedRun run = parse_run(text, "r");
  CHECK(run[0].documents[0].score == scores(2));
  CHECK(run[0].documents[1].score == scores(0));
}

TEST_CASE("judgements in BEIR's form are read") {
  const std::string head = "query-id\tcorpus-id\tscore\n";
  CHECK(kind_of(head) == TextKind::kJudgements);
  const auto judged = parse_judged(head + "q1\td1\t2\nq1\td2\t-1\n", "f");
  REQUIRE(judged.size() == 1);
  CHECK(judged[0].documents == JudgedDocuments{{"d1", 2}, {"d2", -1}});
  CHECK(parse_judged("q1\td1\t1.0\nq1\td1\t1\n", "f")[0].documents ==
        JudgedDocuments{{"d1", 1}});
  CHECK(qrels_fault(head + "q1 0 d1 2\n") ==
        "q:2: 'd1' is not a grade; expected 'query document grade'; --labels "
        "map=WORD:GRADE,... makes grades of words");
  CHECK(qrels_fault(head) == "q: has no judgements");
  CHECK(qrels_fault("q1 0 d1 2\n" + head) ==
        "q:2: 3 words; expected 'query iteration document grade'");
}

}  // namespace fedltr::trec_files_test
