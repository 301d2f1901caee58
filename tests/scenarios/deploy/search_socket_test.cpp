#include "scenarios/deploy/search_socket.hpp"

#include <stdexcept>

#include <sys/stat.h>

#include "scenarios/base/errors.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::search_socket_test {
using namespace fedltr::test;

namespace {

/// Says the terms that it was asked for.
SearchReply echo(const SearchRequest& request) {
  SearchReply reply;
  for (const std::string& term : request.terms)
    reply.members.push_back({term, {1, 2}, {0.5}, 3});
  return reply;
}

}  // namespace

TEST_CASE("A party's process answers its user, one question after another") {
  const TemporaryFolder folder;
  const SearchSocket socket(folder.text(), echo);
  for (int i = 0; i < 3; ++i) {
    const SearchReply reply = ask_party(folder.text(), {{"a", "b"}});
    REQUIRE(reply.members.size() == 2);
    CHECK(reply.members[1].name == "b");
    CHECK(reply.members[1].documents == std::vector<std::uint32_t>{1, 2});
    CHECK(reply.members[1].features == std::vector<double>{0.5});
    CHECK(reply.members[1].withheld == 3);
  }
}

TEST_CASE("Nobody else can open a party's socket, and it goes with the party") {
  const TemporaryFolder folder;
  const auto file = folder / "search.socket";
  {
    const SearchSocket socket(folder.text(), echo);
    struct stat found {};
    REQUIRE(stat(file.c_str(), &found) == 0);
    CHECK((found.st_mode & 0777) == 0600);
  }
  CHECK_FALSE(std::filesystem::exists(file));
}

TEST_CASE("What goes wrong at the party is told") {
  const TemporaryFolder folder;
  const SearchSocket socket(folder.text(), [](const auto&) -> SearchReply {
    throw std::runtime_error("the session is over");
  });
  CHECK_THROWS_WITH_AS(ask_party(folder.text(), {{"a"}}),
                       "the party: the session is over", NetworkError);
}

TEST_CASE("Who did not answer in time, and how long one waits, are passed on") {
  const TemporaryFolder folder;
  const SearchSocket socket(folder.text(), [](const SearchRequest& request) {
    SearchReply reply;
    reply.late = {"west", std::to_string(request.seconds)};
    return reply;
  });
  CHECK(ask_party(folder.text(), {{"a"}, 7}).late ==
        std::vector<std::string>{"west", "7"});
}

TEST_CASE("Where no party answers, what to start is said") {
  const TemporaryFolder folder;
  try {
    ask_party(folder.text(), {{"a"}});
    FAIL("nobody is there");
  } catch (const NetworkError& error) {
    CHECK(std::string(error.what()).find("party --answer") !=
          std::string::npos);
  }
}

TEST_CASE("More than a question is not read, and the next one is answered") {
  const TemporaryFolder folder;
  const SearchSocket socket(folder.text(), echo);
  CHECK_THROWS_AS(ask_party(folder.text(), {{std::string(1 << 20, 'a')}}),
                  NetworkError);
  CHECK(ask_party(folder.text(), {{"a"}}).members.size() == 1);
}

TEST_CASE("A socket whose name is too long is refused by name") {
  CHECK_THROWS_AS(ask_party(std::string(200, 'x'), {{"a"}}), UsageError);
  CHECK_THROWS_AS(require_place_of_socket(std::string(200, 'x')), UsageError);
  CHECK_NOTHROW(require_place_of_socket("results"));
}

}  // namespace fedltr::search_socket_test
