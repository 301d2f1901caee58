#include "app/models/search/folder_search.hpp"

#include "tests/support/log_text.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::folder_search_test {

TEST_CASE("judgements of missing texts are reported") {
  const test::TemporaryFolder folder;
  folder.write("corpus.jsonl",
               R"({"_id": "d1", "title": "", "text": "wing in a slipstream"})");
  folder.write("queries.jsonl", R"({"_id": "q1", "text": "slipstream"})");
  const char* const header = "query-id\tcorpus-id\tscore\n";
  folder.write("qrels/test.tsv", std::string(header) + "q1\td1\t1\n");
  const auto warnings = [&] {
    const test::LogText log;
    const FolderSearch search({.folder = folder / ""}, {});
    CHECK(search.find(0).documents() == 1);
    return log.text();
  };
  CHECK(warnings().empty());
  folder.write("qrels/test.tsv",
               std::string(header) + "q1\td1\t1\nq1\tnone\t1\nq2\td1\t1\n");
  CHECK(warnings() ==
        "warning: " + (folder / "").string() +
            ": 1 judgements of unknown queries were left out\nwarning: " +
            (folder / "").string() +
            ": 1 judgements of unknown documents were left out\n");
}

}  // namespace fedltr::folder_search_test
