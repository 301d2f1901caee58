// The detection of a file's format, by its name and first line.
#include "app/base/errors.hpp"
#include "app/base/gzip.hpp"
#include "app/data/convert/formats.hpp"
#include "tests/app/data/convert/convert_support.hpp"

namespace fedltr::guess_format_test {
using namespace fedltr::test;

namespace {

std::string gzip_of(const std::string& text) {
  std::string packed;
  Gzip gzip;
  gzip.add(text, packed);
  gzip.end(packed);
  return packed;
}

}  // namespace

TEST_CASE("formats are recognised by name and first line") {
  const Conversion files;
  const auto told = [&](const std::string& name, const std::string& text) {
    return guess_input_format(files.folder.write(name, text)).name;
  };
  CHECK(told("a.npy", "") == "npy");
  CHECK(told("a.csv", "qid,label\n") == "csv");
  CHECK(told("b.csv", "click,position,docno,qid\n") == "clicks");
  CHECK(told("a.tsv", "") == "tsv");
  CHECK(told("b.tsv", "qid\tdocno\tposition\tclick\n") == "clicks");
  CHECK(told("c.tsv", "query_id\tuser_query\n") == "ubi");
  CHECK(told("d.tsv", "label\tqid\ta\n") == "tsv");
  CHECK(told("a.txt", "\xEF\xBB\xBF# note\n\n2.0\tqid:1 1:3\n") == "letor");
  CHECK(told("a.jsonl", "{\"action_name\": \"click\"}\n") == "ubi");
  CHECK(told("b.jsonl", "{\"query_id\": 1,\"action_name\":\"x\"}") == "ubi");
  CHECK(told("c.csv", "position,docno,qid,label\n") == "csv");
  CHECK(told("d.csv", "qid,\"docno\",\"position\",click,\"a, b\"\n") ==
        "clicks");
  CHECK(told("c.json",
             "[\n {\n  \"application\": 1,\n  \"action_name\": 1}]") == "ubi");
  CHECK(told("d.json",
             "{\"hits\": {\"hits\": [{\"_source\":\n"
             "{\"query_id\": 1, \"user_query\": 1}}]}}") == "ubi");
  CHECK(told("e.csv", "object_id,rank,action_name,query_id\n") == "ubi");
  CHECK(told("h.csv", "qid;docno;position;click\n") == "clicks");
  CHECK(told("f.csv", "query_id,client_id,user_query\n") == "ubi");
  CHECK(told("g.csv", "query_id,label,user_query\n") == "csv");
  CHECK(told("i.csv", "qid;label;\"a, b\"\n") == "csv");
  CHECK(told("j.csv", "qid,label,\"of two\nlines\"\n") == "csv");
  CHECK(told("k.csv", "# rows\n1 qid:3 1:1\n") == "letor");
  CHECK(told("k.tsv", "1\tqid:3\t1:1\n") == "letor");
  files.folder.write("b.txt.group", "1\n");
  CHECK(told("b.txt", "1 3:4\n") == "lightgbm");
  CHECK(told("c.txt", "1 qid:3 # b\n") == "letor");
  CHECK(told("d.txt", " \t\n 1 qid:3 1:1\n") == "letor");
}

TEST_CASE("options of tables show that a file named .csv or .tsv is one") {
  const Conversion files;
  const std::string times =
      files.folder.write("t.tsv", "1\t10:30\t7\t0.5\n0\t11:00\t7\t0.25\n");
  CHECK(files.text({times, "--no-header", "--label", "1", "--qid", "3",
                    "--leave-out", "2"}) == "1 qid:7 1:0.5\n0 qid:7 1:0.25\n");
  const std::string like_rows =
      files.folder.write("q.tsv", "1\tqid:7\t0.5\n0\tqid:7\t0.25\n");
  CHECK(files.text({like_rows, "--no-header", "--label", "1", "--qid", "2"}) ==
        "1 qid:qid:7 1:0.5\n0 qid:qid:7 1:0.25\n");
}

TEST_CASE("rows whose labels are words are LETOR's by their qid") {
  const Conversion files;
  for (const char* const name : {"l.csv", "l.txt"})
    CHECK(files.text({files.folder.write(name, "E qid:1 1:1\nI qid:1 1:2\n"),
                      "--labels", "map=E:3,I:0"}) ==
          "3 qid:1 1:1\n0 qid:1 1:2\n");
}

TEST_CASE("a file that leaves doubt is not guessed") {
  const Conversion files;
  for (const char* const text :
       {"", "\n\n", "# a comment\n", "hello\n", "1\n", "1 2 3\n", "x 1:2 1:2\n",
        "1 a:2\n", "1 :2\n", "{\"query\": 1}\n", "1 3:4\n", "1;2;3\n"})
    CHECK_THROWS_AS(guess_input_format(files.folder.write("f", text)),
                    UsageError);
  CHECK_THROWS_AS(guess_input_format("-"), UsageError);
  CHECK_THROWS_AS(guess_input_format((files.folder / "none").string()),
                  DataError);
  CHECK_THROWS_AS(guess_input_format(files.folder.text()), DataError);
  CHECK_THROWS_WITH_AS(
      guess_input_format(files.folder.write("quoted.csv", "label,q\"id\n")),
      doctest::Contains("quoted.csv:1: a quote within value 2"), DataError);
}

TEST_CASE("a doubt names the file, its reason and all formats") {
  const Conversion files;
  const auto doubt = [&](const std::string& name, const std::string& text) {
    try {
      guess_input_format(files.folder.write(name, text));
    } catch (const UsageError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  has(doubt("rows.train", "1 3:4\n"),
      "rows.train: its rows have no qid, and no ");
  has(doubt("rows.train", "1 3:4\n"),
      "rows.train.query or .group is beside it");
  has(doubt("notes", "hello\n"),
      "notes: neither its name nor its first line shows its format; name its "
      "format by --from: letor, ranklib, svmlight, lightgbm, xgboost, csv, "
      "tsv, npy, clicks, ubi, tripclick");
  const std::string json =
      "looks like a run or judgements in JSON, which need no conversion: "
      "fedltr eval RUN QRELS";
  has(doubt("q.json", "{\"1\": {\"a\": 1, \"b\": 0}}"), json);
  has(doubt("r.json", "{\n \"1\": {\n  \"a\": -0.5,"), json);
  for (const char* const other : {"{\"1\": {\"a\": {}}}", "{\"1\": 1}", "{\"1"})
    has(doubt("o.json", other), "is JSON in which no member is known");
  has(doubt("m.txt", "# a run\n\n7\t8\t1\n"), "m.txt: it looks like a run of");
}

TEST_CASE("packed files and arrays of an archive show their format") {
  const Conversion files;
  const auto told = [&](const std::string& name, const std::string& text) {
    return guess_input_format(files.folder.write(name, text)).name;
  };
  CHECK(told("a.npz", "") == "npy");
  CHECK(guess_input_format((files.folder / "a.npz").string() + ":X").name ==
        "npy");
  CHECK(told("b.json", "{\"SessionId\": 1, \"Keywords\": \"x\"}\n") ==
        "tripclick");
  for (const auto& [name, format] :
       {std::pair("c.csv.gz", "clicks"), std::pair("c.tsv.gz", "clicks"),
        std::pair("c.gz", "letor")}) {
    const std::string text = std::string(format) == "letor"
                                 ? "1 qid:1 1:1\n"
                                 : "qid;docno;position;click\n";
    CHECK(guess_input_format(files.folder.write(name, gzip_of(text))).name ==
          format);
  }
}

}  // namespace fedltr::guess_format_test
