// `fedltr features`, `search`, and `rank` with models of silos.
#include "app/cli/search/search_commands.hpp"

#include <set>

#include "algorithms/core/rng.hpp"
#include "tests/support/notes.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::search_commands_test {
using namespace fedltr::test;
namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

/// Texts of invented words; a document with both words of a query is relevant.
class Texts {
 public:
  explicit Texts(const TemporaryFolder& folder) {
    Rng rng(7, Purpose::kSynthetic);
    std::string corpus;
    std::string queries;
    std::string qrels = "query-id\tcorpus-id\tscore\n";
    std::vector<std::set<std::string>> held(kDocuments);
    for (int d = 0; d < kDocuments; ++d) {
      std::string text;
      for (int i = 0; i < 12; ++i) {
        const std::string each = word(rng);
        text += each + " ";
        held[d].insert(each);
      }
      corpus += R"({"_id": "d)" + std::to_string(d) + R"(", "title": ")" +
                word(rng) + R"(", "text": ")" + text + "\"}\n";
    }
    for (int q = 0; q < kQueries; ++q) {
      const std::string one = word(rng);
      const std::string other = word(rng);
      const std::string name = "q" + std::to_string(q);
      queries += R"({"_id": ")" + name + R"(", "text": ")" + one + " " + other +
                 "\"}\n";
      for (int d = 0; d < kDocuments; ++d)
        if (held[d].contains(one) && held[d].contains(other))
          qrels += name + "\td" + std::to_string(d) + "\t1\n";
    }
    folder.write("texts/corpus.jsonl", corpus);
    folder.write("texts/queries.jsonl", queries);
    folder.write("texts/qrels/test.tsv", qrels);
  }

 private:
  static constexpr int kDocuments = 60;
  static constexpr int kQueries = 18;

  static std::string word(Rng& rng) {
    static const Words all = {"bavodu", "cemira", "dolqua", "fenzor", "gratux",
                              "hovelm", "jistra", "kulpen", "lomwax", "mirdof"};
    return all[static_cast<std::size_t>(rng.uniform() * 10)];
  }
};

/// A simulation of three silos, and its texts.
struct Trained {
  TemporaryFolder folder;
  Texts texts{folder};
  std::string data = (folder / "texts").string();

  explicit Trained(const std::string& recipe) {
    const Outcome run = run_text(
        folder,
        "[silo]\nparties = 3\nrows = 9\ncolumns = 64\nfrequency-columns = 512\n"
        "top = 8\ncandidates = 20\n[run]\nrankings = yes\n",
        "run", {"data.folder=" + data, "silo.recipe=" + recipe});
    REQUIRE_MESSAGE(run.code == 0, run.err);
  }
  std::string model() const { return (folder / "run").string(); }
  std::string ranking(const std::string& method) const {
    return read_text(folder /
                     ("run/methods/" + method + "/ranking-f1-r1.trec"));
  }
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// Checks that each line of `part` is in `whole`.
void check_part(const std::string& part, const std::string& whole) {
  const auto lines = lines_of(whole);
  const std::set<std::string> all(lines.begin(), lines.end());
  REQUIRE(!part.empty());
  for (const std::string& line : lines_of(part))
    CHECK_MESSAGE(all.contains(line), line);
}

/// Error message of an invalid command line.
std::string refusal(const Words& arguments, int code = 2) {
  const Outcome outcome = fedltr_command(arguments);
  CHECK(outcome.code == code);
  CHECK(outcome.out.empty());
  return outcome.err;
}

}  // namespace

TEST_CASE("features and rank give a run's own rankings, to the bit") {
  for (const char* recipe : {"papers", "listwise"}) {
    CAPTURE(recipe);
    const Trained trained(recipe);
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

TEST_CASE("features come with their names, and nothing is overwritten") {
  const TemporaryFolder folder;
  const Texts texts(folder);
  const std::string data = (folder / "texts").string();
  const std::string out = (folder / "f.letor").string();
  const Words command = {"features", "--data", data, "--out", out};
  const Outcome made = fedltr_command(command);
  CHECK(made.code == 0);
  has(made.out, "16 of ");
  const auto names = lines_of(read_text(out + ".names"));
  CHECK(names.size() == 16);
  CHECK(names.front() == "title-length");
  const std::string rows = read_text(out);
  has(lines_of(rows).front(), " qid:q0 1:1 2:");
  has(lines_of(rows).front(), " # docid = d");
  has(refusal(command), "f.letor.names: exists already");
  fs::remove(out + ".names");
  has(refusal(command), "f.letor: exists already");
  Words forced = command;
  forced.insert(forced.end(), {"--force", "--candidates", "1"});
  CHECK(fedltr_command(forced).code == 0);
  CHECK(lines_of(read_text(out)).size() == 18);
  CHECK(fedltr_command({"features", "--data", data}).out == rows);
}

TEST_CASE("an agreement shows how texts become features before its run") {
  const TemporaryFolder folder;
  const Texts texts(folder);
  const std::string consortium = folder.write(
      "four.ini", "[silo]\nmembers = a, b, c\nrecipe = listwise\n");
  const Outcome made =
      fedltr_command({"features", "--data", (folder / "texts").string(),
                      "--consortium", consortium});
  CHECK_MESSAGE(made.code == 0, made.err);
  has(lines_of(made.out).front(), " 4:");
  CHECK(lines_of(made.out).front().find(" 5:") == std::string::npos);
}

TEST_CASE("search takes words or files of queries, and prints what it finds") {
  const Trained trained("papers");
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
  const Trained trained("papers");
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
      "--split dev: there are no judgements");
  const std::string linear = trained.folder.write(
      "m.json", R"({"model": "linear", "features": 1, "parameters": [1]})");
  has(refusal({"search", "--data", data, "--model", linear, "a"}),
      "expected the model of a party or of a [silo]");
  trained.folder.write("texts/queries.jsonl",
                       R"({"_id": "a b", "text": "bavodu"})");
  has(refusal({"features", "--data", data}, 3), "query 'a b': has a blank");
}

}  // namespace fedltr::search_commands_test
