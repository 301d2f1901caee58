#include "actors/link/frames.hpp"

#include <vector>

#include <doctest/doctest.h>

#include "algorithms/core/archive.hpp"

namespace fedltr::frames_test {

TEST_CASE("a frame comes whole however the stream is cut") {
  const std::string stream = framed("one") + framed("") + framed("three");
  for (std::size_t piece = 1; piece <= stream.size(); ++piece) {
    FrameReader reader(10);
    std::vector<std::string> frames;
    for (std::size_t at = 0; at < stream.size(); at += piece) {
      reader.feed(std::string_view(stream).substr(at, piece));
      while (auto frame = reader.next()) frames.push_back(*frame);
    }
    CHECK(frames == std::vector<std::string>{"one", "", "three"});
  }
}

TEST_CASE("a frame begins with its length in four bytes, lowest first") {
  CHECK(framed("abc") == std::string("\3\0\0\0abc", 7));
  CHECK(framed(std::string(258, 'x')).substr(0, 4) ==
        std::string("\2\1\0\0", 4));
}

TEST_CASE("a frame that claims a huge length is refused before it comes") {
  FrameReader reader(1000);
  reader.feed("\xff\xff\xff\xff");
  CHECK_THROWS_WITH_AS(
      reader.next(), "a message of 4294967295 bytes, of which 1000 are allowed",
      ArchiveError);
}

TEST_CASE("a frame may be as long as is allowed, and allowed to be longer") {
  FrameReader reader(3);
  reader.feed(framed("abc") + framed("abcd"));
  CHECK(reader.next() == "abc");
  CHECK_THROWS_AS(reader.next(), ArchiveError);
  reader.allow(4);
  CHECK(reader.next() == "abcd");
  CHECK_FALSE(reader.next());
}

TEST_CASE("a long stream of frames is read to its end") {
  FrameReader reader(100);
  for (int i = 0; i < 1000; ++i) {
    reader.feed(framed(std::to_string(i)) + framed("x").substr(0, 2));
    CHECK(reader.next() == std::to_string(i));
    CHECK_FALSE(reader.next());
    reader.feed(framed("x").substr(2));
    CHECK(reader.next() == "x");
  }
}

TEST_CASE("a log line holds what can be printed, and no more") {
  CHECK(printable("a\nb\x1b[2J") == "a?b?[2J");
  CHECK(printable(std::string(1000, 'x')).size() == 203);
  CHECK(printable("abc", 2) == "ab...");
}

}  // namespace fedltr::frames_test
