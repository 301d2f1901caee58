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
  has(told.out,
      "  with rows  3 of 3 searches, 2 of 2 queries, 4 of 5 shown documents, "
      "2 of 2 clicks\n"
      "  no rows of shown documents such as 'z'\n");
  has(told.out, "  positions  from 1, where 3 of 3 searches begin\n");
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
          event("click", "q2", "\"e\"", "-1", "bob", "2026-01-02") +
          R"({"action_name":"click","timestamp":"2026-01-02"})"
          "\n");
  const std::string table =
      "qid,docno,position,click,user,timestamp\n"
      "q1,7,1,0,ann,2026-01-01T10:00:00Z\nq1,b,2,1,ann,2026-01-01T10:00:00Z\n"
      "q2,\"c, d\",1,0,bob,2026-01-02\n";
  CHECK(files.text({events, "--to", "clicks"}) == table);
  const Outcome told = files.convert({events, "--to", "clicks", "--force"});
  has(told.out,
      "  actions    'impression' 3 shown, 'click' 3 clicked, 'purchase' 1 "
      "ignored\n");
  has(told.out, "1 events named no query, and were left out");
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
      "log.csv:2: a search of query 'q' has no time, as a file of users needs; "
      "--timestamp names another column of it");
  CHECK_FALSE(std::filesystem::exists(files.folder / "u.csv"));
}

TEST_CASE("a fault in the time of a search of UBI names its record") {
  const Conversion files;
  const auto fault = [&](const std::string& event_time,
                         const std::string& query_time) {
    const std::string event = files.folder.write(
        "ev.ndjson",
        R"({"action_name": "click", "query_id": "q", "timestamp": ")" +
            event_time +
            R"(", "event_attributes": {"object": {"object_id": "a"}, )"
            R"("position": {"ordinal": 1}}})"
            "\n");
    const std::string query = files.folder.write(
        "qu.ndjson", R"({"query_id": "q", "user_query": "x", "timestamp": ")" +
                         query_time + "\"}\n");
    return files.fault({event, query, "--from", "ubi", "--to", "clicks",
                        "--write-users", (files.folder / "u.csv").string()});
  };
  has(fault("2026-01-31T09:06:00Z", "31.01.2026 09:06"),
      "qu.ndjson:1: a search of query 'q'");
  has(fault("31.01.2026 09:06", ""), "ev.ndjson:1: a search of query 'q'");
  const std::string none = fault("", "");
  has(none, "ev.ndjson:1: a search of query 'q' has no time");
  CHECK(none.find("--timestamp") == std::string::npos);
}

TEST_CASE("a file of users is written only with times that runs read") {
  const Conversion files;
  const auto fault = [&](const std::string& first, const std::string& second) {
    return files.fault(
        {files.folder.write(
             "log.csv", "qid,docno,position,click,user,timestamp\nq,a,1,1,u," +
                            first + "\np,a,1,0,u," + second + "\n"),
         "--to", "clicks", "--write-users", (files.folder / "u.csv").string()});
  };
  has(fault("2026-01-31 09:05", "31.01.2026 09:06"),
      "log.csv:3: a search of query 'p' by user 'u': timestamp '31.01.2026 "
      "09:06': expected a number, "
      "or "
      "year, month and day, as 2026-01-31 09:05:00, as a file of users needs");
  has(fault("17", "2026-01-31"),
      "a search of query 'p' by user 'u': timestamps are numbers in some lines "
      "and text in others");
  has(fault("2026-01-31T09:05Z", "2026-01-31T09:05+01:00"),
      "expected one zone for all times, such as UTC; above it is 'Z'");
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
      "log.csv:1: the first line names no column 'click'; fedltr data convert "
      "--to clicks --click NAME names another; expected "
      "qid,docno,position,click[,user,timestamp,propensity,searches]");
  for (const char* const json : {"{\"query_id\": \"q\"}\n", " \n[{}]"})
    has(fault(json),
        "log.csv: is JSON, expected a table; of UBI or TripClick, fedltr data "
        "convert --to clicks makes one");
  has(fault(head + "q,a,1,1,u\n"), "log.csv:2: 5 values, but the first line");
  has(fault(head + "q,a,-1,1,u,1\n"), "log.csv:2: position '-1': expected a");
  has(fault(head + "q,a,1,maybe,u,1\n"),
      "log.csv:2: click 'maybe': expected a number of clicks, true or false");
  has(fault(head + "q,,1,1,u,1\n"),
      "log.csv:2: an empty docno; data convert --document NAME takes another");
  has(fault(head + "q,a,1,1,u,1\nq,a,2,0,u,1\n"),
      "log.csv:3: document 'a' occurs twice in a search, that is in rows of "
      "one query, user and time; if times are rounded, rename their column");
  has(fault(head), "log.csv: has no searches");
  const auto bad_event = [&](const std::string& text) {
    return files.fault({files.folder.write("e.json", text), "--from", "ubi",
                        "--to", "clicks"});
  };
  has(bad_event("{\"action_name\":\n"),
      "e.json:1: expected an event or a query of UBI");
  has(bad_event("\n[1]\n"), "e.json:2: expected an event or a query of UBI");
}

TEST_CASE("the report on a log counts what was merged and renamed") {
  const Conversion files;
  const auto told = [&](const std::string& rows) {
    return files
        .convert({files.folder.write("log.csv",
                                     "qid,docno,position,click,user\n" + rows),
                  "--to", "clicks", "--force"})
        .out;
  };
  has(told("q,a,0,0,u\nq,b,1,2,u\np,a,1,0,u\n"),
      "  positions  from 0, where 1 of 2 searches begin\n"
      "  1 documents have several clicks, which count as one\n");
  has(told("q,a,1,0,u\nq,a,1,0,u\n"), "  1 searches without time begin");
  has(told("red shoes,a,1,0,u\n"), "  1 queries are of several words");
}

TEST_CASE("marks of missing values hold for the features of a log") {
  const Conversion files;
  const std::string log = files.folder.write(
      "m.csv", "\nqid;docno;position;click\nq;a;1;1\nq;b;2;0\n");
  const std::string rows = files.folder.write(
      "f.txt", "0 qid:q 1:-1 # docid = a\n0 qid:q 1:NULL # docid = b\n");
  CHECK(files.text({log, "--features", rows, "--missing", "-1", "--missing-as",
                    "0.5"}) ==
        "1 qid:q 1:0.5 # docid = a\n0 qid:q 1:0.5 # docid = b\n");
}

TEST_CASE("a table of UBI may have any separator") {
  const Conversion files;
  const std::string log = files.folder.write(
      "u.csv",
      "action_name;query_id;object_id;rank\nview;q;a;1\nclick;q;a;1\n");
  CHECK(files.convert({log, "--to", "clicks"}).code == 0);
}

TEST_CASE("names in messages can't steer the terminal") {
  const Conversion files;
  const std::string log =
      files.folder.write("log.csv",
                         "qid,docno,position,click\n\"\x1B["
                         "2J\xC2\x9B\xE2\x80\xAE \xC3\xA9\",a,1,1\n");
  const std::string features =
      files.folder.write("f.txt", "0 qid:\x1B[31m 1:1 # docid = a\n");
  const std::string told = files.fault({log, "--features", features});
  has(told, "where queries are '?[31m'; the log's are '[2J??_\xC3\xA9'");
}

TEST_CASE("a log of UBI whose features are of queries joins by their text") {
  const Conversion files;
  const std::string events = files.folder.write(
      "e.jsonl", event("impression", "u-1", "\"a\"", "0", "ann", "1") +
                     event("impression", "u-1", "\"b\"", "1", "ann", "1") +
                     event("click", "u-1", "\"b\"", "1", "ann", "2"));
  const std::string queries = files.folder.write(
      "q.json", R"([{"query_id": "u-1", "user_query": "red shoes"}])");
  const std::string features = files.folder.write(
      "f.txt",
      "2 qid:red_shoes 1:1 # docid = a\n0 qid:red_shoes 1:2 # docid = b\n");
  has(files.fault({events, "--features", features}),
      "e.jsonl: none of the log's 1 queries has rows in " + features +
          ", where queries are 'red_shoes'; the log's are 'u-1'; --qid takes "
          "another "
          "name of a query, as user_query in UBI");
  CHECK(files.text(
            {events, queries, "--qid", "user_query", "--features", features}) ==
        "0 qid:red_shoes 1:1 # docid = a\n1 qid:red_shoes 1:2 # docid = b\n");
  const std::string others = files.folder.write(
      "o.json", R"({"query_id": "u-1", "query_response_hit_ids": [17, 4]})");
  const std::string clicks = files.folder.write(
      "c.jsonl", event("click", "u-1", "\"b\"", "1", "ann", "2"));
  has(files.fault({clicks, others, "--to", "clicks"}),
      "c.jsonl: none of 1 clicked documents is in its query's list: 'b' is not "
      "among '17', '4'; object_id and query_response_hit_ids may be");
  has(files.fault({events, "--qid", "user_query", "--features", features}),
      "has no searches: none of 1 searches has a user_query; ubi_queries as");
  has(files.fault({queries, "--to", "clicks"}),
      "q.json: has no searches: 1 queries have no list of documents");
  has(files.fault(
          {files.folder.write("p.json", R"({"action_name": "page_exit"})"),
           "--to", "clicks"}),
      "p.json: has no searches: actions: 'page_exit' 1 ignored; --actions");
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
  has(fault("0 qid:ties 1:1 # docid = a\n"),
      "log.csv: none of the log's 2 queries has rows in ");
  has(fault("0 qid:ties 1:1 # docid = a\n"),
      "f.txt, where queries are 'ties'; the log's are 'shoes', 'hats'; --qid ");
  has(fault("0 qid:hats 1:1 # docid = C-1\n"),
      "where documents of 1 of its queries are 'C-1'; the log's are 'c'\n");
  has(files.fault({log}, 2), "--from clicks --to letor needs --features FILE");
  has(files.fault({files.folder.write("l.txt", kFeatures), "--to", "clicks"},
                  2),
      "--to clicks takes a click log, which --from letor is not; expected "
      "--from clicks or ubi or tripclick");
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
