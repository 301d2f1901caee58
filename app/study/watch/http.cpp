#include "app/study/watch/http.hpp"

#include <stdexcept>

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>

namespace fedltr {

std::optional<HttpRequest> parse_request(std::string_view bytes) {
  namespace http = boost::beast::http;
  if (bytes.empty()) return {};
  http::request_parser<http::empty_body> parser;
  parser.header_limit(kMaxRequestBytes);
  boost::system::error_code error;
  parser.put(boost::asio::buffer(bytes.data(), bytes.size()), error);
  if (error && error != http::error::need_more)
    throw std::invalid_argument(error.message());
  if (!parser.is_header_done()) {
    if (bytes.size() > kMaxRequestBytes)
      throw std::invalid_argument("the head is too long");
    return {};
  }
  const auto& head = parser.get();
  if (head.version() != 11 || head.count(http::field::host) != 1)
    throw std::invalid_argument("expected HTTP/1.1 with one Host");
  const auto text = [](boost::beast::string_view view) {
    return std::string(view.data(), view.size());
  };
  return HttpRequest{text(head.method_string()), text(head.target()),
                     text(head[http::field::host])};
}

std::string http_answer(const std::string& status, const std::string& type,
                        std::string_view body) {
  std::string text =
      "HTTP/1.1 " + status + "\r\nContent-Type: " + type +
      "; charset=utf-8\r\nContent-Length: " + std::to_string(body.size()) +
      "\r\nConnection: close\r\nCache-Control: no-store\r\n"
      "X-Content-Type-Options: nosniff\r\n"
      "Content-Security-Policy: frame-ancestors 'none'\r\n"
      "Cross-Origin-Resource-Policy: same-origin\r\n"
      "Referrer-Policy: no-referrer\r\n\r\n";
  text += body;
  return text;
}

}  // namespace fedltr
