#include "app/deploy/search_service.hpp"

#include <future>
#include <stdexcept>
#include <utility>

#include "algorithms/silo/protocol.hpp"
#include "app/base/errors.hpp"
#include "app/deploy/search_socket.hpp"

namespace fedltr {
namespace {

using Found = std::shared_ptr<const LiveResult>;

/// Waits for the other members' answers.
/// @throws UsageError          for too few or too many terms
/// @throws std::runtime_error  for a request against the agreement, or if the
///                             session ends before
LiveResult found_elsewhere(const consortium::AskLive& ask,
                           const SearchRequest& request) {
  if (request.terms.empty() || request.terms.size() > kMaxTerms)
    throw UsageError("a query of " + std::to_string(request.terms.size()) +
                     " terms: expected 1 to " + std::to_string(kMaxTerms));
  auto promise = std::make_shared<std::promise<Found>>();
  auto answered = promise->get_future();
  ask(request.terms, request.seconds,
      [told = std::move(promise)](const Found& found) {
        told->set_value(found);
      });
  try {
    if (const Found found = answered.get()) return *found;
  } catch (const std::future_error&) {
    throw std::runtime_error("the session is over");
  }
  throw std::runtime_error(
      "the query can't be hidden as agreed, or the session has asked all its "
      "queries; see the log of the answering party");
}

SearchReply reply_of(const LiveResult& found, const SearchPlace& place) {
  const FeatureConstants& constants = place.constants;
  SearchReply reply;
  reply.own = place.members.at(place.own);
  reply.constants = {constants.k1, constants.b, constants.lambda, constants.mu,
                     constants.delta};
  for (std::uint32_t p = 0; p < place.members.size(); ++p) {
    if (p == place.own) continue;
    const std::string& member = place.members[p];
    const auto its = found.find(p);
    if (its == found.end())
      reply.absent.push_back(member);
    else if (its->second.is_late)
      reply.late.push_back(member);
    else if (its->second.is_unasked)
      reply.unasked.push_back(member);
    else
      reply.members.push_back({member, its->second.documents,
                               its->second.features, its->second.withheld});
  }
  return reply;
}

/// Doors that are open, for as long as it lives.
struct OpenDoors {
  std::shared_ptr<SearchHttp> http;
  std::shared_ptr<void> by_http;  ///< destroyed before `http`
  SearchSocket socket;
};

}  // namespace

std::function<std::shared_ptr<void>(consortium::AskLive)> search_service(
    SearchPlace place, std::ostream& out) {
  require_place_of_socket(place.folder);
  return [place = std::move(place), &out](const consortium::AskLive& ask) {
    const auto answer = [ask, place](const SearchRequest& request) {
      return reply_of(found_elsewhere(ask, request), place);
    };
    std::shared_ptr<void> by_http =
        place.http ? place.http->open(answer) : nullptr;
    auto doors = std::shared_ptr<OpenDoors>(new OpenDoors{
        place.http,
        std::move(by_http),
        {place.folder, answer, place.http ? &place.http->turn() : nullptr}});
    out << "answers     until it is stopped; ask by fedltr search --live "
        << place.folder.string() << "\n";
    if (place.http)
      out << "            or by POST http://" << place.http->address().text()
          << "/search with the token in\n            "
          << place.http->token_file().string() << "\n";
    out << std::flush;
    return doors;
  };
}

}  // namespace fedltr
