#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

#include "algorithms/data/letor.hpp"

namespace fedltr {

/// `fedltr data info FILE...`: describes the content of LETOR files, or of the
/// sets of a scenario (FILE.ini).
/// @param options  for files; a scenario has its own
/// @param as_json  prints JSON instead of lines of text
void print_data_info(std::ostream& out,
                     const std::vector<std::filesystem::path>& files,
                     const std::vector<std::string>& settings,
                     const LetorOptions& options, bool as_json);

/// Prints one set, as lines of text.
void print_set(std::ostream& out, const std::string& name, const Dataset& data);

}  // namespace fedltr
