#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "actors/consortium/endpoints.hpp"
#include "algorithms/text/features.hpp"
#include "app/deploy/search_http.hpp"

namespace fedltr {

/// Where and as whom a party takes its own user's questions.
struct SearchPlace {
  std::filesystem::path folder;      ///< of the socket
  std::shared_ptr<SearchHttp> http;  ///< null: by the socket only
  std::vector<std::string> members;  ///< by party
  std::uint32_t own = 0;             ///< this party
  FeatureConstants constants;        ///< of the features that members send
};

/// Returns PartyConfig::serve of a party that answers: it takes its own user's
/// questions as long as its result lives.
/// @param out  reports where to ask; must outlive it
std::function<std::shared_ptr<void>(consortium::AskLive)> search_service(
    SearchPlace place, std::ostream& out);

}  // namespace fedltr
