#include "algorithms/text/readers.hpp"

#include <sstream>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/text/collection.hpp"

using namespace fedltr;

namespace {

using Lines = std::vector<std::string>;

std::string text(std::string_view view) {
  return std::string(view);
}

/// What a reader hands on, a line an entry.
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
             std::to_string(entry.grade);
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
  try {
    entries<Entry>(read, input);
  } catch (const DataError& error) {
    return error.what();
  }
  return "";
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
            read_beir_judgements,
            "query-id\tcorpus-id\tscore\n1\t184\t2\n1\t29\t-1\n") ==
        Lines{"1|184|2", "1|29|-1"});
}

TEST_CASE("MS MARCO's and TREC's files are read") {
  CHECK(entries<TextDocument>(read_msmarco_documents,
                              "D1\thttp://x\tTitle\tthe\tbody\nD2\t\t\t\n") ==
        Lines{"D1|Title|the\tbody", "D2||"});
  CHECK(entries<TextQuery>(read_msmarco_queries, "7\twhat is\n") ==
        Lines{"7|what is"});
  CHECK(entries<TextJudgement>(read_trec_judgements, "7 0 D1 1\n8\t0\tD2\t0") ==
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
        "f:2: no JSON object" + expected);
  CHECK(complaint<D>(read_beir_documents, good + "{\"_id\":\"2\"}") ==
        "f:2: no 'text'" + expected);
  CHECK(complaint<D>(read_beir_documents, "{\"_id\":2,\"text\":\"\"}") ==
        "f:1: '_id' is no string" + expected);
  CHECK(complaint<D>(read_beir_documents, "{\"_id\":\"\xFF\"}") ==
        "f:1: byte 9 is no UTF-8" + expected);
  CHECK(complaint<D>(read_beir_documents, "{\"_id\":\"\xEF\xBF\xBD\"") ==
        "f:1: no JSON" + expected);
  CHECK(complaint<D>(read_beir_documents, "\n") == "f: holds no entry");
  CHECK(complaint<J>(read_beir_judgements, "1\t2\t3\n") ==
        "f:1: no header; expected 'query-id<tab>corpus-id<tab>score'");
  CHECK(complaint<J>(read_beir_judgements,
                     "query-id\tcorpus-id\tscore\n1\t2\tx\n")
            .starts_with("f:2: 'x' is no whole number"));
  CHECK(complaint<D>(read_msmarco_documents, "D1\turl\ttitle") ==
        "f:1: 3 columns; expected 'docid<tab>url<tab>title<tab>body'");
  CHECK(complaint<D>(read_msmarco_documents, "\turl\ttitle\tbody")
            .starts_with("f:1: a line without name"));
  CHECK(complaint<J>(read_trec_judgements, "7 0 D1 1\n7 0 D1\n")
            .starts_with("f:2: 3 words"));
  CHECK(complaint<TextRank>(read_run, "7 Q0 D1 0 1 x\n")
            .starts_with("f:1: rank 0"));
}

TEST_CASE("what a builder refuses has file and line, too") {
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
