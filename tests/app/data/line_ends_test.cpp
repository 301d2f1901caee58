#include "app/data/line_ends.hpp"

#include <doctest/doctest.h>

#include "tests/support/cli.hpp"

namespace fedltr::line_ends_test {
using namespace fedltr::test;

namespace {

struct Read {
  std::string text;
  std::uint64_t changed = 0;
};

/// @param size  size of a piece
Read read(const std::string& text, std::size_t size) {
  Read read;
  LineEnds ends;
  const auto keep = [&](std::string_view piece) { read.text += piece; };
  for (std::size_t at = 0; at < text.size(); at += size) {
    std::string piece = text.substr(at, size);
    ends.feed(piece, keep);
  }
  ends.finish(keep);
  read.changed = ends.changed();
  return read;
}

}  // namespace

TEST_CASE("carriage returns alone end lines, wherever the text is cut") {
  for (const std::size_t size : {1, 2, 3, 7, 100}) {
    CAPTURE(size);
    CHECK(read("a\rb\rc", size).text == "a\nb\nc");
    CHECK(read("a\rb\rc", size).changed == 2);
    CHECK(read("a\r", size).text == "a\n");
    CHECK(read("\r\ra", size).text == "\n\na");
    CHECK(read("a\r\rb", size).changed == 2);
    CHECK(read("a\r\r\nb", size).text == "a\n\r\nb");
    CHECK(read("a\r\r\nb", size).changed == 1);
  }
}

TEST_CASE("line ends of Unix and Windows are left as they are") {
  for (const std::size_t size : {1, 2, 3, 100})
    for (const char* text : {"", "a\nb", "a\r\nb\r\n", "\r\n\r\n", "\n\r\n"}) {
      CHECK(read(text, size).text == text);
      CHECK(read(text, size).changed == 0);
    }
}

TEST_CASE("a LETOR file of an old Mac is read in full") {
  const TemporaryFolder folder;
  const std::string unix_text =
      "1 qid:1 1:0.5 # docid = a\n0 qid:1 1:0.25 # docid = b\n2 qid:2 1:1\n";
  std::string mac_text = unix_text;
  for (char& each : mac_text)
    if (each == '\n') each = '\r';
  const std::string unix_file = folder.write("unix", unix_text);
  const std::string mac_file = folder.write("mac", mac_text);
  const Outcome first = fedltr_command({"data", "info", unix_file});
  const Outcome second = fedltr_command({"data", "info", mac_file});
  CHECK(first.code == 0);
  CHECK(second.code == 0);
  const auto figures = [](const Outcome& outcome) {
    return outcome.out.substr(outcome.out.find('\n'));
  };
  CHECK(figures(first) == figures(second));
}

}  // namespace fedltr::line_ends_test
