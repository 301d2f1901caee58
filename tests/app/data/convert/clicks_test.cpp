// Click logs and UBI events through the command line.
#include "app/data/convert/click_log.hpp"
#include "tests/app/data/convert/convert_support.hpp"

namespace fedltr::clicks_test {
using namespace fedltr::test;

namespace {

constexpr const char* kLog =
    "qid,docno,position,click,user,timestamp\n"
    "shoes,b,2,1,ann,10\nshoes,a,1,0,ann,10\nhats,c,1,0,bob,5\n"
    "shoes,a,1,1,bob,30\nshoes,z,2,0,bob,30\n";
constexpr const char* kFeatures =
    "3 qid:hats 1:9 # docid = c\n0 qid:ties 1:8 # docid = d\n"
    "0 qid:shoes 1:1 2:5 # docid = a\n4 qid:shoes 1:2 # docid = b\n"
    "1 qid:shoes 1:3 # docid = never-shown\n";

std::string event(const std::string& action, const std::string& query,
                  const std::string& document, const std::string& position,
                  const std::string& client, const std::string& time) {
  return R"({"action_name":")" + action + R"(","query_id":")" + query +
         R"(","client_id":")" + client + R"(","timestamp":")" + time +
         R"(","event_attributes":{"object":{"object_id":)" + document +
         R"(},"position":{"ordinal":)" + position + "}}}\n";
}

}  // namespace

TEST_CASE("each search of a log is a query whose labels are its clicks") {
  const Conversion files;
  const std::string log = files.folder.write("log.csv", kLog);
  const std::string features = files.folder.write("letor.txt", kFeatures);
  const std::string users = (files.folder / "users.csv").string();
  CHECK(files.text({log, "--features", features, "--write-users", users}) ==
        "0 qid:hats 1:9 # docid = c\n"
        "0 qid:shoes 1:1 2:5 # docid = a\n1 qid:shoes 1:2 # docid = b\n"
        "1 qid:shoes.2 1:1 2:5 # docid = a\n");
  CHECK(read_text(users) ==
        "qid,user,timestamp\nshoes,ann,10\nhats,bob,5\nshoes.2,bob,30\n");
  const Outcome told = files.convert({log, "--features", features, "--force"});
  has(told.out, "  searches   3, clicks 2\n");
  has(told.out, "  1 shown documents have no features and were left out\n");
}

TEST_CASE("UBI's events become the same table") {
  const Conversion files;
  const std::string events = files.folder.write(
      "ubi.jsonl",
      event("impression", "q1", "\"b\"", "2", "ann", "2026-01-01T10:00:00Z") +
          event("impression", "q1", "7", "1", "ann", "2026-01-01T10:00:00Z") +
          event("click", "q1", "\"b\"", "2", "ann", "2026-01-01T10:00:09Z") +
          "\n" +
          event("impression", "q2", "\"c, d\"", "1", "bob", "2026-01-02") +
          event("purchase", "q2", "\"c, d\"", "1", "bob", "2026-01-02") +
          event("click", "q2", "\"e\"", "0", "bob", "2026-01-02") +
          R"({"action_name":"click","timestamp":"2026-01-02"})"
          "\n");
  const std::string table =
      "qid,docno,position,click,user,timestamp\n"
      "q1,7,1,0,ann,2026-01-01T10:00:00Z\nq1,b,2,1,ann,2026-01-01T10:00:00Z\n"
      "q2,\"c, d\",1,0,bob,2026-01-02\n";
  CHECK(files.text({events, "--to", "clicks"}) == table);
  const Outcome told = files.convert({events, "--to", "clicks", "--force"});
  has(told.out, "1 events were neither impressions nor clicks");
  has(told.out, "2 events named no query, document or position");
  const std::string again = files.folder.write("again.csv", table);
  CHECK(files.text({again, "--to", "clicks"}) == table);
}

TEST_CASE("a log without users is a log") {
  const Conversion files;
  const std::string text = "qid,docno,position,click\nq,a,1,1\n";
  const std::string log = files.folder.write("log.csv", text);
  CHECK(files.text({log, "--to", "clicks"}) == text);
  const std::string features =
      files.folder.write("f.txt", "0 qid:q 1:1 # docid = a\n");
  CHECK(files.text({log, "--features", features}) ==
        "1 qid:q 1:1 # docid = a\n");
  has(files.fault({log, "--features", features, "--write-users",
                   (files.folder / "u.csv").string()}),
      "search 'q' of the log has no user or no time");
  CHECK_FALSE(std::filesystem::exists(files.folder / "u.csv"));
}

TEST_CASE("faults of a log name line and value") {
  const Conversion files;
  const std::string head = "qid,docno,position,click,user,timestamp\n";
  const auto fault = [&](const std::string& text) {
    return files.fault({files.folder.write("log.csv", text), "--from", "clicks",
                        "--to", "clicks"});
  };
  has(fault("qid,docno,position\n"),
      "log.csv:1: the first line names no column click; expected qid,docno,");
  has(fault("qid,docno,position,click,user\n"),
      "log.csv:1: expected both user and timestamp, or neither");
  has(fault(head + "q,a,1,1,u\n"), "log.csv:2: 5 values, but the first line");
  has(fault(head + "q,a,0,1,u,1\n"), "log.csv:2: position '0': expected a");
  has(fault(head + "q,a,1,2,u,1\n"), "log.csv:2: click '2': expected 0 or 1");
  has(fault(head + "q,,1,1,u,1\n"), "log.csv:2: an empty docno");
  has(fault(head + "q,a,1,1,u,1\nq,a,2,0,u,1\n"),
      "log.csv:3: document 'a' occurs twice in a search");
  has(fault(head), "log.csv: has no searches");
  const auto bad_event = [&](const std::string& text) {
    return files.fault({files.folder.write("e.json", text), "--from", "ubi",
                        "--to", "clicks"});
  };
  has(bad_event("{\"action_name\":\n"), "e.json:1: expected an event of UBI");
  has(bad_event("\n[1]\n"), "e.json:2: expected an event of UBI");
}

TEST_CASE("features that can't be looked up are refused") {
  const Conversion files;
  const std::string log = files.folder.write("log.csv", kLog);
  const auto fault = [&](const std::string& features) {
    return files.fault(
        {log, "--features", files.folder.write("f.txt", features)});
  };
  has(fault("0 qid:shoes 1:1\n"), "f.txt:1: a row without a document name");
  has(fault("0 qid:shoes 1:1 # docid = a\n0 qid:shoes 1:1 # docid = a\n"),
      "f.txt:2: document 'a' occurs twice in its query");
  has(fault("0 qid:shoes 1:1 # docid = a\n0 qid:hats 1:1 # docid = c\n"
            "0 qid:shoes 1:1 # docid = b\n"),
      "f.txt:3: query 'shoes' recurs after other queries");
  has(fault("0 qid:ties 1:1 # docid = a\n"), "log.csv: holds no document");
  has(files.fault({log}, 2), "--from clicks --to letor needs --features FILE");
  has(files.fault({files.folder.write("l.txt", kFeatures), "--to", "clicks"},
                  2),
      "--to clicks takes a click log, which --from letor is not");
}

TEST_CASE("clients of a log train on the clicks they made") {
  const Conversion files;
  std::string log = "qid,docno,position,click,user,timestamp\n";
  std::string features;
  for (int query = 0; query < 12; ++query)
    for (int document = 0; document < 6; ++document) {
      const std::string names =
          "q" + std::to_string(query) + ",d" + std::to_string(document);
      log += names + "," + std::to_string(document + 1) + "," +
             (document == query % 6 ? "1" : "0") + ",u" +
             std::to_string(query % 3) + "," + std::to_string(query) + "\n";
      features += "0 qid:q" + std::to_string(query) +
                  " 1:" + (document == query % 6 ? "1" : "0.2") + " 2:0." +
                  std::to_string(document) + " # docid = d" +
                  std::to_string(document) + "\n";
    }
  const std::string users = (files.folder / "users.csv").string();
  files.text({files.folder.write("log.csv", log), "--features",
              files.folder.write("f.txt", features), "--write-users", users});
  const Outcome outcome =
      run_text(files.folder,
               "[data]\ntrain = out.txt\nusers = users.csv\n"
               "[evaluation]\non = train\nmetrics = mrr\n"
               "[clicks]\nmodel = perfect\n[federation]\n"
               "clients = 3\nrounds = 60\ninteractions = 2\n"
               "[heterogeneity]\nkind = by-user\n",
               "run", {});
  REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  const auto rounds = read_text(files.folder / "run" / "rounds.csv");
  CHECK(last_metric(rounds) == 1);
  CHECK(first_metric(rounds) < 0.6);
}

}  // namespace fedltr::clicks_test
