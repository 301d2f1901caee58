#pragma once

#include <string>

namespace fedltr {

/// Plain text between LaTeX's commands, whoever wrote it; '?' for signs that
/// its fonts lack.
std::string latex_escaped_text(const std::string& text);

}  // namespace fedltr
