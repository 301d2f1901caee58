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

TEST_CASE("names in Latin-1 are used, unless models make two of them equal") {
  const TemporaryFolder folder;
  const std::string table =
      "label,qid,gr\xF6n,b\n1,1,1,0\n0,1,2,1\n1,2,0,3\n0,2,1,0\n";
  const auto run = [&](const std::string& names, const std::string& out) {
    return run_text(
        folder, "[evaluation]\non = train\n[federation]\nclients = 2\n", out,
        {"federation.rounds=1", "data.train=" + folder.write("t.csv", table),
         "data.feature-names=" + names});
  };
  const Outcome done = run("", "a");
  REQUIRE_MESSAGE(done.code == 0, done.err);
  const std::string model = (folder / "a/model-f1-r1.json").string();
  has(read_text(model), "gr\xEF\xBF\xBDn");
  const Outcome ranked =
      fedltr_command({"rank", model, (folder / "t.csv").string()});
  CHECK_MESSAGE(ranked.code == 0, ranked.err);
  const std::string rows =
      folder.write("d.txt", "1 qid:1 1:1 2:1\n0 qid:1 1:0\n");
  const auto named = [&](const std::string& names, const std::string& out) {
    return run_text(
        folder, "[evaluation]\non = train\n[federation]\nclients = 2\n", out,
        {"federation.rounds=1", "data.train=" + rows,
         "data.feature-names=" + folder.write("n.txt", names)});
  };
  CHECK(named("gr\xF6n\nb\n", "b").code == 0);
  const Outcome refused = named("gr\xF6n\ngr\xFCn\n", "c");
  CHECK(refused.code == 3);
  has(refused.err,
      "n.txt: the name 'gr?n' of feature 2 is not UTF-8, and models would "
      "write another one like it (iconv -f LATIN1");
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
