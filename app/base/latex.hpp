#pragma once

#include <string>

namespace fedltr {

/// Escapes untrusted plain text for LaTeX; '?' replaces signs that its fonts
/// lack.
std::string latex_escaped_text(const std::string& text);

}  // namespace fedltr
