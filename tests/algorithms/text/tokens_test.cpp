#include "algorithms/text/tokens.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include <doctest/doctest.h>
#include <utf8proc.h>

#include "algorithms/core/rng.hpp"
#include "algorithms/text/stop_words.hpp"
#include "algorithms/text/utf8.hpp"

namespace fedltr::tokens_test {
namespace {

using Terms = std::vector<std::string>;

Terms words(std::string_view text) {
  static Tokenizer tokenizer({"none", "none"});
  return terms_of(tokenizer, text);
}

}  // namespace

TEST_CASE("words are runs of letters and digits in lower case") {
  CHECK(words("  The B-52's wing, 1.5m;x ") ==
        Terms{"the", "b", "52", "s", "wing", "1", "5m", "x"});
  CHECK(words("") == Terms{});
  CHECK(words(" .,;\n") == Terms{});
}

TEST_CASE("letters beyond ASCII are kept, in lower case") {
  CHECK(words("ÄRGER Škoda ŽELEZO ŸEN Ő") ==
        Terms{"ärger", "škoda", "železo", "ÿen", "ő"});
  CHECK(words("ΑΘΉΝΑΣ Αθήνας") == Terms{"αθήνασ", "αθήνασ"});
  CHECK(words("МОСКВА ЁЖ Љ") == Terms{"москва", "ёж", "љ"});
  CHECK(words("Ạ ẞ Ａ") == Terms{"ạ", "ss", "a"});
  CHECK(words("日本語、東京 עברית हिन्दी") ==
        Terms{"日本語", "東京", "עברית", "हिन्दी"});
}

TEST_CASE("punctuation, spaces and symbols beyond ASCII separate") {
  CHECK(words("wing\u2014tail\u00A0\u201Cnose\u201D\u2026 x\u00D7y €5 a😀b") ==
        Terms{"wing", "tail", "nose", "x", "y", "5", "a", "b"});
}

TEST_CASE("invalid UTF-8 separates") {
  CHECK(words("a\xFF"
              "b") == Terms{"a", "b"});
  CHECK(words("a\xC3") == Terms{"a"});                    // cut off
  CHECK(words("x\xC0\xAFy") == Terms{"x", "y"});          // overlong
  CHECK(words("x\xED\xA0\x80y") == Terms{"x", "y"});      // a surrogate
  CHECK(words("x\xF4\x90\x80\x80y") == Terms{"x", "y"});  // beyond U+10FFFF
  CHECK(words("\xE2\x82 k") == Terms{"k"});
}

TEST_CASE("any bytes give valid terms") {
  Rng rng(1, Purpose::kTest);
  Tokenizer tokenizer;
  std::size_t terms = 0;
  for (int text = 0; text < 2000; ++text) {
    std::string bytes;
    for (std::uint64_t i = rng.below(60); i > 0; --i)
      bytes.push_back(static_cast<char>(rng.below(256)));
    tokenizer.for_each_term(bytes, [&](std::string_view term) {
      ++terms;
      for (std::size_t position = 0; position < term.size();)
        CHECK(next_character(term, position) != kNoCharacter);
    });
  }
  CHECK(terms > 5000);
}

TEST_CASE("a word is the same however its characters are encoded") {
  // A ligature of typesetting, a separate accent, and a hyphen that shows only
  // at a line break.
  CHECK(words("\uFB01le e\uFB03cient O\uFB03ce") ==
        Terms{"file", "efficient", "office"});
  CHECK(words("caf\u00E9 cafe\u0301 CAFE\u0301") ==
        Terms{"caf\u00E9", "caf\u00E9", "caf\u00E9"});
  CHECK(words("co\u00ADoperate co\u00AD\noperate \u00AD") ==
        Terms{"cooperate", "co", "operate"});
  CHECK(words("Stra\u00DFe STRASSE STRA\u1E9EE") ==
        Terms{"strasse", "strasse", "strasse"});
  CHECK(words("\uFF26\uFF45\uFF44\uFF11 \u2163 \u212Bngstr\u00F6m") ==
        Terms{"fed1", "iv", "\u00E5ngstr\u00F6m"});
  CHECK(words("\uFF76\uFF9E\uFF72 \u30AC\u30A4") ==
        Terms{"\u30AC\u30A4", "\u30AC\u30A4"});
  CHECK(words("\u0130stanbul I\u0307stanbul istanbul") ==
        Terms{"istanbul", "istanbul", "istanbul"});
}

TEST_CASE("no invisible character but the zero-width space parts a word") {
  CHECK(words("a\u200Db c\u2060d \uFEFFe\uFE0F") == Terms{"ab", "cd", "e"});
  CHECK(words("a\u200Bb") == Terms{"a", "b"});
  CHECK(words("\u2764\uFE0F \u200D") == Terms{});
}

TEST_CASE("a word keeps 30 of many marks in a row") {
  std::string text = "a";
  for (int i = 0; i < 100'000; ++i) text += "\u0323\u0301";
  text += "bc";
  std::string first = "a";
  for (int i = 0; i < 15; ++i) first += "\u0323\u0301";
  CHECK(words(text) == words(first + "bc"));
}

TEST_CASE("a mark belongs to a letter before it, or to no word") {
  CHECK(words("\u0301a b\u0301\u0323") == Terms{"a", "\u1E05\u0301"});
  // "not equal" in one character and in two.
  CHECK(words("a\u2260b a=\u0338b") == Terms{"a", "b", "a", "b"});
  CHECK(words("don\u00B4t x\u00B2 5\u00BD") == Terms{"don", "t", "x", "5"});
}

TEST_CASE("words of a text are those of its composed and decomposed forms") {
  const auto form = [](const std::string& text, auto* normalize) {
    auto* const made =
        normalize(reinterpret_cast<const utf8proc_uint8_t*>(text.c_str()));
    REQUIRE(made != nullptr);
    const std::string copy(reinterpret_cast<const char*>(made));
    std::free(made);
    return copy;
  };
  std::size_t changed = 0;
  for (char32_t c = 1; c <= 0x10FFFF; ++c) {
    if (c >= 0xD800 && c < 0xE000) continue;
    std::string character;
    append_utf8(character, c);
    const std::string composed = form(character, utf8proc_NFC);
    const std::string decomposed = form(character, utf8proc_NFD);
    if (composed == character && decomposed == character) continue;
    ++changed;
    for (const std::string before : {"", "x", "-"}) {
      const Terms terms = words(before + character + "y");
      CHECK_MESSAGE(words(before + composed + "y") == terms, c);
      CHECK_MESSAGE(words(before + decomposed + "y") == terms, c);
    }
  }
  CHECK(changed > 10000);
}

TEST_CASE("terms of terms are themselves") {
  for (char32_t c = 1; c <= 0x10FFFF; ++c) {
    if (c >= 0xD800 && c < 0xE000) continue;
    std::string text = "a";
    append_utf8(text, c);
    for (const std::string& term : words(text))
      CHECK_MESSAGE(words(term) == Terms{term}, c);
  }
}

TEST_CASE("terms are stemmed, without stop words") {
  Tokenizer english;
  CHECK(terms_of(english, "The flying wings were connected to it") ==
        Terms{"fli", "wing", "connect"});
  // Again, with the words in the cache.
  CHECK(terms_of(english, "The flying wings were connected to it") ==
        Terms{"fli", "wing", "connect"});
  Tokenizer german({"german", "none"});
  CHECK(terms_of(german, "Die FLÜGEL flogen") ==
        Terms{"die", "flugel", "flog"});
  Tokenizer stops({"none", "english"});
  CHECK(terms_of(stops, "the flying wings") == Terms{"flying", "wings"});
}

TEST_CASE("terms do not depend on the words before") {
  // More words than the cache holds.
  Tokenizer used;
  for (int i = 0; i < 100000; ++i)
    terms_of(used, "running" + std::to_string(i) + "s");
  Tokenizer fresh;
  const std::string text = "running walked houses running7s quickly";
  CHECK(terms_of(used, text) == terms_of(fresh, text));
}

TEST_CASE("unknown stemmers and stop words are refused by name") {
  CHECK_THROWS_WITH_AS(
      Tokenizer({"klingon", "none"}),
      doctest::Contains("unknown stemmer 'klingon', known are: none, "),
      std::invalid_argument);
  CHECK_THROWS_WITH_AS(Tokenizer({"none", "all"}),
                       "unknown stop words 'all', known are: none, english",
                       std::invalid_argument);
  const auto names = stemmers();
  CHECK(std::ranges::count(names, "english") == 1);
}

TEST_CASE("stop words are function words") {
  for (const char* word : {"the", "of", "yourselves", "a"})
    CHECK(is_english_stop_word(word));
  for (const char* word : {"wing", "", "they7", "b"})
    CHECK_FALSE(is_english_stop_word(word));
}

TEST_CASE("words of ASCII text are those a walk over its bytes finds") {
  Rng rng(2, Purpose::kTest);
  for (int trial = 0; trial < 500; ++trial) {
    std::string text;
    for (std::uint64_t left = rng.below(40); left > 0; --left)
      text.push_back(static_cast<char>(rng.below(128)));
    Terms expected = {""};
    for (const char c : text) {
      const bool upper = c >= 'A' && c <= 'Z';
      if (upper || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
        expected.back() += upper ? static_cast<char>(c - 'A' + 'a') : c;
      else
        expected.emplace_back();
    }
    std::erase(expected, "");
    CHECK(words(text) == expected);
  }
}

TEST_CASE("stop words are compared in lower case, before stemming") {
  Tokenizer english;
  CHECK(terms_of(english, "THE Of aNd").empty());
  // "doing" is a stop word, "dos" and "doings" are not; the rest of a
  // contraction is.
  CHECK(terms_of(english, "doing don't we'll doings") ==
        terms_of(english, "doings"));
  CHECK(terms_of(english, "doings").size() == 1);
  // A word that only stemming turns into a stop word stays.
  Tokenizer unstemmed({"none", "english"});
  CHECK(terms_of(unstemmed, "ours hers buts") == Terms{"buts"});
}

TEST_CASE("a moved tokenizer works on, each text by itself") {
  Tokenizer first;
  terms_of(first, "flying");
  Tokenizer second = std::move(first);
  CHECK(terms_of(second, "Flying wings") == Terms{"fli", "wing"});
  Tokenizer third({"none", "none"});
  third = std::move(second);
  CHECK(terms_of(third, "the flying") == Terms{"fli"});
  // A word does not continue in the next text.
  CHECK(terms_of(third, "wi").size() + terms_of(third, "ng").size() == 2);
}

TEST_CASE("every listed stemmer is available") {
  const auto names = stemmers();
  CHECK(names.front() == "none");
  for (const std::string& name : names) {
    CAPTURE(name);
    Tokenizer tokenizer({name, "none"});
    const Terms terms = terms_of(tokenizer, "wing 1903");
    REQUIRE(terms.size() == 2);
    CHECK(terms[1] == "1903");
  }
}

}  // namespace fedltr::tokens_test
