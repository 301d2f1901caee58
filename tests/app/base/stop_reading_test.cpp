#include "app/base/stop_reading.hpp"

#include "app/base/files.hpp"
#include "app/data/cached_set.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::stop_reading_test {
using namespace fedltr::test;

TEST_CASE("a trigger ends the reading of a file, until the watch ends") {
  const TemporaryFolder folder;
  const std::string text(100, 'x');
  const std::string file = folder.write("f", text);
  Interrupt interrupt;
  {
    const ReadingWatch watch(interrupt);
    CHECK(file_text(file) == text);
    interrupt.trigger();
    CHECK_THROWS_AS(file_text(file), ReadingStopped);
    CHECK_THROWS_AS(sha256_of_file(file), ReadingStopped);
    CHECK_THROWS_AS(read_set(file, "key", 1, {}), ReadingStopped);
  }
  CHECK(file_text(file) == text);
}

TEST_CASE("a trigger before the watch counts") {
  const TemporaryFolder folder;
  const std::string file = folder.write("f", "text");
  Interrupt interrupt;
  interrupt.trigger();
  const ReadingWatch watch(interrupt);
  CHECK_THROWS_AS(file_text(file), ReadingStopped);
}

}  // namespace fedltr::stop_reading_test
