#pragma once

#include <filesystem>
#include <mutex>
#include <optional>
#include <string>

#include "app/base/json.hpp"
#include "app/base/local_server.hpp"
#include "app/deploy/agent.hpp"
#include "app/deploy/local_token.hpp"

namespace fedltr {

/// An agent's HTTP, for the search engine on this machine, with JSON and the
/// token of `agent.token` in the member's folder, which only its owner can
/// read. Problems are {"error": TEXT} with a fitting status: docs/members.md,
/// docs/agent.openapi.json.
///
///   POST /rank    {"documents": [NAME...], "rows": [[NUMBER...]...],
///                  "user": U}
///              -> {"search": ID, "model": EPOCH, "documents": [NAME...]}
///   POST /clicks  {"search": ID, "clicked": [NAME...]} -> {"clicks": COUNT}
///   POST /forget  {"user": U} -> {"searches": COUNT}
///   GET  /status, GET /ledger
class AgentHttp {
 public:
  /// @param address  a loopback address; port 0: any free port
  /// @param folder   exists; gets a token unless it holds one
  /// @param log      of the agent
  /// @throws NetworkError  for a port that is taken, or a token that others can
  ///                       read
  AgentHttp(const Address& address, const std::filesystem::path& folder,
            std::string member, Agent& agent, const SearchLog& log);

  const Address& address() const { return server_.address(); }
  const std::filesystem::path& token_file() const { return token_.file(); }
  /// Answers /ledger with this account from now on.
  void account(Json ledger);

 private:
  std::optional<HttpAnswer> refusal(const HttpRequest& request) const;
  HttpAnswer answer(const HttpRequest& request);
  Json result(const HttpRequest& request);
  Json status() const;

  LocalToken token_;
  std::string member_;
  Agent& agent_;
  const SearchLog& log_;
  mutable std::mutex mutex_;
  Json ledger_;         ///< null: no noise, so none
  LocalServer server_;  ///< last member: its threads use the others
};

}  // namespace fedltr
