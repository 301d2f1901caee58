// The files of AOL4FOLTR, in small: from the published files to a run by user.
#include "tests/app/data/convert/convert_support.hpp"

namespace fedltr::users_test {
using namespace fedltr::test;

namespace {

constexpr int kSearches = 40;

/// User 7 has every second search, 8 every fourth, others one or two.
std::string user_of(int search) {
  if (search % 2 == 0) return "7";
  return search % 4 == 1 ? "8" : std::to_string(100 + search / 8);
}

/// Later searches have smaller qids.
std::string metadata() {
  std::string text =
      "qid,user_id,timestamp,query,target_doc_id,candidate_doc_ids\n";
  for (int i = 0; i < kSearches; ++i)
    text += std::to_string(i) + "," + user_of(i) + ",2006-03-" +
            std::to_string(70 - i) +
            " 00:01:03,\"to be, or \"\"not\"\"\",b,\"{'b', 'a', 'c'}\"\n";
  return text;
}

std::string letor() {
  std::string text;
  for (int i = 0; i < kSearches; ++i)
    for (int document = 0; document < 4; ++document)
      text += std::string(document == i % 4 ? "1" : "0") +
              " qid:" + std::to_string(i) +
              " 1:" + (document == i % 4 ? "3" : "1") + " 2:0." +
              std::to_string(document) + "\n";
  return text;
}

}  // namespace

TEST_CASE("clients are the most active users, tested on what they asked last") {
  const Conversion files;
  const std::string all = files.folder.write("letor.txt", letor());
  const std::string users = files.folder.write("metadata.csv", metadata());
  const auto convert_part = [&](const std::string& from, const std::string& to,
                                const std::vector<std::string>& part) {
    std::vector<std::string> arguments = {from,
                                          "--of-users",
                                          users,
                                          "--most-active",
                                          "2",
                                          "--out",
                                          (files.folder / to).string()};
    arguments.insert(arguments.end(), part.begin(), part.end());
    const Outcome outcome = convert_files(arguments);
    REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
    return outcome.out;
  };
  has(convert_part(all, "few.txt", {}), "  queries    30\n");
  const std::string few = (files.folder / "few.txt").string();
  has(convert_part(few, "train.txt", {"--earliest", "80"}), "queries    24\n");
  has(convert_part(few, "test.txt", {"--latest", "20"}), "queries    6\n");
  // The latest searches have the smallest numbers.
  CHECK(read_text(files.folder / "test.txt").starts_with("1 qid:0 "));
  CHECK(read_text(files.folder / "train.txt").find("qid:5 ") ==
        std::string::npos);
  const std::string scenario =
      "[data]\ntrain = train.txt\ntest = test.txt\nusers = metadata.csv\n"
      "normalize = query-minmax\n[federation]\nclients = 2\nrounds = 40\n"
      "[heterogeneity]\nkind = by-user\n[clicks]\nmodel = perfect\n"
      "[evaluation]\nmetrics = mrr\n";
  const Outcome run = run_text(files.folder, scenario, "run", {});
  REQUIRE_MESSAGE(run.code == 0, run.err);
  CHECK(last_metric(read_text(files.folder / "run" / "rounds.csv")) == 1);
  const Outcome many =
      run_text(files.folder, scenario, "many", {"federation.clients=3"});
  CHECK(many.code == 2);
  has(many.err, "is more than the 2 users with queries of fold 1");
  const auto others = [&](int first, int last) {
    std::string rows = "qid,user,timestamp\n";
    for (int i = first; i < last; ++i)
      rows += "x" + std::to_string(i) + ",u,1\n";
    return rows;
  };
  files.folder.write("metadata.csv", others(0, 4));
  const Outcome none = run_text(files.folder, scenario, "none", {});
  CHECK(none.code == 3);
  has(none.err,
      "metadata.csv: none of the log's 4 queries has rows in the "
      "training set of fold 1, where queries are '");
  has(none.err, "'; the log's are 'x0', 'x1', 'x2'\n");
}

}  // namespace fedltr::users_test
