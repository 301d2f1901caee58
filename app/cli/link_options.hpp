#pragma once

#include <string>

#include "app/cli/command.hpp"
#include "app/deploy/node.hpp"

namespace fedltr {

/// Folder of a certificate authority, unless another is named.
inline constexpr const char* kAuthority = "ca";

/// Adds the options of a connection.
/// @param certificates  help of --certificates
/// @param wait          help of --wait
void add_link(Command& command, const char* certificates, const char* wait);

/// What they say.
/// @param address       name of the option that has it
/// @param certificates  folder, unless another is named
LinkOptions link_options(const Command& command, const std::string& address,
                         const std::string& certificates);

}  // namespace fedltr
