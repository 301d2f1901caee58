#include "algorithms/text/readers.hpp"

#include <sstream>
#include <stdexcept>
#include <streambuf>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/text/collection.hpp"
#include "tests/support/error_of.hpp"

namespace fedltr::readers_test {
namespace {

using Lines = std::vector<std::string>;

std::string text(std::string_view view) {
  return std::string(view);
}

std::string number(double value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

/// Entries from a reader, one per line.
template <class Entry, class Read>
Lines entries(const Read& read, const std::string& input) {
  std::istringstream stream(input);
  Lines lines;
  read(stream, "f", [&](const Entry& entry) {
    std::string line;
    if constexpr (requires { entry.title; })
      line =
          text(entry.name) + "|" + text(entry.title) + "|" + text(entry.body);
    else if constexpr (requires { entry.grade; })
      line = text(entry.query) + "|" + text(entry.document) + "|" +
             number(entry.grade);
    else if constexpr (requires { entry.rank; })
      line = text(entry.query) + "|" + text(entry.document) + "|" +
             std::to_string(entry.rank);
    else
      line = text(entry.name) + "|" + text(entry.text);
    lines.push_back(line);
  });
  return lines;
}

template <class Entry, class Read>
std::string complaint(const Read& read, const std::string& input) {
  return test::error_of<DataError>([&] { entries<Entry>(read, input); });
}

}  // namespace

TEST_CASE("BEIR's files are read") {
  CHECK(
      entries<TextDocument>(
          read_beir_documents,
          "\xEF\xBB\xBF{\"_id\": \"1\", \"title\": \"A \\u00e9\", \"text\": "
          "\"b\\nc\", \"metadata\": {}}\r\n\n{\"_id\":\"2\",\"text\":\"\"}") ==
      Lines{"1|A é|b\nc", "2||"});
  CHECK(entries<TextQuery>(read_beir_queries,
                           "{\"_id\": \"q\", \"text\": \"wing\"}\n") ==
        Lines{"q|wing"});
  CHECK(entries<TextJudgement>(
            read_judgements,
            "query-id\tcorpus-id\tscore\n1\t184\t2\n1\t29\t-1\n") ==
        Lines{"1|184|2", "1|29|-1"});
}

TEST_CASE("MS MARCO's and TREC's files are read") {
  CHECK(entries<TextDocument>(read_msmarco_documents,
                              "D1\thttp://x\tTitle\tthe\tbody\nD2\t\t\t\n") ==
        Lines{"D1|Title|the\tbody", "D2||"});
  CHECK(entries<TextDocument>(read_msmarco_passages,
                              "0\tthe body\tof it\r\n1\t\n") ==
        Lines{"0||the body\tof it", "1||"});
  CHECK(entries<TextQuery>(read_msmarco_queries, "7\twhat is\n") ==
        Lines{"7|what is"});
  CHECK(entries<TextJudgement>(read_judgements, "7 0 D1 1\n8\t0\tD2\t0") ==
        Lines{"7|D1|1", "8|D2|0"});
  CHECK(entries<TextRank>(read_run, "7 Q0 D1 3 -5.5 run\n") == Lines{"7|D1|3"});
}

TEST_CASE("faults name file, line and what was expected") {
  using D = TextDocument;
  using J = TextJudgement;
  const std::string good = "{\"_id\":\"1\",\"text\":\"\"}\n";
  const std::string expected =
      "; expected {\"_id\": string, \"title\": string, \"text\": string}";
  CHECK(complaint<D>(read_beir_documents, good + "{") ==
        "f:2: no JSON" + expected);
  CHECK(complaint<D>(read_beir_documents, good + "[]") ==
        "f:2: not a JSON object" + expected);
  CHECK(complaint<D>(read_beir_documents,
                     good + R"({"_id":"2","text":"a","more":{"x":1,"x":2},)" +
                         R"("text":"b"})") ==
        "f:2: 'text' stands there twice" + expected);
  CHECK(complaint<D>(read_beir_documents, good + "{\"_id\":\"2\"}") ==
        "f:2: no 'text'" + expected);
  CHECK(complaint<D>(read_beir_documents, "{\"_id\":2.5,\"text\":\"\"}") ==
        "f:1: '_id' is not a string" + expected);
  CHECK(complaint<D>(read_beir_documents, "{\"_id\":null,\"text\":\"\"}") ==
        "f:1: no '_id'" + expected);
  CHECK(complaint<D>(read_beir_documents,
                     "{\"_id\":1,\"title\":null,\"txet\":\"a\"}") ==
        "f:1: 'txet' instead of 'text'" + expected);
  CHECK(complaint<D>(read_beir_documents, "{\"_id\":1,\"title\":3}") ==
        "f:1: 'title' is not a string" + expected);
  const auto instead = [&](const std::string& members) {
    return complaint<D>(read_beir_documents,
                        good + "{\"_id\":\"2\"," + members + "}");
  };
  for (const std::string name : {"txet", "Text", "tex", "texts", "tetx"})
    CHECK(instead("\"title\":\"a\",\"" + name + "\":\"b\"") ==
          "f:2: '" + name + "' instead of 'text'" + expected);
  CHECK(instead("\"titel\":\"a\",\"text\":\"b\"") ==
        "f:2: 'titel' instead of 'title'" + expected);
  CHECK(complaint<D>(read_beir_documents, "{\"_ID\":\"2\",\"text\":\"b\"}") ==
        "f:1: '_ID' instead of '_id'" + expected);
  // Other members don't matter, nor do similar names beside the right one.
  CHECK(
      entries<D>(read_beir_documents,
                 "{\"_id\":1,\"title\":\"a\",\"next\":\"b\",\"ext\":\"x\","
                 "\"context\":\"c\","
                 "\"tests\":\"d\",\"txet\":7}\n"
                 "{\"_id\":2,\"text\":null,\"title\":\"e\",\"texts\":\"f\"}") ==
      Lines{"1|a|", "2|e|"});
  CHECK(complaint<D>(read_beir_documents, "{\"_id\":\"\xFF\"}") ==
        "f:1: byte 9 is not UTF-8" + expected);
  CHECK(complaint<D>(read_beir_documents, "{\"_id\":\"\xEF\xBF\xBD\"") ==
        "f:1: no JSON" + expected);
  CHECK(complaint<D>(read_beir_documents, "\n") == "f: has no entries");
  CHECK(
      complaint<J>(read_judgements, "query-id\tcorpus-id\tscore\n1\t2\tx\n") ==
      "f:2: 'x' is not a grade; expected 'query document grade'");
  CHECK(complaint<J>(read_judgements, "query-id\tcorpus-id\tscore\n1\t2\n")
            .starts_with("f:2: 2 words"));
  CHECK(complaint<J>(read_judgements, "query-id\tcorpus-id\tscore\n\t2\t1\n")
            .starts_with("f:2: a judgement without query or document"));
  CHECK(complaint<D>(read_msmarco_documents, "D1\turl\ttitle") ==
        "f:1: 3 columns; expected 'docid<tab>url<tab>title<tab>body'");
  CHECK(complaint<D>(read_msmarco_documents, "\turl\ttitle\tbody")
            .starts_with("f:1: a line without name"));
  CHECK(complaint<D>(read_msmarco_passages, "0\ta\n1 b") ==
        "f:2: 1 columns; expected 'pid<tab>passage'");
  CHECK(complaint<J>(read_judgements, "7 0 D1 1\n7 0 D1\n")
            .starts_with("f:2: 3 words"));
  CHECK(complaint<TextRank>(read_run, "7 Q0 D1 0 1 x\n")
            .starts_with("f:1: rank 0"));
}

TEST_CASE("a builder's refusals have file and line") {
  std::istringstream stream("7\ta\n7\tb\n");
  CollectionBuilder builder;
  CHECK_THROWS_WITH_AS(read_msmarco_queries(stream, "q.tsv",
                                            [&](const TextQuery& q) {
                                              builder.add_query(q.name, q.text);
                                            }),
                       "q.tsv:2: query '7' came before", DataError);
}

TEST_CASE("ranks become the grades of the paper") {
  CHECK(grade_of_rank(1) == 2);
  CHECK(grade_of_rank(10) == 2);
  CHECK(grade_of_rank(11) == 1);
  CHECK(grade_of_rank(100) == 1);
  CHECK(grade_of_rank(101) == 0);
}

TEST_CASE("lines are counted with the blank ones, marks and ends left out") {
  using J = TextJudgement;
  const std::string mark = "\xEF\xBB\xBF";
  CHECK(entries<J>(read_judgements, mark + "\r\n\n7 0 a 1\r\n\r\n8 0 b 2\r") ==
        Lines{"7|a|1", "8|b|2"});
  CHECK(complaint<J>(read_judgements, mark + "\r\n\n7 0 a 1\n\n8 0 b x\n")
            .starts_with("f:5: 'x' is not a grade"));
  // A mark elsewhere is text.
  CHECK(entries<J>(read_judgements, "7 0 a 1\n" + mark + "8 0 b 2\n") ==
        Lines{"7|a|1", mark + "8|b|2"});
  for (const std::string nothing : {"", "\n\r\n", "\xEF\xBB\xBF"})
    CHECK(complaint<J>(read_judgements, nothing) == "f: has no entries");
}

TEST_CASE("BEIR's files are read as they are found") {
  using D = TextDocument;
  using J = TextJudgement;
  CHECK(
      entries<D>(read_beir_documents,
                 "{\"_id\":0,\"title\":null,\"text\":\"a\"}\r\n"
                 "{\"_id\":-7,\"title\":\"b\",\"text\":null}\n"
                 "{\"_id\":18446744073709551615,\"title\":\"c\",\"url\":1}") ==
      Lines{"0||a", "-7|b|", "18446744073709551615|c|"});
  CHECK(entries<TextQuery>(read_beir_queries, "{\"_id\":1,\"text\":\"a\"}") ==
        Lines{"1|a"});
  CHECK(entries<J>(read_judgements, "q1\td0\t2\nq2\td2\t1.0\n") ==
        Lines{"q1|d0|2", "q2|d2|1"});
  CHECK(entries<J>(read_judgements, "q1 0 d0 2\nq2\t0\td2\t0.5\n") ==
        Lines{"q1|d0|2", "q2|d2|0.5"});
  CHECK(entries<J>(read_judgements,
                   "query-id\tcorpus-id\tscore\tnote\n"
                   "q 1\td 0\t2\tsure\nq2 d2 1\n") ==
        Lines{"q 1|d 0|2", "q2|d2|1"});
}

TEST_CASE("a grade is a number, with its sign") {
  using J = TextJudgement;
  const auto grade = [](const std::string& word) {
    return complaint<J>(read_judgements, "q 0 d " + word);
  };
  CHECK(grade("-2147483648").empty());
  CHECK(grade("007").empty());
  CHECK(grade("1330").empty());
  for (const char* word : {"+1", "0x1", "nan", "inf", "1e999", "-", "one"})
    CHECK(grade(word) == "f:1: '" + std::string(word) +
                             "' is not a grade; expected 'query iteration "
                             "document grade'");
  CHECK(entries<J>(read_judgements, "query-id\tx\ty\nq\td\t1 \n") ==
        Lines{"q|d|1"});
}

TEST_CASE("a header alone holds no judgement, but is no fault") {
  CHECK(entries<TextJudgement>(read_judgements, "query-id\tcorpus-id\tscore\n")
            .empty());
  CHECK(complaint<TextJudgement>(read_judgements, "query-id\tscore\n") ==
        "f:1: 2 words; expected 'query-id<tab>corpus-id<tab>score'");
}

TEST_CASE("words stand between blanks, columns between tabs") {
  CHECK(entries<TextJudgement>(read_judgements, "\t q  0\t d \t1 \n") ==
        Lines{"q|d|1"});
  CHECK(complaint<TextJudgement>(read_judgements, "   \n") ==
        "f:1: 0 words; expected 'query iteration document grade'");
  // A blank is part of a column, and so are all tabs of the last one.
  CHECK(entries<TextQuery>(read_msmarco_queries, " 7 \ta b\t c\n8\t\n") ==
        Lines{" 7 |a b\t c", "8|"});
  CHECK(complaint<TextQuery>(read_msmarco_queries, "8 what\n") ==
        "f:1: 1 columns; expected 'qid<tab>text'");
  CHECK(complaint<TextQuery>(read_msmarco_queries, "\twhat\n") ==
        "f:1: a line without name; expected 'qid<tab>text'");
}

TEST_CASE("a run's rank counts, from 1 on") {
  const auto fault = [](const std::string& rank) {
    return complaint<TextRank>(read_run, "q Q0 d " + rank + " 1.5 tag");
  };
  CHECK(fault("1").empty());
  CHECK(fault("2147483647").empty());
  CHECK(fault("0") == "f:1: rank 0; expected ranks from 1");
  CHECK(fault("-3") == "f:1: rank -3; expected ranks from 1");
  CHECK(fault("1.0").starts_with("f:1: '1.0' is not an integer"));
  CHECK(complaint<TextRank>(read_run, "q Q0 d 1 1.5\n") ==
        "f:1: 5 words; expected 'query Q0 document rank score tag'");
  // Scores are ignored: ranks need not follow them.
  CHECK(entries<TextRank>(read_run, "q Q0 a 2 9 t\nq Q0 b 1 nan t\n") ==
        Lines{"q|a|2", "q|b|1"});
}

TEST_CASE("BEIR's objects are checked member by member") {
  using D = TextDocument;
  const auto fault = [](const std::string& line) {
    const auto all = complaint<D>(read_beir_documents, line);
    return all.substr(0, all.find(';'));
  };
  CHECK(fault("{\"text\": \"a\"}") == "f:1: no '_id'");
  CHECK(fault("{\"_id\": \"1\", \"body\": \"a\"}") == "f:1: no 'text'");
  CHECK(fault("{\"_id\": \"1\", \"title\": null, \"body\": \"a\"}") ==
        "f:1: no 'text'");
  // A document that is known to be empty.
  for (const char* members :
       {"\"text\": null", "\"title\": null", "\"title\": \"\"",
        "\"title\": null, \"text\": null, \"url\": \"a\"",
        "\"title\": null, \"metadata\": {}"})
    CHECK(entries<D>(read_beir_documents, std::string("{\"_id\": \"1\", ") +
                                              members + "}") == Lines{"1||"});
  CHECK(fault("{\"_id\": \"1\", \"text\": \"a\", \"title\": 7}") ==
        "f:1: 'title' is not a string");
  // A text under another name beside a title would be lost.
  for (const std::string name : {"contents", "body", "abstract"})
    CHECK(fault("{\"_id\": \"1\", \"title\": \"a\", \"url\": \"b c\", \"" +
                name + "\": \"d e\"}") ==
          "f:1: no 'text', but '" + name +
              "' holds one: rename it, or add \"text\": \"\"");
  for (const std::string value : {"\"d\"", "[\"d\"]", "{\"text\": \"d\"}"})
    CHECK(
        fault("{\"_id\": \"1\", \"title\": \"a\", \"contents\": " + value + "}")
            .starts_with("f:1: no 'text', but 'contents'"));
  CHECK(entries<D>(read_beir_documents,
                   "{\"_id\": \"1\", \"title\": \"a\", \"body\": null, "
                   "\"author\": \"J. Smith\"}") == Lines{"1|a|"});
  CHECK(entries<D>(read_beir_documents,
                   "{\"_id\": \"1\", \"title\": \"a\", \"text\": \"\", "
                   "\"author\": \"b c\", \"url\": \"d e\"}") == Lines{"1|a|"});
  for (const char* line : {"7", "\"text\"", "null"})
    CHECK(fault(line) == "f:1: not a JSON object");
  for (const char* line : {"{\"_id\": \"1\"", "{} {}", "{'_id': 1}", "nul"})
    CHECK(fault(line) == "f:1: no JSON");
  CHECK(complaint<TextQuery>(read_beir_queries, "{\"_id\": \"q\"}") ==
        "f:1: no 'text'; expected {\"_id\": string, \"text\": string}");
  // Queries have no title, even if one is given.
  CHECK(entries<TextQuery>(
            read_beir_queries,
            "{\"_id\": \"q\", \"text\": \"a\\tb\", \"title\": 7}") ==
        Lines{"q|a\tb"});
}

TEST_CASE("a stream that breaks is a fault at the line it broke") {
  // Reads a line, then fails.
  struct Broken : std::streambuf {
    std::string line = "7 0 a 1\n";
    Broken() { setg(line.data(), line.data(), line.data() + line.size()); }
    int_type underflow() override { throw std::runtime_error("disk"); }
  } buffer;
  std::istream stream(&buffer);
  int read = 0;
  CHECK_THROWS_WITH_AS(
      read_judgements(stream, "f", [&](const TextJudgement&) { ++read; }),
      "f:2: can't be read further", DataError);
  CHECK(read == 1);
}

TEST_CASE("other faults of a visitor pass as they are") {
  std::istringstream stream("7 0 a 1\n");
  CHECK_THROWS_WITH_AS(read_judgements(stream, "f",
                                       [](const TextJudgement&) {
                                         throw std::runtime_error("full");
                                       }),
                       "full", std::runtime_error);
}

}  // namespace fedltr::readers_test
