#pragma once

#include <string>
#include <vector>

namespace fedltr {

/// Completions of the last of these words of a command line (without the
/// program's name): commands, options, kinds, installed scenarios, methods,
/// `section.key=` and `section.key=value`. Empty where files are expected. For
/// shells: `fedltr complete WORD...` prints them, one per line.
std::vector<std::string> completions(const std::vector<std::string>& words);

}  // namespace fedltr
