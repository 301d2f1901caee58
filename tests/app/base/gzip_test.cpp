#include "app/base/gzip.hpp"

#include "app/base/files.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::gzip_test {
using namespace fedltr::test;

namespace {

std::string numbers(std::uint64_t count) {
  std::string text;
  for (std::uint64_t i = 0; i < count; ++i)
    text += std::to_string(i * 7919) + " ";
  return text;
}

std::string packed(std::string_view text, std::size_t piece,
                   Gzip::Effort effort = Gzip::Effort::kUsual) {
  Gzip packer(effort);
  std::string bytes;
  for (std::size_t at = 0; at < text.size(); at += piece)
    packer.add(text.substr(at, piece), bytes);
  packer.end(bytes);
  return bytes;
}

}  // namespace

TEST_CASE("bytes that are packed in pieces of any size read back") {
  const TemporaryFolder folder;
  const std::string text = numbers(200'000);
  for (const std::size_t piece : {std::size_t{999}, text.size()}) {
    const std::string bytes = packed(text, piece);
    CHECK(bytes.size() < text.size());
    CHECK(file_text(folder.write("t.gz", bytes)) == text);
    CHECK(bytes == packed(text, piece));
  }
  CHECK(file_text(folder.write("none.gz", packed("", 1))).empty());
}

TEST_CASE("the header has neither name nor time") {
  // RFC 1952: 1f 8b, method 8, no flags, time 0.
  CHECK(packed("abc", 3).starts_with(
      std::string_view("\x1f\x8b\x08\0\0\0\0\0", 8)));
}

TEST_CASE("the lowest effort packs less") {
  const TemporaryFolder folder;
  const std::string text = numbers(200'000);
  const std::string bytes = packed(text, 5000, Gzip::Effort::kLeast);
  CHECK(bytes.size() > packed(text, 5000).size());
  CHECK(bytes.size() < text.size());
  CHECK(file_text(folder.write("t.gz", bytes)) == text);
}

}  // namespace fedltr::gzip_test
