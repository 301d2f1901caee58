#pragma once

#include <string>
#include <vector>

namespace fedltr {

/// Parses names of members, which are those of certificates and folders,
/// separated by commas.
/// @throws std::invalid_argument  for an invalid or repeated name
std::vector<std::string> parse_member_names(const std::string& text);

}  // namespace fedltr
