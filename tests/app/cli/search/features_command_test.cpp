// `fedltr features`.
#include "app/cli/search/search_commands.hpp"
#include "tests/app/cli/search/search_support.hpp"
#include "tests/support/notes.hpp"

namespace fedltr::features_command_test {
using namespace fedltr::test;
namespace fs = std::filesystem;

TEST_CASE("features come with their names, and nothing is overwritten") {
  const TemporaryFolder folder;
  const Texts texts(folder);
  const std::string data = (folder / "texts").string();
  const std::string out = (folder / "f.letor").string();
  const Words command = {"features", "--data", data, "--out", out};
  const Outcome made = fedltr_command(command);
  CHECK(made.code == 0);
  has(made.out, "with 16 features");
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

TEST_CASE("a folder without judgements has labels of 0, and a note") {
  const TemporaryFolder folder;
  const Texts texts(folder);
  const std::string data = (folder / "texts").string();
  fs::remove_all(folder / "texts/qrels");
  const Notes notes;
  const Outcome made = fedltr_command({"features", "--data", data});
  REQUIRE_MESSAGE(made.code == 0, made.err);
  has(notes.text(), "no judgements, so all labels are 0");
  for (const std::string& line : lines_of(made.out))
    CHECK(line.starts_with("0 qid:q"));
  has(refusal({"features", "--data", data, "--split", "test"}, 3),
      "--split test: there are no judgements");
}

TEST_CASE("queries of a file replace the folder's, and are counted") {
  const TemporaryFolder folder;
  const Texts texts(folder);
  const std::string queries =
      folder.write("q.jsonl",
                   "{\"_id\": \"one\", \"text\": \"bavodu\"}\n"
                   "{\"_id\": \"two\", \"text\": \"unheard\"}\n");
  const Notes notes;
  const std::string out = (folder / "f.letor").string();
  const Outcome made =
      fedltr_command({"features", "--data", (folder / "texts").string(),
                      "--queries", queries, "--candidates", "3", "--out", out});
  REQUIRE_MESSAGE(made.code == 0, made.err);
  CHECK(made.out ==
        "candidates  3 of 1 queries, with 16 features\nwritten     " + out +
            ", " + out + ".names\n");
  for (const std::string& line : lines_of(read_text(out)))
    has(line, " qid:one ");
  CHECK(lines_of(read_text(out)).size() == 3);
  has(notes.text(), "1 queries match no document and have no rows");
}

TEST_CASE("features are not written over the texts that they are of") {
  const TemporaryFolder folder;
  const Texts texts(folder);
  const std::string data = (folder / "texts").string();
  const std::string before = read_text(folder / "texts/corpus.jsonl");
  refusal(
      {"features", "--data", data, "--force", "--out", data + "/corpus.jsonl"});
  CHECK(read_text(folder / "texts/corpus.jsonl") == before);
  has(refusal({"features", "--data", data, "--candidates", "-1"}),
      "--candidates -1: expected an integer 0 to ");
}

}  // namespace fedltr::features_command_test
