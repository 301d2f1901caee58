#include "app/results/result_files.hpp"

#include <doctest/doctest.h>

#include "algorithms/data/letor.hpp"
#include "app/base/gzip.hpp"
#include "app/base/json.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::result_files_test {
using namespace fedltr::test;
namespace fs = std::filesystem;

TEST_CASE("each kind of file has a limit, packed or not") {
  const std::size_t mib = std::size_t{1} << 20;
  CHECK(max_result_bytes("a/features.svg") == mib / 2);
  CHECK(max_result_bytes("a/summary.json") == 64 * mib);
  CHECK(max_result_bytes("a/model-f1-r1.json.gz") == 64 * mib);
  CHECK(max_result_bytes("a/grid.csv") == 1024 * mib);
  CHECK(max_result_bytes("a/per_query.tsv") == 4096 * mib);
  CHECK(max_result_bytes("a/clients.csv.gz") == 65536 * mib);
}

TEST_CASE("a file is refused for its size before it is read") {
  const TemporaryFolder folder;
  for (const std::string name :
       {"a.json", "a.svg", "grid.csv", "per_query.tsv"}) {
    const std::string file = folder.write(name, "");
    fs::resize_file(file, max_result_bytes(file) + 1);  // sparse
    const auto is_refused = [&](const auto& read) {
      CHECK_THROWS_WITH_AS(read(file), doctest::Contains("is larger than the"),
                           DataError);
    };
    is_refused(result_text);
    is_refused(result_json);
    is_refused(result_rows);
  }
}

TEST_CASE("a packed file is refused for its size unpacked") {
  const TemporaryFolder folder;
  std::string packed;
  Gzip packer;
  const std::string piece(1 << 20, ' ');
  for (int i = 0; i < 65; ++i) packer.add(piece, packed);
  packer.end(packed);
  const std::string file = folder.write("a.json.gz", packed);
  CHECK_THROWS_WITH_AS(result_json(file), doctest::Contains("is larger than"),
                       DataError);
}

TEST_CASE("tables are distinguished by their names") {
  const TemporaryFolder folder;
  CHECK(result_rows(folder.write("a.csv", "a,b\n")).has("b"));
  CHECK(result_rows(folder.write("a.tsv", "a\tb\n")).has("b"));
  CHECK(result_rows(folder.write("a.tsv.gz", "a\tb\n")).has("b"));
  CHECK(result_json(folder.write("a.json", "[1]"))[0] == 1);
  CHECK(result_text(folder.write("a.txt", "text")) == "text");
  CHECK(unpacked_name("a/b.csv.gz") == "b.csv");
  CHECK(unpacked_name("a/b.csv") == "b.csv");
}

}  // namespace fedltr::result_files_test
