// The tables of formats, and the detection of a file's format.
#include "app/data/convert/formats.hpp"

#include <set>

#include "app/base/errors.hpp"
#include "tests/app/data/convert/convert_support.hpp"

namespace fedltr::formats_test {
using namespace fedltr::test;

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
  files.folder.write("b.txt.group", "1\n");
  CHECK(told("b.txt", "1 3:4\n") == "lightgbm");
  CHECK(told("c.txt", "1 qid:3 # b\n") == "letor");
}

TEST_CASE("each format has a name of its own, a summary and known options") {
  std::set<std::string> names;
  const std::string help = convert_files({"--help"}).out;
  for (const InputFormat& format : input_formats()) {
    CHECK(names.insert(format.name).second);
    CHECK((format.rows == nullptr) != (format.clicks == nullptr));
    CHECK(help.find(format.summary) != std::string::npos);
    for (const std::string& option : format.options)
      CHECK_MESSAGE(help.find("--" + option + " ") != std::string::npos,
                    option);
  }
  for (const OutputFormat& format : output_formats())
    CHECK((format.rows == nullptr) != (format.clicks == nullptr));
  const std::string list = fedltr_command({"list", "formats"}).out;
  CHECK(list.find("lightgbm") != std::string::npos);
}

TEST_CASE("a file that leaves doubt is not guessed") {
  const Conversion files;
  for (const char* const text :
       {"", "\n\n", "# a comment\n", "hello\n", "1\n", "1 2 3\n",
        "x qid:1 1:2\n", "1 a:2\n", "1 :2\n", "{\"query\": 1}\n", "1 3:4\n",
        "1;2;3\n"})
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

TEST_CASE("formats are found by their names alone") {
  for (const InputFormat& format : input_formats())
    CHECK(&find_input_format(format.name) == &format);
  for (const OutputFormat& format : output_formats())
    CHECK(&find_output_format(format.name) == &format);
  for (const char* const name : {"", "LETOR", "lightgb", "npz", "parquet"}) {
    CHECK_THROWS_AS(find_input_format(name), UsageError);
    CHECK_THROWS_AS(find_output_format(name), UsageError);
  }
}

TEST_CASE("each option of a format has an effect on it") {
  const Conversion files;
  const std::string help = convert_files({"--help"}).out;
  for (const char* const option : {"first-index", "groups",
                                   "labels",      "query-ids",
                                   "label",       "qid",
                                   "document",    "leave-out",
                                   "features",    "of-users",
                                   "most-active", "earliest",
                                   "latest",      "write-feature-names",
                                   "write-users", "unlabelled",
                                   "merge",       "quote-names",
                                   "duplicates",  "no-header",
                                   "separator",   "decimal-comma"})
    for (const InputFormat& format : input_formats()) {
      if (std::ranges::count(format.options, option) > 0) continue;
      const std::string flag = "--" + std::string(option);
      CHECK(help.find(flag + " ") != std::string::npos);
      has(files.fault({"nothing", "--from", format.name, flag, "1"}, 2),
          flag + ": can't be used with --from " + format.name);
    }
}

}  // namespace fedltr::formats_test
