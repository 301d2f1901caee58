// The page of a running study, as a browser requests it.
#include "app/study/watch/watch.hpp"

#include <chrono>
#include <memory>
#include <thread>

#include "app/base/errors.hpp"
#include "tests/support/http.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::watch_test {
using namespace fedltr::test;

namespace {

std::string host_of(const Watch& watch) {
  const std::string address = watch.address();  // http://HOST/
  return address.substr(7, address.size() - 8);
}

Address address_of(const Watch& watch) {
  return parse_address("--watch", host_of(watch));
}

std::string get(const Watch& watch, const std::string& target) {
  return requested(address_of(watch), "GET " + target);
}

PlannedRun planned(const std::string& point = "") {
  return {0, 1, 1, 10, point, {"ndcg@10"}};
}

RoundRecord reached(std::uint32_t round, double metric) {
  RoundRecord record;
  record.round = round;
  record.interactions = 40 * round;
  record.metrics = {metric};
  return record;
}

}  // namespace

TEST_CASE("the page follows the study, and shows how it ended") {
  Watch watch("mine <b>", 0);
  has(get(watch, "/"), "Reading data");
  watch.study().begin({.name = "mine", .runs = {planned(), planned()}});
  watch.study().add_round(0, reached(4, 0.25));
  const std::string page = get(watch, "/");
  has(page, "HTTP/1.1 200 OK");
  has(page, "mine &lt;b&gt;");
  has(page,
      "0 of 2 runs have ended, 1 are running, 1 waiting; 4 of 20 rounds (20 "
      "%). ");
  has(page, " gone, about ");
  has(page, "0.2500");
  has(page, "location.reload()");
  const std::string version = get(watch, "/version");
  CHECK(get(watch, "/version") == version);
  watch.study().end_run(0, {});
  CHECK(get(watch, "/version") != version);
  has(get(watch, "/"),
      "1 of 2 runs have ended, 0 are running, 1 waiting; 10 of 20 rounds (50 "
      "%). ");
  watch.end("It is over.");
  watch.end("No.");
  const std::string last = get(watch, "/");
  has(last, "It is over.");
  has(last, "1 of 2 runs have ended, 0 were cut short, 1 not begun; ");
  CHECK(last.find("location.reload()") == std::string::npos);
}

TEST_CASE("a HEAD at the end leaves the last page to the browser") {
  auto watch = std::make_unique<Watch>("mine", 0);
  const Address address = address_of(*watch);
  get(*watch, "/");
  watch->end("It is over.");
  requested(address, "HEAD /");
  std::thread end([&] { watch.reset(); });
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  has(requested(address, "GET /"), "It is over.");
  end.join();
}

TEST_CASE("only GET and HEAD, and only for this host") {
  Watch watch("mine", 0);
  const std::string host = host_of(watch);
  const std::string port = host.substr(host.find(':'));
  has(exchanged(address_of(watch),
                "GET / HTTP/1.1\r\nHost: LocalHost" + port + "\r\n\r\n"),
      "200 OK");
  for (const std::string& other :
       {std::string("evil.example") + port, std::string("127.0.0.1"),
        std::string("localhost"), "127.0.0.1.evil.example" + port}) {
    const std::string answer = exchanged(
        address_of(watch), "GET / HTTP/1.1\r\nHost: " + other + "\r\n\r\n");
    has(answer, "403 Forbidden");
    CHECK(answer.find("mine") == std::string::npos);
  }
  for (const std::string method : {"POST", "PUT", "DELETE", "OPTIONS"}) {
    const std::string answer = requested(address_of(watch), method + " /");
    has(answer, "405 Method Not Allowed\r\n");
    has(answer, "\r\nAllow: GET, HEAD\r\n");
    CHECK(answer.find("mine") == std::string::npos);
  }
  const std::string head = requested(address_of(watch), "HEAD /");
  has(head, "200 OK");
  CHECK(head.ends_with("\r\n\r\n"));
  has(get(watch, "/../etc/passwd"), "404 Not Found");
  has(exchanged(address_of(watch), "nonsense\r\n\r\n"), "400 Bad Request");
  has(exchanged(address_of(watch),
                "GET / HTTP/1.1\r\nX: " + std::string(9000, 'x')),
      "400 Bad Request");
}

TEST_CASE("a silent peer keeps no other out") {
  Watch watch("mine", 0);
  std::vector<int> silent;
  for (std::size_t i = 0; i + 1 < LocalServer::kMaxConnections; ++i)
    silent.push_back(dial(address_of(watch), 5));
  has(get(watch, "/"), "200 OK");
  for (const int socket : silent) close(socket);
}

TEST_CASE("a request that comes a byte at a time is cut off") {
  Watch watch("mine", 0);
  const int socket = dial(address_of(watch), 5);
  const auto start = std::chrono::steady_clock::now();
  const auto taken = [&] { return std::chrono::steady_clock::now() - start; };
  pollfd closed{socket, POLLIN, 0};
  while (poll(&closed, 1, 200) == 0 && taken() < std::chrono::seconds(20))
    CHECK(send(socket, "G", 1, MSG_NOSIGNAL) == 1);
  CHECK(taken() > std::chrono::seconds(4));
  CHECK(taken() < std::chrono::seconds(20));
  CHECK(received(socket).empty());
}

TEST_CASE("a port that is taken is reported") {
  Watch watch("mine", 0);
  const std::string host = host_of(watch);
  const auto port = std::stoi(host.substr(host.find(':') + 1));
  CHECK_THROWS_AS(Watch("other", static_cast<std::uint16_t>(port)),
                  NetworkError);
}

TEST_CASE("a run is the same when it is watched") {
  const TemporaryFolder folder;
  const std::string file =
      folder.write("s.ini",
                   "[synthetic]\nlike = custom\nqueries = 20\n"
                   "[federation]\nclients = 5\nrounds = 3\n");
  const auto run = [&](const std::string& out,
                       const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {"run", file, "--quiet", "--out",
                                          (folder / out).string()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return fedltr_command(arguments);
  };
  CHECK(run("a", {}).code == 0);
  CHECK(run("b", {"--watch"}).code == 0);
  CHECK(read_text(folder / "a/summary.json") ==
        read_text(folder / "b/summary.json"));
  CHECK(run("c", {"--watch=0", "--report"}).code == 0);
  CHECK(run("d", {"--watch", "--threads", "1,2"}).code == 2);
  CHECK(run("d", {"--watch=70000"}).code == 2);
  CHECK(run("d", {"--watch=x"}).code == 2);
}

}  // namespace fedltr::watch_test
