#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "actors/link/greeting.hpp"

namespace fedltr {

/// Terms of a server and its nodes, without names and tokens.
link::Terms terms_of_nodes();
/// Terms of the lead of a federation and its members, without names and tokens.
link::Terms terms_of_members();
/// Terms of a relay and its parties, without names and tokens.
link::Terms terms_of_consortium();

/// Returns a function that compares a peer's token with the authority's.
/// @param certificates  the authority's folder; nullopt with --insecure, where
///                      any token will do
std::function<std::optional<bool>(const std::string& name,
                                  const std::string& token)>
token_check(const std::optional<std::filesystem::path>& certificates);

}  // namespace fedltr
