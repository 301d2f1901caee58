#include "app/base/latex.hpp"

#include <map>

namespace fedltr {
namespace {

/// Replacements for signs with a meaning in LaTeX or missing in its fonts.
const std::map<std::string, std::string, std::less<>>& latex_signs() {
  static const std::map<std::string, std::string, std::less<>> signs = {
      {"\\", "\\textbackslash{}"},
      {"{", "\\{"},
      {"}", "\\}"},
      {"_", "\\_"},
      {"%", "\\%"},
      {"&", "\\&"},
      {"#", "\\#"},
      {"$", "\\$"},
      {"~", "\\textasciitilde{}"},
      {"^", "\\textasciicircum{}"},
      {"<", "\\textless{}"},
      {">", "\\textgreater{}"},
      {"|", "\\textbar{}"},
      {"\"", "\\textquotedbl{}"},
      {"-", "{-}"},  // no ligature of two hyphens
      {"[", "{[}"},  // not an option of the preceding line end
      {"*", "{*}"},  // nor its star
      {"±", "$\\pm$"},
      {"ε", "$\\varepsilon$"},
      {"δ", "$\\delta$"},
      {"×", "$\\times$"},
      {"é", "\\'e"},
      {"▲", "$\\blacktriangle$"},
      {"▼", "$\\blacktriangledown$"},
      {"△", "$\\vartriangle$"},
      {"▽", "$\\triangledown$"},
  };
  return signs;
}

/// Number of bytes of the UTF-8 sign that begins with this one.
std::size_t bytes_of_sign(unsigned char first) {
  return first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

}  // namespace

std::string latex_escaped_text(const std::string& text) {
  std::string escaped;
  for (std::size_t at = 0; at < text.size();) {
    const auto first = static_cast<unsigned char>(text[at]);
    const std::string sign = text.substr(at, bytes_of_sign(first));
    at += sign.size();
    if (const auto known = latex_signs().find(sign);
        known != latex_signs().end())
      escaped += known->second;
    else if (first >= 0x80)
      escaped += '?';
    else
      escaped += first < ' ' || first == 0x7f ? " " : sign;
  }
  return escaped;
}

}  // namespace fedltr
