#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

namespace fedltr {

/// `fedltr data synth`: the five parts S1.txt ... S5.txt of a synthetic set.
/// @param settings  `synthetic.key=value`
void write_synthetic(std::ostream& out, const std::filesystem::path& folder,
                     const std::vector<std::string>& settings, bool force);

}  // namespace fedltr
