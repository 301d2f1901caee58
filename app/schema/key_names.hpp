#pragma once

#include <string>
#include <vector>

#include "app/schema/scenario.hpp"

namespace fedltr {

/// Returns the key of this name, or all that once had it, in the order of
/// keys().
const std::vector<const Key*>& keys_meant(const std::string& name);

/// Returns the name that a key has in a scenario: an old name that several keys
/// share means the one that has an effect there, or the first if none has. The
/// same name if it is unknown.
std::string present_name(const std::string& name, const Scenario& scenario);

/// Returns the name that a key has in all scenarios; the same name if it is
/// unknown, or an old one that several keys share.
std::string present_name(const std::string& name);

/// True if setting `name` also sets `other`: they are equal, or `other` is the
/// present name of a key and `name` an old one.
bool covers(const std::string& name, const std::string& other);

/// True if one of two names covers the other.
bool mean_the_same(const std::string& a, const std::string& b);

/// Returns the keys with this name within their section, now or once, in the
/// order of keys(): `clients` is attack.clients, federation.clients and others.
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
