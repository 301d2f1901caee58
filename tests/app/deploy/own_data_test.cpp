#include "app/deploy/own_data.hpp"

#include "tests/support/scenario.hpp"

namespace fedltr::own_data_test {
using namespace fedltr::test;

TEST_CASE("digest covers texts and own rows") {
  const TemporaryFolder folder;
  folder.write("corpus.jsonl",
               "{\"_id\": \"a\", \"title\": \"wing\", \"text\": \"flow\"}\n");
  folder.write("queries.jsonl", "{\"_id\": \"1\", \"text\": \"wing\"}\n");
  folder.write("qrels/test.tsv", "query-id\tcorpus-id\tscore\n1\ta\t2\n");
  Agreement agreement;
  agreement.scenario = default_scenario({"silo.parties=2"});
  const auto digest = [&](const std::string& rows) {
    std::ostringstream out;
    return read_own_data(agreement, folder.text(), rows, out).digest;
  };

  const std::string texts = digest("");
  folder.write("rows.letor", "1 qid:1 1:3 # docid = a\n");
  const std::string first = digest("rows.letor");
  CHECK(first.starts_with(texts));
  CHECK(first != texts);
  folder.write("rows.letor", "1 qid:1 1:4 # docid = a\n");
  CHECK(digest("rows.letor") != first);
  CHECK(digest("") == texts);
}

}  // namespace fedltr::own_data_test
