#include <algorithm>
#include <sstream>

#include "tests/support/beir_folder.hpp"

namespace fedltr::silo_study_test {
using namespace fedltr::test;

TEST_CASE("a scenario with a silo runs from texts to results") {
  const BeirFolder beir;
  const Outcome outcome = beir.run("out", {"run.repeats=2"});
  REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  for (const char* part :
       {"3 parties with 90 documents and 45 queries, 2 repeats: ",
        "\n  local+ A ", "\n  local+ ", "\n  global ", "\n  sketched-bm25 ",
        "\n  cs-f-ltr  global ", "joining   by joining with cs-f-ltr",
        "mechanism paper, claimed ε 2", "search    kind rtk, cover rate 0.",
        "\n  body-bm25 "})
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
  const std::string file = beir.folder.write("s.ini", kBeirSilo);
  const Outcome first = fedltr_command({"check", file});
  REQUIRE_MESSAGE(first.code == 0, first.err);
  has(first.out, "[silo]");
  CHECK(first.out.find("[federation]") == std::string::npos);
  const Outcome second =
      fedltr_command({"check", beir.folder.write("t.ini", first.out)});
  CHECK_MESSAGE(second.code == 0, second.err);
  CHECK(second.out == first.out);
}

TEST_CASE("a grid over a silo's keys has a row per point and method") {
  const BeirFolder beir;
  const Outcome outcome = run_text(
      beir.folder,
      std::string(kBeirSilo) + "[grid]\nsilo.sketch = count, count-min\n",
      "grid", {});
  REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  const std::string csv = read_text(beir.folder / "grid/grid.csv");
  CHECK(std::ranges::count(csv, '\n') == 1 + 2 * (4 + 5));
  has(csv, "silo.sketch,method,err");
  CHECK(std::filesystem::exists(beir.folder /
                                "grid/silo.sketch=count-min/summary.json"));
}

TEST_CASE("parties of a size each have texts of their own at each point") {
  const BeirFolder beir;
  const Outcome outcome =
      run_text(beir.folder,
               std::string(kBeirSilo) +
                   "documents = 28\nqueries = 4\n[grid]\nsilo.parties = 1, 3\n",
               "grid", {});
  REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  const auto collection = [&](const char* point) {
    return nlohmann::json::parse(
        read_text(beir.folder / "grid" / point / "summary.json"))["collection"];
  };
  CHECK(collection("silo.parties=1")["documents"] == 28);
  CHECK(collection("silo.parties=1")["queries"] == 4);
  CHECK(collection("silo.parties=3")["documents"] == 84);
  CHECK(collection("silo.parties=3")["queries"] == 12);
}

TEST_CASE("bounds of the papers stand beside what was measured") {
  const BeirFolder beir;
  REQUIRE(beir.run("rtk", {"silo.noise=paper"}).code == 0);
  const auto bounds_in = [&](const char* run) {
    return nlohmann::json::parse(
        read_text(beir.folder / run / "summary.json"))["bounds"];
  };
  const auto bounds = bounds_in("rtk");
  CHECK(bounds["answer"]["epsilon_claimed"] == 2);
  CHECK(bounds["answer"]["epsilon"].is_null());
  CHECK(bounds["term"]["counts"] > 0);
  CHECK(bounds["term"]["error"] < bounds["term"]["error_bound"]);
  CHECK(bounds["term"]["rate"] <= bounds["term"]["rate_bound"]);
  CHECK(bounds["cover"]["bound"] > 0.9);  // lists hold all documents
  REQUIRE(
      beir.run("naive", {"silo.retrieval=naive", "silo.noise=sound"}).code ==
      0);
  CHECK(bounds_in("naive")["cover"]["bound"].is_null());
  CHECK(bounds_in("naive")["answer"]["epsilon"] == 2);
}

TEST_CASE("the papers' other plots have files, and change no result") {
  const BeirFolder beir;
  REQUIRE(beir.run("plain").code == 0);
  const Outcome outcome = beir.run(
      "more", {"silo.curve-every=20", "silo.timed-terms=5", "silo.t-sne=yes"});
  REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  for (const char* name :
       {"curves.csv", "curves-p0.svg", "curves-p2.svg", "timing.csv",
        "relevance-tsne.svg", "relevance-exact-tsne.svg"})
    CHECK(std::filesystem::exists(beir.folder / "more" / name));
  for (const char* name : {"summary.json", "parties.csv", "relevance.svg",
                           "relevance-exact.svg", "model-f1-r1.json"})
    CHECK(read_text(beir.folder / "plain" / name) ==
          read_text(beir.folder / "more" / name));
  has(outcome.out, ", ms by rtk ");
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
           {"silo.test-documents=sampled", "silo.test-share=0.5"},
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

TEST_CASE("sampled pairs are a test without retrieval") {
  const BeirFolder beir;
  const Outcome outcome =
      beir.run("out", {"silo.test-documents=sampled", "silo.test-share=0.5"});
  REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  const auto summary = json_of(beir.folder / "out/summary.json");
  CHECK(summary["candidates"]["depth"].is_null());
  CHECK(summary["candidates"]["recall"] == 1);
  const Outcome none = beir.run(
      "none", {"silo.test-documents=sampled", "silo.test-share=0.001"});
  CHECK(none.code == 2);
  has(none.err, "silo.test-share = 0.001: holds out no relevant document");
}

TEST_CASE("sound noise on counts has an account, the full answer has none") {
  const BeirFolder beir;
  REQUIRE(beir.run("out", {"silo.noise=sound", "silo.retrieval=naive"}).code ==
          0);
  const auto sound = json_of(beir.folder / "out/summary.json")["privacy"];
  CHECK(sound["accounted_counts"] > 0);
  CHECK(sound["accounted_counts"] <= sound["claimed_all"].get<double>() + 1e-9);
  // Sums, lengths and training have no noise.
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
  has(outcome.out, ", withheld ");
  const auto summary = json_of(beir.folder / "spent/summary.json");
  CHECK(summary["budget_spent"]);
  CHECK(summary["complete"]);
  CHECK(summary["privacy"]["accounted_counts"] <= 6);
  CHECK(summary["privacy"]["withheld"] > 0);
  has(read_text(beir.folder / "spent/parties.csv"), "releases,withheld,");
  // A grid's report names the points.
  const Outcome grid =
      run_text(beir.folder,
               std::string(kBeirSilo) + "[grid]\nprivacy.budget = 6, 1000000\n",
               "grid", sound);
  CHECK(grid.code == 5);
  has(grid.out, "δ  withheld\n  budget=6 ");
  has(grid.out, "         0\nresults");
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

TEST_CASE("audit attacks a silo's search and prints what succeeds") {
  const BeirFolder beir;
  const std::string file = beir.folder.write("s.ini", kBeirSilo);
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
  // The relay has no key: it can name only terms of texts that it knows.
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

}  // namespace fedltr::silo_study_test
