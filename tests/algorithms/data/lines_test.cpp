#include "algorithms/data/lines.hpp"

#include <sstream>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"
#include "algorithms/data/names.hpp"

namespace fedltr::lines_test {
using Words = std::vector<std::string_view>;

namespace {

std::string lines_of(std::string_view text) {
  std::string all;
  for_each_line(text, [&](std::string_view line, std::size_t number) {
    all += std::to_string(number) + "[" + std::string(line) + "]";
  });
  return all;
}

}  // namespace

TEST_CASE("lines end with LF, CRLF or the text") {
  CHECK(lines_of("a\nb\r\n\nc") == "1[a]2[b]3[]4[c]");
  CHECK(lines_of("a\n") == "1[a]");
  CHECK(lines_of("").empty());
  CHECK(lines_of("\xEF\xBB\xBFx") == "1[x]");  // after a byte-order mark
}

TEST_CASE("words stand between blanks and tabs") {
  CHECK(words_of(" a\tbc  d ") == Words{"a", "bc", "d"});
  CHECK(words_of(" \t").empty());
  CHECK(at_line("file", 12) == "file:12: ");
}

TEST_CASE("names keep their order, also empty ones") {
  Names names;
  CHECK(names.empty());
  for (const char* name : {"a", "", "long name"}) names.push_back(name);
  REQUIRE(names.size() == 3);
  CHECK(names[0] == "a");
  CHECK(names[1].empty());
  CHECK(names[2] == "long name");
}

TEST_CASE("one carriage return belongs to the end of a line, others do not") {
  CHECK(lines_of("a\r\r\nb\rc\n\r\n") == "1[a\r]2[b\rc]3[]");
  CHECK(lines_of("\n\xEF\xBB\xBFx") == "1[]2[\xEF\xBB\xBFx]");
  CHECK(lines_of("\xEF\xBB\xBF").empty());
  CHECK(lines_of(std::string_view("a\0b\nc", 5)) ==
        "1[" + std::string("a\0b", 3) + "]2[c]");
}

TEST_CASE(
    "lines and words of random text are those of the standard's streams") {
  Rng rng(1, Purpose::kTest);
  for (int trial = 0; trial < 300; ++trial) {
    std::string text;
    for (std::uint64_t left = rng.below(40); left > 0; --left)
      text += "ab \t\n"[rng.below(5)];
    std::istringstream stream(text);
    std::string expected;
    std::size_t number = 0;
    for (std::string line; std::getline(stream, line);)
      expected += std::to_string(++number) + "[" + line + "]";
    CHECK(lines_of(text) == expected);

    std::ranges::replace(text, '\n', ' ');
    std::istringstream words(text);
    std::vector<std::string> all;
    for (std::string word; words >> word;) all.push_back(word);
    CHECK(std::ranges::equal(words_of(text), all));
  }
}

TEST_CASE("words in messages are short and printable, in any script") {
  CHECK(in_quotes("price \u20ac") == "'price \u20ac'");
  CHECK(in_quotes("\u5546\u54c1") == "'\u5546\u54c1'");
  CHECK(in_quotes("") == "''");
  CHECK(in_quotes("a\nb\x1B[31m\x7F") == "'a?b?[31m?'");
  CHECK(in_quotes("\u0085\u202Ex") == "'??x'");
  CHECK(in_quotes("\xFF\xC3") ==
        "'?"
        "?'");
  const std::string forty(40, 'x');
  CHECK(in_quotes(forty) == "'" + forty + "'");
  CHECK(in_quotes(forty + "y") == "'" + forty + "...'");
  const std::string most = forty.substr(1);
  CHECK(in_quotes(most + "\u20ac") == "'" + most + "...'");
}

TEST_CASE("a name may be empty, long or hold any byte") {
  Names names;
  std::vector<std::string> expected;
  for (const std::size_t size : {0, 3, 0, 1000, 1, 0}) {
    expected.emplace_back(size, '\0');
    names.push_back(expected.back());
  }
  REQUIRE(names.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    CHECK(names[i] == expected[i]);
}

}  // namespace fedltr::lines_test
