#include "app/base/text.hpp"

#include <limits>

#include <doctest/doctest.h>

namespace fedltr::text_test {

TEST_CASE("split trims its pieces and gives none for a blank text") {
  CHECK(split(" a, b ,,c", ',') == std::vector<std::string>{"a", "b", "", "c"});
  CHECK(split("  ", ',').empty());
}

TEST_CASE("numbers span the text and are finite") {
  CHECK(parse_whole("12") == 12);
  CHECK(!parse_whole("12 "));
  CHECK(!parse_whole("-1"));
  CHECK(!parse_whole(""));
  CHECK(parse_real("1e-3") == 0.001);
  CHECK(!parse_real("inf"));
  CHECK(!parse_real("nan"));
  CHECK(!parse_real("0x10"));
}

TEST_CASE("a range is one number, or two of which the first is not larger") {
  const auto range = [](const char* text) {
    const auto found = parse_range(text).value_or(WholeRange{9, 0});
    return std::pair(found.first, found.last);
  };
  CHECK(range("5") == std::pair<std::uint64_t, std::uint64_t>(5, 5));
  CHECK(range(" 0 - 3 ") == std::pair<std::uint64_t, std::uint64_t>(0, 3));
  for (const char* none : {"", "-", "3-", "-3", "3-2", "1-2-3", "a"})
    CHECK_FALSE(parse_range(none));
}

TEST_CASE("exact numbers read back") {
  for (const double number : {0.1, 1.0 / 3, 1e-300, 12345678.0})
    CHECK(parse_real(exact(number)) == number);
  CHECK(exact(std::numeric_limits<double>::infinity()) == "inf");
  CHECK(with_commas(1234567) == "1,234,567");
  CHECK(with_commas(123) == "123");
}

TEST_CASE("blanks at both ends are trimmed, of any kind") {
  CHECK(trim(" \t a b\r\n") == "a b");
  CHECK(trim(" \n").empty());
}

TEST_CASE("joined texts split into the same") {
  const std::vector<std::string> words = {"a", "", "c"};
  CHECK(join(words, ",") == "a,,c");
  CHECK(split(join(words, ","), ',') == words);
  CHECK(join(std::vector<std::string>(), ", ").empty());
  CHECK(join(std::vector{"", "b"}, ",") == ",b");
  CHECK(join(std::vector{"", ""}, ", ") == ", ");
}

TEST_CASE("no number is nan without a sign") {
  CHECK(exact(std::numeric_limits<double>::quiet_NaN()) == "nan");
  CHECK(exact(-std::numeric_limits<double>::quiet_NaN()) == "nan");
  CHECK(exact(-0.0) == "-0");
}

TEST_CASE("numbers that don't fit are none, not the nearest") {
  CHECK(parse_whole("18446744073709551615") == 18446744073709551615U);
  CHECK(!parse_whole("18446744073709551616"));
  CHECK(!parse_real("1e400"));
  CHECK(parse_real("5e-324") == std::numeric_limits<double>::denorm_min());
  CHECK(parse_real("-.5") == -0.5);
  for (const char* wrong : {"", " 1", "1 ", "+1", "1,5", "1e", "e1", "-", "."})
    CHECK_MESSAGE(!parse_real(wrong), wrong);
  for (const char* wrong : {"+1", "1.0", "0x1", "1e3", " 1"})
    CHECK_MESSAGE(!parse_whole(wrong), wrong);
}

TEST_CASE("the shortest digits are written, and all that are needed") {
  CHECK(exact(0.1) == "0.1");
  CHECK(exact(100000) == "1e+05");
  CHECK(exact(1e22) == "1e+22");
  CHECK(exact(0.1 + 0.2) == "0.30000000000000004");
  CHECK(exact(-std::numeric_limits<double>::max()) ==
        "-1.7976931348623157e+308");
  CHECK(exact(-std::numeric_limits<double>::infinity()) == "-inf");
}

TEST_CASE("thousands are set apart from the right") {
  CHECK(with_commas(0) == "0");
  CHECK(with_commas(1000) == "1,000");
  CHECK(with_commas(100000) == "100,000");
  CHECK(with_commas(std::numeric_limits<std::uint64_t>::max()) ==
        "18,446,744,073,709,551,615");
}

TEST_CASE("a text from elsewhere has no control characters") {
  CHECK(without_controls("a\033[31mb\x7F\r c\n\td") == "a?[31mb?? c\n\td");
  CHECK(without_controls("schön") == "schön");
}

TEST_CASE("an empty piece at either end is a piece") {
  CHECK(split(",", ',') == std::vector<std::string>{"", ""});
  CHECK(split("a,", ',') == std::vector<std::string>{"a", ""});
  CHECK(split("a", ',') == std::vector<std::string>{"a"});
  CHECK(split("a b\tc", '\t') == std::vector<std::string>{"a b", "c"});
}

}  // namespace fedltr::text_test
