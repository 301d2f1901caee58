#include "app/data/convert/each_line.hpp"

#include "algorithms/data/letor.hpp"
#include "app/data/convert/packed_output.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::each_line_test {
using namespace fedltr::test;

namespace {

std::string numbered_lines(const std::string& file) {
  std::string all;
  each_line(file, [&](std::string_view line, std::size_t number) {
    all += std::to_string(number) + ":" + std::string(line) + "|";
  });
  return all;
}

}  // namespace

TEST_CASE("lines come without their ends and a byte-order mark") {
  const TemporaryFolder folder;
  CHECK(numbered_lines(folder.write("a", "\xEF\xBB\xBFx\r\n\ny z\n")) ==
        "1:x|2:|3:y z|");
  CHECK(numbered_lines(folder.write("b", "x\ny")) == "1:x|2:y|");
  CHECK(numbered_lines(folder.write("c", "")) == "");
  CHECK(numbered_lines(folder.write("d", "\n")) == "1:|");
}

TEST_CASE("carriage returns alone end lines") {
  const TemporaryFolder folder;
  const std::string file = folder.write("mac", "x\ry\rz");
  CHECK(numbered_lines(file) == "1:x|2:y|3:z|");
}

TEST_CASE("lines that span pieces are complete") {
  const TemporaryFolder folder;
  std::string text;
  std::size_t lines = 0;
  for (; text.size() < (std::size_t{3} << 20); ++lines)
    text += std::string(lines % 1000, 'x') + "\n";
  std::size_t bytes = 0;
  std::size_t seen = 0;
  each_line(folder.write("long", text),
            [&](std::string_view line, std::size_t number) {
              CHECK(line.size() == (number - 1) % 1000);
              bytes += line.size() + 1;
              ++seen;
            });
  CHECK(bytes == text.size());
  CHECK(seen == lines);
}

TEST_CASE("a packed file is unpacked; a line without end is refused") {
  const TemporaryFolder folder;
  const std::string file = (folder / "packed.gz").string();
  PackedOutput output(file);
  output.write("a\nb\n");
  output.commit();
  CHECK(numbered_lines(file) == "1:a|2:b|");
  const std::string endless =
      folder.write("endless", "a\n" + std::string(kMaxLine + 1, 'x'));
  CHECK_THROWS_WITH_AS(numbered_lines(endless),
                       (endless + ":2: is longer than the 67108864 bytes that "
                                  "a line may have")
                           .c_str(),
                       DataError);
  CHECK_THROWS_AS(numbered_lines((folder / "none").string()), DataError);
}

}  // namespace fedltr::each_line_test
