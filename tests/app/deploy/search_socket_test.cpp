#include "app/deploy/search_socket.hpp"

#include <atomic>
#include <chrono>
#include <cstring>
#include <ctime>
#include <future>
#include <stdexcept>
#include <thread>

#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "algorithms/core/archive.hpp"
#include "app/base/errors.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::search_socket_test {
using namespace fedltr::test;

namespace {

/// Replies with the terms of the request.
SearchReply echo(const SearchRequest& request) {
  SearchReply reply;
  for (const std::string& term : request.terms)
    reply.members.push_back({term, {1, 2}, {0.5}, 3});
  return reply;
}

sockaddr_un address_of(const std::filesystem::path& file) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, file.c_str(), sizeof address.sun_path - 1);
  return address;
}

int connected_to(const std::filesystem::path& file) {
  const int made = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const sockaddr_un address = address_of(file);
  REQUIRE(connect(made, reinterpret_cast<const sockaddr*>(&address),
                  sizeof address) == 0);
  return made;
}

void asks_and_leaves(const std::filesystem::path& file) {
  const int made = connected_to(file);
  SearchRequest request{{"gone"}};
  const std::string question = archived(request);
  CHECK(write(made, question.data(), question.size()) ==
        static_cast<ssize_t>(question.size()));
  close(made);
}

}  // namespace

TEST_CASE("a party's process answers its user, one question after another") {
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

TEST_CASE("only its user can open a party's socket, which goes with it") {
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

TEST_CASE("a fault at the party is reported") {
  const TemporaryFolder folder;
  const SearchSocket socket(folder.text(), [](const auto&) -> SearchReply {
    throw std::runtime_error("the session is over");
  });
  CHECK_THROWS_WITH_AS(ask_party(folder.text(), {{"a"}}),
                       "the party: the session is over", NetworkError);
}

TEST_CASE("late members, and how long a user waits, are passed on") {
  const TemporaryFolder folder;
  const SearchSocket socket(folder.text(), [](const SearchRequest& request) {
    SearchReply reply;
    reply.late = {"west", std::to_string(request.seconds)};
    return reply;
  });
  CHECK(ask_party(folder.text(), {{"a"}, 7}).late ==
        std::vector<std::string>{"west", "7"});
}

TEST_CASE("an asker without a running party learns what to start") {
  const TemporaryFolder folder;
  try {
    ask_party(folder.text(), {{"a"}});
    FAIL("no party listens");
  } catch (const NetworkError& error) {
    CHECK(std::string(error.what()).find("party --answer") !=
          std::string::npos);
  }
}

TEST_CASE("bytes after a question are not read, and the next one is answered") {
  const TemporaryFolder folder;
  const SearchSocket socket(folder.text(), echo);
  CHECK_THROWS_AS(ask_party(folder.text(), {{std::string(1 << 20, 'a')}}),
                  NetworkError);
  CHECK(ask_party(folder.text(), {{"a"}}).members.size() == 1);
}

TEST_CASE("questions of askers that gave up are not asked") {
  const TemporaryFolder folder;
  std::promise<void> heard;
  std::promise<void> goes_on;
  std::atomic<int> answered = 0;
  const SearchSocket socket(folder.text(), [&](const SearchRequest& request) {
    if (++answered == 1) {
      heard.set_value();
      goes_on.get_future().wait();
    }
    return echo(request);
  });
  std::thread first([&] { ask_party(folder.text(), {{"a"}}); });
  heard.get_future().wait();
  for (int i = 0; i < 3; ++i) asks_and_leaves(folder / "search.socket");
  goes_on.set_value();
  first.join();
  CHECK(ask_party(folder.text(), {{"b"}}).members.size() == 1);
  CHECK(answered == 2);
}

TEST_CASE("with all places to wait taken, an asker does not wait for one") {
  const TemporaryFolder folder;
  const auto file = folder / "search.socket";
  const int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const sockaddr_un address = address_of(file);
  REQUIRE(bind(listener, reinterpret_cast<const sockaddr*>(&address),
               sizeof address) == 0);
  REQUIRE(listen(listener, 0) == 0);
  const int other = connected_to(file);
  CHECK_THROWS_AS(ask_party(folder.text(), {{"a"}, 0}), NetworkError);
  close(other);
  close(listener);
}

TEST_CASE(
    "a party that can open no more files waits, at no cost, and answers") {
  const TemporaryFolder folder;
  const SearchSocket socket(folder.text(), echo);
  const int made = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  rlimit files{};
  getrlimit(RLIMIT_NOFILE, &files);
  const rlimit none{3, files.rlim_max};
  setrlimit(RLIMIT_NOFILE, &none);
  const sockaddr_un address = address_of(folder / "search.socket");
  CHECK(connect(made, reinterpret_cast<const sockaddr*>(&address),
                sizeof address) == 0);
  const std::clock_t before = std::clock();
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  const double busy = static_cast<double>(std::clock() - before) /
                      static_cast<double>(CLOCKS_PER_SEC);
  setrlimit(RLIMIT_NOFILE, &files);
  close(made);
  CHECK(busy < 0.1);
  CHECK(ask_party(folder.text(), {{"now"}}).members[0].name == "now");
}

TEST_CASE("a socket whose name is too long is refused by name") {
  CHECK_THROWS_AS(ask_party(std::string(200, 'x'), {{"a"}}), UsageError);
  CHECK_THROWS_AS(require_place_of_socket(std::string(200, 'x')), UsageError);
  CHECK_NOTHROW(require_place_of_socket("results"));
}

}  // namespace fedltr::search_socket_test
