#include "app/study/watch/http.hpp"

#include <stdexcept>

#include <doctest/doctest.h>

namespace fedltr::http_test {

TEST_CASE("a request is complete once its head has ended") {
  const std::string text =
      "GET /version HTTP/1.1\r\nHost: 127.0.0.1:80\r\nAccept: */*\r\n\r\n";
  for (std::size_t size = 0; size < text.size(); ++size)
    CHECK_FALSE(parse_request(std::string_view(text).substr(0, size)));
  const auto request = parse_request(text);
  REQUIRE(request);
  CHECK(request->method == "GET");
  CHECK(request->target == "/version");
  CHECK(request->host == "127.0.0.1:80");
  CHECK(parse_request(text + "more")->target == "/version");
}

TEST_CASE("requests other than HTTP/1.1 with one Host are refused") {
  for (const char* text :
       {"\x16\x03\x01", "GET /\r\n\r\n", "GET / HTTP/1.0\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/2.0\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost a\r\n\r\n",
        "GET /\n HTTP/1.1\r\nHost: a\r\n\r\n"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(parse_request(text), std::invalid_argument);
  }
}

TEST_CASE("a head without an end is refused, not kept") {
  const std::string begin = "GET / HTTP/1.1\r\nHost: a\r\n";
  const std::string header = "X: " + std::string(1000, 'x') + "\r\n";
  std::string text = begin;
  CHECK_FALSE(parse_request(text + header));
  for (int i = 0; i < 9; ++i) text += header;
  CHECK_THROWS_AS(parse_request(text), std::invalid_argument);
  CHECK_THROWS_AS(parse_request("GET /" + std::string(9000, 'x')),
                  std::invalid_argument);
}

TEST_CASE("an answer has its length, and forbids caching and framing") {
  const std::string text = http_answer("200 OK", "text/plain", "abc");
  CHECK(text.starts_with("HTTP/1.1 200 OK\r\n"));
  CHECK(text.ends_with("\r\n\r\nabc"));
  for (const char* part :
       {"Content-Length: 3\r\n", "Connection: close\r\n", "no-store", "nosniff",
        "frame-ancestors 'none'", "same-origin"})
    CHECK(text.find(part) != std::string::npos);
}

}  // namespace fedltr::http_test
