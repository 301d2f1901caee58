// BM25 over a folder of texts by one command, and its values by hand.
#include "app/models/search/folder_ranker.hpp"

#include <cmath>

#include "algorithms/silo/untrained.hpp"
#include "app/models/search/folder_run.hpp"
#include "tests/support/beir_folder.hpp"

namespace fedltr::folder_ranker_test {
using namespace fedltr::test;

namespace {

/// Two documents with one word of the query, one without it.
struct Texts {
  TemporaryFolder folder;
  std::string path = (folder / "").string();

  Texts() {
    folder.write(
        "corpus.jsonl",
        "{\"_id\": \"d1\", \"title\": \"\", \"text\": \"wing jet\"}\n"
        "{\"_id\": \"d2\", \"title\": \"\", \"text\": \"wing wing\"}\n"
        "{\"_id\": \"d3\", \"title\": \"\", \"text\": \"cone jet\"}\n");
    folder.write("queries.jsonl", R"({"_id": "q1", "text": "the wings"})");
    folder.write("qrels/test.tsv",
                 "query-id\tcorpus-id\tscore\nq1\td1\t1\nq1\tno\t1\n");
  }
};

}  // namespace

TEST_CASE("each untrained ranker of exact counts scores as its function") {
  Rng rng(3, Purpose::kTest);
  Matrix features(7, 16);
  for (double& value : features.reshaped()) value = rng.uniform() * 9;
  for (const auto& method : untrained_rankers()) {
    CAPTURE(method.name);
    REQUIRE(is_untrained_choice(
        {.method = method.name, .party = {}, .any = false}));
    if (method.traits.sketched) continue;
    const auto ranker = folder_ranker(
        std::nullopt, {.method = method.name, .party = {}, .any = false});
    const ModelFile& model = ranker.model.file;
    CHECK((features * parameters_of(model) - method.make(features))
              .cwiseAbs()
              .maxCoeff() < 1e-12);
  }
}

TEST_CASE("search --method bm25 is BM25 worked by hand") {
  const Texts texts;
  const Outcome found = fedltr_command(
      {"search", "--data", texts.path, "--method", "bm25", "--format", "trec"});
  CHECK(found.err.find("2 judgements") == std::string::npos);
  // All lengths equal the mean: c (k1 + 1) / (c + k1) times ln(1 + 1.5 / 2.5).
  const double idf = std::log(1 + 1.5 / 2.5);
  std::istringstream rows(found.out);
  std::string q, q0, document, rank, tag;
  double score = 0;
  rows >> q >> q0 >> document >> rank >> score >> tag;
  CHECK(document == "d2");
  CHECK(score == doctest::Approx(idf * 2 * 2.2 / 3.2));
  rows >> q >> q0 >> document >> rank >> score >> tag;
  CHECK(document == "d1");
  CHECK(score == doctest::Approx(idf));
  const bool another = static_cast<bool>(rows >> q);
  CHECK_FALSE(another);
}

TEST_CASE("eval --method bm25 of a folder is eval of what search finds") {
  const Texts texts;
  const Outcome eval = fedltr_command(
      {"eval", "--method", "bm25", texts.path, "--metric", "mrr,map"});
  // d1 is second, and the document that the folder lacks is not in the list.
  CHECK(eval.out ==
        "mrr  0.5000  mean of 1 queries\nmap  0.2500  mean of 1 queries\n");
  const BeirFolder beir;
  const std::string data = (beir.folder / "beir").string();
  const std::string run = (beir.folder / "r.run").string();
  CHECK(fedltr_command({"search", "--data", data, "--method", "bm25-body",
                        "--format", "trec", "--depth", "1000", "--out", run})
            .code == 0);
  const auto values = [&](std::vector<std::string> ranked) {
    ranked.insert(ranked.begin(), "eval");
    ranked.insert(ranked.end(), {"--per-query", "--format", "tsv"});
    return fedltr_command(ranked).out;
  };
  const std::string one = values({"--method", "bm25-body", data});
  CHECK(one.size() > 1000);
  CHECK(values({run, data}) == one);
  CHECK(values({run, data + "/qrels/test.tsv"}) == one);
}

TEST_CASE("a model that ranks no folder is refused") {
  const Texts texts;
  const auto refused = [&](std::vector<std::string> arguments) {
    const Outcome outcome = fedltr_command(arguments);
    CHECK(outcome.code == 2);
    return outcome.err;
  };
  has(refused({"search", "--data", texts.path}),
      "expected --model, or --method with one of bm25-title, bm25-body, bm25, "
      "lmir");
  has(refused({"search", "--data", texts.path, "--method", "sketched-bm25"}),
      "ranks counts that parties share; a folder is ranked by bm25-title");
  has(refused(
          {"search", "--data", texts.path, "--method", "bm25", "--party", "1"}),
      "--party needs the model of a simulation");
  has(refused(
          {"search", "--data", texts.path, "--method", "bm25", "--live", "x"}),
      "--live needs --model");
  has(refused({"eval", "--method", "bm25", texts.path + "corpus.jsonl"}),
      "expected a folder of texts");
}

}  // namespace fedltr::folder_ranker_test
