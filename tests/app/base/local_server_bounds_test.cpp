#include <chrono>
#include <csignal>
#include <ctime>
#include <filesystem>
#include <future>
#include <iterator>
#include <random>
#include <thread>

#include <sys/resource.h>

#include "app/base/errors.hpp"
#include "app/base/local_server.hpp"
#include "tests/support/http.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::local_server_bounds_test {
using namespace fedltr::test;

namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

HttpAnswer echo(const HttpRequest& request) {
  return {200, "text/plain", request.target};
}

HttpService echoes() {
  return {.methods = {"GET", "POST"},
          .max_body = 1000,
          .refuse = {},
          .answer = echo};
}

}  // namespace

TEST_CASE("with all connections in use, another one waits for its turn") {
  std::promise<void> goes_on;
  const auto going_on = goes_on.get_future().share();
  HttpService service = echoes();
  service.answer = [&](const HttpRequest& request) {
    if (request.target == "/slow") going_on.wait();
    return echo(request);
  };
  const LocalServer server(kAnyPort, service);
  const auto ask = [&](const std::string& target) {
    const int socket = dial(server.address(), 5);
    send_all(socket, "GET " + target + " HTTP/1.1\r\nHost: " +
                         server.address().text() + "\r\n\r\n");
    return socket;
  };
  std::vector<int> slow;
  for (std::size_t i = 0; i < LocalServer::kMaxConnections; ++i)
    slow.push_back(ask("/slow"));
  std::this_thread::sleep_for(300ms);
  const int socket = ask("/next");
  pollfd answer{socket, POLLIN, 0};
  CHECK(poll(&answer, 1, 300) == 0);
  goes_on.set_value();
  for (const int each : slow) has(received(each), "200 OK");
  has(received(socket), "200 OK");
}

TEST_CASE("clients that send no whole head give way to one that does") {
  HttpService service = echoes();
  service.refuse = [](const HttpRequest& request) -> std::optional<HttpAnswer> {
    if (request.authorization == "yes") return {};
    return text_problem(401, "no");
  };
  const LocalServer server(kAnyPort, service);
  const std::string host = "Host: " + server.address().text() + "\r\n";
  // The last is refused, and does not close its side.
  for (const std::string& text :
       {std::string(), "GET / HTTP/1.1\r\n" + host,
        "POST / HTTP/1.1\r\n" + host + length(1000) + "\r\n"}) {
    CAPTURE(text);
    std::vector<int> idle;
    for (int i = 0; i < 200; ++i) {
      idle.push_back(dial(server.address(), 5));
      send_all(idle.back(), text);
    }
    const auto start = Clock::now();
    has(requested(server.address(), "GET /", "Authorization: yes\r\n"),
        "200 OK");
    CHECK(Clock::now() - start < 4s);
    for (const int each : idle) close(each);
  }
}

TEST_CASE("a client that is slow has its time while places are free") {
  const LocalServer server(kAnyPort, echoes());
  const int socket = dial(server.address(), 5);
  std::vector<int> idle;
  for (std::size_t i = 0; i + 2 < LocalServer::kMaxConnections; ++i)
    idle.push_back(dial(server.address(), 5));
  std::this_thread::sleep_for(300ms);
  has(requested(server.address(), "GET /"), "200 OK");
  send_all(socket,
           "GET / HTTP/1.1\r\nHost: " + server.address().text() + "\r\n\r\n");
  has(received(socket), "200 OK");
  for (const int each : idle) close(each);
}

TEST_CASE("it holds no more connections than it serves") {
  const LocalServer server(kAnyPort, echoes());
  const auto open_files = [] {
    const std::filesystem::directory_iterator files("/proc/self/fd");
    return std::distance(begin(files), end(files));
  };
  const auto before = open_files();
  std::vector<int> silent;
  for (std::size_t i = 0; i < 3 * LocalServer::kMaxConnections; ++i)
    silent.push_back(dial(server.address(), 5));
  std::this_thread::sleep_for(300ms);
  const auto own = static_cast<std::ptrdiff_t>(silent.size());
  const auto most = static_cast<std::ptrdiff_t>(LocalServer::kMaxConnections);
  // Besides them, one that waits for a thread, and a copy of the listening
  // socket that may not have been there before.
  CHECK(open_files() - before - own <= most + 2);
  for (const int socket : silent) close(socket);
}

TEST_CASE("an answer may take longer than its request") {
  HttpService service = echoes();
  service.answer = [](const HttpRequest& request) {
    std::this_thread::sleep_for(5500ms);
    return echo(request);
  };
  const LocalServer server(kAnyPort, service);
  has(requested(server.address(), "GET /"), "200 OK");
}

TEST_CASE("whatever bytes come, the next request is answered") {
  const LocalServer server(kAnyPort, echoes());
  const std::string good =
      "POST / HTTP/1.1\r\nHost: " + server.address().text() +
      "\r\nContent-Length: 5\r\nRange: bytes=0-1\r\n"
      "Expect: 100-continue\r\n\r\nhello";
  const std::vector<std::string> pieces = {
      "\r\n",
      "\n",
      "%",
      "%u00e9",
      ":",
      " ",
      std::string(1, '\0'),
      "PRI ",
      "Transfer-Encoding: chunked\r\n",
      "ffffffffffffffff\r\n",
      "Content-Length: 18446744073709551615\r\n",
      "Range: bytes=99999999999999999999-,-\r\n",
      std::string(3000, 'A')};
  std::mt19937_64 rng(1);
  const auto below = [&](std::size_t bound) { return rng() % bound; };
  for (int i = 0; i < 1000; ++i) {
    std::string text = good;
    for (std::size_t change = below(6) + 1; change > 0; --change) {
      const std::size_t at = below(text.size());
      if (below(2) == 0)
        text[at] = static_cast<char>(below(256));
      else
        text.insert(at, pieces[below(pieces.size())]);
    }
    const int socket = dial(server.address(), 5);
    send_all(socket, text);
    shutdown(socket, SHUT_WR);
    const std::string answer = received(socket);
    CHECK((answer.empty() || answer.starts_with("HTTP/1.1 ")));
  }
  has(requested(server.address(), "GET /"), "200 OK");
}

TEST_CASE("a body that comes a byte at a time is cut off") {
  const LocalServer server(kAnyPort, echoes());
  const int socket = dial(server.address(), 5);
  send_all(socket, "POST / HTTP/1.1\r\nHost: " + server.address().text() +
                       "\r\n" + "Content-Length: 1000\r\n\r\n");
  const auto start = Clock::now();
  pollfd answer{socket, POLLIN, 0};
  while (poll(&answer, 1, 200) == 0 && Clock::now() - start < 20s)
    send_all(socket, "a");
  CHECK(Clock::now() - start < 8s);
  has(received(socket), "400: expected a valid request of HTTP/1.1, whole ");
}

TEST_CASE("a head that the library refuses gets a whole answer") {
  const LocalServer server(kAnyPort, echoes());
  for (const char* preferred : {"", "Accept-Encoding: gzip\r\n"}) {
    const std::string answer =
        requested(server.address(), "GET /",
                  std::string("Range: bytes=0-3,5-1\r\n") + preferred);
    has(answer, "416 ");
    has(answer, "416: expected a valid request of HTTP/1.1, whole within 5 ");
    CHECK(answer.find("Content-Range") == std::string::npos);
    CHECK(answer.find("Content-Encoding") == std::string::npos);
  }
}

TEST_CASE("an answer may take long after 100 Continue") {
  HttpService service = echoes();
  service.answer = [](const HttpRequest& request) {
    std::this_thread::sleep_for(6s);
    return echo(request);
  };
  const LocalServer server(kAnyPort, service);
  const std::string answer = requested(
      server.address(), "POST /", "Expect: 100-continue\r\n" + length(2), "ab");
  has(answer, "100 Continue");
  has(answer, "200 OK");
}

TEST_CASE("its end waits for no client that sends nothing") {
  std::vector<int> silent;
  const auto start = Clock::now();
  {
    const LocalServer server(kAnyPort, echoes());
    for (std::size_t i = 0; i < LocalServer::kMaxConnections + 8; ++i)
      silent.push_back(dial(server.address(), 5));
    send_all(silent[0], "GET / HT");
  }
  for (const int socket : silent) close(socket);
  CHECK(Clock::now() - start < 4s);
}

TEST_CASE("its end waits for the answer in progress") {
  std::promise<void> asked;
  std::promise<void> goes_on;
  HttpService service = echoes();
  service.answer = [&](const HttpRequest& request) {
    asked.set_value();
    goes_on.get_future().wait();
    return echo(request);
  };
  auto server = std::make_unique<LocalServer>(kAnyPort, service);
  auto answer = std::async(std::launch::async, [address = server->address()] {
    return requested(address, "GET /");
  });
  asked.get_future().wait();
  auto ended = std::async(std::launch::async, [&] { server.reset(); });
  CHECK(ended.wait_for(200ms) == std::future_status::timeout);
  goes_on.set_value();
  has(answer.get(), "200 OK");
  CHECK(ended.wait_for(4s) == std::future_status::ready);
}

TEST_CASE("a server can end as soon as it has begun") {
  for (int i = 0; i < 50; ++i) {
    const LocalServer server(kAnyPort, echoes());
    if (i % 2 == 0) has(requested(server.address(), "GET /"), "200 OK");
  }
}

TEST_CASE("a client that has closed the connection can be noticed") {
  std::promise<void> asked;
  std::promise<bool> left;
  HttpService service = echoes();
  service.answer = [&](const HttpRequest& request) {
    CHECK_FALSE(request.has_left());
    asked.set_value();
    const auto start = Clock::now();
    while (!request.has_left() && Clock::now() - start < 10s)
      std::this_thread::sleep_for(1ms);
    left.set_value(request.has_left());
    return echo(request);
  };
  const LocalServer server(kAnyPort, service);
  const int socket = dial(server.address(), 5);
  send_all(socket,
           "GET / HTTP/1.1\r\nHost: " + server.address().text() + "\r\n\r\n");
  asked.get_future().wait();
  close(socket);
  CHECK(left.get_future().get());
}

TEST_CASE("a port that is taken is reported, also by the same program") {
  const LocalServer server(kAnyPort, echoes());
  CHECK_THROWS_WITH_AS(
      LocalServer(server.address(), echoes()),
      doctest::Contains(
          (server.address().text() + ": Address already in use").c_str()),
      NetworkError);
}

TEST_CASE("the program's signals stay as they are") {
  struct sigaction usual {};
  struct sigaction before {};
  struct sigaction now {};
  usual.sa_handler = SIG_DFL;
  sigaction(SIGPIPE, &usual, &before);
  {
    const LocalServer server(kAnyPort, echoes());
    sigaction(SIGPIPE, nullptr, &now);
    CHECK((now.sa_handler == SIG_DFL));
    CHECK_THROWS_AS(LocalServer(server.address(), echoes()), NetworkError);
  }
  sigaction(SIGPIPE, &before, &now);
  CHECK((now.sa_handler == SIG_DFL));
}

TEST_CASE("without files left it waits, at little cost, and answers") {
  const LocalServer server(kAnyPort, echoes());
  const int made = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const Address address = server.address();
  rlimit files{};
  getrlimit(RLIMIT_NOFILE, &files);
  const rlimit none{3, files.rlim_max};
  setrlimit(RLIMIT_NOFILE, &none);
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(address.port);
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  CHECK(connect(made, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0);
  const std::clock_t before = std::clock();
  std::this_thread::sleep_for(500ms);
  const double busy = static_cast<double>(std::clock() - before) /
                      static_cast<double>(CLOCKS_PER_SEC);
  setrlimit(RLIMIT_NOFILE, &files);
  CHECK(busy < 0.1);
  send_all(made, "GET / HTTP/1.1\r\nHost: " + address.text() + "\r\n\r\n");
  has(received(made), "200 OK");
}

}  // namespace fedltr::local_server_bounds_test
