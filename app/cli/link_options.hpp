#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/cli/command.hpp"
#include "app/deploy/node.hpp"

namespace fedltr {

/// Default folder of a certificate authority.
inline constexpr const char* kAuthority = "ca";

/// Adds the options of a connection.
/// @param certificates  help of --certificates
/// @param wait          help of --wait
void add_link(Command& command, const char* certificates, const char* wait);

/// Adds --proxy, for a side that connects.
void add_proxy(Command& command);

/// Returns the values of those options.
/// @param address       name of the option for the address; --show needs none
/// @param certificates  default folder
LinkOptions link_options(const Command& command, const std::string& address,
                         const std::string& certificates);

/// Checks the options by which a member of a network proves its name:
/// --certificates DIR, or --insecure with --name NAME.
void require_own_name(const Command& command);

/// Returns the path of an option; nullopt if it was not given.
std::optional<std::filesystem::path> path_option(const Command& command,
                                                 const char* name);

}  // namespace fedltr
