#include "app/base/local_server.hpp"

#include <chrono>
#include <stdexcept>

#include "app/base/errors.hpp"
#include "tests/support/http.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::local_server_test {
using namespace fedltr::test;

namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

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
  has(post("Content-Length: 99999999999999999999999\r\n", ""), "413 ");
  for (const char* wrong : {"-1", "+1", "0x1", "1,1", "1 1", "a"})
    has(post(std::string("Content-Length: ") + wrong + "\r\n", "a"), "400 ");
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

}  // namespace fedltr::local_server_test
