#pragma once

#include <memory>
#include <string>

#include "algorithms/data/letor.hpp"
#include "algorithms/ranking/linear.hpp"
#include "app/base/text.hpp"
#include "app/deploy/agent_http.hpp"
#include "tests/support/http.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::test {

/// Memory of all lists that a test leaves open.
inline constexpr std::size_t kEnoughBytes = std::size_t{1} << 20;

/// An agent of two features whose lists have two documents, with its HTTP.
struct AgentPlace {
  TemporaryFolder folder;
  std::int64_t now = 0;
  std::uint64_t bits = 0;
  SearchLog log{folder / kSearchLog, {2, "columns"}, "agreement"};
  Agent agent;
  AgentHttp http{kAnyPort, folder.text(), "north", agent, log};

  explicit AgentPlace(Exploration exploration)
      : AgentPlace(false, kEnoughBytes, exploration) {}
  explicit AgentPlace(bool by_user = false,
                      std::size_t most_bytes = kEnoughBytes,
                      Exploration exploration = Exploration::kSampled,
                      bool learns = true,
                      std::optional<std::uint32_t> epoch = 0)
      : agent(
            {std::make_shared<LinearRanker>(2),
             {},
             2,
             2,
             by_user,
             Vector{{0, 0}},
             most_bytes,
             exploration,
             {},
             learns,
             epoch},
            log, [this] { return now; }, [this] { return ++bits; }) {}

  std::string answer(const std::string& line, const std::string& body,
                     const std::string& token) const {
    return requested(http.address(), line,
                     "Authorization: Bearer " + token + "\r\n" +
                         (line.starts_with("POST") ? length(body.size()) : ""),
                     body);
  }
  std::string token() const { return trim(read_text(http.token_file())); }
  std::string answer(const std::string& line,
                     const std::string& body = "") const {
    return answer(line, body, token());
  }
  Json json(const std::string& line, const std::string& body = "") const {
    const std::string text = answer(line, body);
    CHECK(text.substr(9, 3) == "200");
    return parse_json(text.substr(text.find("\r\n\r\n") + 4));
  }
  std::string error(int status, const std::string& line,
                    const std::string& body = "") const {
    const std::string text = answer(line, body);
    CHECK(text.substr(9, 3) == std::to_string(status));
    return parse_json(text.substr(text.find("\r\n\r\n") + 4)).at("error");
  }
};

}  // namespace fedltr::test
