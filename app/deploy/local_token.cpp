#include "app/deploy/local_token.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "actors/link/channel.hpp"
#include "app/base/errors.hpp"
#include "app/base/json.hpp"
#include "app/base/sockets.hpp"
#include "app/base/text.hpp"
#include "app/deploy/certificate.hpp"
#include "app/deploy/pem.hpp"

namespace fedltr {
namespace {

constexpr std::size_t kShortestToken = 32;

/// Returns the token of a header "Bearer TOKEN"; empty without one. The scheme
/// may be in either case, with blanks after it (RFC 9110, section 11).
std::string_view token_of(std::string_view header) {
  const std::size_t blank = std::min(header.find(' '), header.size());
  const bool is_bearer = std::ranges::equal(
      header.substr(0, blank), std::string_view("bearer"),
      [](char given, char small) { return (given | ('a' - 'A')) == small; });
  if (!is_bearer) return {};
  header.remove_prefix(blank);
  header.remove_prefix(std::min(header.find_first_not_of(' '), header.size()));
  return header;
}

}  // namespace

Address parse_local_address(const std::string& flag, const std::string& text) {
  try {
    const Address address = parse_address(flag, text);
    if (is_loopback(address)) return address;
  } catch (const UsageError&) {  // suggests an address of another machine
  }
  throw UsageError(flag + " " + text +
                   ": expected an address of this machine alone, such as "
                   "127.0.0.1:8080");
}

HttpAnswer json_problem(int status, const std::string& why) {
  return {status, "application/json", json_line({{"error", why}}) + "\n"};
}

LocalToken::LocalToken(std::filesystem::path file, std::string owner)
    : file_(std::move(file)), owner_(std::move(owner)) {
  if (!std::filesystem::exists(file_))
    pem::write_secret(file_, pem::make_token() + "\n");
  token_ = trim(pem::read_secret(file_));
  if (token_.size() < kShortestToken)
    throw NetworkError(file_.string() + ": a token of " +
                       std::to_string(token_.size()) +
                       " characters, but must have at least " +
                       std::to_string(kShortestToken) + "; without the file, " +
                       "the " + owner_ + " draws one");
}

std::optional<HttpAnswer> LocalToken::refusal(
    const HttpRequest& request) const {
  if (same_secret(token_of(request.authorization), token_)) return {};
  HttpAnswer refused = json_problem(
      401,
      "expected the header Authorization: Bearer TOKEN, with the token in " +
          file_.filename().string() + " of the " + owner_ + "'s folder");
  refused.headers.emplace_back("WWW-Authenticate", "Bearer");
  return refused;
}

}  // namespace fedltr
