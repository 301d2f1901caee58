#include "app/base/latex.hpp"

#include <doctest/doctest.h>

namespace fedltr::latex_test {
TEST_CASE("LaTeX's own signs and unknown ones are escaped") {
  CHECK(latex_escaped_text("a_b 5% {x} \\y") ==
        "a\\_b 5\\% \\{x\\} \\textbackslash{}y");
  CHECK(latex_escaped_text("± ▲ ε") ==
        "$\\pm$ $\\blacktriangle$ $\\varepsilon$");
  CHECK(latex_escaped_text("日\x01\xff") == "? ?");
}

TEST_CASE("each sign of LaTeX's own is escaped") {
  CHECK(latex_escaped_text("#$&~^<>|\"") ==
        "\\#\\$\\&\\textasciitilde{}\\textasciicircum{}\\textless{}"
        "\\textgreater{}\\textbar{}\\textquotedbl{}");
  CHECK(latex_escaped_text("a--b") == "a{-}{-}b");
  CHECK(latex_escaped_text("▼△▽δ×é") ==
        "$\\blacktriangledown$$\\vartriangle$$\\triangledown$$\\delta$"
        "$\\times$\\'{e}");
  CHECK(latex_escaped_text("Müßig, Ærø, Łódź, café № 1") ==
        "M\\\"{u}\\ss{}ig, \\AE{}r\\o{}, \\L{}\\'{o}d\\'{z}, caf\\'{e} ? 1");
  CHECK(latex_escaped_text("a\tb\nc\x7f") == "a b c ");
  CHECK(latex_escaped_text("\\input{/etc/passwd}") ==
        "\\textbackslash{}input\\{/etc/passwd\\}");
}

TEST_CASE("accented letters of each row of the table keep their letter") {
  CHECK(latex_escaped_text("") == "");
  CHECK(latex_escaped_text("\u00c0\u00f9") == "\\`{A}\\`{u}");
  CHECK(latex_escaped_text("\u017a\u00ff") == "\\'{z}\\\"{y}");
  CHECK(latex_escaped_text("\u0177\u0169") == "\\^{y}\\~{u}");
  CHECK(latex_escaped_text("\u016f\u0163") == "\\r{u}\\c{t}");
  CHECK(latex_escaped_text("\u016b\u016d") == "\\={u}\\u{u}");
  CHECK(latex_escaped_text("\u0130\u017c") == "\\.{I}\\.{z}");
  CHECK(latex_escaped_text("\u017e\u0171") == "\\v{z}\\H{u}");
}

TEST_CASE("no byte passes as a command, whatever comes before it") {
  // A sign that is cut short takes no command with it, and adds none.
  for (int byte = 0x80; byte < 0x100; ++byte) {
    const std::string text = latex_escaped_text(
        std::string(1, static_cast<char>(byte)) + "\\input{x}%$&#_");
    std::string plain = text;
    for (const char* escaped :
         {"\\textbackslash{}", "\\{", "\\}", "\\%", "\\$", "\\&", "\\#", "\\_"})
      for (auto at = plain.find(escaped); at != plain.npos;
           at = plain.find(escaped))
        plain.erase(at, std::string_view(escaped).size());
    CHECK_MESSAGE(plain.find_first_of("\\{}%$&#_") == plain.npos, byte);
  }
  CHECK(latex_escaped_text("a\xe2\x82") == "a?");
}

TEST_CASE("a broken sign does not swallow the text after it") {
  CHECK(latex_escaped_text("\xe4t\xfcr, na und") == "?t?r, na und");
  CHECK(latex_escaped_text("\x80"
                           "abc") == "?abc");
}

}  // namespace fedltr::latex_test
