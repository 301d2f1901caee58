#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace fedltr {

/// Returns the columns of the terminal at a file descriptor, 80 if unknown;
/// nullopt if it is no terminal.
std::optional<std::size_t> terminal_columns(int descriptor);

/// True if the user's terminal can redraw a line; false with TERM=dumb.
bool can_redraw();

/// True if the user's terminal shows letters beyond ASCII, according to LC_ALL,
/// LC_CTYPE or LANG.
bool shows_unicode();

/// True to write colours to standard error.
/// @param choice  always, never, or auto: on a terminal, unless NO_COLOR is set
///                (no-color.org) or TERM is dumb
bool wants_colour(const std::string& choice);

/// Breaks one line of text at blanks into lines of at most `columns` bytes,
/// unless a word is longer; all but the first are indented.
std::string wrapped(const std::string& text, std::size_t columns,
                    std::size_t indent);

}  // namespace fedltr
