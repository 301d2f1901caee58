#include "app/data/convert/clicked_rows.hpp"

#include "tests/support/scenario.hpp"

namespace fedltr::clicked_rows_test {
using namespace fedltr::test;

namespace {

ClickLog small_log() {
  ClickLog log = {{"q", "", "u", "1", {{"b", 2, true}, {"a", 1, false}}},
                  {"p", "", "u", "2", {{"x", 1, true}}},
                  {"q", "", "v", "3", {{"a", 1, true}, {"gone", 2, true}}},
                  {"q", "", "v", "4", {{"gone", 1, true}}}};
  return finished(std::move(log));
}

struct Clicked {
  TemporaryFolder folder;
  ClickNotes notes;

  /// "label query document index:value" of each row.
  std::string rows(const std::string& features) {
    ConvertInput input;
    input.features = folder.write("f.txt", features);
    std::string all;
    InputNotes ignored;
    notes = {};
    read_clicked_rows(
        input, small_log(),
        [&](const LetorRow& row) {
          all +=
              std::to_string(row.label) + " " + row.query + " " + row.document;
          for (const auto& [index, value] : row.features)
            all += " " + std::to_string(index) + ":" +
                   std::to_string(static_cast<int>(value));
          all += "\n";
        },
        ignored, notes);
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
  CHECK(clicked.notes.unknown == 2);
  CHECK(clicked.notes.lost == 1);
}

TEST_CASE("queries without features are counted, searches and documents") {
  Clicked clicked;
  CHECK(clicked.rows("4 qid:p 1:2 # docid = x\n") == "1 p x 1:2\n");
  CHECK(clicked.notes.unknown == 5);
  CHECK(clicked.notes.lost == 3);
}

TEST_CASE("rows of unused queries need no name") {
  Clicked clicked;
  CHECK(clicked.rows("0 qid:z 1:1\nbad qid:z x\n"
                     "4 qid:p 1:2 # docid = x\n0 qid:z 1:1\n") ==
        "1 p x 1:2\n");
}

}  // namespace fedltr::clicked_rows_test
