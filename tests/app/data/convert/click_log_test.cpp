#include "app/data/convert/click_log.hpp"

#include <map>
#include <set>

#include "algorithms/data/letor.hpp"
#include "app/base/files.hpp"
#include "app/data/convert/click_csv.hpp"
#include "tests/app/data/convert/convert_support.hpp"

namespace fedltr::click_log_test {
using namespace fedltr::test;

namespace {

ClickLog read_log(const TemporaryFolder& folder, const std::string& text) {
  ConvertInput input;
  input.files = {folder.write("log.csv", text)};
  ClickNotes notes;
  return read_click_csv(input, notes);
}

/// "name user time: document@position!" of each search; ! marks clicks.
std::string shown_in(const ClickLog& log) {
  std::string all;
  for (const LoggedSearch& search : log) {
    all += search.name + " " + search.user + " " + search.time + ":";
    for (const ShownDocument& shown : search.shown)
      all += " " + shown.document + "@" + std::to_string(shown.position) +
             (shown.clicked ? "!" : "");
    all += "\n";
  }
  return all;
}

}  // namespace

TEST_CASE("clicks with the same query, user and time are one search") {
  const TemporaryFolder folder;
  CHECK(shown_in(read_log(folder,
                          "click,qid,note,docno,user,position,timestamp\n"
                          "1,q,x,b,u,9,1\n0,q,x,b,v,1,1\n0,q,x,a,u,2,1\n"
                          "0,p,x,a,u,1,1\n1,q,x,c,u,1,2\n0,q,x,c,u,2,1\n")) ==
        "q u 1: a@2 c@2 b@9!\nq.2 v 1: b@1\np u 1: a@1\nq.3 u 2: c@1!\n");
}

TEST_CASE("no search takes the name of another query") {
  const TemporaryFolder folder;
  const std::string head = "qid,docno,position,click,user,timestamp\n";
  const std::string twice = "1,a,1,0,u,1\n1,b,1,0,u,2\n";
  for (const std::string& text : {twice + "1.2,c,1,0,u,1\n1.2,d,1,1,u,2\n",
                                  "1.2,c,1,0,u,1\n1.2,d,1,1,u,2\n" + twice}) {
    std::map<std::string, std::string> documents;
    for (const LoggedSearch& search : read_log(folder, head + text))
      CHECK(documents.emplace(search.name, search.shown[0].document).second);
    CHECK(documents ==
          std::map<std::string, std::string>{
              {"1", "a"}, {"1.2", "c"}, {"1.2.2", "d"}, {"1.3", "b"}});
  }
}

TEST_CASE("names that are made up do not meet each other") {
  const TemporaryFolder folder;
  std::string text = "qid,docno,position,click,user,timestamp\n";
  for (const char* const query : {"q", "q.2", "q.3", "q.2.2"})
    for (int time = 0; time < 12; ++time)
      text += std::string(query) + ",d,1,0,u," + std::to_string(time) + "\n";
  std::set<std::string> names;
  for (const LoggedSearch& search : read_log(folder, text))
    names.insert(search.name);
  CHECK(names.size() == 48);
  CHECK(names.contains("q.4"));
  CHECK(names.contains("q.14"));
}

TEST_CASE("values that only together are the same are searches apart") {
  const TemporaryFolder folder;
  const std::string head = "qid,docno,position,click,user,timestamp\n";
  CHECK(read_log(folder, head + "ab,d,1,0,c,1\na,d,1,0,bc,1\na,d,1,0,b,c1\n")
            .size() == 3);
}

TEST_CASE("without users and times a query is one search") {
  const TemporaryFolder folder;
  const ClickLog log =
      read_log(folder, "qid,docno,position,click\nq,a,1,0\np,a,1,1\nq,b,2,1\n");
  CHECK(shown_in(log) == "q  : a@1 b@2!\np  : a@1!\n");
  CHECK_THROWS_AS(require_times(log, {"log.csv"}, ""), DataError);
}

TEST_CASE("a log is written with its queries, its users with their searches") {
  const TemporaryFolder folder;
  const std::string text =
      "qid,docno,position,click,user,timestamp\n"
      "q,a,1,0,\"u, v\",1\nq,b,2,1,\"u, v\",1\nq,a,1,1,w,2\n";
  const ClickLog log = read_log(folder, text);
  const std::string file = (folder / "o.csv.gz").string();
  write_click_csv(file, log);
  CHECK(file_text(file) == text);
  require_times(log, {"log.csv"}, "");
  write_users_csv((folder / "u.csv").string(), log);
  CHECK(read_text(folder / "u.csv") ==
        "qid,user,timestamp\nq,\"u, v\",1\nq.2,w,2\n");
}

TEST_CASE("a log that knows some users only is read as it was written") {
  const TemporaryFolder folder;
  const std::string text =
      "qid,docno,position,click,user,timestamp\nq,a,1,0,u,1\np,a,1,1,,2\n";
  const ClickLog log = read_log(folder, text);
  CHECK(shown_in(log) == "q u 1: a@1\np  2: a@1!\n");
  write_click_csv((folder / "o.csv").string(), log);
  CHECK(read_text(folder / "o.csv") == text);
  require_times(log, {"log.csv"}, "");
  CHECK_THROWS_AS(read_log(folder, "qid,docno,position,click\nq,,1,0\n"),
                  DataError);
}

TEST_CASE("searches that a table can't distinguish are written once") {
  LogBuilder builder;
  builder.add(1, {"q", "", "u", "1", {{"a", 1, true}, {"b", 2, false}}});
  builder.add(2, {"q", "", "u", "1", {{"a", 1, false}}});
  builder.add(3, {"q", "", "u", "2", {{"a", 1, false}}});
  builder.add(4, {"q", "", "", "", {{"a", 1, false}}});
  builder.add(5, {"q", "", "", "", {{"a", 1, false}}});
  ClickNotes notes;
  const TemporaryFolder folder;
  const std::string file = (folder / "o.csv").string();
  write_click_csv(file, builder.take(notes));
  CHECK(shown_in(read_log(folder, read_text(file))) ==
        "q u 1: a@1! b@2\nq.2 u 2: a@1\nq.3  : a@1\nq.4  : a@1\n");
}

TEST_CASE("searches without time are written if they are read as they were") {
  LogBuilder builder;
  builder.add(1, {"q", "", "u", "", {{"a", 1, true}, {"b", 2, false}}});
  // Would be read as further documents of the first.
  builder.add(2, {"q", "", "u", "", {{"c", 3, true}, {"d", 4, false}}});
  builder.add(3, {"p", "", "u", "", {{"c", 3, true}}});
  builder.add(4, {"q", "", "u", "", {{"b", 3, true}}});
  builder.add(5, {"q", "", "u", "", {{"e", 2, true}, {"b", 3, false}}});
  builder.add(6, {"q", "", "u", "", {{"f", 3, false}}});
  ClickNotes notes;
  const TemporaryFolder folder;
  const std::string file = (folder / "o.csv").string();
  write_click_csv(file, builder.take(notes));
  CHECK(shown_in(read_log(folder, read_text(file))) ==
        "q u : a@1! b@2\np u : c@3!\nq.2 u : b@3!\nq.3 u : f@3\n");
}

TEST_CASE(
    "searches without user are of users of their own in the users' file") {
  const TemporaryFolder folder;
  const ClickLog log = read_log(
      folder,
      "qid,docno,position,click,user,timestamp\nq,a,1,0,,1\nq,a,1,0,,2\n"
      "p,a,1,0,anonymous.1,3\n");
  write_users_csv((folder / "u.csv").string(), log);
  CHECK(read_text(folder / "u.csv") ==
        "qid,user,timestamp\nq,anonymous.2,1\nq.2,anonymous.3,2\n"
        "p,anonymous.1,3\n");
}

TEST_CASE("names of several words become one word") {
  CHECK(one_word("red shoes") == "red_shoes");
  CHECK(one_word("  red \t# shoes\n") == "red_shoes");
  CHECK(one_word("C#") == "C_");
  CHECK(one_word("C# ") == "C_");
  CHECK(one_word("caf\xC3\xA9") == "caf\xC3\xA9");
  CHECK(one_word(" ") == "_");
}

TEST_CASE("queries of several words have names of one word, each its own") {
  ClickNotes notes;
  LogBuilder builder;
  builder.add(3, {"red shoes.2", "", "u", "3", {}});
  builder.add(1, {"red shoes", "", "u", "1", {}});
  builder.add(2, {"red_shoes", "", "u", "2", {}});
  const auto log = searches_in(builder.take(notes));
  CHECK(log[0].name == "red_shoes");
  CHECK(log[1].name == "red_shoes.3");
  CHECK(log[2].name == "red_shoes.2");
  CHECK(notes.renamed == 2);
}

TEST_CASE("a log is the same in memory and on disk") {
  const TemporaryFolder folder;
  // About 60 MB of lines, more than stay in memory, of searches in turn.
  std::string text = "qid,docno,position,click,user,timestamp\n";
  const std::string padding(200, 'x');
  for (int position = 1; position <= 4; ++position)
    for (int search = 0; search < 60000; ++search)
      text += "q" + std::to_string(search % 1000) + ",d" +
              std::to_string(position) + padding + "," +
              std::to_string(position) + ",0,u," + std::to_string(search) +
              "\n";
  ClickLog log = read_log(folder, text);
  REQUIRE(log.size() == 60000);
  int next = 0;
  bool right = true;
  for (const LoggedSearch& search : log) {
    const int number = next++;
    const std::string query = "q" + std::to_string(number % 1000);
    right =
        right && search.time == std::to_string(number) &&
        search.shown.size() == 4 && search.shown[3].position == 4 &&
        search.name == (number < 1000
                            ? query
                            : query + "." + std::to_string(number / 1000 + 1));
  }
  CHECK(right);
}

TEST_CASE("several files are one log") {
  const TemporaryFolder folder;
  ConvertInput input;
  input.files = {
      folder.write("a.csv", "qid,docno,position,click\nq,a,1,0\n"),
      folder.write("b.csv", "click,qid,docno,position\n1,q,b,2\n0,p,b,1\n")};
  ClickNotes notes;
  CHECK(shown_in(read_click_csv(input, notes)) == "q  : a@1 b@2!\np  : b@1\n");
}

TEST_CASE("a search of documents without end is refused") {
  const TemporaryFolder folder;
  std::string text = "qid,docno,position,click\n";
  for (std::size_t i = 0; i <= kMaxShown; ++i)
    text += "q,d" + std::to_string(i) + "," + std::to_string(i) + ",0\n";
  CHECK_THROWS_AS(read_log(folder, text), DataError);
  CHECK_THROWS_AS(read_log(folder, "qid,docno,position,click\nq,a,1000001,0\n"),
                  DataError);
}

}  // namespace fedltr::click_log_test
