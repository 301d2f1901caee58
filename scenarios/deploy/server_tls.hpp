#pragma once

#include <filesystem>
#include <functional>

#include "actors/nodes/channel.hpp"

namespace fedltr {

/// A server's side of TLS by the authority's folder, for each connection as the
/// files are then: a renewed certificate and one more that is revoked need no
/// restart. Where new files can't be used (another writes them just now, or
/// they do not belong together) that is warned of, and the old ones go on.
/// Connections that are there stay. Not for two threads at once.
/// @throws NetworkError  if they can't be used at the start
std::function<TlsConfig()> server_tls(const std::filesystem::path& folder);

}  // namespace fedltr
