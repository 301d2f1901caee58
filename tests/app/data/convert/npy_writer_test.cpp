#include "app/data/convert/npy_writer.hpp"

#include "app/data/convert/npy_file.hpp"
#include "tests/app/data/convert/convert_support.hpp"

namespace fedltr::npy_writer_test {
using namespace fedltr::test;

TEST_CASE("an array starts as NumPy writes it") {
  // As numpy.save(file, numpy.zeros(3)): 128 bytes before the numbers.
  const std::string start = npy_start("<f8", {3});
  CHECK(start.size() == 128);
  CHECK(start.starts_with(std::string("\x93NUMPY\x01\0\x76\0", 10) +
                          "{'descr': '<f8', 'fortran_order': False, "
                          "'shape': (3,), }   "));
  CHECK(start.ends_with(" \n"));
  CHECK(npy_start("<i8", {12, 345}).find("'shape': (12, 345), }") !=
        std::string::npos);
}

TEST_CASE("an array without a column, which can't be read, is not written") {
  const Conversion files;
  const Outcome outcome =
      convert_files({files.folder.write("r.txt", "1 qid:a\n0 qid:a\n"), "--to",
                     "npy", "--out", (files.folder / "x.npy").string()});
  CHECK(outcome.code == kBadData);
  CHECK(outcome.err.find("no row has a feature") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(files.folder / "x.npy"));
}

TEST_CASE("features, labels and groups are written, and read back") {
  const Conversion files;
  const std::string rows = files.folder.write(
      "r.txt", "2 qid:a 1:0.1 3:-1e-07\n0 qid:a 2:5\n31 qid:b 1:1e+300\n");
  const auto at = [&](const std::string& name) {
    return (files.folder / name).string();
  };
  const Outcome outcome =
      convert_files({rows, "--to", "npy", "--out", at("x.npy")});
  REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  NpyFile features(at("x.npy"));
  CHECK(features.rows() == 3);
  REQUIRE(features.columns() == 3);
  std::vector<double> row(3);
  features.next(row);
  CHECK(row == std::vector<double>{0.1, 0, -1e-7});
  CHECK(std::filesystem::file_size(at("x.npy")) == 128 + 9 * 8);
  CHECK(files.text({at("x.npy"), "--labels", at("x.labels.npy"), "--groups",
                    at("x.groups.npy")}) ==
        "2 qid:1 1:0.1 2:0 3:-1e-07\n0 qid:1 1:0 2:5 3:0\n"
        "31 qid:2 1:1e+300 2:0 3:0\n");
  const Outcome again =
      convert_files({rows, "--to", "npy", "--out", at("x.npy")});
  CHECK(again.code == 2);
  std::filesystem::remove(at("x.npy"));
  has(convert_files({rows, "--to", "npy", "--out", at("x.npy")}).err,
      "x.labels.npy: exists already");
}

}  // namespace fedltr::npy_writer_test
