#include "app/data/convert/packed_output.hpp"

#include "tests/support/scenario.hpp"

namespace fedltr::packed_output_test {
using namespace fedltr::test;

TEST_CASE("a file appears when all of it is written, not before") {
  const TemporaryFolder folder;
  const auto file = folder / "o.txt";
  {
    PackedOutput output(file.string());
    output.write("abc");
    CHECK_FALSE(std::filesystem::exists(file));
  }
  CHECK(std::filesystem::is_empty(folder / "."));
  PackedOutput output(file.string());
  output.write("ab");
  output.write("c");
  output.commit();
  CHECK(read_text(file) == "abc");
}

TEST_CASE("a name that ends with .gz packs, the same bytes each time") {
  const TemporaryFolder folder;
  std::string text;
  for (std::uint64_t i = 0; i < 400'000; ++i)
    text += std::to_string(i * 7919) + " ";
  const auto write = [&](const std::string& name, std::size_t piece) {
    PackedOutput output((folder / name).string());
    for (std::size_t at = 0; at < text.size(); at += piece)
      output.write(std::string_view(text).substr(at, piece));
    output.commit();
    return read_text(folder / name);
  };
  const std::string packed = write("a.gz", 1000);
  CHECK(packed.size() < text.size());
  CHECK(packed == write("b.gz", 1000));
  CHECK(file_text(folder / "a.gz") == text);
  CHECK(write("c.txt", 1 << 22) == text);
  write("d.gz", 1 << 22);
  CHECK(file_text(folder / "d.gz") == text);
}

TEST_CASE("a missing folder is reported") {
  const TemporaryFolder folder;
  CHECK_THROWS_AS(PackedOutput((folder / "none" / "o.gz").string()),
                  std::runtime_error);
}

TEST_CASE("nothing written is an empty file, packed or not") {
  const TemporaryFolder folder;
  for (const char* const name : {"o", "o.gz"}) {
    PackedOutput output((folder / name).string());
    output.commit();
    CHECK(file_text(folder / name) == "");
  }
}

}  // namespace fedltr::packed_output_test
