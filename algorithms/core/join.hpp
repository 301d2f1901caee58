#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace fedltr {

/// Returns the members of a range as one text, with a separator between them.
/// @param text_of  called with each member, or a pointer to its text
template <class Range, class TextOf = std::identity>
std::string join(const Range& all, std::string_view separator,
                 TextOf text_of = {}) {
  std::string text;
  std::string_view before = "";
  for (const auto& each : all) {
    text.append(before).append(std::invoke(text_of, each));
    before = separator;
  }
  return text;
}

}  // namespace fedltr
