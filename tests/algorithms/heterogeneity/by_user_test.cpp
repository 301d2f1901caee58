#include "algorithms/heterogeneity/by_user.hpp"

#include <algorithm>

#include <doctest/doctest.h>

#include "algorithms/online/simulation.hpp"
#include "tests/support/error_of.hpp"

namespace fedltr::by_user_test {
namespace {

std::shared_ptr<const Dataset> named_queries() {
  auto data = std::make_shared<Dataset>(1);
  for (const char* name : {"a", "b", "c", "d"})
    data->add_query(name, std::vector{0.0, 1.0},
                    std::vector<std::uint8_t>{0, 1});
  return data;
}

UserLog log() {
  return parse_user_log(
      "\xEF\xBB\xBFtimestamp,user,qid,rank\r\n"
      "3,ann,a,1\r\n"
      "10,bob,b,1\r\n"
      "2,ann,c,2\r\n"
      "2.5,ann,elsewhere,2\r\n"
      "9,bob,d,1\r\n"
      "1,cid,a,1\r\n"
      "11,ann,c,1",
      "log.csv");
}

SplitInput input_of(const UserLog& searches, std::uint32_t clients) {
  SplitInput input;
  input.train = input.evaluation = named_queries();
  input.clients = clients;
  input.log = &searches;
  input.seed = 1;
  return input;
}

std::string complaint(const std::string& text) {
  return test::error_of<DataError>([&] { parse_user_log(text, "log.csv"); });
}

}  // namespace

TEST_CASE("users come by their number of searches, searches by time") {
  const auto found = find_searches(*named_queries(), log());
  REQUIRE(found.by_user.size() == 3);
  CHECK(found.by_user[0] == std::vector<Index>{2, 0, 2});  // ann: c, a, c
  CHECK(found.by_user[1] == std::vector<Index>{3, 1});     // bob: d, b
  CHECK(found.by_user[2] == std::vector<Index>{0});
  CHECK(found.unknown == 1);
  // In order of time: cid 1, ann 2 2.5 3, bob 9 10, ann 11.
  CHECK(found.places[0] == std::vector<std::size_t>{1, 3, 6});
  CHECK(found.places[1] == std::vector<std::size_t>{4, 5});
}

TEST_CASE("dates order the searches of a user") {
  const auto found = find_searches(*named_queries(),
                                   parse_user_log("qid,user,timestamp\n"
                                                  "a,u,2006-03-02 07:00:00\n"
                                                  "b,u,2006-03-01 19:00:00\n",
                                                  "log.csv"));
  CHECK(found.by_user.at(0) == std::vector<Index>{1, 0});
}

TEST_CASE("a client repeats its log; the baseline has as many, dealt anew") {
  const UserLog searches = log();
  Split split;
  by_user_split().make(input_of(searches, 2), split);
  REQUIRE(split.holdings.size() == 2);
  CHECK(split.in_order);
  CHECK(*split.holdings[0].queries == std::vector<Index>{2, 0, 2});
  SplitInput input = input_of(searches, 2);
  input.options.iid = true;
  Split baseline;
  by_user_split().make(input, baseline);
  std::vector<Index> dealt;
  for (const Holding& held : baseline.holdings)
    dealt.insert(dealt.end(), held.queries->begin(), held.queries->end());
  CHECK(baseline.holdings[0].queries->size() == 3);
  std::ranges::sort(dealt);
  CHECK(dealt == std::vector<Index>{0, 1, 2, 2, 3});
  input.clients = 4;
  CHECK_THROWS_AS(by_user_split().make(input, baseline), std::invalid_argument);
}

TEST_CASE("with turns = by-time clients take part as the log's users did") {
  const UserLog searches = log();
  SplitInput input = input_of(searches, 2);
  input.options.parameters = {{"turns", "by-time"}};
  Split split;
  by_user_split().make(input, split);
  REQUIRE(split.turns);
  // ann, ann, bob, bob, ann
  CHECK(split.turns->rounds() == 5);
  CHECK(split.turns->of(1) == Turns::Clients{0});
  CHECK(split.turns->of(2) == Turns::Clients{1});
  CHECK(split.turns->of(4) == Turns::Clients{0});
  input.interactions = 2;
  Split pairs;
  by_user_split().make(input, pairs);
  CHECK(pairs.turns->rounds() == 2);  // ann's third search is left out
  Split drawn;
  by_user_split().make(input_of(searches, 2), drawn);
  CHECK_FALSE(drawn.turns);
}

TEST_CASE("a session asks in order, from where the last round ended") {
  ClickOptions options;
  options.grades = 2;
  Simulation world(named_queries(), find(rankers(), "linear").make({1, 1}),
                   find(click_models(), "perfect").make(options));
  world.queries = {2, 0, 2, 1};
  world.in_order = true;
  Session session;
  Rng rng(1, Purpose::kTest);
  std::vector<const double*> asked;
  for (const std::uint64_t before : {0, 3}) {
    session.enter(world, before);
    for (int i = 0; i < 3; ++i) {
      session.ask(rng);
      asked.push_back(session.search().features().data());
    }
  }
  const double* const first = world.data->all_features().data();
  std::vector<const double*> expected;
  for (const Index query : {2, 0, 2, 1, 2, 0})
    expected.push_back(first + 2 * query);
  CHECK(asked == expected);
}

TEST_CASE("faults of a log name the line") {
  CHECK(complaint("qid,user\n1,2\n").find("log.csv:1: ") == 0);
  CHECK(complaint("qid,user,timestamp\n1,2\n").find("log.csv:2: ") == 0);
  CHECK(complaint("qid,user,timestamp\n1,,3\n").find("log.csv:2: ") == 0);
  CHECK(
      complaint("qid,user,timestamp\na,b,1\na,b,noon\n").find("log.csv:3: ") ==
      0);
  CHECK(complaint("qid,user,timestamp\n\"a,b,1\n").find("quotes") !=
        std::string::npos);
  CHECK(complaint("qid,user,timestamp\n") == "log.csv: has no searches");
}

}  // namespace fedltr::by_user_test
