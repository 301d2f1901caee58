#include "app/base/latex.hpp"

#include <map>
#include <string_view>

#include <spdlog/fmt/fmt.h>

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
      {"ß", "\\ss{}"},
      {"æ", "\\ae{}"},
      {"Æ", "\\AE{}"},
      {"ø", "\\o{}"},
      {"Ø", "\\O{}"},
      {"œ", "\\oe{}"},
      {"Œ", "\\OE{}"},
      {"ł", "\\l{}"},
      {"Ł", "\\L{}"},
      {"ı", "\\i{}"},
      {"▲", "$\\blacktriangle$"},
      {"▼", "$\\blacktriangledown$"},
      {"△", "$\\vartriangle$"},
      {"▽", "$\\triangledown$"},
  };
  return signs;
}

/// Returns the number of bytes of the UTF-8 sign with which a text begins; a
/// sign that is cut short ends before the next one.
std::size_t bytes_of_sign(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const std::size_t most = first < 0xc0   ? 1
                           : first < 0xe0 ? 2
                           : first < 0xf0 ? 3
                                          : 4;
  std::size_t bytes = 1;
  while (bytes < most && bytes < text.size() &&
         (static_cast<unsigned char>(text[bytes]) & 0xc0) == 0x80)
    ++bytes;
  return bytes;
}

/// Letters of two bytes with an accent, and the same letters without.
struct Accent {
  char command;  ///< of LaTeX, after a backslash
  std::string_view letters;
  std::string_view bases;
};

constexpr Accent kAccents[] = {
    {'`', "ÀÈÌÒÙàèìòù", "AEIOUaeiou"},
    {'\'', "ÁÉÍÓÚÝáéíóúýĆćĹĺŃńŔŕŚśŹź", "AEIOUYaeiouyCcLlNnRrSsZz"},
    {'^', "ÂÊÎÔÛâêîôûĈĉĜĝĤĥĴĵŜŝŴŵŶŷ", "AEIOUaeiouCcGgHhJjSsWwYy"},
    {'~', "ÃÑÕãñõĨĩŨũ", "ANOanoIiUu"},
    {'"', "ÄËÏÖÜäëïöüÿŸ", "AEIOUaeiouyY"},
    {'r', "ÅåŮů", "AaUu"},
    {'c', "ÇçĢģĶķĻļŅņŖŗŞşŢţ", "CcGgKkLlNnRrSsTt"},
    {'=', "ĀāĒēĪīŌōŪū", "AaEeIiOoUu"},
    {'u', "ĂăĔĕĞğĬĭŎŏŬŭ", "AaEeGgIiOoUu"},
    {'.', "ĊċĖėĠġİŻż", "CcEeGgIZz"},
    {'v', "ČčĎďĚěĽľŇňŘřŠšŤťŽž", "CcDdEeLlNnRrSsTtZz"},
    {'H', "ŐőŰű", "OoUu"}};

/// Returns an accented letter in LaTeX; empty if it is none.
std::string accented(std::string_view sign) {
  if (sign.size() != 2) return "";
  for (const Accent& accent : kAccents)
    for (std::size_t i = 0; i < accent.bases.size(); ++i)
      if (accent.letters.substr(2 * i, 2) == sign)
        return fmt::format("\\{}{{{}}}", accent.command, accent.bases[i]);
  return "";
}

}  // namespace

std::string latex_escaped_text(const std::string& text) {
  std::string escaped;
  for (std::size_t at = 0; at < text.size();) {
    const auto first = static_cast<unsigned char>(text[at]);
    const std::string sign =
        text.substr(at, bytes_of_sign(std::string_view(text).substr(at)));
    at += sign.size();
    if (const auto known = latex_signs().find(sign);
        known != latex_signs().end())
      escaped += known->second;
    else if (const std::string letter = accented(sign); !letter.empty())
      escaped += letter;
    else if (first >= 0x80)
      escaped += '?';
    else
      escaped += first < ' ' || first == 0x7f ? " " : sign;
  }
  return escaped;
}

}  // namespace fedltr
