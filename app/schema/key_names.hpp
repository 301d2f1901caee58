#pragma once

#include <string>
#include <vector>

namespace fedltr {

/// Keys that have this name within their section, in the order of keys():
/// `clients` is attack.clients, federation.clients and others.
std::vector<std::string> keys_called(const std::string& name);

/// The same for the name within a section that looks most like it.
std::vector<std::string> keys_called_nearly(const std::string& name);

/// Key that looks most like this name with its section; former names count.
std::string nearest_key(const std::string& name);

/// Names of all sections, in the order of keys().
std::vector<std::string> key_sections();

}  // namespace fedltr
