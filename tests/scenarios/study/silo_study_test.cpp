#include <algorithm>
#include <sstream>

#include "tests/support/scenario.hpp"

using namespace fedltr;
using namespace fedltr::test;

namespace {

constexpr const char* kWords[] = {"wing",  "flow", "heat",  "shock", "layer",
                                  "plate", "cone", "lift",  "drag",  "jet",
                                  "nose",  "body", "speed", "sound", "mach"};

/// A BEIR folder: document i is about two words, query j about one of them;
/// documents that have it in their title are relevant.
void write_beir(const TemporaryFolder& folder) {
  std::string corpus;
  std::string queries;
  std::string qrels = "query-id\tcorpus-id\tscore\n";
  for (int i = 0; i < 90; ++i) {
    const std::string title = kWords[i % 15];
    std::string body;
    for (int k = 0; k < 12; ++k)
      body += std::string(kWords[(i * 7 + k * k * 3) % 15]) + " ";
    for (int k = 0; k < 1 + i % 4; ++k) body += title + " ";
    corpus += R"({"_id": "d)" + std::to_string(i) + R"(", "title": ")" + title +
              R"(", "text": ")" + body + "\"}\n";
  }
  for (int j = 0; j < 45; ++j) {
    queries += R"({"_id": "q)" + std::to_string(j) + R"(", "text": ")" +
               kWords[j % 15] + "\"}\n";
    for (int i = j % 15; i < 90; i += 15)
      qrels += "q" + std::to_string(j) + "\td" + std::to_string(i) + "\t" +
               std::to_string(1 + i % 2) + "\n";
  }
  folder.write("beir/corpus.jsonl", corpus);
  folder.write("beir/queries.jsonl", queries);
  folder.write("beir/qrels/test.tsv", qrels);
}

constexpr const char* kSmall = R"(
[data]
folder = beir
[silo]
parties = 3
rows = 9
columns = 64
frequency-columns = 512
epsilon = 2
top = 6
local-iterations = 60
joint-iterations = 60
)";

struct BeirFolder {
  TemporaryFolder folder;
  BeirFolder() { write_beir(folder); }
  Outcome run(const std::string& out,
              const std::vector<std::string>& settings = {},
              const std::string& threads = "2") const {
    return run_text(folder, kSmall, out, settings, threads);
  }
};

}  // namespace

TEST_CASE("a scenario with a silo runs from texts to results") {
  const BeirFolder beir;
  const Outcome outcome = beir.run("out", {"run.repeats=2"});
  REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  for (const char* part :
       {"3 parties with 90 documents and 45 queries, 2 repeats", "local A",
        "local mean", "local+ mean", "global", "cs-f-ltr less global",
        "joining: cs-f-ltr less ", "sketched-bm25",
        "privacy: paper, claimed epsilon 2", "retrieval: rtk, found",
        "body-bm25"})
    has(outcome.out, part);
  const auto summary = json_of(beir.folder / "out/summary.json");
  CHECK(summary["complete"] == true);
  for (const char* metric : {"err", "map", "ndcg", "ndcg@10"}) {
    CHECK(summary["metrics"][metric]["n"] == 2);
    for (const char* method : {"local", "local+", "global", "cs-f-ltr"})
      CHECK(summary["methods"][method]["metrics"][metric]["mean"] > 0);
  }
  CHECK(summary["method"] == "cs-f-ltr");
  CHECK(summary["signature"].get<std::string>().size() == 64);
  REQUIRE(summary["safety_code"].size() == 2);
  CHECK(summary["safety_code"][0].get<std::string>().size() == 64);
  CHECK(summary["safety_code"][0] != summary["safety_code"][1]);
  CHECK(summary["privacy"]["claimed"] == 2);
  CHECK(summary["privacy"]["accounted"].is_null());
  CHECK(summary["privacy"]["releases"] > 0);
  CHECK(summary["retrieval"]["cover_rate"] > 0.3);
  CHECK(summary["gain_of_joining"]["parties"].size() == 3);
  const auto manifest = json_of(beir.folder / "out/manifest.json");
  CHECK(manifest["data"].size() == 3);
  CHECK(manifest["scenario"]["silo.parties"] == "3");
  CHECK_FALSE(manifest["scenario"].contains("federation.clients"));
  for (const char* name : {"parties.csv", "per_query.tsv", "features.csv",
                           "features.svg", "model-f1-r2.json", "timing.json"})
    CHECK(std::filesystem::exists(beir.folder / "out" / name));
  const std::string parties = read_text(beir.folder / "out/parties.csv");
  CHECK(std::ranges::count(parties, '\n') == 1 + 2 * 3 * (4 + 5));
}

TEST_CASE("threads change no file of a silo's but the timing") {
  const BeirFolder beir;
  REQUIRE(beir.run("one", {"run.repeats=2"}, "1").code == 0);
  REQUIRE(beir.run("many", {"run.repeats=2"}, "4").code == 0);
  for (const char* name :
       {"summary.json", "parties.csv", "per_query.tsv", "features.csv",
        "features.svg", "model-f1-r1.json", "manifest.json"})
    CHECK(read_text(beir.folder / "one" / name) ==
          read_text(beir.folder / "many" / name));
}

TEST_CASE("methods of a silo compare like runs") {
  const BeirFolder beir;
  REQUIRE(beir.run("out").code == 0);
  const Outcome outcome = fedltr_command(
      {"compare", (beir.folder / "out/methods/local").string(),
       (beir.folder / "out/methods/cs-f-ltr").string(), "--metric", "map"});
  CHECK_MESSAGE(outcome.code == 0, outcome.err);
  has(outcome.out, "map (15 queries)");
}

TEST_CASE("a printed silo reads back") {
  const BeirFolder beir;
  const std::string file = beir.folder.write("s.ini", kSmall);
  const Outcome first = fedltr_command({"check", file});
  REQUIRE_MESSAGE(first.code == 0, first.err);
  has(first.out, "[silo]");
  CHECK(first.out.find("[federation]") == std::string::npos);
  const Outcome second =
      fedltr_command({"check", beir.folder.write("t.ini", first.out)});
  CHECK_MESSAGE(second.code == 0, second.err);
  CHECK(second.out == first.out);
}

TEST_CASE("a grid over a silo's keys has a row a point and method") {
  const BeirFolder beir;
  const Outcome outcome =
      run_text(beir.folder,
               std::string(kSmall) + "[grid]\nsilo.sketch = count, count-min\n",
               "grid", {});
  REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  const std::string csv = read_text(beir.folder / "grid/grid.csv");
  CHECK(std::ranges::count(csv, '\n') == 1 + 2 * (4 + 5));
  has(csv, "silo.sketch,method,err");
  CHECK(std::filesystem::exists(beir.folder /
                                "grid/silo.sketch=count-min/summary.json"));
}

TEST_CASE("what the papers plot besides has files, and changes no result") {
  const BeirFolder beir;
  REQUIRE(beir.run("plain").code == 0);
  const Outcome outcome =
      beir.run("more", {"silo.curve-every=20", "silo.timed-terms=5"});
  REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  for (const char* name :
       {"curves.csv", "curves-p0.svg", "curves-p2.svg", "timing.csv"})
    CHECK(std::filesystem::exists(beir.folder / "more" / name));
  for (const char* name : {"summary.json", "parties.csv", "relevance.svg",
                           "relevance-exact.svg", "model-f1-r1.json"})
    CHECK(read_text(beir.folder / "plain" / name) ==
          read_text(beir.folder / "more" / name));
  has(outcome.out, "a term at one party: rtk ");
  // Three parties, four methods, iterations 0 to 60.
  CHECK(std::ranges::count(read_text(beir.folder / "more/curves.csv"), '\n') ==
        1 + 3 * 4 * 4);
  CHECK_FALSE(std::filesystem::exists(beir.folder / "plain/curves.csv"));
}

TEST_CASE("documents that came late are found, and lists get shorter") {
  const BeirFolder beir;
  REQUIRE(beir.run("still", {"silo.alpha=1"}).code == 0);
  REQUIRE(beir.run("moved", {"silo.alpha=1", "silo.moved=0.5"}).code == 0);
  const auto retrieval = [&](const char* name) {
    return json_of(beir.folder / name / "summary.json")["retrieval"];
  };
  CHECK(retrieval("still")["shortest_list"] == 6);
  CHECK(retrieval("moved")["shortest_list"] < 6);
  CHECK(retrieval("moved")["cover_rate"] > 0);
  CHECK(retrieval("moved")["terms_asked"] == retrieval("still")["terms_asked"]);
}

TEST_CASE("every choice of a silo runs") {
  const BeirFolder beir;
  for (const std::vector<std::string>& settings :
       std::vector<std::vector<std::string>>{
           {"silo.epsilon=0"},
           {"silo.noise=sound", "silo.retrieval=naive"},
           {"silo.noise=median-only", "silo.real-rows=5"},
           {"silo.noise=paper-reduced", "silo.real-rows=6"},
           {"silo.order=parallel", "silo.augmentation=semi-supervised"},
           {"silo.loss=regression", "silo.scaling=per-party"},
           {"silo.split=topic", "silo.parties=2"},
           {"silo.split=ranges", "silo.test-documents=own"},
           {"silo.parties=1"},
           {"silo.absent-rows=left-out"},
           {"silo.retrieval=naive", "silo.timed-terms=2"},
           {"silo.stemming=none", "silo.stop-words=none"}}) {
    CAPTURE(settings[0]);
    const Outcome outcome = beir.run("choice", settings);
    CHECK_MESSAGE(outcome.code == 0, outcome.err);
    std::filesystem::remove_all(beir.folder / "choice");
  }
}

TEST_CASE("sound noise on counts has an account, the whole has none") {
  const BeirFolder beir;
  REQUIRE(beir.run("out", {"silo.noise=sound", "silo.retrieval=naive"}).code ==
          0);
  const auto sound = json_of(beir.folder / "out/summary.json")["privacy"];
  CHECK(sound["accounted_counts"] > 0);
  CHECK(sound["accounted_counts"] <= sound["claimed_all"].get<double>() + 1e-9);
  // Sums, lengths and training are told as they are.
  CHECK(sound["accounted"].is_null());
  CHECK(sound["unbounded"] != "");
}

TEST_CASE("a document's budget withholds answers and leaves exit code 5") {
  const BeirFolder beir;
  const std::vector<std::string> sound = {"silo.noise=sound", "silo.epsilon=1"};
  auto settings = sound;
  settings.push_back("privacy.budget=1000000");
  CHECK(beir.run("free", settings).code == 0);
  CHECK_FALSE(json_of(beir.folder / "free/summary.json")["budget_spent"]);
  settings.back() = "privacy.budget=6";
  const Outcome outcome = beir.run("spent", settings);
  CHECK(outcome.code == 5);
  has(outcome.out, "budget of 6 per document spent");
  const auto summary = json_of(beir.folder / "spent/summary.json");
  CHECK(summary["budget_spent"]);
  CHECK(summary["complete"]);
  CHECK(summary["privacy"]["accounted_counts"] <= 6);
  CHECK(summary["privacy"]["withheld"] > 0);
  has(read_text(beir.folder / "spent/parties.csv"), "releases,withheld,");
  // Of a grid it is said which points.
  const Outcome grid =
      run_text(beir.folder,
               std::string(kSmall) + "[grid]\nprivacy.budget = 6, 1000000\n",
               "grid", sound);
  CHECK(grid.code == 5);
  const auto spent = grid.out.find("budget of 6 per document spent");
  CHECK(spent < grid.out.find("privacy.budget = 1000000:"));
  CHECK(grid.out.find("budget of 1000000") == std::string::npos);
  std::istringstream rows(read_text(beir.folder / "grid/grid.csv"));
  std::string row;
  std::getline(rows, row);
  has(row, "accounted_counts,withheld,signature");
  while (std::getline(rows, row)) {
    const auto end = row.rfind(',');
    const auto withheld = row.substr(row.rfind(',', end - 1) + 1,
                                     end - row.rfind(',', end - 1) - 1);
    CHECK((withheld == "0") == (row.find("1000000") != std::string::npos));
  }
}

TEST_CASE("audit attacks a silo's search and says what succeeds") {
  const BeirFolder beir;
  const std::string file = beir.folder.write("s.ini", kSmall);
  const Outcome outcome = fedltr_command(
      {"audit", file, "--out", (beir.folder / "audit").string()});
  REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  const auto audit = json_of(beir.folder / "audit/audit.json");
  const auto find_count = [&](const char* noise, const char* attack) {
    for (const auto& row : audit["counts"])
      if (row["noise"] == noise && row["attack"] == attack) return row;
    FAIL("no such row");
    return audit["counts"][0];
  };
  CHECK(find_count("paper", "average")["exact"]["mean"] > 0.9);
  CHECK(find_count("sound", "vector")["exact"]["mean"] < 0.5);
  for (const auto& row : audit["terms"])
    if (row["real_rows"] == 9) CHECK(row["recovered"]["mean"] > 0.9);
  // The relay has no key: what it knows of texts is all it can name.
  REQUIRE(audit["relay_terms"].size() >= 18);
  for (const auto& row : audit["relay_terms"])
    CHECK(row["right"]["mean"] <= row["possible"]);
  for (const auto& row : audit["texts"]) CHECK(row["right"] >= row["chance"]);
  for (const auto& row : audit["links"])
    if (row["real_rows"] == 0) CHECK(row["linked"] == 1);
  for (const auto& row : audit["rebuilt"])
    if (row["noise"] == "off" && row["asker"] == "greedy")
      CHECK(row["found"] > 0.9);
}

TEST_CASE("what does not fit a silo is refused with its line") {
  const TemporaryFolder folder;
  const std::string silo = "[silo]\nparties = 2\n";
  const auto complaint = [&](const std::string& text) {
    return complaint_about(text, {});
  };
  has(complaint("[federation]\nclients = 5\n" + silo),
      "s.ini:2: federation.clients = 5: has no effect here; needs a federation "
      "instead of a [silo]");
  has(complaint("[data]\nfolder = x\n"), "needs a [silo]");
  has(complaint("[data]\nformat = beir\n"), "texts need a [silo]");
  has(complaint("[synthetic]\ntwin = text\n"), "texts need a [silo]");
  has(complaint("[data]\nformat = letor\n" + silo), "letor holds features");
  has(complaint("[data]\nformat = beir\n" + silo), "beir needs data.folder");
  has(complaint("[data]\nformat = msmarco\n" + silo), "msmarco needs");
  has(complaint("[synthetic]\ntwin = mslr\n" + silo), "expected text");
  has(complaint(silo + "reel-rows = 2\n"), "nearest is 'silo.real-rows'");
  has(complaint(silo + "real-rows = 31\n"), "is above silo.rows, 30");
  has(complaint(silo + "confounders = colliding\n"),
      "needs silo.real-rows below silo.rows");
  has(complaint(silo + "epsilon = 0.0001\n"), "0 or a number 0.001 to 500");
  has(complaint(silo + "noise = loud\n"), "expected one of off, paper");
  has(complaint(silo + "epsilon = 0\nnoise = sound\n"),
      "needs silo.epsilon above 0");
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
  CHECK(fedltr_command({"audit", folder.write("f.ini", "[run]\nseed = 2\n")})
            .code == 2);
}

TEST_CASE("texts that can't be read leave exit code 3 with file and line") {
  const BeirFolder beir;
  const auto complaint = [&](const std::string& name, const std::string& text) {
    const TemporaryFolder folder;
    write_beir(folder);
    folder.write("beir/" + name, text);
    const Outcome outcome = run_text(folder, kSmall, "bad", {});
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
  has(outcome.err, "train.tsv");
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

TEST_CASE("queries that no metric counts and parties without labels are told") {
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
  has(outcome.out, "test queries ");
  has(outcome.out, "party C had no judged pair to learn from in 1 of 1");
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
  // On average one of the 15 words does, which is not enough.
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

TEST_CASE("a query of more terms than a message holds is cut, and told") {
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
