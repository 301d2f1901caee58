#include "app/cli/data_info.hpp"

#include "tests/support/scenario.hpp"

namespace fedltr::data_info_test {
using namespace fedltr::test;

namespace {

constexpr const char* kLetor =
    "2 qid:1 1:0.5 2:1 # a\n0 qid:1 1:nan 2:1 # b\n0 qid:2 1:4 2:1 # c\n";

nlohmann::json described(const std::vector<std::string>& words) {
  std::vector<std::string> arguments = {"data", "info", "--format", "json"};
  arguments.insert(arguments.end(), words.begin(), words.end());
  const Outcome outcome = fedltr_command(arguments);
  REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  return nlohmann::json::parse(outcome.out)["sets"];
}

}  // namespace

TEST_CASE("a file is described by its counts, as text and as JSON") {
  const TemporaryFolder folder;
  const std::string file = folder.write("a.txt", kLetor);
  const auto sets = described({file});
  REQUIRE(sets.size() == 1);
  CHECK(sets[0]["name"] == file);
  CHECK(sets[0]["queries"] == 2);
  CHECK(sets[0]["irrelevant_queries"] == 1);
  CHECK(sets[0]["documents"] == 3);
  CHECK(sets[0]["shortest_query"] == 1);
  CHECK(sets[0]["longest_query"] == 2);
  CHECK(sets[0]["features"] == 2);
  CHECK(sets[0]["constant_features"] == 1);
  CHECK(sets[0]["least_value"] == 0);
  CHECK(sets[0]["largest_value"] == 4);
  CHECK(sets[0]["zero_values"] == 1);
  CHECK(sets[0]["storage"] == "float64");
  CHECK(sets[0]["bytes"]["float64"] == 6 * 8);
  CHECK(sets[0]["bytes"]["sparse32"] == 5 * 6 + 3 * 8);
  CHECK(sets[0]["rounded_values"] == 0);
  CHECK(sets[0]["grades"] == nlohmann::json::parse(R"({"0": 2, "2": 1})"));
  CHECK(sets[0]["missing_values"] == 1);
  CHECK(sets[0]["large_values"] == 0);
  CHECK(sets[0]["noted_features"].size() == 1);
  CHECK(sets[0]["zero_based"] == false);
  CHECK(sets[0]["caches"].empty());  // the set is too small
  const std::string text = fedltr_command({"data", "info", file}).out;
  has(text, "queries    2 (1 without a relevant document)\n");
  has(text, "documents  3 (1 to 2 per query, mean 1.5)");
  has(text, "features   2 (1 constant), values 0 to 4\n");
  has(text,
      "memory     16.7% of the values are 0; MB by storage: float64 0.0 "
      "(this), float32");
  has(text, "grades     0: 2 (66.7%) 2: 1 (33.3%)\n");
  has(text,
      "  1 missing values (NULL, nan, or named as missing) were read as 0: "
      "feature ");
}

TEST_CASE("rows whose labels do not count are described on request") {
  const TemporaryFolder folder;
  const std::string file =
      folder.write("a.txt", "1330 qid:1 1:1\nqid:1 1:2\n? qid:2 1:3\n");
  has(fedltr_command({"data", "info", file}).err, "'1330' is not a grade");
  const Outcome outcome =
      fedltr_command({"data", "info", file, "--unlabelled"});
  CHECK(outcome.code == 0);
  has(outcome.out, "documents  3 (1 to 2 per query, mean 1.5)");
  has(outcome.out, "queries    2\n");
  CHECK(outcome.out.find("grades") == std::string::npos);
  const auto json = nlohmann::json::parse(
      fedltr_command({"data", "info", file, "--unlabelled", "--format", "json"})
          .out);
  CHECK_FALSE(json["sets"][0].contains("irrelevant_queries"));
  CHECK_FALSE(json["sets"][0].contains("grades"));
  const std::string table = folder.write("t.csv", "qid,x\n1,?\n");
  has(fedltr_command({"data", "info", table, "--unlabelled", "--missing", "?"})
          .out,
      "1 missing values");
}

TEST_CASE("rows that are none are named where labels do not count") {
  const TemporaryFolder folder;
  const auto fault = [&](const std::string& row) {
    return fedltr_command({"data", "info", folder.write("a.txt", row + "\n"),
                           "--unlabelled"})
        .err;
  };
  has(fault("1330 Q0 d 1 0.5 t"), "looks like a TREC run");
  has(fault("1330 0 d 1"), "looks like TREC's judgements");
  has(fault("1330 1:3"), "expected 'qid:<id>' after the label, got '1:3'");
  has(fault("1:0.5 qid:1 1:3"), "label '1:0.5' is not a number");
  has(fault("{\"a\":1 qid:1 1:3"), "the file looks like JSON");
  has(fedltr_command(
          {"data", "info", folder.write("r.txt", "1330 Q0 d 1 0.5 t\n")})
          .err,
      "label '1330' is not a grade, expected an integer 0 to 31; it looks like "
      "a TREC run");
}

TEST_CASE("a click log has its searches, and clicks by position") {
  const TemporaryFolder folder;
  const std::string log =
      folder.write("log.csv",
                   "qid,docno,position,click,user\na,A,1,1,u\na,B,2,0,u\n"
                   "b,C,1,0,v\na,B,1,1,w\na,A,2,1,w\na,D,11,1,w\n");
  const auto read = [&](const std::vector<std::string>& more) {
    std::vector<std::string> all = {"data", "info", log};
    all.insert(all.end(), more.begin(), more.end());
    const Outcome outcome = fedltr_command(all);
    CHECK_MESSAGE(outcome.code == 0, outcome.err);
    return outcome.out;
  };
  const std::string text = read({});
  has(text, "log.csv (click log, clicks)\n");
  has(text, "searches   3 of 2 queries\n");
  has(text, "documents  6 shown (1 to 3 per search)\n");
  has(text, "clicks     4; by position 0.667 0.500\n");
  const std::string rows = folder.write("rows.txt", kLetor);
  const auto json = nlohmann::json::parse(read({rows, "--format", "json"}));
  CHECK(json["sets"].size() == 1);
  REQUIRE(json["logs"].size() == 1);
  const auto& info = json["logs"][0];
  CHECK(info["searches"] == 3);
  CHECK(info["clicks"] == 4);
  CHECK(info["shown_by_position"] == nlohmann::json({3, 2}));
  CHECK(info["clicked_by_position"] == nlohmann::json({2, 1}));
  const std::string events = folder.write(
      "events.json",
      R"({"action_name": "impression", "query_id": "q", "event_attributes": )"
      R"({"object": {"object_id": "d"}, "position": {"ordinal": 1}}})");
  has(fedltr_command({"data", "info", events}).out, "(click log, ubi)\n");
  const std::string empty = folder.write("e.csv", "qid,docno,position,click\n");
  const Outcome refused = fedltr_command({"data", "info", empty});
  CHECK(refused.code == 3);
  has(refused.err, "e.csv: has no searches");
}

TEST_CASE("options of rows are refused for click logs alone") {
  const TemporaryFolder folder;
  const std::string log =
      folder.write("log.csv", "qid,docno,position,click\nq,a,1,1\n");
  const std::string rows = folder.write("rows.txt", "1 qid:1 1:1\n");
  for (const std::vector<std::string>& option :
       {std::vector<std::string>{"--unlabelled"},
        {"--merge"},
        {"--missing", "?"},
        {"--missing-as", "1"}}) {
    std::vector<std::string> arguments = {"data", "info", log};
    arguments.insert(arguments.end(), option.begin(), option.end());
    const Outcome refused = fedltr_command(arguments);
    CHECK(refused.code == 2);
    has(refused.err, option[0] + ": needs rows; click logs have neither");
    arguments.push_back(rows);
    CHECK(fedltr_command(arguments).code == 0);
  }
}

TEST_CASE("a folder stands for its files") {
  const TemporaryFolder folder;
  const std::string a = folder.write("d/a.txt", kLetor);
  const std::string b = folder.write("d/b.txt", kLetor);
  const auto sets = described({(folder / "d").string()});
  REQUIRE(sets.size() == 2);
  CHECK(sets[0]["name"] == a);
  CHECK(sets[1]["name"] == b);
}

TEST_CASE("a scenario has two sets a fold, and its notes once") {
  const TemporaryFolder folder;
  const std::string file = folder.write(
      "s.ini", "[synthetic]\nlike = custom\nqueries = 30\ndocuments = 5\n");
  const auto sets = described({file, "--set", "data.fold=all"});
  REQUIRE(sets.size() == 10);
  CHECK(sets[0]["name"] == "fold 1, training");
  CHECK_FALSE(sets[0].contains("zero_based"));
  CHECK(sets[9]["name"] == "fold 5, evaluation");
  CHECK(sets[9]["zero_based"] == false);
}

TEST_CASE("losses by rounding to float32 are reported") {
  const TemporaryFolder folder;
  const std::string file = folder.write("a.txt", "1 qid:1 1:0.1 2:0.5\n");
  const std::string scenario = folder.write(
      "s.ini", "[data]\ntrain = a.txt\n[evaluation]\non = train\n");
  const std::vector<std::string> words = {"data", "info", scenario, "--set",
                                          "data.storage=sparse32"};
  const std::string text = fedltr_command(words).out;
  has(text, "sparse32 0.0 (this)\n");
  has(text, "  1 values are rounded, by at most 1.5e-08 of what they were\n");
  const auto sets = described({words.begin() + 2, words.end()});
  CHECK(sets[0]["storage"] == "sparse32");
  CHECK(sets[1]["rounded_values"] == 1);
  CHECK(sets[1]["largest_rounding"].get<double>() ==
        doctest::Approx((0.1F - 0.1) / 0.1));
}

TEST_CASE("JSON is not of splits, and settings are of scenarios") {
  const TemporaryFolder folder;
  const std::string file = folder.write("a.txt", kLetor);
  const Outcome split =
      fedltr_command({"data", "info", "s.ini", "--split", "--format", "json"});
  CHECK(split.code == 2);
  has(split.err, "be used with --split");
  has(fedltr_command({"data", "info", file, "--set", "run.seed=1"}).err,
      "--set needs a scenario file");
}

TEST_CASE("a split's CSV file has as many columns in each row") {
  const TemporaryFolder folder;
  const std::string scenario = folder.write(
      "s.ini",
      "[grid]\nsynthetic.like = mq2008, mslr\n[synthetic]\nqueries = 10\n"
      "[federation]\nclients = 2\n");
  const std::string csv = (folder / "s.csv").string();
  const std::vector<std::string> split = {"data",    "info",  scenario,
                                          "--split", "--out", csv};
  REQUIRE(fedltr_command(split).code == 0);
  const std::string text = read_text(csv);
  CHECK(text.starts_with(
      "point,fold,client,queries,documents,interactions,overlap,disputed,"
      "divergence,label_0,label_1,label_2,label_3,label_4\n"));
  std::istringstream lines(text);
  std::size_t rows = 0;
  for (std::string line; std::getline(lines, line); ++rows)
    CHECK_MESSAGE(std::ranges::count(line, ',') == 13, line);
  CHECK(rows == 5);
  // Files are not replaced without --force, and no argument is ignored.
  has(fedltr_command(split).err, "exists already; give --force");
  auto again = split;
  again.emplace_back("--force");
  CHECK(fedltr_command(again).code == 0);
  again.push_back(scenario);
  has(fedltr_command(again).err, "--split takes one scenario");
  has(fedltr_command({"data", "info", scenario, "--merge"}).err,
      "in a scenario, set data.merge");
}

}  // namespace fedltr::data_info_test
