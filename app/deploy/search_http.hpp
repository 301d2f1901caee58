#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>

#include "algorithms/text/tokens.hpp"
#include "app/base/json_fwd.hpp"
#include "app/base/local_server.hpp"
#include "app/deploy/local_token.hpp"
#include "app/deploy/search_socket.hpp"

namespace fedltr {

/// Returns a party's answer as its user gets it by HTTP.
/// @throws std::runtime_error  for features of the wrong number
Json search_json(const SearchReply& reply);

/// HTTP for the questions of a party's own users, beside SearchSocket: POST
/// /search with a JSON object and the token of `search.token` in the party's
/// folder, which only its owner can read. Problems are {"error": TEXT} with a
/// fitting status: docs/consortium.md. Asks one question after another, and
/// none of a user who has left.
class SearchHttp {
 public:
  /// Listens at once; answers 503 until open().
  /// @param address  a loopback address; port 0: any free port
  /// @param folder   exists; gets a token unless it holds one
  /// @param tokens   how the session makes terms of texts
  /// @throws NetworkError  for a port that is taken, or a token that others can
  ///                       read
  SearchHttp(const Address& address, const std::filesystem::path& folder,
             const TokenOptions& tokens);

  const Address& address() const { return server_.address(); }
  const std::filesystem::path& token_file() const { return token_.file(); }
  /// Held while a question is asked, so that those of a SearchSocket can take
  /// turns with it.
  std::mutex& turn() { return mutex_; }

  /// Answers questions while the result lives. Must outlive it.
  std::shared_ptr<void> open(SearchSocket::Answer answer);

 private:
  std::optional<HttpAnswer> refusal(const HttpRequest& request) const;
  HttpAnswer answer(const HttpRequest& request);

  LocalToken token_;
  std::mutex mutex_;  ///< of the members below
  Tokenizer tokenizer_;
  SearchSocket::Answer answer_;  ///< empty: no session is open
  LocalServer server_;           ///< last member: its threads use the others
};

/// Checks that SearchHttp could listen, before a person is asked about the
/// session.
/// @throws NetworkError  for a port that is taken
void require_free_port(Address address);

}  // namespace fedltr
