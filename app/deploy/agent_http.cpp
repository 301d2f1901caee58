#include "app/deploy/agent_http.hpp"

#include <algorithm>
#include <utility>

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include "algorithms/data/letor.hpp"
#include "app/base/json_members.hpp"
#include "app/base/text.hpp"

namespace fedltr {
namespace {

constexpr std::size_t kMaxBodyBytes = std::size_t{1} << 20;
constexpr std::size_t kMostFeatures = std::size_t{1} << 16;
constexpr std::uint64_t kMostOfLog = std::uint64_t{1} << 40;

struct Door {
  const char* target;
  const char* method;
};
constexpr Door kDoors[] = {{"/rank", "POST"},     {"/clicks", "POST"},
                           {"/searches", "POST"}, {"/forget", "POST"},
                           {"/status", "GET"},    {"/ledger", "GET"}};

/// A request's JSON object with no members but these.
class AgentBody {
 public:
  AgentBody(const std::string& text, std::vector<std::string> allowed)
      : read_(json_with_rows(text, "rows")) {
    if (read_.json.is_discarded())
      throw DataError("the body is no JSON, which has no NaN or infinity");
    if (!read_.json.is_object())
      throw DataError("expected a JSON object with " + join(allowed, ", "));
    for (const auto& [name, value] : read_.json.items())
      if (std::ranges::find(allowed, name) == allowed.end())
        throw DataError("the body: " + name + ": expected " +
                        join(allowed, ", "));
  }
  JsonMembers members() const { return {read_.json, "the body"}; }
  /// Rows of features, once. @throws DataError
  std::vector<Vector> take_rows() {
    return read_.rows ? std::move(*read_.rows)
                      : members().rows("rows", 1, kMostFeatures);
  }

 private:
  JsonWithRows read_;
};

constexpr std::size_t kSearchDigits = 16;

std::uint64_t search_of(const std::string& text) {
  const auto search = parse_hex(text);
  if (text.size() != kSearchDigits || !search)
    throw UnknownSearch("search: expected the one that /rank has given");
  return *search;
}

/// Returns the number, or null.
Json json_of(const std::optional<std::uint32_t>& epoch) {
  return epoch ? Json(*epoch) : Json();
}

Json rank_reply(const std::string& text, Agent& agent) {
  AgentBody body(text, {"documents", "rows", "user"});
  const JsonMembers members = body.members();
  RankQuestion question;
  if (members.has("user")) {
    question.user = members.text("user");
    if (question.user.empty())
      throw DataError("user: expected a name, or no user");
  }
  question.documents = members.texts("documents", Agent::kMostCandidates);
  question.rows = body.take_rows();
  const RankReply reply = agent.rank(question);
  return {{"search", fmt::format("{:016x}", reply.search)},
          {"model", json_of(reply.model)},
          {"documents", reply.documents}};
}

Json click_reply(const std::string& text, Agent& agent) {
  const AgentBody body(text, {"search", "clicked"});
  const JsonMembers members = body.members();
  return {{"clicks", agent.click(search_of(members.text("search")),
                                 members.texts("clicked", kLongestList))}};
}

/// Returns a part of what the log has of a user: the rows of each list (with
/// Exploration::kSwap of each pair) with their clicks and scores, preferences
/// for the newest of two models, and where the next part begins.
Json searches_reply(const std::string& text, const SearchLog& log) {
  const AgentBody body(text, {"user", "from"});
  const JsonMembers members = body.members();
  const std::string user = members.text("user");
  if (user.empty() || user.size() > Agent::kMostOfName)
    throw DataError("user: expected a name of 1 to " +
                    std::to_string(Agent::kMostOfName) + " bytes");
  const auto first = members.has("from")
                         ? members.whole<std::size_t>("from", 0, kMostOfLog)
                         : 0;
  const auto found = log.of_user(user, first);
  Json searches = Json::array();
  for (const RecordedSearch& search : found.searches) {
    const auto width = search.rows.size() / search.clicks.size();
    Json rows = Json::array();
    for (auto row = search.rows.begin(); row != search.rows.end();
         row += static_cast<std::ptrdiff_t>(width))
      rows.push_back(
          std::vector(row, row + static_cast<std::ptrdiff_t>(width)));
    searches.push_back(
        {{"rows", rows}, {"clicks", search.clicks}, {"scores", search.scores}});
  }
  Json preferences = Json::array();
  for (const Preference& preference : found.preferences)
    preferences.push_back(preference.twice / 2.0);
  return {{"searches", searches},
          {"preferences", preferences},
          {"next", found.next ? Json(*found.next) : Json()}};
}

Json forget_reply(const std::string& text, Agent& agent) {
  const AgentBody body(text, {"user"});
  return {{"searches", agent.forget(body.members().text("user"))}};
}

}  // namespace

AgentHttp::AgentHttp(const Address& address,
                     const std::filesystem::path& folder, std::string member,
                     Agent& agent, const SearchLog& log)
    : token_(folder / "agent.token", "member"),
      member_(std::move(member)),
      agent_(agent),
      log_(log),
      server_(address,
              {.methods = {"GET", "POST"},
               .max_body = kMaxBodyBytes,
               .refuse = [this](const auto& asked) { return refusal(asked); },
               .answer = [this](const auto& asked) { return answer(asked); },
               .problem = json_problem}) {}

void AgentHttp::account(Json ledger) {
  const std::lock_guard lock(mutex_);
  ledger_ = std::move(ledger);
}

std::optional<HttpAnswer> AgentHttp::refusal(const HttpRequest& request) const {
  if (auto refused = token_.refusal(request)) return refused;
  std::string targets;
  for (const Door& door : kDoors) {
    targets += (targets.empty() ? "" : ", ") + std::string(door.target);
    if (request.target != door.target) continue;
    if (request.method == door.method) return {};
    HttpAnswer refused = json_problem(
        405, std::string(door.target) + " takes " + door.method + " only");
    refused.headers.emplace_back("Allow", door.method);
    return refused;
  }
  return json_problem(404, "try " + targets);
}

Json AgentHttp::status() const {
  const SearchLog::Counts counts = log_.counts();
  return {{"member", member_},
          {"model", json_of(agent_.model())},
          {"lists", agent_.open()},
          {"searches", counts.all},
          {"waiting", counts.waiting}};
}

Json AgentHttp::result(const HttpRequest& request) {
  if (request.target == "/rank") return rank_reply(request.body, agent_);
  if (request.target == "/clicks") return click_reply(request.body, agent_);
  if (request.target == "/searches") return searches_reply(request.body, log_);
  if (request.target == "/forget") return forget_reply(request.body, agent_);
  if (request.target == "/status") return status();
  const std::lock_guard lock(mutex_);
  return {{"ledger", ledger_}};
}

HttpAnswer AgentHttp::answer(const HttpRequest& request) {
  try {
    return {200, "application/json", json_line(result(request)) + "\n"};
  } catch (const DataError& wrong) {
    return json_problem(400, wrong.what());
  } catch (const UnknownSearch& unknown) {
    return json_problem(409, unknown.what());
  } catch (const std::exception& failed) {
    if (request.target == "/forget")
      spdlog::error("a user was not forgotten: {}", failed.what());
    return json_problem(503, failed.what());
  }
}

}  // namespace fedltr
