#pragma once

#include <string_view>

namespace fedltr {

// Files that CMake embeds in the program (cmake/embed.cmake).
extern const std::string_view kPageStyle;     ///< page.css
extern const std::string_view kPageScript;    ///< page.js
extern const std::string_view kDygraphStyle;  ///< Debian's libjs-dygraphs
extern const std::string_view kDygraphScript;

}  // namespace fedltr
