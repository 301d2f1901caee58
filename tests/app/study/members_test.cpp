#include "tests/support/scenario.hpp"

namespace fedltr::members_test {
using namespace fedltr::test;

namespace {

constexpr const char* kSilo = R"(
[data]
folder = data
[silo]
members = a, b, c
rows = 9
columns = 64
frequency-columns = 512
epsilon = 2
top = 6
local-iterations = 30
joint-iterations = 30
)";

constexpr const char* kWords[] = {"wing",  "flow",  "heat", "shock",
                                  "layer", "plate", "cone"};

/// A member's folder: document i is about word i, each query about one word.
/// @param turned  the words come in another order
void write_member(const TemporaryFolder& folder, const std::string& name,
                  int turned, const std::string& highest = "2") {
  std::string corpus;
  std::string queries;
  std::string qrels = "query-id\tcorpus-id\tscore\n";
  for (int i = 0; i < 35; ++i) {
    std::string body;
    for (int k = 0; k < 8; ++k)
      body += std::string(kWords[(i * k + turned) % 7]) + " ";
    corpus += R"({"_id": "d)" + std::to_string(i) + R"(", "title": ")" +
              kWords[i % 7] + R"(", "text": ")" + body + kWords[i % 7] +
              "\"}\n";
  }
  for (int j = 0; j < 14; ++j) {
    queries += R"({"_id": "q)" + std::to_string(j) + R"(", "text": ")" +
               kWords[(j + turned) % 7] + "\"}\n";
    for (int i = (j + turned) % 7; i < 35; i += 7)
      qrels += "q" + std::to_string(j) + "\td" + std::to_string(i) + "\t" +
               (i < 14 ? highest : "1") + "\n";
  }
  const std::string to = "data/" + name + "/";
  folder.write(to + "corpus.jsonl", corpus);
  folder.write(to + "queries.jsonl", queries);
  folder.write(to + "qrels/test.tsv", qrels);
}

struct Members {
  TemporaryFolder folder;
  Members() {
    write_member(folder, "a", 0);
    write_member(folder, "b", 2);
    write_member(folder, "c", 5);
  }
  Outcome run(const std::string& out,
              const std::vector<std::string>& settings = {},
              const std::string& threads = "2") const {
    return run_text(folder, kSilo, out, settings, threads);
  }
};

}  // namespace

TEST_CASE("members read a folder each, with names of their own") {
  const Members members;
  const Outcome outcome = members.run("out");
  REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  const auto model = json_of(members.folder / "out/model-f1-r1.json");
  CHECK(model["grades"] == 3);
  CHECK(model["statistics"]["documents"] == 105);
  REQUIRE(model["parties"]["cs-f-ltr"].size() == 3);
  CHECK(model["parties"]["local"][0] != model["parties"]["local"][1]);
  REQUIRE(members.run("one", {}, "1").code == 0);
  CHECK(read_text(members.folder / "one/model-f1-r1.json") ==
        read_text(members.folder / "out/model-f1-r1.json"));
}

TEST_CASE("members that make no consortium are refused") {
  const Members members;
  CHECK(members.run("x", {"silo.members=a, b"}).code == 2);
  CHECK(members.run("x", {"silo.members=a, b, b"}).code == 2);
  CHECK(members.run("x", {"silo.members=a, b, ../c"}).code == 2);
  CHECK(members.run("x", {"silo.members=a, b, d"}).code == 3);
  CHECK(members.run("x", {"silo.split=topic"}).code == 2);
  const Outcome elsewhere = members.run("x", {"data.folder="});
  CHECK(elsewhere.code == 2);
  CHECK(has(elsewhere.err, "fedltr party"));
  write_member(members.folder, "b", 2, "5");
  const Outcome high = members.run("x");
  CHECK(high.code == 3);
  CHECK(has(high.err, "has grade 5, and silo.grades = 3 allows 0 to 2"));
  CHECK(members.run("x", {"silo.grades=6"}).code == 0);
}

TEST_CASE("members' own rows add rankers and change nothing else") {
  const Members members;
  CHECK(members.run("without", {}).code == 0);
  CHECK(members.run("none", {"data.own-rows=engine.letor"}).code == 3);
  std::string rows;
  for (int q = 0; q < 14; ++q)
    for (int d = 0; d < 35; ++d)
      rows += "0 qid:q" + std::to_string(q) +
              " 1:" + std::to_string((d + q) % 5) + " # docid = d" +
              std::to_string(d) + "\n";
  members.folder.write("data/b/engine.letor", rows);
  const auto outcome = members.run("with", {"data.own-rows=engine.letor"});
  CHECK(outcome.code == 0);
  const auto json = [&](const char* run) {
    return nlohmann::json::parse(
        read_text(members.folder / run / "summary.json"));
  };
  const auto before = json("without");
  const auto after = json("with");
  CHECK(after["methods"].size() == before["methods"].size() + 2);
  for (const auto& [method, result] : before["methods"].items())
    CHECK(after["methods"][method] == result);
  CHECK(after["methods"].contains("own-rows"));
  CHECK(after["methods"].contains("own-rows+cs-f-ltr"));
  CHECK(before["gain_of_joining"]["method"] == "cs-f-ltr");
  CHECK(after["gain_of_joining"]["method"] == "own-rows+cs-f-ltr");
  CHECK(members
            .run("sampled",
                 {"data.own-rows=engine.letor", "silo.test-documents=sampled"})
            .code == 2);
  members.folder.write("data/b/engine.letor", "0 qid:q1 1:2 # docid = d99\n");
  has(members.run("unknown", {"data.own-rows=engine.letor"}).err,
      "no row is of an own document: those in the file are 'd99'");
}

}  // namespace fedltr::members_test
