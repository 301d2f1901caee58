#include "app/deploy/agent_http.hpp"

#include <algorithm>

#include "tests/support/agent_place.hpp"

namespace fedltr::agent_http_test {
using namespace fedltr::test;

namespace {

constexpr const char* kBody =
    R"({"user": "u", "documents": ["a", "b"], "rows": [[1, 0], [0, 1]]})";

}  // namespace

TEST_CASE("a search engine ranks, clicks and forgets by HTTP") {
  const AgentPlace place;
  const Json ranked = place.json("POST /rank", kBody);
  CHECK(ranked.at("model") == 0);
  CHECK(ranked.at("documents").size() == 2);
  const std::string search = ranked.at("search");
  CHECK(search.size() == 16);
  CHECK(place.json("GET /status") == Json{{"member", "north"},
                                          {"model", 0},
                                          {"lists", 1},
                                          {"searches", 0},
                                          {"waiting", 0}});
  const std::string clicks =
      R"({"search": ")" + search + R"(", "clicked": ["b"]})";
  CHECK(place.json("POST /clicks", clicks) == Json{{"clicks", 1}});
  CHECK(place.error(409, "POST /clicks", clicks).starts_with("no list of"));
  CHECK(place.json("GET /status").at("waiting") == 1);
  CHECK(place.json("GET /ledger") == Json{{"ledger", nullptr}});
  const char* const user = R"({"user": "u"})";
  const Json kept = place.json("POST /searches", user);
  REQUIRE(kept.at("searches").size() == 1);
  const bool is_first = ranked.at("documents").at(0) == "b";
  const Json b = {0, 1};
  CHECK(kept.at("searches").at(0).at("rows").at(is_first ? 0 : 1) == b);
  CHECK(kept.at("searches").at(0).at("clicks") ==
        (is_first ? Json{1, 0} : Json{0, 1}));
  CHECK(kept.at("searches").at(0).at("scores") == Json{0.0, 0.0});
  CHECK(place.json("POST /forget", user) == Json{{"searches", 1}});
  CHECK(place.json("GET /status").at("searches") == 0);
  CHECK(place.json("POST /searches", user) ==
        Json{{"searches", Json::array()},
             {"preferences", Json::array()},
             {"next", nullptr}});
  for (const std::string& wrong : {std::string(), std::string(257, 'u')})
    CHECK(place.error(400, "POST /searches", Json{{"user", wrong}}.dump()) ==
          "user: expected a name of 1 to 256 bytes");
  CHECK(place.error(400, "POST /searches", R"({"user": "u", "from": -1})")
            .starts_with("the body: from: "));
}

TEST_CASE("the agent refuses what it does not know") {
  const AgentPlace place;
  CHECK(place.error(404, "POST /other", "{}") ==
        "try /rank, /clicks, /searches, /forget, /status, /ledger");
  CHECK(place.error(405, "GET /rank") == "/rank takes POST only");
  has(place.answer("GET /rank"), "\r\nAllow: POST\r\n");
  has(place.answer("POST /rank", kBody, "secret"), "401");
  has(place.answer("POST /rank", kBody, "secret"), "agent.token");
  const auto by_header = [&](const std::string& header) {
    return requested(place.http.address(), "GET /status",
                     "Authorization: " + header + "\r\n");
  };
  for (const char* scheme : {"bearer ", "BEARER ", "bEaReR   "})
    has(by_header(scheme + place.token()), "200 OK");
  for (const std::string& header :
       {std::string("Bearer"), std::string("bearer   "), place.token(),
        "Basic " + place.token(), "Bearer" + place.token(),
        "Bearer " + place.token() + "x"})
    has(by_header(header), "401");
  CHECK(place.error(400, "POST /rank", R"({"rows": [[NaN]]})") ==
        "the body is no JSON, which has no NaN or infinity");
  CHECK(place.error(400, "POST /rank", "[]") ==
        "expected a JSON object with documents, rows, user");
  CHECK(place.error(400, "POST /rank", R"({"query": 1})") ==
        "the body: query: expected documents, rows, user");
  CHECK(place.error(400, "POST /rank", R"({"documents": ["a"]})") ==
        "the body: rows: is missing");
  CHECK(place.error(400, "POST /rank",
                    R"({"documents": ["a"], "rows": [[1, null]]})") ==
        "the body: rows: number 2 is null");
  CHECK(place.error(409, "POST /clicks", R"({"search": "x", "clicked": []})")
            .starts_with("search: expected"));
  has(requested(place.http.address(), "POST /rank",
                "Authorization: Bearer " + place.token() + "\r\n" +
                    length((1 << 20) + 1)),
      "413");
}

TEST_CASE("an account is shown as it was given, by each later question") {
  AgentPlace place;
  place.http.account({{"epsilon", 0.5}});
  CHECK(place.json("GET /ledger") == Json{{"ledger", {{"epsilon", 0.5}}}});
  place.http.account(nullptr);
  CHECK(place.json("GET /ledger") == Json{{"ledger", nullptr}});
}

TEST_CASE("a search is sixteen hexadecimal digits, and nothing else") {
  const AgentPlace place;
  const std::string search = place.json("POST /rank", kBody).at("search");
  const auto clicked = [&](const std::string& text) {
    return place.error(
        409, "POST /clicks",
        Json{{"search", text}, {"clicked", Json::array()}}.dump());
  };
  const std::string expected = "search: expected the one that /rank has given";
  for (const std::string& wrong :
       {std::string(), search.substr(1), search + "0", " " + search.substr(1),
        "0x" + search.substr(2), "-" + search.substr(1), std::string(16, 'g')})
    CHECK_MESSAGE(clicked(wrong) == expected, wrong);
  // One of this form that was not given.
  CHECK(clicked("ffffffffffffffff") != expected);
}

TEST_CASE("names that are no words come back as they are") {
  const AgentPlace place;
  const std::string hostile = "a\"b\\c\n</script>\u00e9";
  const Json question = {{"documents", {hostile, "b"}},
                         {"rows", {{1, 0}, {0, 1}}},
                         {"user", hostile}};
  const Json ranked = place.json("POST /rank", question.dump());
  const auto names = ranked.at("documents").get<std::vector<std::string>>();
  CHECK(std::ranges::count(names, hostile) == 1);
  const Json clicks = {{"search", ranked.at("search")}, {"clicked", {hostile}}};
  CHECK(place.json("POST /clicks", clicks.dump()) == Json{{"clicks", 1}});
  CHECK(place.json("POST /forget", Json{{"user", hostile}}.dump()) ==
        Json{{"searches", 1}});
}

TEST_CASE("rows and clicks of wrong shapes are refused in words") {
  const AgentPlace place;
  const auto ranked = [&](const Json& question) {
    return place.error(400, "POST /rank", question.dump());
  };
  CHECK(ranked({{"documents", Json::array()}, {"rows", Json::array()}}) != "");
  has(ranked({{"documents", {"a", "b"}}, {"rows", {{1, 0}, {1}}}}), "row");
  has(ranked({{"documents", {"a"}}, {"rows", {{1, 0}, {0, 1}}}}),
      "2 rows of 1 documents");
  has(ranked({{"documents", {"a"}}, {"rows", {{1, "x"}}}}), "number 2");
  has(ranked({{"documents", {1}}, {"rows", {{1, 0}}}}), "documents");
  has(ranked({{"documents", {"a"}}, {"rows", {{1, 0}}}, {"user", 7}}), "user");
  CHECK(place.json("GET /status").at("lists") == 0);
}

}  // namespace fedltr::agent_http_test
