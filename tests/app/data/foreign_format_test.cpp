#include "app/data/foreign_format.hpp"

#include "tests/support/scenario.hpp"

namespace fedltr::foreign_format_test {
using namespace fedltr::test;
using namespace std::string_literals;

TEST_CASE("formats of other tools are known by their first bytes") {
  // The length 24 and its masked CRC-32C, as TensorFlow's writer makes them.
  const std::string record = "\x18\0\0\0\0\0\0\0\xA3\x7F\x4B\x22"s;
  for (const auto& [start, what] :
       {std::pair("\xFF\xFE"
                  "1\0 \0"s,
                  "UTF-16"),
        {"1\0 \0q\0"s, "UTF-16"},
        {"\0"
         "1\0 "s,
         "UTF-16"},
        {"PAR1 and so on"s, "Parquet"},
        {"ARROW1\0\0"s, "Arrow"},
        {"\x93NUMPY\1\0"s, "NumPy"},
        {"\x89HDF\r\n\x1A\n"s, "HDF5"},
        {"SQLite format 3\0"s, "SQLite"},
        {"\x80\x05\x95"s, "pickle"},
        {"<!doctype html>\n"s, "web page"},
        {"<!DOCTYPE HTML PUBLIC \"-//IETF//DTD HTML 2.0//EN\">"s, "web page"},
        {"\r\n<HTML><HEAD>"s, "web page"},
        {"<html><head>"s, "web page"},
        {"% iris\r\n%\n\n@RELATION iris\n"s, "ARFF"},
        {"@relation x\n@attribute"s, "ARFF"},
        {"@relation\tx\n@attribute"s, "ARFF"},
        {"\xEF\xBB\xBF@relation x\n"s, "ARFF"},
        {"tree\r\nversion=v4\r\n"s, "a model of LightGBM"},
        {"<?xml version=\"1.0\"?>\n<response><result/>"s, "Solr in XML"},
        {"<response>\n<lst>"s, "Solr in XML"},
        {"tree\nversion=v4\nnum_class=1\n"s, "a model of LightGBM"},
        {"tree\nnum_class=1\n"s, "a model of LightGBM"},
        {"## Linear Regression\n## Lambda = 1.0E-10\n"s, "a model of RankLib"},
        {"## LambdaMART\n## No. of trees"s, "a model of RankLib"},
        {"\xEF\xBB\xBF## RankNet\r\n## Epochs = 1\r\n"s, "a model of RankLib"},
        {"version https://git-lfs.github.com/spec"s, "git lfs pull"},
        {record, "TFRecord"}}) {
    CAPTURE(what);
    has(foreign_format(start), what);
    CHECK(foreign_format(start.substr(0, 1)).empty());
  }
  std::string damaged = record;
  damaged[0] = '\x19';
  CHECK(foreign_format(damaged).empty());
  for (const char* const text : {"", "1", "1 qid:1 1:0.5\n", "label,qid,x\n",
                                 "<?xml", "<?xml version=\"1.0\"?><ensemble>",
                                 "\xEF\xBB\xBF"
                                 "1 qid:1"})
    CHECK(foreign_format(text).empty());
}

TEST_CASE("JSON in place of rows is named, and the way to rows") {
  const TemporaryFolder folder;
  for (const auto& [text, what] :
       {std::pair(R"({"responseHeader":{"status":0},"response":{"docs":[]}})",
                  "is an answer of Solr; write its documents"),
        {"{\n \"hits\" : {\"hits\": [{\"_score\": 1}]}}",
         "is an answer of Elasticsearch or OpenSearch; write"},
        {R"([{"qid": 1, "label": 2, "f": 0.5}])",
         "holds rows in JSON; write them as CSV: pandas.read_json('FILE')."},
        {"{\"qid\": 1}\n{\"qid\": 2}\n",
         "holds rows in JSON; write them as CSV: pandas.read_json('FILE', "
         "lines=True)."},
        {R"({"responses":[{"hits":{"hits":[{"response":1,"docs":2}]}}]})",
         "is an answer of Elasticsearch or OpenSearch; write"},
        {R"({"name":"tree","label_index":0,"tree_info":[{"label":1}]})",
         "is a model of LightGBM"},
        {R"({"learner":{"gradient_booster":{"model":{"tree_info":[0]}}}})",
         "is a model of XGBoost"}}) {
    const std::string file = folder.write("j.json", text);
    const std::string table = folder.write("j.json.csv", text);
    const std::string log =
        folder.write("log.csv", "qid,docno,position,click\nq,a,1,1\n");
    const std::string out = (folder / "o").string();
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{"data", "convert", file, "--from", "letor",
                                   "--out", out},
          {"data", "convert", file, "--from", "csv", "--out", out},
          {"data", "convert", log, "--features", file, "--out", out},
          {"data", "convert", table, "--out", out}})
      has(fedltr_command(command).err, ": " + std::string(what));
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{"data", "info", file},
          {"rank", "--feature", "1", file},
          {"data", "convert", file, "--out", (folder / "o").string()}})
      has(fedltr_command(command).err, "j.json: " + std::string(what));
  }
  CHECK(json_for_rows("1 qid:1 1:2 # {\"qid\"}").empty());
  CHECK(json_for_rows("{\"model\": 1}").empty());
  CHECK(json_for_rows(R"({"query": 1, "grade": 2, "hits": 7})").empty());
}

TEST_CASE("each command names a file of another tool, and the way out") {
  const TemporaryFolder folder;
  const std::string utf16 = folder.write("u.txt",
                                         "\xFF\xFE"
                                         "1\0 \0q\0i\0d\0:\0001\0\n\0"s);
  const std::string parquet = folder.write("p.parquet", "PAR1....PAR1");
  const std::string rows = folder.write("r.train", "1 1:0.5\n0 1:0.25\n");
  const auto fault = [&](const std::vector<std::string>& command) {
    const Outcome outcome = fedltr_command(command);
    CHECK(outcome.code == 3);
    CHECK(std::ranges::count(outcome.err, '\n') == 1);
    return outcome.err;
  };
  const std::string out = (folder / "o").string();
  for (const auto& command :
       {std::vector<std::string>{"data", "info", utf16},
        {"data", "convert", utf16, "--out", out},
        {"data", "convert", utf16, "--from", "csv", "--out", out},
        {"rank", "--feature", "1", utf16},
        {"eval", utf16, utf16}})
    has(fault(command), utf16 + ": is text in UTF-16");
  has(fault({"data", "info", parquet}), "two lines of Python");
  has(fault({"data", "convert", parquet, "--out", out}), "two lines of Python");
  for (const auto& command : {std::vector<std::string>{"data", "info", rows},
                              {"rank", "--feature", "1", rows}})
    has(fault(command),
        "r.train:1: expected 'qid:<id>' after the label, got '1:0.5'; fedltr "
        "data convert FILE --from lightgbm reads rows without qid");
  has(fault({"data", "info", folder.write("t.txt", "label,qid\n1,2\n")}),
      "fedltr data convert FILE --from csv reads tables");
}

TEST_CASE("files of other tools in place of a model or rows are named") {
  const TemporaryFolder folder;
  const std::string rows = folder.write("rows", "1 qid:1 1:0.5\n");
  for (const auto& [text, what] :
       {std::pair("## AdaRank\n## Iteration = 500\n", "a model of RankLib"),
        {"tree\nnum_class=1\n", "a model of LightGBM"},
        {"q Q0 d 1 0.5 t\n", "a TREC run"},
        {"q 0 d 1\n", "judgements"},
        {R"({"1": ["a", "b"]})", "holds lists by query"},
        {R"({"action_name": "click", "query_id": "q"})", "a log of UBI"}}) {
    const Outcome outcome =
        fedltr_command({"rank", folder.write("m.txt", text), rows});
    CHECK(outcome.code == 3);
    has(outcome.err, what);
    CHECK(std::ranges::count(outcome.err, '\n') == 1);
  }
  has(fedltr_command({"rank", "--feature", "1",
                      folder.write("ubi", R"({"action_name": "click"})")})
          .err,
      "is a log of UBI; fedltr data convert FILE --from ubi --to clicks");
  has(fedltr_command({"data", "convert",
                      folder.write("run.txt", "q Q0 d 1 0.5 t\n"), "--out",
                      (folder / "o").string()})
          .err,
      "looks like a TREC run, which need no conversion");
}

TEST_CASE("runs and judgements of other forms and unknown JSON are named") {
  const TemporaryFolder folder;
  const std::string beir =
      "it looks like judgements of BEIR, which fedltr eval RUN QRELS reads";
  const std::string marco = "it looks like a run of MS MARCO or judgements";
  const std::string five = "it looks like a TREC run without its last column";
  const std::string json = "is JSON in which no member is known: neither";
  struct Case {
    std::string name;
    std::string text;
    std::string what;
    std::string convert;  ///< empty: the same
  };
  for (const Case& each : std::vector<Case>{
           {"q.tsv", "query-id\tcorpus-id\tscore\n1\t2\t1\n", beir, ""},
           {"q.txt", "query-id\tcorpus-id\tscore\n1\t2\t1\n", beir,
            "looks like TREC's judgements, which need no conversion"},
           {"m.tsv", "7\t8\t1\n", marco, ""},
           {"m.run", "7\tD8\t1\n", marco, ""},
           {"m.tsv", "7\tD8\t1\n", marco, ""},
           {"five", "1 Q0 d 1 2.5\n", five, ""},
           {"ubi.json", "{\n  // TBD\n}\n", "looks like JSON", json}}) {
    const std::string file = folder.write(each.name, each.text);
    CAPTURE(each.text);
    has(fedltr_command({"data", "info", file}).err, each.what);
    has(fedltr_command(
            {"data", "convert", file, "--out", (folder / "o").string()})
            .err,
        each.convert.empty() ? each.what : each.convert);
  }
}

TEST_CASE("rows below the name of a method are no model, and models no log") {
  const TemporaryFolder folder;
  CHECK(foreign_format("## RankNet\n1 qid:1 1:0.5\n").empty());
  const std::string fault =
      fedltr_command(
          {"data", "convert",
           folder.write("m.json", R"({"learner": {"attributes": {}}})"),
           "--out", (folder / "o").string()})
          .err;
  has(fault, "is a model of XGBoost");
  CHECK(fault.find("of a log") == std::string::npos);
}

TEST_CASE("texts and scenarios in UTF-16 are named") {
  const TemporaryFolder folder;
  const std::string bytes = "\xFF\xFE{\0}\0\n\0"s;
  folder.write("corpus.jsonl", bytes);
  folder.write("queries.jsonl", bytes);
  folder.write("qrels/test.tsv", "1 0 0 1\n");
  has(fedltr_command({"eval", "--method", "bm25", (folder / "").string()}).err,
      "corpus.jsonl: is text in UTF-16");
  has(fedltr_command({"check", folder.write("s.ini", "\xFF\xFE[\0a\0]\0"s)})
          .err,
      "in UTF-16; expected UTF-8");
}

TEST_CASE("a run in JSON is no model to rank with, and named") {
  const TemporaryFolder folder;
  const std::string run =
      folder.write("run.json", R"({"q1": {"d1": 0.9, "d2": 0.3}})");
  const Outcome outcome =
      fedltr_command({"rank", run, folder.write("data", "1 qid:1 1:0.5\n")});
  CHECK(outcome.code == 3);
  has(outcome.err, "run.json: is a run or judgements in JSON");
}

}  // namespace fedltr::foreign_format_test
