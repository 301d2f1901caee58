#pragma once

#include <string>
#include <vector>

namespace fedltr {

/// What a user may mean by the last of these words of a command line (without
/// the program's name): commands, options, kinds, scenarios that ship, methods,
/// `section.key=` and `section.key=value`. Empty where files are meant. For
/// shells: `fedltr complete WORD...` prints them, one a line.
std::vector<std::string> completions(const std::vector<std::string>& words);

}  // namespace fedltr
