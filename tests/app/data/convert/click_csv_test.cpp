// Tables of clicks, as shops have them.
#include "app/data/convert/click_csv.hpp"

#include "tests/app/data/convert/convert_support.hpp"
#include "tests/support/error_of.hpp"

namespace fedltr::click_csv_test {
using namespace fedltr::test;

namespace {

const Place kPlace{"log.csv", 7};

std::string fault_of_position(const std::string& text, std::uint32_t least) {
  return error_of<DataError>([&] { parse_position(text, least, kPlace); });
}

/// Reads tables of these texts as one log.
std::vector<LoggedSearch> read(const std::vector<std::string>& texts,
                               ClickNotes& notes) {
  const TemporaryFolder folder;
  ConvertInput input;
  for (const std::string& text : texts)
    input.files.push_back(folder.write(
        "log" + std::to_string(input.files.size()) + ".csv", text));
  return searches_in(read_click_csv(input, notes));
}

}  // namespace

TEST_CASE("--no-header names the second file that may hold the queries") {
  const Conversion files;
  has(files.fault({files.folder.write("t.csv", "1,q,3\n"), "--no-header",
                   "--label", "1"},
                  2),
      "--no-header: needs --qid, --label with numbers of columns, from 1; "
      "--groups or --query-ids instead of --qid if another file names the "
      "queries");
}

TEST_CASE("counts are integers, also with zeros behind a point") {
  CHECK(parse_count("3") == 3);
  CHECK(parse_count("3.") == 3);
  CHECK(parse_count("3.00") == 3);
  CHECK(parse_count("0.0") == 0);
  for (const char* const none :
       {"", ".", ".0", "3.5", "3.0.0", "-1", "+1", " 3", "1e3", "x"})
    CHECK_FALSE(parse_count(none));
}

TEST_CASE("a position out of its range is named, with what counts from 0") {
  CHECK(parse_position("0", 0, kPlace) == 0);
  CHECK(parse_position("1000000", 1, kPlace) == 1000000);
  CHECK(fault_of_position("0", 1) ==
        "log.csv:7: position '0': expected an integer 1 to 1000000; "
        "--first-position 0 counts from 0");
  CHECK(fault_of_position("1000001", 0) ==
        "log.csv:7: position '1000001': expected an integer 0 to 1000000");
  CHECK(fault_of_position("1.5", 1) ==
        "log.csv:7: position '1.5': expected an integer 1 to 1000000");
}

TEST_CASE("positions count from the smallest in all files") {
  ClickNotes notes;
  const std::string head = "qid,docno,position,click,user\n";
  const auto log =
      read({head + "p,c,0,0,u\n", head + "q,a,1,0,u\nq,b,2,1,u\n"}, notes);
  REQUIRE(log.size() == 2);
  CHECK(log[0].shown[0].position == 1);
  CHECK(log[1].shown[0].position == 2);
  CHECK(log[1].shown[1].clicked);
  CHECK(notes.first_position == 0);
  CHECK(notes.begins_there.some == 1);
  CHECK(notes.begins_there.all == 2);
}

TEST_CASE("searches with two documents at one position are counted") {
  ClickNotes notes;
  const std::string header = "qid,docno,position,click,user,timestamp\n";
  read({header + "q,a,1,0,u,1\nq,b,2,1,u,1\n"}, notes);
  CHECK(notes.shared_places == 0);
  read({header + "q,a,1,0,u,1\nq,b,1,1,u,1\nq,c,1,1,u,1\nq,a,1,1,u,2\n"},
       notes);
  CHECK(notes.shared_places == 1);
}

TEST_CASE("a propensity is above 0 and at most 1, and kept with its document") {
  ClickNotes notes;
  const std::string head = "qid,docno,position,click,propensity\n";
  const auto log = read({head + "q,b,2,1,0.25\nq,a,1,0,1e0\n"}, notes);
  REQUIRE(log.size() == 1);
  CHECK(log[0].shown[0].propensity == 1);
  CHECK(log[0].shown[1].propensity == 0.25);
  for (const std::string bad : {"0", "-0.5", "1.01", "nan", "", "x"})
    CHECK_THROWS_AS(read({head + "q,a,1,0," + bad + "\n"}, notes), DataError);
}

TEST_CASE("a mark of a missing user, time or click is none") {
  ClickNotes notes;
  const auto log = read({"qid,docno,position,click,user,timestamp\n"
                         "q,a,1,,NULL,\\N\nq,b,2,1.0,nan,NaT\n"},
                        notes);
  REQUIRE(log.size() == 1);
  CHECK(log[0].user == "");
  CHECK(log[0].time == "");
  REQUIRE(log[0].shown.size() == 2);
  CHECK_FALSE(log[0].shown[0].clicked);
  CHECK(log[0].shown[1].clicked);
  CHECK(notes.blank_clicks == 1);
}

TEST_CASE("a mark of a missing query or document is refused") {
  ClickNotes notes;
  for (const auto& [row, what] :
       {std::pair("NULL,a", "qid 'NULL' stands for a missing one"),
        {"q,NaN", "docno 'NaN' stands for a missing one"}})
    CHECK_THROWS_WITH_AS(
        read({"qid,docno,position,click\n" + std::string(row) + ",1,0\n"},
             notes),
        doctest::Contains(what), DataError);
}

TEST_CASE("clicks are numbers or words of truth, several count as one") {
  ClickNotes notes;
  std::string text = "qid,docno,position,click\n";
  int position = 0;
  for (const char* const click :
       {"true", "True", "TRUE", "yes", "1", "2.0", "false", "False", "FALSE",
        "no", "0", "0.0"}) {
    const std::string number = std::to_string(++position);
    text += "q,d" + number + "," + number + "," + click + "\n";
  }
  const auto log = read({text}, notes);
  REQUIRE(log.size() == 1);
  for (const ShownDocument& shown : log[0].shown)
    CHECK(shown.clicked == (shown.position <= 6));
  CHECK(notes.several_clicks == 1);
}

TEST_CASE("click logs as shops have them become the same rows") {
  const Conversion files;
  const std::string features = files.folder.write(
      "f.txt",
      "0 qid:red_shoes 1:1 # docid = a\n0 qid:red_shoes 1:2 # docid = b\n");
  const std::string head = "qid,docno,position,click,user,timestamp\n";
  const auto rows = [&](const std::string& text,
                        std::vector<std::string> more = {}) {
    more.insert(more.begin(),
                {files.folder.write("log.csv", text), "--features", features});
    return files.text(more);
  };
  const std::string expected =
      "0 qid:red_shoes 1:1 # docid = a\n1 qid:red_shoes 1:2 # docid = b\n";
  CHECK(rows("qid;docno;position;click\nred shoes;a;1;0\nred shoes;b;2;1\n") ==
        expected);
  CHECK(rows(head + "red shoes,a,1,0,u,1\nred shoes,b,2,1,u,1\n") == expected);
  CHECK(rows(head + "red_shoes,a,0,0,u,1\nred_shoes,b,1,1,u,1\n") == expected);
  CHECK(rows(head + "red_shoes,a,1,0,u,1\nred_shoes,b,2,3,u,1\n") == expected);
  CHECK(rows(head + "red_shoes,a,1.0,False,u,1\nred_shoes,b,2.0,True,u,1\n") ==
        expected);
  CHECK(rows(head + "red_shoes,a,1,0.0,,1\nred_shoes,b,2,1.0,,1\n") ==
        expected);
  CHECK(rows("query,doc_id,rank,clicked,session_id,time\n"
             "red_shoes,a,1,0,u,1\nred_shoes,b,2,1,u,1\n",
             {"--qid", "query", "--document", "doc_id", "--position", "rank",
              "--click", "clicked", "--user", "session_id", "--timestamp",
              "time"}) == expected);
  CHECK(rows("qid,docno,position,click\nred_shoes,a,1,0\nred_shoes,b,2,1\n"
             "red_shoes,a,1,1\nred_shoes,b,2,0\n") ==
        expected +
            "1 qid:red_shoes.2 1:1 # docid = a\n"
            "0 qid:red_shoes.2 1:2 # docid = b\n");
  has(files
          .convert({files.folder.write("log.csv", head + "q,a,0,0,u,1\n"),
                    "--first-position", "1", "--to", "clicks", "--force"})
          .err,
      "log.csv:2: position '0': expected an integer 1 to 1000000; "
      "--first-position 0 counts from 0");
}

TEST_CASE("a click log may lack a first line, and have any separator") {
  const Conversion files;
  const std::string log =
      files.folder.write("log.txt", "0~b:1~u~2~q\n1~a~u~1~q\n");
  const std::vector<std::string> layout = {
      log,           "--from", "clicks",      "--to",       "clicks",
      "--separator", "~",      "--no-header", "--document", "2",
      "--position",  "4",      "--click",     "1"};
  const auto with = [&](const std::vector<std::string>& more) {
    std::vector<std::string> all = layout;
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  CHECK(files.text(with({"--qid", "5", "--user", "3"})) ==
        "qid,docno,position,click,user,timestamp\nq,a,1,1,u,\n"
        "q,b:1,2,0,u,\n");
  has(files.fault(with({}), 2),
      "--no-header: needs --qid, --document, --position, --click with numbers");
  has(files.fault(with({"--qid", "6"})),
      "log.txt:1: has 5 columns and none of the number '6' of --qid");
  has(files.fault(with({"--qid", "5", "--user", "name"})),
      "none of the number 'name' of --user");
}

TEST_CASE("a click log whose first line is a row has the option's name") {
  const Conversion files;
  const auto fault = [&](const std::string& text) {
    return files.fault({files.folder.write("log.csv", text), "--from", "clicks",
                        "--to", "clicks"});
  };
  has(fault("q1,a,1,1\nq1,b,2,0\n"),
      "; if the first line is a row: fedltr data convert --to clicks "
      "--no-header");
  has(fault("qid:docno:position:click\nq1:a:1:1\n"),
      "; other separators: fedltr data convert --to clicks --separator");
  CHECK(fault("q,docno,position,click\n").find("--no-header") ==
        std::string::npos);
}

TEST_CASE("rows may stand for several equal searches") {
  const Conversion files;
  const auto log = [&](const std::string& text) {
    return files.folder.write("log.csv", text);
  };
  const std::string counted =
      log("qid,docno,position,click,n\n"
          "shoes,a,1,0,2\nshoes,b,2,1,2\nhats,c,1,0,1\nshoes,b,1,1,3.0\n");
  const std::string a_then_b = "shoes,a,1,0\nshoes,b,2,1\n";
  const std::string single =
      "qid,docno,position,click\n" + a_then_b + a_then_b +
      "hats,c,1,0\nshoes,b,1,1\nshoes,b,1,1\nshoes,b,1,1\n";
  CHECK(files.text({counted, "--searches", "n", "--to", "clicks"}) == single);
  has(files.convert({counted, "--searches", "n", "--to", "clicks", "--force"})
          .out,
      "  3 searches more than rows show: each list is of several searches\n");
  // Written one by one, they are read as the same.
  CHECK(files.text({log(single), "--to", "clicks"}) == single);
  const auto fault = [&](const std::string& text) {
    return files.fault({log("qid,docno,position,click,searches" + text),
                        "--from", "clicks", "--to", "clicks"});
  };
  has(fault("\nq,a,1,0,2\nq,b,2,0,3\n"),
      "log.csv:3: a row of 3 searches, but other rows of its list are of 2");
  for (const char* const count : {"0", "-1", "x", "1.5", "", "1000001"})
    has(fault("\nq,a,1,0," + std::string(count) + "\n"),
        "log.csv:2: searches '" + std::string(count) +
            "': expected an integer from 1 to 1000000");
  has(fault(",timestamp\nq,a,1,0,2,5\n"),
      "log.csv:1: a row of several searches (column 'searches') has no time: "
      "rename column 'timestamp'");
  has(fault(",click\nq,a,1,0,2,1\n"),
      "log.csv:1: the first line names twice the column 'click'");
  std::string long_list = "\n";
  for (int i = 1; i <= 1002; ++i)
    long_list +=
        "q,d" + std::to_string(i) + "," + std::to_string(i) + ",0,1000000\n";
  has(fault(long_list),
      "makes more than 100000000 searches or 1000000000 shown");
}

}  // namespace fedltr::click_csv_test
