#include "app/deploy/agent.hpp"

#include <algorithm>
#include <set>

#include "app/base/errors.hpp"
#include "app/base/files.hpp"
#include "tests/support/agent_place.hpp"

namespace fedltr::agent_test {
using namespace fedltr::test;

namespace {

using Names = std::vector<std::string>;

const RankQuestion kQuestion{
    "u", {"a", "b", "c"}, {Vector{{1, 0}}, Vector{{0, 1}}, Vector{{2, 2}}}};
}  // namespace

TEST_CASE("a list is drawn by the newest model") {
  AgentPlace place;
  CHECK(place.agent.rank(kQuestion).model == 0);
  std::set<std::vector<std::string>> drawn;
  for (int i = 0; i < 200; ++i)
    drawn.insert(place.agent.rank(kQuestion).documents);
  CHECK(drawn.size() == 6);  // each ordered pair of three
  place.agent.use(7, Vector{{100, -100}});
  const RankReply reply = place.agent.rank(kQuestion);
  CHECK(reply.model == 7);
  CHECK(reply.documents == std::vector<std::string>{"a", "c"});
}

TEST_CASE("the log has what drew the list, and its clicks") {
  AgentPlace place;
  place.agent.use(7, Vector{{100, -100}});
  const RankReply reply = place.agent.rank(kQuestion);
  CHECK(place.agent.open() == 1);
  CHECK(place.agent.click(reply.search, {"c"}) == 1);
  CHECK(place.agent.open() == 0);
  CHECK_THROWS_AS(place.agent.click(reply.search, {"c"}), UnknownSearch);
  const SearchRecord record = place.log.record();
  REQUIRE(record.waiting.size() == 1);
  const RecordedSearch& search = record.waiting[0];
  CHECK(search.id == reply.search);
  CHECK(search.user == "u");
  CHECK(search.rows == std::vector<float>{1, 0, 2, 2});
  CHECK(search.scores == std::vector<double>{100, 0, -100});
  CHECK(search.clicks == std::vector<std::uint8_t>{0, 1});
}

TEST_CASE("rows are scored and logged as training normalises them") {
  TemporaryFolder folder;
  SearchLog log(folder / kSearchLog, {2, "columns"}, "agreement");
  std::uint64_t bits = 0;
  Agent agent(
      {std::make_shared<LinearRanker>(2),
       {Normalize::kQueryMinmax},
       2,
       3,
       false,
       Vector{{1, 0.5}}},
      log, [] { return 0; }, [&] { return ++bits; });
  const auto reply = agent.rank(kQuestion);
  agent.click(reply.search, {"b"});
  const RecordedSearch search = log.record().waiting.at(0);
  for (std::size_t rank = 0; rank < 3; ++rank) {
    const Index place =
        std::ranges::find(kQuestion.documents, reply.documents[rank]) -
        kQuestion.documents.begin();
    const double first[] = {0.5, 0, 1};
    const double second[] = {0, 0.5, 1};
    CHECK(search.rows[2 * rank] == first[place]);
    CHECK(search.rows[2 * rank + 1] == second[place]);
    CHECK(search.scores[rank] == first[place] + 0.5 * second[place]);
  }
}

TEST_CASE("a model that an earlier process kept has no known epoch") {
  AgentPlace place(false, kEnoughBytes, Exploration::kSampled, true, {});
  CHECK_FALSE(place.agent.rank(kQuestion).model);
  CHECK(place.json("GET /status").at("model").is_null());
  place.agent.use(7, Vector{{1, 0}});
  CHECK(place.json("GET /status").at("model") == 7);
}

TEST_CASE("an agent that learns nothing ranks, keeps no list and forgets") {
  AgentPlace place(false, kEnoughBytes, Exploration::kNone, false);
  place.agent.use(7, Vector{{1, 0.5}});
  const RankReply reply = place.agent.rank(kQuestion);
  CHECK(reply.documents == Names{"c", "a"});
  CHECK(place.agent.open() == 0);
  CHECK_THROWS_WITH_AS(place.agent.click(reply.search, {"c"}),
                       doctest::Contains("members.source = log"),
                       UnknownSearch);
  place.log.add({7, "u", {1, 2}, {1}, {1}});
  CHECK(place.agent.forget("u") == 1);
  CHECK(place.log.counts().all == 0);
}

TEST_CASE("without exploration the best documents are shown in order") {
  AgentPlace place(Exploration::kNone);
  // The first model scores all alike: the engine's own order.
  CHECK(place.agent.rank(kQuestion).documents == Names{"a", "b"});
  place.agent.use(7, Vector{{0, 1}});
  const auto reply = place.agent.rank(kQuestion);
  CHECK(reply.documents == Names{"c", "b"});
  place.agent.click(reply.search, {"b"});
  CHECK(place.log.record().waiting.at(0).scores ==
        std::vector<double>{2, 1, 0});
}

TEST_CASE("a swapped list is logged by its pairs with one click") {
  AgentPlace place(Exploration::kSwap);
  std::set<Names> shown;
  std::size_t logged = 0;
  std::set<std::uint64_t> ids;
  for (int i = 0; i < 100; ++i) {
    const auto reply = place.agent.rank(kQuestion);
    shown.insert(reply.documents);
    place.agent.click(reply.search, {reply.documents[0]});
    const auto waiting = place.log.record().waiting;
    // A list of two documents is a pair if pairs begin at the first rank.
    CHECK(waiting.size() <= logged + 1);
    logged = waiting.size();
  }
  CHECK(shown == std::set<Names>{{"a", "b"}, {"b", "a"}});
  CHECK(logged > 30);
  CHECK(logged < 70);
  for (const RecordedSearch& pair : place.log.record().waiting) {
    ids.insert(pair.id);
    CHECK(pair.user == "u");
    CHECK(pair.scores == std::vector<double>{0, 0});
    CHECK(pair.clicks == std::vector<std::uint8_t>{1, 0});
  }
  CHECK(ids.size() == logged);
  const auto reply = place.agent.rank(kQuestion);
  CHECK(place.agent.click(reply.search, reply.documents) == 2);
  CHECK(place.log.counts().all == logged);
  CHECK(place.agent.forget("u") == logged);
}

TEST_CASE("a share of the lists is interleaved, and teaches nothing") {
  TemporaryFolder folder;
  SearchLog log(folder / kSearchLog, {2, "columns"}, "agreement");
  std::uint64_t bits = 0;
  AgentTerms terms{
      std::make_shared<LinearRanker>(2), {}, 2, 2, false, Vector{{0, 0}}};
  terms.comparing = {Opponent::kLast, 0.5};
  Agent agent(
      terms, log, [] { return 0; }, [&] { return ++bits; });
  agent.use(7, Vector{{100, -100}});  // a, c
  const auto click_all = [&](int lists) {
    for (int i = 0; i < lists; ++i) {
      const auto reply = agent.rank(kQuestion);
      agent.click(reply.search, {reply.documents[0]});
    }
    return log.counts().all;
  };
  // Without a word of the lead there is no comparison.
  CHECK(click_all(20) == 20);
  CHECK(log.take_preferences(1, 0).empty());
  agent.compare({3, Vector{{-100, 100}}});  // b, c
  const std::size_t taught = click_all(200) - 20;
  CHECK(taught > 70);
  CHECK(taught < 130);
  const auto preferences = log.take_preferences(4, 3);
  CHECK(preferences.size() == 200 - taught);
  double sum = 0;
  for (const Preference& each : preferences) sum += each.twice / 2.0;
  // The first document is of each model in half of the lists.
  CHECK(std::abs(sum / double(preferences.size()) - 0.5) < 0.2);
  log.closed(4);
  // Lists of a comparison that is over don't count.
  click_all(50);
  agent.compare({4, Vector{{-100, 100}}});
  CHECK(log.take_preferences(6, 4).empty());
  // Alike, they are shown as always.
  agent.compare({6, Vector{{50, -50}}});
  const std::size_t before = log.counts().all;
  CHECK(click_all(50) == before + 50);
}

TEST_CASE("the memory of waiting lists counts interleaved ones whole") {
  const auto waiting = [](double share) {
    TemporaryFolder folder;
    SearchLog log(folder / kSearchLog, {2, "columns"}, "agreement");
    std::uint64_t bits = 0;
    AgentTerms terms{
        std::make_shared<LinearRanker>(2), {}, 2, 2, false, Vector{{0, 0}}};
    terms.comparing = {Opponent::kEngine, share};
    terms.most_bytes = 100000;
    Agent agent(
        terms, log, [] { return 0; }, [&] { return ++bits; });
    agent.use(7, Vector{{0, 100}});  // c, b; the engine's order: a, b
    agent.compare({0, Vector{{0, 0}}});
    for (int i = 0; i < 1000; ++i) agent.rank(kQuestion);
    return agent.open();
  };
  const std::size_t plain = waiting(0);
  CHECK(plain < 1000);
  CHECK(waiting(1) < plain);  // each has two teams more, a byte each
}

TEST_CASE("users who click what one model adds prefer it") {
  TemporaryFolder folder;
  SearchLog log(folder / kSearchLog, {2, "columns"}, "agreement");
  std::uint64_t bits = 0;
  AgentTerms terms{
      std::make_shared<LinearRanker>(2), {}, 2, 2, true, Vector{{0, 0}}};
  terms.comparing = {Opponent::kEngine, 1};  // its order: a, b
  Agent agent(
      terms, log, [] { return 0; }, [&] { return ++bits; });
  agent.use(7, Vector{{0, 100}});  // c, b
  agent.compare({0, Vector{{0, 0}}});
  for (int i = 0; i < 40; ++i) {
    const auto reply = agent.rank(kQuestion);
    const bool has_new = std::ranges::count(reply.documents, "c") > 0;
    agent.click(reply.search, {has_new ? "c" : reply.documents[1]});
  }
  const auto preferences = log.take_preferences(1, 0);
  CHECK(preferences.size() == 40);
  for (const Preference& each : preferences) CHECK(each.twice == 2);
  CHECK(preferences[0].user == "u");
}

TEST_CASE("no preference counts twice, at whichever byte the log ends") {
  TemporaryFolder folder;
  const auto file = folder / kSearchLog;
  const SearchColumns columns{2, "columns"};
  std::uintmax_t used_at = 0;
  {
    SearchLog log(file, columns, "agreement");
    for (std::uint64_t id = 1; id <= 3; ++id) log.add({id, "u", 2}, 0);
    CHECK(log.take_preferences(5, 0).size() == 3);
    used_at = std::filesystem::file_size(file);
    log.add({4, "v", 0}, 0);
    log.lost(5);
    log.add({5, "w", 1}, 0);
    CHECK(log.take_preferences(6, 0).size() == 5);
  }
  const std::string whole = read_text(file);
  std::set<std::size_t> left;
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    write_whole(file, whole.substr(0, size));
    std::filesystem::permissions(file, std::filesystem::perms::owner_read |
                                           std::filesystem::perms::owner_write);
    SearchLog log(file, columns, "agreement");
    const auto found = log.take_preferences(7, 0).size();
    left.insert(found);
    // Until the epoch is known to be lost, all that it used is used.
    if (size >= used_at && size < used_at + 8) CHECK(found == 0);
    log.closed(7);
    CHECK(log.take_preferences(8, 0).empty());
  }
  CHECK(left == std::set<std::size_t>{0, 1, 2, 3, 4, 5});
}

TEST_CASE(
    "a user is forgotten in comparisons too, before and after they count") {
  TemporaryFolder folder;
  const auto file = folder / kSearchLog;
  SearchLog log(file, {2, "columns"}, "agreement");
  log.add({1, "secret", 2}, 0);
  log.add({2, "other", 2}, 0);
  CHECK(log.take_preferences(5, 0).size() == 2);
  log.lost(5);
  log.add({3, "secret", 2}, 0);
  CHECK(log.forget("secret") == 0);  // no search
  CHECK(read_text(file).find("secret") == std::string::npos);
  CHECK(log.take_preferences(6, 0).size() == 1);
  CHECK(log.record().taken.at(6).size() == 1);
  CHECK(log.counts().all == 0);
}

TEST_CASE("a list without clicks leaves no trace, an old one is closed") {
  AgentPlace place;
  CHECK(place.agent.click(place.agent.rank(kQuestion).search, {}) == 0);
  CHECK(place.log.counts().all == 0);
  const RankReply reply = place.agent.rank(kQuestion);
  place.now += Agent::kSecondsOpen;
  const RankReply later = place.agent.rank(kQuestion);
  CHECK(place.agent.open() == 2);
  ++place.now;
  CHECK(place.agent.open() == 1);
  CHECK_THROWS_AS(place.agent.click(reply.search, {}), UnknownSearch);
  CHECK_THROWS_WITH_AS(place.agent.click(later.search, {"nothing"}),
                       "clicked: nothing was not in the list", DataError);
  CHECK(place.agent.click(later.search, {later.documents[1]}) == 1);
}

TEST_CASE("lists that wait take bounded memory: the oldest leave first") {
  AgentPlace place(false, 10000);
  const auto first = place.agent.rank(kQuestion).search;
  for (int i = 0; i < 100; ++i) place.agent.rank(kQuestion);
  const auto last = place.agent.rank(kQuestion).search;
  CHECK(place.agent.open() > 10);
  CHECK(place.agent.open() < 70);
  CHECK_THROWS_AS(place.agent.click(first, {}), UnknownSearch);
  CHECK(place.agent.click(last, {}) == 0);
}

TEST_CASE("a forgotten user's lists and searches are removed") {
  AgentPlace place;
  const auto clicked = place.agent.rank(kQuestion);
  place.agent.click(clicked.search, clicked.documents);
  const auto open = place.agent.rank(kQuestion).search;
  RankQuestion other = kQuestion;
  other.user = "v";
  const auto others = place.agent.rank(other);
  CHECK(place.agent.forget("u") == 1);
  CHECK_THROWS_AS(place.agent.click(open, {}), UnknownSearch);
  CHECK(place.agent.click(others.search, {others.documents[0]}) == 1);
  CHECK(place.log.counts().all == 1);
}

TEST_CASE("a question that can't be ranked is refused") {
  AgentPlace place(true);
  Agent& agent = place.agent;
  const auto refuses = [&](auto change, const char* why) {
    RankQuestion question = kQuestion;
    change(question);
    CHECK_THROWS_WITH_AS(agent.rank(question), doctest::Contains(why),
                         DataError);
  };
  refuses([](auto& q) { q.rows.pop_back(); }, "rows: 2 rows of 3 documents");
  refuses(
      [](auto& q) {
        q.rows[1] = Vector{{1, 2, 3}};
      },
      "a row of 3 features, expected 2");
  refuses([](auto& q) { q.documents[2] = "a"; }, "a is there twice");
  refuses([](auto& q) { q.documents[2] = ""; }, "documents: a name of 0");
  refuses([](auto& q) { q.user = ""; }, "user: is missing");
  refuses([](auto& q) { q.user = std::string(257, 'u'); }, "expected 1 to 256");
  refuses([](auto& q) { q = {"u", {}, {}}; }, "0 candidates");
  // Scores of sigmoid units are finite, whatever the features.
  for (const double huge : {1e39, 1e300})
    refuses([=](auto& q) { q.rows[0] = Vector{{huge, 1}}; }, "too large");
  CHECK_NOTHROW(agent.rank(kQuestion));
}

TEST_CASE("an agent has an address of this machine only") {
  CHECK(parse_local_address("--agent", "127.0.0.1:7080").port == 7080);
  CHECK_THROWS_WITH_AS(parse_local_address("--agent", "0.0.0.0:7080"),
                       doctest::Contains("--agent 0.0.0.0:7080: expected an "
                                         "address of this machine alone"),
                       UsageError);
}

}  // namespace fedltr::agent_test
