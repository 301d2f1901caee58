#include "app/base/local_server.hpp"

#include <atomic>
#include <chrono>
#include <csignal>
#include <ctime>
#include <filesystem>
#include <future>
#include <iterator>
#include <random>
#include <stdexcept>
#include <thread>

#include <sys/resource.h>

#include "app/base/errors.hpp"
#include "tests/support/http.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::local_server_test {
using namespace fedltr::test;

namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

const Address kAnyPort{"127.0.0.1", 0};

/// Returns the request's parts in its answer.
HttpAnswer echo(const HttpRequest& request) {
  return {200, "text/plain",
          request.method + " " + request.target + " [" + request.authorization +
              "] " + request.body + "."};
}

HttpService echoes() {
  return {.methods = {"GET", "HEAD", "POST"},
          .max_body = 1000,
          .refuse = {},
          .answer = echo};
}

std::string body_of(const std::string& answer) {
  return answer.substr(answer.find("\r\n\r\n") + 4);
}

std::string length(std::size_t bytes) {
  return "Content-Length: " + std::to_string(bytes) + "\r\n";
}

}  // namespace

TEST_CASE("a request is complete once its head has ended") {
  const LocalServer server(kAnyPort, echoes());
  const int socket = dial(server.address(), 5);
  const std::string text =
      "GET /a?b HTTP/1.1\r\nHost: " + server.address().text() +
      "\r\nAccept: */*\r\n\r\n";
  for (std::size_t i = 0; i + 1 < text.size(); ++i)
    send_all(socket, text.substr(i, 1));
  pollfd answer{socket, POLLIN, 0};
  CHECK(poll(&answer, 1, 100) == 0);
  send_all(socket, text.substr(text.size() - 1) + "more");
  CHECK(body_of(received(socket)) == "GET /a?b [] .");
}

TEST_CASE("requests other than HTTP/1.1 with one Host are refused") {
  const LocalServer server(kAnyPort, echoes());
  const std::string host = "Host: " + server.address().text() + "\r\n";
  for (const std::string& text :
       {std::string("GET /\r\n\r\n"), "GET / HTTP/1.0\r\n" + host + "\r\n",
        std::string("GET / HTTP/1.1\r\n\r\n"),
        "GET / HTTP/2.0\r\n" + host + "\r\n",
        "GET / HTTP/1.1\r\n" + host + host + "\r\n",
        std::string("GET / HTTP/1.1\r\nHost a\r\n\r\n"),
        "BREW / HTTP/1.1\r\n" + host + "\r\n",
        std::string("GET / HTTP/1.1\r\nRange: bytes=a\r\n\r\n"),
        "GET /\n HTTP/1.1\r\n" + host + "\r\n"}) {
    CAPTURE(text);
    const std::string answer = exchanged(server.address(), text);
    CHECK(answer.substr(0, 10) == "HTTP/1.1 4");
    CHECK(answer.find("GET /") == std::string::npos);
  }
}

TEST_CASE("a head that is too long is refused, one without an end not kept") {
  const LocalServer server(kAnyPort, echoes());
  const std::string header = "X: " + std::string(1000, 'x') + "\r\n";
  std::string headers;
  for (int i = 0; i < 7; ++i) headers += header;
  has(requested(server.address(), "GET /", headers), "200 OK");
  headers += header + header;
  has(requested(server.address(), "GET /", headers), "400 Bad Request");
  const auto start = Clock::now();
  const std::string begin = "GET / HTTP/1.1\r\n";
  for (const std::string& endless :
       {"GET /" + std::string(20'000, 'x'), begin + std::string(20'000, 'x'),
        begin + std::string(20'000, '\n')})
    CHECK(exchanged(server.address(), endless).find("200") ==
          std::string::npos);
  CHECK(Clock::now() - start < 4s);
}

TEST_CASE("an answer has its length, and forbids caching and framing") {
  const LocalServer server(kAnyPort, echoes());
  const std::string answer = requested(server.address(), "GET /");
  CHECK(answer.starts_with("HTTP/1.1 200 OK\r\n"));
  CHECK(answer.ends_with("\r\n\r\nGET / [] ."));
  for (const std::string& text :
       {answer, requested(server.address(), "DELETE /"),
        exchanged(server.address(), "nonsense\r\n\r\n")})
    for (const char* part :
         {"Content-Length: ", "Connection: close\r\n", "no-store", "nosniff",
          "frame-ancestors 'none'", "same-origin", "no-referrer",
          "text/plain; charset=utf-8"})
      has(text, part);
  has(answer, "Content-Length: 10\r\n");
}

TEST_CASE("an answer is whole and as it is, whatever a client prefers") {
  const LocalServer server(kAnyPort, echoes());
  for (const char* header :
       {"Accept-Encoding: br, gzip\r\n", "Range: bytes=0-1\r\n",
        "Range: bytes=0-0,1-1,2-2\r\n"}) {
    const std::string answer = requested(server.address(), "GET /", header);
    has(answer, "200 OK");
    CHECK(body_of(answer) == "GET / [] .");
  }
}

TEST_CASE("HEAD is answered as GET, without the body") {
  const LocalServer server(kAnyPort, echoes());
  const std::string get = requested(server.address(), "GET /same");
  std::string head = requested(server.address(), "HEAD /same");
  CHECK(body_of(head).empty());
  head.replace(head.find("Length: 15"), 10, "Length: 14");
  CHECK(head == get.substr(0, get.size() - body_of(get).size()));
}

TEST_CASE("a body is bounded, of a stated length, and not encoded") {
  const LocalServer server(kAnyPort, echoes());
  const auto post = [&](const std::string& headers, const std::string& body) {
    return requested(server.address(), "POST /", headers, body);
  };
  const std::string all(1000, 'a');
  for (const char* type :
       {"", "Content-Type: application/x-www-form-urlencoded\r\n",
        "Content-Type: multipart/form-data; boundary=a\r\n"})
    CHECK(body_of(post(type + length(1000), all)) == "POST / [] " + all + ".");
  has(post(length(0), ""), "200 OK");
  has(post(length(1001), all + "a"), "413 ");
  has(post("Content-Length: -1\r\n", ""), "413 ");
  has(post(length(1) + length(2), "ab"), "411 ");
  has(post("", "a"), "411 ");
  has(post("Transfer-Encoding: chunked\r\n", "1\r\na\r\n0\r\n\r\n"), "411 ");
  has(post("Content-Encoding: gzip\r\n" + length(4), "abcd"), "415 ");
}

TEST_CASE("a body may be longer than a head") {
  HttpService service = echoes();
  service.max_body = 50'000;
  const LocalServer server(kAnyPort, service);
  const std::string all(50'000, 'a');
  CHECK(body_of(requested(server.address(), "POST /", length(50'000), all)) ==
        "POST / [] " + all + ".");
}

TEST_CASE("a client that sends far too much still reads why it is refused") {
  const LocalServer server(kAnyPort, echoes());
  const std::string much(std::size_t{1} << 20, 'a');
  for (int i = 0; i < 20; ++i)
    has(requested(server.address(), "POST /", length(much.size()), much),
        "413: expected a body of at most 1000 bytes");
}

TEST_CASE("a request is refused by its head before its body has arrived") {
  HttpService service = echoes();
  service.refuse = [](const HttpRequest& request) -> std::optional<HttpAnswer> {
    CHECK(request.body.empty());
    if (request.authorization == "yes") return {};
    return text_problem(401, request.target);
  };
  const LocalServer server(kAnyPort, service);
  has(requested(server.address(), "POST /x", length(10)), "401: /x");
  has(requested(server.address(), "GET /",
                "Authorization: yes\r\nAuthorization: yes\r\n"),
      "401");
  CHECK(body_of(requested(server.address(), "POST /",
                          "authorization: yes\r\n" + length(2), "ab")) ==
        "POST / [yes] ab.");
}

TEST_CASE("a failure is an answer") {
  HttpService service = echoes();
  service.answer = [](const HttpRequest& request) -> HttpAnswer {
    if (request.target == "/") throw std::runtime_error("no\r\nmore");
    throw 1;
  };
  const LocalServer server(kAnyPort, service);
  has(requested(server.address(), "GET /"), "500 Internal Server Error");
  CHECK(body_of(requested(server.address(), "GET /")) == "500: no\r\nmore\n");
  has(requested(server.address(), "GET /2"), "500: unknown");
}

TEST_CASE("only for this host, whose port 80 may be omitted") {
  const LocalServer server(kAnyPort, echoes());
  const std::string port = ":" + std::to_string(server.address().port);
  const auto status = [&](const std::string& host) {
    return exchanged(server.address(),
                     "GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n")
        .substr(9, 3);
  };
  CHECK(status("LOCALHOST" + port) == "200");
  CHECK(status("127.0.0.1" + port) == "200");
  for (const char* other : {"127.0.0.1", "localhost", "localhost:80"})
    CHECK(status(other) == "403");
  CHECK(status("evil.example" + port) == "403");
  CHECK(status("127.0.0.1" + port + ".evil.example") == "403");
}

TEST_CASE("an address has its numbers as another name") {
  const LocalServer server({"127.1", 0}, echoes());
  const std::string port = ":" + std::to_string(server.address().port);
  for (const char* host : {"127.1", "127.0.0.1"})
    has(exchanged(server.address(),
                  "GET / HTTP/1.1\r\nHost: " + (host + port) + "\r\n\r\n"),
        "200 OK");
}

TEST_CASE("an address of IPv6 is named as such") {
  try {
    const LocalServer server({"::1", 0}, echoes());
    has(requested(server.address(), "GET /"), "200 OK");
  } catch (const NetworkError& error) {  // a machine without it
    MESSAGE(error.what());
  }
}

TEST_CASE("with all connections in use, another one waits for its turn") {
  const LocalServer server(kAnyPort, echoes());
  std::vector<int> silent;
  for (std::size_t i = 0; i < LocalServer::kMaxConnections; ++i)
    silent.push_back(dial(server.address(), 5));
  const int socket = dial(server.address(), 5);
  send_all(socket,
           "GET / HTTP/1.1\r\nHost: " + server.address().text() + "\r\n\r\n");
  pollfd answer{socket, POLLIN, 0};
  CHECK(poll(&answer, 1, 300) == 0);
  close(silent.back());
  has(received(socket), "200 OK");
  silent.pop_back();
  for (const int each : silent) close(each);
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

TEST_CASE("whatever bytes come, it goes on") {
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
                       "\r\n" + length(1000) + "\r\n");
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
    has(body_of(answer), "416: expected a valid request");
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
  CHECK(Clock::now() - start < 3s);
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

}  // namespace fedltr::local_server_test
