#include "app/deploy/search_http.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <unistd.h>

#include "algorithms/data/letor.hpp"
#include "algorithms/text/features.hpp"
#include "algorithms/text/ranking_features.hpp"
#include "app/base/errors.hpp"
#include "app/base/json.hpp"
#include "app/base/json_members.hpp"
#include "app/base/sockets.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxQuestionBytes = std::size_t{1} << 16;
constexpr std::uint64_t kMaxSeconds = 86400;

/// @throws DataError  for a body that is no question
SearchRequest question_of(const std::string& body, Tokenizer& tokenizer) {
  static const std::string expected =
      R"(expected a JSON object such as {"query": "boundary layer"})";
  const Json json = json_if_valid(body);
  if (json.is_discarded())
    throw DataError("the body is no JSON, which has no NaN or infinity: " +
                    expected);
  if (!json.is_object()) throw DataError(expected);
  const JsonMembers members(json, "the body");
  for (const std::string& name : members.names())
    if (name != "query" && name != "timeout")
      members.fail(name, "expected query, timeout");
  SearchRequest request;
  request.terms = terms_of(tokenizer, members.text("query"));
  if (members.has("timeout"))
    request.seconds = members.whole<std::uint32_t>("timeout", 1, kMaxSeconds);
  return request;
}

Json documents_json(const MemberDocuments& member) {
  constexpr auto kColumns = static_cast<std::size_t>(kFeatureColumns);
  if (member.features.size() != member.documents.size() * kColumns)
    throw std::runtime_error("the answer of " + member.name + " is invalid");
  Json documents = Json::array();
  for (std::size_t d = 0; d < member.documents.size(); ++d) {
    Json features = Json::array();
    for (std::size_t f = 0; f < kColumns; ++f)
      features.push_back(json_number(member.features[d * kColumns + f]));
    documents.push_back(
        {{"document", member.name + "#" + std::to_string(member.documents[d])},
         {"features", std::move(features)}});
  }
  return documents;
}

}  // namespace

Json search_json(const SearchReply& reply) {
  std::vector<std::string> columns(text_feature_names().begin(),
                                   text_feature_names().end());
  columns.insert(columns.end(), ranking_feature_names().begin(),
                 ranking_feature_names().end());
  Json members = Json::array();
  for (const MemberDocuments& member : reply.members)
    members.push_back({{"member", member.name},
                       {"documents", documents_json(member)},
                       {"withheld", member.withheld}});
  Json constants = Json::object();
  const char* const names[] = {"k1", "b", "lambda", "mu", "delta"};
  for (std::size_t c = 0;
       c < std::min(reply.constants.size(), std::size(names)); ++c)
    constants[names[c]] = reply.constants[c];
  return {{"member", reply.own},      {"features", columns},
          {"constants", constants},   {"members", std::move(members)},
          {"excluded", reply.absent}, {"late", reply.late},
          {"unasked", reply.unasked}};
}

SearchHttp::SearchHttp(const Address& address, const fs::path& folder,
                       const TokenOptions& tokens)
    : token_(folder / "search.token", "party"),
      tokenizer_(tokens),
      server_(address,
              {.methods = {"POST"},
               .max_body = kMaxQuestionBytes,
               .refuse = [this](const auto& asked) { return refusal(asked); },
               .answer = [this](const auto& asked) { return answer(asked); },
               .problem = json_problem}) {}

std::shared_ptr<void> SearchHttp::open(SearchSocket::Answer answer) {
  const std::lock_guard lock(mutex_);
  answer_ = std::move(answer);
  return {this, [](SearchHttp* opened) {
            const std::lock_guard closing(opened->mutex_);
            opened->answer_ = nullptr;
          }};
}

std::optional<HttpAnswer> SearchHttp::refusal(
    const HttpRequest& request) const {
  if (auto refused = token_.refusal(request)) return refused;
  if (request.target != "/search") return json_problem(404, "try /search");
  return {};
}

HttpAnswer SearchHttp::answer(const HttpRequest& request) {
  const std::lock_guard lock(mutex_);
  if (!answer_)
    return json_problem(503,
                        "the session is not open: its members have not "
                        "all joined, or it is over");
  // Spends no budget of others on a user who has given up waiting.
  if (request.has_left()) return json_problem(503, "the client has left");
  try {
    const SearchReply reply = answer_(question_of(request.body, tokenizer_));
    return {200, "application/json", json_line(search_json(reply)) + "\n"};
  } catch (const DataError& wrong) {
    return json_problem(400, wrong.what());
  } catch (const UsageError& wrong) {
    return json_problem(400, wrong.what());
  } catch (const std::exception& failed) {
    return json_problem(503, failed.what());
  }
}

void require_free_port(Address address) {
  close(listen_at(address));
}

}  // namespace fedltr
