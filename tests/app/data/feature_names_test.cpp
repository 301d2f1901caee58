#include "app/data/feature_names.hpp"

#include "algorithms/data/letor.hpp"
#include "app/schema/reader.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::feature_names_test {
using namespace fedltr::test;
using Texts = std::vector<std::string>;

namespace {

std::string fault_of(const std::string& text, Index features) {
  const TemporaryFolder folder;
  try {
    read_feature_names(folder.write("n.txt", text), features);
  } catch (const DataError& error) {
    return error.what();
  }
  return "no fault";
}

}  // namespace

TEST_CASE("names have a line each, with blanks, CRLF or a byte-order mark") {
  const TemporaryFolder folder;
  CHECK(read_feature_names(folder.write("n.txt",
                                        "\xEF\xBB\xBF"
                                        "bm25 title\r\n  idf \nl\n\n"),
                           3) == Texts{"bm25 title", "idf", "l"});
}

TEST_CASE("faulty names are reported with file and line") {
  has(fault_of("a\n\nb\n", 3), "n.txt:2: is an empty name of a feature");
  has(fault_of("a\nb\na\n", 3), "n.txt:3: the name 'a' occurs twice");
  has(fault_of("a\nb\x01z\n", 2), "n.txt:2: holds a control character");
  has(fault_of("a\ngr\xF6\xDF"
               "e\n",
               2),
      "n.txt:2: the name 'gr??e' is not UTF-8 (iconv -f LATIN1 -t UTF-8");
  has(fault_of("a\nb\n", 3), "n.txt: holds 2 names; the data has 3 features");
  has(fault_of("", 1), "n.txt: holds no name");
  has(fault_of("\n \n", 1), "n.txt: holds no name");
  CHECK_THROWS_AS(read_feature_names("no-such-names", 1), DataError);
}

TEST_CASE("without a file features are numbered as in LETOR files") {
  const Scenario scenario = default_scenario({"run.name=x"});
  CHECK(scenario.data.feature_names.empty());
  LoadedData data;
  CHECK(feature_names(scenario, 2, data) == Texts{"f1", "f2"});
  data.zero_based = true;
  CHECK(feature_names(scenario, 2, data) == Texts{"f0", "f1"});
  data.columns = TableColumns("a.csv", {"bm25", "title"});
  CHECK(feature_names(scenario, 2, data) == Texts{"bm25", "title"});
}

TEST_CASE("names need LETOR files, and are looked for before anything runs") {
  const std::string text = "[federation]\nclients = 2\nrounds = 1\n";
  has(complaint_about(text, {"data.feature-names=names.txt"}),
      "data.train or data.folds");
  const TemporaryFolder folder;
  const std::string data = folder.write("d.txt", "1 qid:1 1:1\n0 qid:1 1:0\n");
  const Outcome outcome =
      run_text(folder, text, "r",
               {"data.train=" + data, "evaluation.on=train",
                "data.feature-names=" + folder.write("n.txt", "a\nb\n")});
  CHECK(outcome.code == 3);
  has(outcome.err, "n.txt: holds 2 names; the data has 1 features");
  CHECK_FALSE(std::filesystem::exists(folder / "r/summary.json"));
}

}  // namespace fedltr::feature_names_test
