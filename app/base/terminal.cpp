#include "app/base/terminal.hpp"

#include <cstdlib>
#include <string_view>

#include <sys/ioctl.h>
#include <unistd.h>

namespace fedltr {
namespace {

/// Returns a variable's value, or "" if it is not set.
std::string_view environment(const char* name) {
  const char* const value = std::getenv(name);
  return value ? value : "";
}

}  // namespace

std::optional<std::size_t> terminal_columns(int descriptor) {
  constexpr std::size_t kUsual = 80;
  if (isatty(descriptor) != 1) return std::nullopt;
  winsize size{};
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
    return kUsual;
  return size.ws_col;
}

bool can_redraw() {
  constexpr std::string_view kDumb = "dumb";
  return environment("TERM") != kDumb;
}

bool shows_unicode() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"})
    if (const auto locale = environment(name); !locale.empty())
      return locale.find("UTF-8") != std::string_view::npos ||
             locale.find("utf8") != std::string_view::npos;
  return false;
}

bool wants_colour(const std::string& choice) {
  constexpr std::string_view kAlways = "always";
  constexpr std::string_view kNever = "never";
  if (choice == kAlways || choice == kNever) return choice == kAlways;
  return isatty(STDERR_FILENO) == 1 && can_redraw() &&
         environment("NO_COLOR").empty();
}

std::string wrapped(const std::string& text, std::size_t columns,
                    std::size_t indent) {
  std::string lines;
  std::size_t begin = 0;
  for (std::size_t room = columns; text.size() - begin > room;
       room = columns > indent ? columns - indent : 1) {
    // An existing indentation is no place to break.
    const std::size_t word = text.find_first_not_of(' ', begin);
    std::size_t blank = text.rfind(' ', begin + room);
    if (blank == std::string::npos || blank < word)
      blank = text.find(' ', word);
    if (blank == std::string::npos) break;
    lines +=
        text.substr(begin, blank - begin) + "\n" + std::string(indent, ' ');
    begin = blank + 1;
  }
  return lines + text.substr(begin);
}

}  // namespace fedltr
