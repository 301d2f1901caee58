#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace fedltr {

/// Columns of the terminal at a file descriptor, 80 if it does not say; none
/// where there is no terminal.
std::optional<std::size_t> terminal_columns(int descriptor);

/// Whether the user's terminal can go back in a line: not with TERM=dumb.
bool can_redraw();

/// Whether the user's terminal shows letters beyond ASCII, as LC_ALL, LC_CTYPE
/// or LANG say.
bool shows_unicode();

/// Whether to write colours to standard error.
/// @param choice  always, never, or auto: on a terminal, unless NO_COLOR is set
///                (no-color.org) or TERM is dumb
bool wants_colour(const std::string& choice);

/// One line of text, broken at blanks so that none has more than so many bytes,
/// a word that is longer aside; the lines after the first are indented.
std::string wrapped(const std::string& text, std::size_t columns,
                    std::size_t indent);

}  // namespace fedltr
