#pragma once

#include <string>
#include <vector>

namespace fedltr {

/// Returns the keys with this name within their section, in the order of
/// keys(): `clients` is attack.clients, federation.clients and others.
std::vector<std::string> keys_called(const std::string& name);

/// Returns the keys whose name within their section is nearest to this name.
std::vector<std::string> keys_called_nearly(const std::string& name);

/// Returns the key nearest to this name, section included; former names count.
std::string nearest_key(const std::string& name);

/// Returns the nearest of all keys and of some other words, for a message: a
/// name without a section may be the name within one.
/// @param others  without a dot
std::string nearest_of(const std::string& name,
                       const std::vector<std::string>& others = {});

/// Returns the names of all sections, in the order of keys().
std::vector<std::string> key_sections();

}  // namespace fedltr
