#include "app/data/convert/clicked_rows.hpp"

#include "tests/support/error_of.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::clicked_rows_test {
using namespace fedltr::test;

namespace {

ClickLog small_log() {
  LogBuilder builder;
  builder.add(1, {"q", "", "u", "1", {{"b", 2, true}, {"a", 1, false}}});
  builder.add(2, {"p", "", "u", "2", {{"x", 1, true}}});
  builder.add(3, {"q", "", "v", "3", {{"a", 1, true}, {"gone", 2, true}}});
  builder.add(4, {"q", "", "v", "4", {{"gone", 1, true}}});
  ClickNotes notes;
  return builder.take(notes);
}

struct Clicked {
  TemporaryFolder folder;
  ClickLog log = small_log();
  JoinNotes joined;

  /// "label query document index:value" of each row.
  std::string rows(const std::string& features,
                   const std::string& name = "f.txt") {
    ConvertInput input;
    input.features = folder.write(name, features);
    std::string all;
    InputNotes ignored;
    read_clicked_rows(
        input, log,
        [&](const LetorRow& row) {
          all +=
              std::to_string(row.label) + " " + row.query + " " + row.document;
          for (const auto& [index, value] : row.features)
            all += " " + std::to_string(index) + ":" +
                   std::to_string(static_cast<int>(value));
          all += "\n";
        },
        ignored, joined);
    return all;
  }
};

}  // namespace

TEST_CASE("searches come in the order of the features' queries, by position") {
  Clicked clicked;
  CHECK(clicked.rows("3 qid:o 1:1 # docid = a\n4 qid:p 1:2 # docid = x\n"
                     "0 qid:q 1:3 2:4 # docid = b\n1 qid:q 1:5 # docid = a\n"
                     "2 qid:q 1:6 # docid = unseen\n") ==
        "1 p x 1:2\n0 q a 1:5\n1 q b 1:3 2:4\n1 q.2 a 1:5\n");
  const JoinNotes& joined = clicked.joined;
  CHECK(joined.documents.some == 4);
  CHECK(joined.documents.all == 6);
  CHECK(joined.clicks.some == 3);
  CHECK(joined.clicks.all == 5);
  CHECK(joined.searches.some == 3);
  CHECK(joined.searches.all == 4);
  CHECK(joined.queries.some == 2);
  CHECK(joined.queries.all == 2);
  CHECK(joined.lost_queries.empty());
  CHECK(joined.lost_documents == std::vector<std::string>{"gone"});
}

TEST_CASE("queries without features are counted, searches and documents") {
  Clicked clicked;
  CHECK(clicked.rows("4 qid:p 1:2 # docid = x\n") == "1 p x 1:2\n");
  const JoinNotes& joined = clicked.joined;
  CHECK(joined.documents.some == 1);
  CHECK(joined.documents.all == 6);
  CHECK(joined.searches.some == 1);
  CHECK(joined.queries.some == 1);
  CHECK(joined.queries.all == 2);
  CHECK(joined.lost_queries == std::vector<std::string>{"q"});
}

TEST_CASE("rows of documents need no labels, and theirs do not count") {
  const std::string expected = "1 p x 1:2\n0 q a 1:5\n1 q.2 a 1:5\n";
  CHECK(Clicked().rows("qid:p 1:2 # docid = x\nqid:q 1:5 # docid = a\n") ==
        expected);
  CHECK(Clicked().rows("0.5 qid:p 1:2 # docid = x\n"
                       "-1 qid:q 1:5 # docid = a\n") == expected);
}

TEST_CASE("rows of documents may be a table, with names of several words") {
  const std::string expected = "1 p x 1:2\n0 q a 1:5\n1 q.2 a 1:5\n";
  CHECK(Clicked().rows("qid,docno,f\no,a,1\np,x,2\nq,a,5\n", "f.csv") ==
        expected);
  CHECK(Clicked().rows("label\tqid\tdocno\tf\nE\tp\tx\t2\n\tq\ta\t5\n",
                       "f.tsv") == expected);
  Clicked shop;
  LogBuilder builder;
  builder.add(1, {"red shoes", "", "u", "1", {{"b 1", 1, true}}});
  ClickNotes notes;
  shop.log = builder.take(notes);
  CHECK(shop.rows("qid,docno,f\nred shoes,b 1,2\n", "f.csv") ==
        "1 red_shoes b%201 1:2\n");
}

TEST_CASE("rows may spell names of several words in either way") {
  Clicked clicked;
  ClickNotes notes;
  LogBuilder builder;
  builder.add(1, {"red shoes", "", "", "", {{"x 1", 1, true}}});
  builder.add(2, {"hats", "", "", "", {{"x 1", 1, false}}});
  clicked.log = builder.take(notes);
  CHECK(clicked.rows("0 qid:red%20shoes 1:1 # docid = x%201\n"
                     "0 qid:hats 1:2 # docid = x_1\n") ==
        "1 red_shoes x%201 1:1\n0 hats x_1 1:2\n");
  CHECK(clicked.joined.queries.some == 2);
}

TEST_CASE("rows meet the query of their exact name, where two are alike") {
  Clicked clicked;
  ClickNotes notes;
  LogBuilder builder;
  builder.add(1, {"a b", "", "", "", {{"x 1", 1, true}}});
  builder.add(2, {"a_b", "", "", "", {{"x_1", 1, false}}});
  clicked.log = builder.take(notes);
  CHECK(clicked
            .rows("0 qid:a%20b 1:1 # docid = x%201\n"
                  "0 qid:a%20b 1:2 # docid = x_1\n"
                  "0 qid:a_b 1:3 # docid = x_1\n")
            .find("x%201 1:1\n0 ") != std::string::npos);
  CHECK(clicked.joined.queries.some == 2);
  CHECK(clicked.joined.lost_queries.empty());
  CHECK(clicked.joined.documents.some == 2);
}

TEST_CASE("a search has a row once, though its log has two names for it") {
  Clicked clicked;
  ClickNotes notes;
  LogBuilder builder;
  builder.add(1, {"q", "", "", "", {{"x y", 1, true}, {"x_y", 2, false}}});
  builder.add(2, {"q", "", "", "", {{"x_y", 1, false}}});
  clicked.log = builder.take(notes);
  CHECK(clicked.rows("0 qid:q 1:1 # docid = x_y\n") ==
        "1 q x_y 1:1\n0 q.2 x_y 1:1\n");
  CHECK(clicked.joined.documents.some == 2);
  CHECK(clicked.joined.lost_documents == std::vector<std::string>{"x_y"});
}

TEST_CASE("rows that need options name the conversion that takes them") {
  const auto fault = [](const std::string& rows, const std::string& name) {
    return error_of<DataError>([&] { Clicked().rows(rows, name); });
  };
  const std::string colours = fault("qid,docno,brand\nq,a,red\n", "f.csv");
  has(colours,
      "--leave-out 'brand' ignores the column, --missing 'red' reads it as "
      "missing (convert the rows "
      "first: fedltr data convert ");
  has(colours, "f.csv --leave-out ... --out ROWS; then --features ROWS)");
  has(fault("query,docno,f\nq,a,1\n", "f.csv"), "f.csv --qid ... --out ROWS");
  has(fault("qid:q 1:1 # docid = a\nqid:p 1:1 # docid = x\n"
            "qid:q 1:1 # docid = b\n",
            "f.txt"),
      "f.txt --merge ... --out ROWS");
  CHECK(fault("qid:q 0:1 # docid = a\n", "f.txt").find("ROWS") ==
        std::string::npos);
  has(fault("qid,docno,f\nq,a b,1\nq,a%20b,1\n", "f.csv"),
      "document 'a%20b' occurs twice in its query; tables' names with "
      "blanks are written so");
}

TEST_CASE("rows of unused queries need no name") {
  Clicked clicked;
  CHECK(clicked.rows("0 qid:z 1:1\nbad qid:z x\n"
                     "4 qid:p 1:2 # docid = x\n0 qid:z 1:1\n") ==
        "1 p x 1:2\n");
}

}  // namespace fedltr::clicked_rows_test
