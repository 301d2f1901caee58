// `fedltr search`, and `rank` with models of silos.
#include <set>

#include "app/cli/search/search_commands.hpp"
#include "tests/app/cli/search/search_support.hpp"
#include "tests/support/notes.hpp"

namespace fedltr::search_command_test {
using namespace fedltr::test;

namespace {

/// Checks that each line of `part` is in `whole`.
void check_part(const std::string& part, const std::string& whole) {
  const auto lines = lines_of(whole);
  const std::set<std::string> all(lines.begin(), lines.end());
  REQUIRE(!part.empty());
  for (const std::string& line : lines_of(part))
    CHECK_MESSAGE(all.contains(line), line);
}

}  // namespace

TEST_CASE("features and rank give a run's own rankings, to the bit") {
  for (const char* recipe : {"papers", "listwise"}) {
    CAPTURE(recipe);
    const TrainedSilos trained(recipe);
    const std::string out = (trained.folder / "f.letor").string();
    const Outcome made =
        fedltr_command({"features", "--data", trained.data, "--model",
                        trained.model(), "--out", out});
    REQUIRE_MESSAGE(made.code == 0, made.err);
    for (const char* method : {"global", "cs-f-ltr"}) {
      const Outcome ranked = fedltr_command(
          {"rank", trained.model(), out, "--method", method, "--run"});
      REQUIRE_MESSAGE(ranked.code == 0, ranked.err);
      check_part(trained.ranking(method), ranked.out);
      const Outcome found = fedltr_command(
          {"search", "--data", trained.data, "--model", trained.model(),
           "--method", method, "--format", "trec", "--depth", "99"});
      CHECK(found.out == ranked.out);
    }
    const Outcome evaluated =
        fedltr_command({"eval", trained.model(), out, "--metric", "ndcg@10"});
    CHECK_MESSAGE(evaluated.code == 0, evaluated.err);
    has(evaluated.out, "ndcg@10");
  }
}

TEST_CASE("search takes words or files of queries, and prints what it finds") {
  const TrainedSilos trained("papers");
  const Words base = {"search", "--data", trained.data, "--model",
                      trained.model()};
  const auto with = [&](const Words& more) {
    Words all = base;
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  const Outcome words =
      fedltr_command(with({"bavodu", "cemira", "--depth", "2"}));
  REQUIRE_MESSAGE(words.code == 0, words.err);
  const auto rows = lines_of(words.out);
  REQUIRE(rows.size() == 3);
  CHECK(rows[0] == "query\trank\tmember\tdocument\tscore");
  CHECK(rows[1].starts_with("query\t1\t\td"));
  CHECK(rows[2].starts_with("query\t2\t\td"));
  const std::string file =
      trained.folder.write("q.tsv", "a\tbavodu cemira\nb\tunheard\n");
  const Notes notes;
  const Outcome queries = fedltr_command(
      with({"--queries", file, "--depth", "1", "--format", "ndjson"}));
  REQUIRE(lines_of(queries.out).size() == 1);
  const auto line = nlohmann::json::parse(queries.out);
  CHECK(line["qid"] == "a");
  CHECK(rows[1].find("\t" + std::string(line["ranking"][0]["document"]) +
                     "\t") != std::string::npos);
  has(notes.text(), "1 queries match no document");
}

TEST_CASE("unusable options of search and features are refused in a line") {
  const TrainedSilos trained("papers");
  const std::string& data = trained.data;
  has(refusal({"search", "--data", data}),
      "expected --model, or --method with one of bm25-title, bm25-body, bm25");
  has(refusal({"features"}), "expected --data FOLDER");
  has(refusal({"features", "--data", data, "--model", trained.model(),
               "--consortium", "x"}),
      "--model and --consortium: give only one of them");
  has(refusal({"search", "--data", data, "--model", trained.model(), "a",
               "--queries", "q"}),
      "--queries or words of a query: give only one of them");
  has(refusal({"search", "--data", data, "--model", trained.model(), "a",
               "--format", "xml"}),
      "--format xml");
  has(refusal({"search", "--data", data, "--model", trained.model(), "a",
               "--method", "local"}),
      "each of the 3 parties has a model of its own; give --party, from 1");
  has(refusal({"features", "--data", data + "/none"}, 3), "none: is no folder");
  has(refusal({"features", "--data", data, "--split", "dev"}, 3),
      "qrels: holds qrels of test; expected one of them, got dev");
  const std::string linear = trained.folder.write(
      "m.json", R"({"model": "linear", "features": 1, "parameters": [1]})");
  has(refusal({"search", "--data", data, "--model", linear, "a"}),
      "expected the model of a party or of a [silo]");
  trained.folder.write("texts/queries.jsonl",
                       R"({"_id": "a b", "text": "bavodu"})");
  has(refusal({"features", "--data", data}, 3),
      data + ": query 'a b': has a blank");
}

}  // namespace fedltr::search_command_test
