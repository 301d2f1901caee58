#include "app/base/spilled_bytes.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

#include <doctest/doctest.h>

#include "tests/support/cli.hpp"

namespace fedltr::spilled_bytes_test {
namespace {

/// Sets TMPDIR for the scope.
class TemporaryFiles {
 public:
  explicit TemporaryFiles(const std::string& folder) {
    if (const char* const before = std::getenv("TMPDIR")) before_ = before;
    setenv("TMPDIR", folder.c_str(), 1);
  }
  ~TemporaryFiles() {
    before_.empty() ? unsetenv("TMPDIR") : setenv("TMPDIR", before_.c_str(), 1);
  }

 private:
  std::string before_;
};

}  // namespace

TEST_CASE("bytes are read as they were appended, from memory and from disk") {
  for (const std::size_t memory : {0, 10, 1000000}) {
    SpilledBytes bytes(memory);
    std::string all;
    for (int i = 0; i < 1000; ++i) {
      const std::string piece = std::to_string(i * i) + "\n";
      bytes.append(piece);
      all += piece;
    }
    REQUIRE(bytes.size() == all.size());
    std::string read(all.size() - 100, '\0');
    bytes.read(50, read.size(), read.data());
    CHECK(read == all.substr(50, read.size()));
    SpilledReader reader(bytes, 3, all.size(), 7);
    std::string taken;
    for (std::size_t size = 1; !reader.done(); size = size % 20 + 1)
      taken += reader.take(std::min(size, all.size() - 3 - taken.size()));
    CHECK(taken == all.substr(3));
    CHECK_THROWS_AS(reader.take(1), std::runtime_error);
    CHECK_THROWS_AS(bytes.read(all.size(), 1, read.data()), std::runtime_error);
  }
}

TEST_CASE("moved bytes belong to one owner") {
  SpilledBytes first(0);
  first.append("abc");
  SpilledBytes second = std::move(first);
  first = SpilledBytes(0);
  std::string read(3, '\0');
  second.read(0, 3, read.data());
  CHECK(read == "abc");
}

TEST_CASE("temporary data has no name, and its folder can be chosen") {
  const test::TemporaryFolder folder;
  const TemporaryFiles here((folder / "").string());
  SpilledBytes bytes(0);
  bytes.append("abc");
  CHECK(std::filesystem::is_empty(folder / ""));
}

}  // namespace fedltr::spilled_bytes_test
