#include "app/deploy/search_service.hpp"

#include <future>
#include <stdexcept>
#include <utility>

#include "algorithms/silo/protocol.hpp"
#include "app/deploy/search_socket.hpp"

namespace fedltr {
namespace {

using Found = std::shared_ptr<const LiveResult>;

/// Waits for the other members' answers.
/// @throws std::runtime_error  for a request without terms or against the
///                             agreement, or if the session ends before
LiveResult found_elsewhere(const consortium::AskLive& ask,
                           const SearchRequest& request) {
  if (request.terms.empty() || request.terms.size() > kMaxTerms)
    throw std::runtime_error(
        "a query of " + std::to_string(request.terms.size()) +
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
      "the query can't be hidden as agreed; see the log of the answering "
      "party");
}

}  // namespace

std::function<std::shared_ptr<void>(consortium::AskLive)> search_service(
    const std::filesystem::path& folder,
    const std::vector<std::string>& members, std::uint32_t own,
    const FeatureConstants& constants, std::ostream& out) {
  require_place_of_socket(folder);
  const std::vector<double> told = {constants.k1, constants.b, constants.lambda,
                                    constants.mu, constants.delta};
  return [folder, members, own, told, &out](const consortium::AskLive& ask) {
    const auto answer = [ask, members, own,
                         told](const SearchRequest& request) {
      SearchReply reply;
      reply.own = members.at(own);
      reply.constants = told;
      const LiveResult found = found_elsewhere(ask, request);
      for (std::uint32_t p = 0; p < members.size(); ++p) {
        if (p == own) continue;
        if (const auto its = found.find(p);
            its != found.end() && its->second.is_late)
          reply.late.push_back(members[p]);
        else if (its != found.end())
          reply.members.push_back({members[p], its->second.documents,
                                   its->second.features, its->second.withheld});
        else
          reply.absent.push_back(members[p]);
      }
      return reply;
    };
    auto socket = std::make_shared<SearchSocket>(folder, answer);
    out << "answers     until it is stopped; ask by fedltr search --live "
        << folder.string() << "\n"
        << std::flush;
    return socket;
  };
}

}  // namespace fedltr
