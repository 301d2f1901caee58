#include "app/schema/member_names.hpp"

#include <algorithm>

#include "algorithms/core/require.hpp"
#include "app/base/text.hpp"

namespace fedltr {
namespace {

bool is_of_name(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
         (letter >= '0' && letter <= '9') || letter == '.' || letter == '-' ||
         letter == '_';
}

}  // namespace

std::vector<std::string> parse_member_names(const std::string& text) {
  std::vector<std::string> names = split(text, ',');
  for (const std::string& name : names) {
    require(!name.empty() && name.size() <= 64 &&
                std::ranges::all_of(name, is_of_name) && name.front() != '.' &&
                name.front() != '-',
            "'" + name + "' is not a name of letters, digits and . - _");
    require(std::ranges::count(names, name) == 1,
            "'" + name + "' occurs twice");
  }
  return names;
}

}  // namespace fedltr
