#include "app/deploy/search_http.hpp"

#include <atomic>
#include <chrono>
#include <future>
#include <stdexcept>
#include <thread>

#include <sys/stat.h>
#include <unistd.h>

#include "algorithms/text/features.hpp"
#include "app/base/errors.hpp"
#include "app/base/json.hpp"
#include "app/base/text.hpp"
#include "tests/support/http.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::search_http_test {
using namespace fedltr::test;

namespace {

/// A member for each term, with two documents.
SearchReply echo(const SearchRequest& request) {
  SearchReply reply;
  reply.own = "north";
  reply.constants = {1.2, 0.75, 0.1, 1000, 0.7};
  reply.absent = {"west"};
  reply.late = {std::to_string(request.seconds)};
  reply.unasked = {"east"};
  for (const std::string& term : request.terms) {
    MemberDocuments member{term, {1, 17}, {}, 3};
    for (Index i = 0; i < 2 * kFeatureColumns; ++i)
      member.features.push_back(1.0 / static_cast<double>(3 + i));
    reply.members.push_back(std::move(member));
  }
  return reply;
}

/// A party's HTTP, with its session open.
struct Served {
  TemporaryFolder folder;
  SearchHttp http{kAnyPort, folder.text(), {}};
  std::shared_ptr<void> session;

  explicit Served(SearchSocket::Answer answer = echo)
      : session(http.open(std::move(answer))) {}

  std::string token() const { return trim(read_text(http.token_file())); }
  std::string bearer() const {
    return "Authorization: Bearer " + token() + "\r\n";
  }
  /// @param headers  besides the length
  std::string post(const std::string& body, const std::string& headers) const {
    return requested(
        http.address(), "POST /search",
        headers + "Content-Length: " + std::to_string(body.size()) + "\r\n",
        body);
  }
  std::string ask(const std::string& body) const {
    return post(body, bearer());
  }
};

std::string status_of(const std::string& answer) {
  return answer.substr(9, 3);
}

Json body_of(const std::string& answer) {
  return parse_json(answer.substr(answer.find("\r\n\r\n") + 4));
}

std::string error_of(const std::string& answer) {
  has(answer, "Content-Type: application/json; charset=utf-8\r\n");
  return body_of(answer).at("error");
}

}  // namespace

TEST_CASE("HTTP gives the socket's answer, with every digit") {
  const Served served;
  const SearchSocket socket(served.folder.text(), echo);
  const std::string answer =
      served.ask(R"({"query": "Wings, and the TAIL of wings!"})");
  CHECK(status_of(answer) == "200");
  const SearchReply by_socket =
      ask_party(served.folder.text(), {{"wing", "tail", "wing"}});
  CHECK(body_of(answer) == search_json(by_socket));
  const Json json = body_of(answer);
  CHECK(json.at("member") == "north");
  CHECK(json.at("excluded") == Json{"west"});
  CHECK(json.at("unasked") == Json{"east"});
  CHECK(json.at("late") == Json{"60"});
  CHECK(json.at("constants").at("mu") == 1000.0);
  CHECK(json.at("features").size() == kFeatureColumns);
  CHECK(json.at("features")[0] == "title-length");
  const Json& first = json.at("members").at(0);
  CHECK(first.at("member") == "wing");
  CHECK(first.at("withheld") == 3);
  REQUIRE(first.at("documents").size() == 2);
  CHECK(first.at("documents")[1].at("document") == "wing#17");
  CHECK(first.at("documents")[1].at("features") ==
        Json(std::vector<double>(
            by_socket.members[0].features.begin() + kFeatureColumns,
            by_socket.members[0].features.end())));
}

TEST_CASE("a user states how long to wait") {
  const Served served;
  CHECK(
      body_of(served.ask(R"({"query": "wing", "timeout": 7})")).at("late")[0] ==
      "7");
}

TEST_CASE("without the token a client learns only that it is needed") {
  const Served served([](const auto&) -> SearchReply {
    FAIL("asked");
    return {};
  });
  const std::string question = R"({"query": "wing"})";
  std::string other = served.token();
  other.back() = other.back() == '0' ? '1' : '0';
  for (const std::string& headers :
       {std::string(), "Authorization: Bearer " + other + "\r\n",
        "Authorization: " + served.token() + "\r\n",
        std::string("Authorization: Bearer \r\n"),
        "Authorization: Basic " + served.token() + "\r\n",
        served.bearer() + served.bearer(),
        "Authorization: Bearer " + served.token().substr(1) + "\r\n"}) {
    const std::string answer = served.post(question, headers);
    CHECK(status_of(answer) == "401");
    has(answer, "WWW-Authenticate: Bearer\r\n");
    has(error_of(answer), "search.token");
    CHECK(answer.find(served.token()) == std::string::npos);
  }
  CHECK(status_of(requested(served.http.address(), "GET /")) == "401");
}

TEST_CASE("other requests than a question are refused with their reason") {
  const Served served;
  const auto with_token = [&](const std::string& line) {
    return requested(served.http.address(), line, served.bearer());
  };
  CHECK(status_of(with_token("POST /other")) == "404");
  CHECK(error_of(with_token("POST /other")) == "try /search");
  CHECK(status_of(with_token("GET /search")) == "405");
  has(with_token("GET /search"), "\r\nAllow: POST\r\n");
  CHECK(status_of(with_token("POST /search")) == "411");
  CHECK(status_of(served.ask(std::string(70'000, ' '))) == "413");
  const std::string answer = exchanged(
      served.http.address(), "POST /search HTTP/1.1\r\nHost: evil.example\r\n" +
                                 served.bearer() + "\r\n");
  CHECK(status_of(answer) == "403");
  has(error_of(answer), served.http.address().text() + " only");
  CHECK(status_of(exchanged(served.http.address(), "nonsense\r\n\r\n")) ==
        "400");
}

TEST_CASE("a body that is no question is refused, and names what is allowed") {
  const Served served;
  const auto error = [&](const std::string& body) {
    const std::string answer = served.ask(body);
    CHECK(status_of(answer) == "400");
    return error_of(answer);
  };
  for (const std::string& body :
       {std::string(), std::string("wing"), std::string("[]"),
        std::string("\"wing\""), std::string("{\"query\": \"\xff\"}"),
        std::string(60'000, '['), std::string("{\"query\": \"a\"} more")})
    has(error(body), R"(expected a JSON object such as {"query": )");
  has(error(R"({"query": "a", "timeout": NaN})"),
      "is no JSON, which has no NaN");
  has(error("{}"), "query");
  has(error(R"({"query": 3})"), "expected a text, got 3");
  has(error("{\"query\": " + std::string(30'000, '[') +
            std::string(30'000, ']') + "}"),
      "expected a text, got an array of 1");
  has(error(R"({"query": "a", "k": 3})"), "k: expected query, timeout");
  for (const char* time : {"0", "-1", "1.5", "86401", "\"7\""})
    has(error(std::string(R"({"query": "a", "timeout": )") + time + "}"),
        "timeout");
}

TEST_CASE("a session that is not open is unavailable, and can open later") {
  Served served;
  const std::string question = R"({"query": "wing"})";
  served.session.reset();
  CHECK(status_of(served.ask(question)) == "503");
  has(error_of(served.ask(question)), "the session is not open");
  served.session = served.http.open(echo);
  CHECK(status_of(served.ask(question)) == "200");
}

TEST_CASE("problems of user and session have their own status") {
  const Served served([](const SearchRequest& request) -> SearchReply {
    if (request.terms.empty()) throw UsageError("a query of 0 terms");
    if (request.terms[0] == "nan") return {"", "a", {{"b", {1}, {}}}};
    throw std::runtime_error("the session is over");
  });
  const std::string wrong = served.ask(R"({"query": "the"})");
  CHECK(status_of(wrong) == "400");
  CHECK(error_of(wrong) == "a query of 0 terms");
  const std::string failed = served.ask(R"({"query": "wing"})");
  CHECK(status_of(failed) == "503");
  CHECK(error_of(failed) == "the session is over");
  CHECK(error_of(served.ask(R"({"query": "nan"})")) ==
        "the answer of b is invalid");
}

TEST_CASE("questions come one after another, none of a user who has left") {
  std::promise<void> heard;
  std::promise<void> goes_on;
  std::atomic<int> asked = 0;
  const Served served([&](const SearchRequest& request) {
    if (++asked == 1) {
      heard.set_value();
      goes_on.get_future().wait();
    }
    return echo(request);
  });
  const std::string question = R"({"query": "wing"})";
  std::thread first([&] { CHECK(status_of(served.ask(question)) == "200"); });
  heard.get_future().wait();
  for (int i = 0; i < 3; ++i) {
    const int socket = dial(served.http.address(), 5);
    send_all(socket,
             "POST /search HTTP/1.1\r\nHost: " + served.http.address().text() +
                 "\r\n" + served.bearer() + "Content-Length: " +
                 std::to_string(question.size()) + "\r\n\r\n" + question);
    close(socket);
  }
  goes_on.set_value();
  first.join();
  CHECK(status_of(served.ask(question)) == "200");
  CHECK(asked == 2);
}

TEST_CASE("questions by the socket take turns with those by HTTP") {
  std::promise<void> heard;
  std::promise<void> goes_on;
  std::atomic<int> asked = 0;
  const auto answer = [&](const SearchRequest& request) {
    if (++asked == 1) {
      heard.set_value();
      goes_on.get_future().wait();
    }
    return echo(request);
  };
  Served served(answer);
  const SearchSocket socket(served.folder.text(), answer, &served.http.turn());
  std::thread first(
      [&] { CHECK(status_of(served.ask(R"({"query": "wing"})")) == "200"); });
  heard.get_future().wait();
  std::thread second([&] {
    CHECK(ask_party(served.folder.text(), {{"b"}}).members.size() == 1);
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  CHECK(asked == 1);
  goes_on.set_value();
  first.join();
  second.join();
  CHECK(asked == 2);
}

TEST_CASE("only the owner can read the token, which stays for later sessions") {
  const TemporaryFolder folder;
  std::string token;
  for (int i = 0; i < 2; ++i) {
    const SearchHttp http(kAnyPort, folder.text(), {});
    struct stat found {};
    REQUIRE(stat(http.token_file().c_str(), &found) == 0);
    CHECK((found.st_mode & 0777) == 0600);
    if (i == 1) CHECK(read_text(http.token_file()) == token);
    token = read_text(http.token_file());
    CHECK(token.size() == 65);
  }
  const TemporaryFolder second;
  const SearchHttp other(kAnyPort, second.text(), {});
  CHECK(read_text(other.token_file()) != token);
}

TEST_CASE("a token that others can read or guess is refused") {
  const TemporaryFolder folder;
  const auto file = folder / "search.token";
  folder.write("search.token", std::string(64, 'a') + "\n");
  chmod(file.c_str(), 0640);
  CHECK_THROWS_WITH_AS(SearchHttp(kAnyPort, folder.text(), {}),
                       doctest::Contains("search.token"), NetworkError);
  chmod(file.c_str(), 0600);
  CHECK_NOTHROW(SearchHttp(kAnyPort, folder.text(), {}));
  folder.write("search.token", "secret\n");
  chmod(file.c_str(), 0600);
  CHECK_THROWS_WITH_AS(SearchHttp(kAnyPort, folder.text(), {}),
                       doctest::Contains("a token of 6 characters, but must "
                                         "have at least 32"),
                       NetworkError);
}

TEST_CASE("only addresses of this machine are taken") {
  for (const char* other : {"0.0.0.0:8080", "10.0.0.1:80", "[::]:80", "8080"})
    CHECK_THROWS_WITH_AS(
        parse_local_address("--http", other),
        doctest::Contains("expected an address of this machine alone, such as "
                          "127.0.0.1:8080"),
        UsageError);
  CHECK(parse_local_address("--http", "127.0.0.1:8080").port == 8080);
  CHECK(parse_local_address("--http", "[::1]:8080").text() == "[::1]:8080");
  const Outcome refused = fedltr_command(
      {"party", "quickstart", "--connect", "127.0.0.1:1", "--data", "x",
       "--http", "127.0.0.1:0", "--certificates", "x"});
  CHECK(refused.code == 2);
  has(refused.err, "--http needs --answer");
}

}  // namespace fedltr::search_http_test
