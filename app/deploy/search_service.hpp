#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "actors/consortium/endpoints.hpp"
#include "algorithms/text/features.hpp"

namespace fedltr {

/// Returns PartyConfig::serve of a party that answers: it takes its own user's
/// questions at the socket in its folder, as long as its result lives.
/// @param members  by party
/// @param own      this party
/// @param constants  of the features that members send
/// @param out      reports that the socket is open; must outlive it
std::function<std::shared_ptr<void>(consortium::AskLive)> search_service(
    const std::filesystem::path& folder,
    const std::vector<std::string>& members, std::uint32_t own,
    const FeatureConstants& constants, std::ostream& out);

}  // namespace fedltr
