// Errors of a [silo], and its messages about texts.
#include "tests/support/beir_folder.hpp"

namespace fedltr::silo_refusals_test {
using namespace fedltr::test;

TEST_CASE("a key that does not fit a silo is refused with its line") {
  const std::string silo = "[silo]\nparties = 2\n";
  const auto complaint = [&](const std::string& text) {
    return complaint_about(text, {});
  };
  has(complaint("[federation]\nclients = 5\n" + silo),
      "s.ini:2: federation.clients = 5: has no effect here; needs a federation "
      "instead of a [silo]");
  has(complaint("[data]\nfolder = x\n"), "needs a [silo]");
  has(complaint("[data]\nformat = beir\n"), "texts need a [silo]");
  has(complaint("[synthetic]\nlike = text\n"), "texts need a [silo]");
  has(complaint("[data]\nformat = letor\n" + silo), "letor has features");
  has(complaint("[data]\nformat = beir\n" + silo), "beir needs data.folder");
  has(complaint("[data]\nformat = msmarco\n" + silo), "msmarco needs");
  has(complaint("[synthetic]\nlike = mslr\n" + silo), "expected text");
  has(complaint(silo + "reel-rows = 2\n"), "nearest is 'silo.real-rows'");
  has(complaint(silo + "real-rows = 31\n"), "is above silo.rows, 30");
  has(complaint(silo + "confounders = colliding\n"),
      "needs silo.real-rows below silo.rows");
  has(complaint(silo + "epsilon = 0.0001\n"), "0 or a number 0.001 to 500");
  has(complaint(silo + "noise = loud\n"), "expected one of off, paper");
  has(complaint(silo + "rows = 4096\ncolumns = 100000\n"),
      "silo.columns = 100000: times the rows is above 2^26");
  has(complaint("[privacy]\nbudget = 3\n" + silo),
      "privacy.budget = 3: needs answers with a bound");
  has(complaint("[privacy]\nbudget = 3\n" + silo +
                "noise = sound\nsketch = count-min\n"),
      "privacy.budget = 3: does not cover an RTK-Sketch of silo.sketch = "
      "count-min: a list's floor");
  has(complaint(silo + "alpha = 2\nretrieval = naive\n"),
      "needs silo.retrieval = rtk");
  has(complaint(silo + "absent-rows = left-out\nretrieval = naive\n"),
      "needs silo.retrieval = rtk");
  has(complaint("[silo]\nparties = 1\nmoved = 0.5\n"),
      "needs silo.parties above 1");
  has(complaint(silo + "curve-every = 5\nrecipe = listwise\n"),
      "needs silo.recipe = papers");
}

TEST_CASE("texts that can't be read leave exit code 3 with file and line") {
  const BeirFolder beir;
  const auto complaint = [&](const std::string& name, const std::string& text) {
    const TemporaryFolder folder;
    write_beir(folder);
    folder.write("beir/" + name, text);
    const Outcome outcome = run_text(folder, kBeirSilo, "bad", {});
    CHECK(outcome.code == 3);
    return outcome.err;
  };
  has(complaint("corpus.jsonl",
                "{\"_id\": \"d1\", \"text\": \"wing\"}\n{\"_id\": 1\n"),
      "corpus.jsonl:2");
  has(complaint("queries.jsonl", "{\"_id\": \"q1\"}\n"), "queries.jsonl:1");
  has(complaint("qrels/test.tsv", "query-id\tcorpus-id\tscore\nq1\td1\tgood\n"),
      "test.tsv:2");
  has(complaint("qrels/test.tsv", "query-id\tcorpus-id\tscore\nx\ty\t1\n"),
      "judges no document and query");
  has(complaint("qrels/test.tsv",
                "query-id\tcorpus-id\tscore\nq1\td1\t1\nq1\td1\t2\n"),
      "test.tsv:3: query 'q1' and document 'd1' are judged twice");
  const Outcome outcome = beir.run("bad", {"data.split=train"});
  CHECK(outcome.code == 3);
  has(outcome.err, "holds qrels of test; expected one of them, got train");
}

TEST_CASE("a collection without meaning leaves exit code 3 and the reason") {
  const BeirFolder beir;
  std::string empty;
  for (int i = 0; i < 90; ++i)
    empty += R"({"_id": "d)" + std::to_string(i) + "\", \"text\": \"\"}\n";
  beir.folder.write("beir/corpus.jsonl", empty);
  const Outcome outcome = beir.run("bad");
  CHECK(outcome.code == 3);
  has(outcome.err, "corpus.jsonl: no document has a word");
}

TEST_CASE("queries without metrics and parties without labels are reported") {
  const BeirFolder beir;
  std::string qrels = "query-id\tcorpus-id\tscore\n";
  for (int j = 0; j < 12; ++j)
    for (int i = j % 15; i < 90; i += 15)
      qrels += "q" + std::to_string(j) + "\td" + std::to_string(i) +
               (j < 3   ? "\t0\n"
                : j < 6 ? "\t-1\n"
                        : "\t2\n");
  beir.folder.write("beir/qrels/test.tsv", qrels);
  const Outcome outcome = beir.run("out", {"silo.split=ranges"});
  REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  has(outcome.out, "unjudged queries ");
  has(outcome.out, "party C had no judged pair to train on in 1 of 1");
  const auto summary = json_of(beir.folder / "out/summary.json");
  CHECK(summary["collection"]["unjudged_queries"] == 33);
  CHECK(summary["collection"]["irrelevant_queries"] == 6);
  CHECK(summary["collection"]["negative_grades"] == 18);
  CHECK(summary["owners_only"].size() == 2);
}

TEST_CASE("too many parties for the data is the scenario's fault") {
  const BeirFolder beir;
  const Outcome outcome = beir.run("bad", {"silo.parties=60"});
  CHECK(outcome.code == 2);
  has(outcome.err, "silo.parties = 60");
}

TEST_CASE("confounders that hardly a term can be are refused before a run") {
  const BeirFolder beir;
  const Outcome outcome =
      beir.run("bad", {"silo.real-rows=2", "silo.confounders=colliding",
                       "silo.shared=1", "silo.columns=100000"});
  CHECK(outcome.code == 2);
  has(outcome.err, "silo.shared = 1: colliding confounders need");
  // On average one of the 15 words collides, which is too few.
  const Outcome scarce =
      beir.run("bad", {"silo.real-rows=5", "silo.confounders=colliding",
                       "silo.shared=1", "silo.columns=7"});
  CHECK(scarce.code == 2);
  has(scarce.err, "would find too few");
}

TEST_CASE("queries without a word that is found are refused before a run") {
  const BeirFolder beir;
  std::string queries;
  for (int j = 0; j < 45; ++j)
    queries +=
        R"({"_id": "q)" + std::to_string(j) + R"(", "text": "the of"})" + "\n";
  beir.folder.write("beir/queries.jsonl", queries);
  const Outcome outcome = beir.run("bad");
  CHECK(outcome.code == 3);
  has(outcome.err, "queries.jsonl: no word of a query stands in any document");
}

TEST_CASE("a query of more terms than a message holds is cut, with a notice") {
  const BeirFolder beir;
  std::string queries;
  for (int j = 0; j < 45; ++j) {
    std::string text = kWords[j % 15];
    for (int t = 0; t < 1100 && j < 6; ++t) text += " x" + std::to_string(t);
    queries += R"({"_id": "q)" + std::to_string(j) + R"(", "text": ")" + text +
               "\"}\n";
  }
  beir.folder.write("beir/queries.jsonl", queries);
  const Outcome outcome = beir.run("long");
  REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  CHECK(json_of(beir.folder /
                "long/summary.json")["collection"]["cut_queries"] == 6);
}

}  // namespace fedltr::silo_refusals_test
