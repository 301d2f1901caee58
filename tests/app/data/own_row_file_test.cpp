#include "app/data/own_row_file.hpp"

#include "algorithms/data/letor.hpp"
#include "app/data/text_files.hpp"
#include "app/schema/reader.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::own_row_file_test {
using namespace fedltr::test;

namespace {

/// Two queries and three documents.
struct Texts {
  TemporaryFolder folder;
  std::shared_ptr<const Collection> collection;
  Texts() {
    folder.write("corpus.jsonl",
                 "{\"_id\": \"a\", \"title\": \"wing\", \"text\": \"flow\"}\n"
                 "{\"_id\": \"b\", \"title\": \"\", \"text\": \"wing shock\"}\n"
                 "{\"_id\": \"c\", \"title\": \"\", \"text\": \"heat\"}\n");
    folder.write("queries.jsonl",
                 "{\"_id\": \"1\", \"text\": \"wing\"}\n"
                 "{\"_id\": \"2\", \"text\": \"heat\"}\n");
    folder.write("qrels/test.tsv",
                 "query-id\tcorpus-id\tscore\n1\ta\t2\n2\tc\t1\n");
    collection =
        load_collection(default_scenario(
                            {"silo.parties=2", "data.folder=" + folder.text()}))
            .collection;
  }
  ReadRows read(const std::string& rows) const {
    return read_own_rows(folder.write("rows.letor", rows), *collection);
  }
  std::string complaint(const std::string& rows) const {
    try {
      read(rows);
    } catch (const DataError& error) {
      return error.what();
    }
    return "none";
  }
};

}  // namespace

TEST_CASE("own rows join by the names of queries and documents") {
  const Texts texts;
  const ReadRows read = texts.read(
      "2 qid:1 1:3 2:1 # docid = a\n0 qid:1 1:1 2:1 #b\n"
      "1 qid:2 1:9 # docid = b\n0 qid:1 1:2 #d\n0 qid:3 1:4 #a\n");
  const std::vector<std::uint32_t> all = {0, 1, 2};
  Matrix expected(3, 2);
  expected << 1, 0, 0, 0, 0.5, 0;
  CHECK(read.rows->of(0, all) == expected);
  CHECK(read.notes.joined == 3);
  CHECK(read.notes.rows == 5);
  CHECK(read.notes.of_queries == 1);
  CHECK(read.notes.lost_queries == std::vector<std::string>{"3"});
  CHECK(read.notes.of_documents == 1);
  CHECK(read.notes.lost_documents == std::vector<std::string>{"d"});
  CHECK(read.notes.judged_rows == 1);
  CHECK(read.notes.judged == 2);
  CHECK(read.notes.other_grades == 0);
  CHECK(own_rows_line(read) ==
        "3 of 5 rows, of 2 queries, 2 features; 1 of 2 judged pairs have one");
  CHECK(texts.read("0 qid:1 1:3 #a\n").notes.other_grades == 1);
}

TEST_CASE("rows of no own pair are refused, with both sides' names") {
  const Texts texts;
  CHECK(texts.complaint("0 qid:q1 1:1 #a\n")
            .ends_with("rows.letor: no row is of an own query: those in the "
                       "file are 'q1', own ones '1', '2'"));
  CHECK(texts.complaint("0 qid:1 1:1 #x\n")
            .ends_with("no row is of an own document: those in the file are "
                       "'x', own ones 'a', 'b', 'c'"));
}

TEST_CASE("rows without a document, or two of a pair, are refused") {
  const Texts texts;
  has(texts.complaint("0 qid:1 1:1\n"), "rows.letor: names no documents");
  has(texts.complaint("0 qid:1 1:1 #a\n0 qid:1 1:1\n"),
      "a row of query '1' names no document");
  has(texts.complaint("0 qid:1 1:1 #a\n0 qid:1 1:2 #a\n"),
      "query '1' has document 'a' twice");
  has(texts.complaint("0 qid:1 1:x #a\n"), "rows.letor:1: ");
  CHECK_THROWS_WITH_AS(
      read_own_rows(texts.folder / "none.letor", *texts.collection),
      doctest::Contains("none.letor: there is no such file"), DataError);
}

}  // namespace fedltr::own_row_file_test
