#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

#include "algorithms/data/dataset.hpp"

namespace fedltr {

/// `fedltr data info FILE...`: what LETOR files, or the sets of a scenario
/// (FILE.ini), hold.
/// @param as_json  instead of lines of text
void print_data_info(std::ostream& out,
                     const std::vector<std::filesystem::path>& files,
                     const std::vector<std::string>& settings, bool merge,
                     bool as_json);

/// One set, as lines of text.
void print_set(std::ostream& out, const std::string& name, const Dataset& data);

}  // namespace fedltr
