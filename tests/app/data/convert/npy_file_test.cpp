#include "app/data/convert/npy_file.hpp"

#include <cmath>
#include <limits>

#include "algorithms/data/letor.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/npy.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::npy_file_test {
using namespace fedltr::test;

namespace {

struct Read {
  std::vector<std::vector<double>> rows;
  std::string error;  ///< empty if the file was read to its end
};

/// Reads a file of this text to its end, as far as it goes.
Read read(const std::string& text) {
  const TemporaryFolder folder;
  Read result;
  try {
    NpyFile file(folder.write("a.npy", text));
    for (std::uint64_t i = 0; i < file.rows(); ++i) {
      std::vector<double> row(file.columns());
      file.next(row);
      result.rows.push_back(row);
    }
    file.end();
  } catch (const DataError& error) {
    result.error = error.what();
    CHECK(result.error.find("a.npy: ") != std::string::npos);
    CHECK(result.error.find('\n') == std::string::npos);
  }
  return result;
}

using Rows = std::vector<std::vector<double>>;

std::string fault_of_header(const std::string& text) {
  return error_of<DataError>([&] { parse_npy_header(text, "f"); });
}

}  // namespace

TEST_CASE("the dictionary of a header is read as Python writes it") {
  const NpyHeader header = parse_npy_header(
      "{\"shape\": (), 'fortran_order':True,\n 'descr' : '|u1'}  \n", "f");
  CHECK(header.type == "|u1");
  CHECK(header.column_major);
  CHECK(header.shape.empty());
  CHECK(parse_npy_header("{'descr':'<f8','shape':(3,4)}", "f").shape ==
        std::vector<std::uint64_t>{3, 4});
  for (const char* const bad :
       {"", "{", "{'descr': '<f8'", "{'descr' '<f8'}", "{'descr: '<f8'}",
        "{'shape': (3,)}", "{'descr': '<f8', 'shape': (3 4)}", "{'descr': [1]}",
        "{'descr': '<f8', 'shape': (-1,)}", "{'descr': '<f8', 'shape': (3,",
        "{'descr': '<f8', 'shape': (99999999999999999999,)}",
        "{'descr': '<f8', 'fortran_order': 0}", "{'descr': '<f8'} x",
        "{'descr': '<f8', 'kind': 1}"})
    CHECK_THROWS_AS(parse_npy_header(bad, "f"), DataError);
}

TEST_CASE("arrays of one and two dimensions are read row by row") {
  const std::vector<double> six = {1, 2, 3, 4, 5, 6};
  CHECK(read(npy("<f8", "(3, 2)", six)).rows == Rows{{1, 2}, {3, 4}, {5, 6}});
  CHECK(read(npy("<f8", "(6,)", six)).rows ==
        Rows{{1}, {2}, {3}, {4}, {5}, {6}});
  CHECK(read(npy("<f8", "(0, 2)", std::vector<double>{})).rows.empty());
  CHECK(read(npy("<f8", "(0,)", std::vector<double>{})).error == "");
  CHECK(read(npy("<f8", "(2, 3)", six, 1, "True")).rows ==
        Rows{{1, 3, 5}, {2, 4, 6}});
  CHECK(read(npy("<f8", "(0, 3)", std::vector<double>{}, 1, "True")).error ==
        "");
  // One dimension, or one column, has the same order in Fortran.
  CHECK(read(npy("<f8", "(2,)", std::vector<double>{1, 2}, 1, "True")).rows ==
        Rows{{1}, {2}});
  CHECK(read(npy("<f8", "(2, 1)", std::vector<double>{1, 2}, 1, "True")).rows ==
        Rows{{1}, {2}});
}

TEST_CASE("every version and type of number reads back as it was") {
  for (const int version : {1, 2, 3})
    CHECK(read(npy("<f8", "(1,)", std::vector<double>{-0.1}, version)).rows ==
          Rows{{-0.1}});
  const auto both = [](const std::string& type, auto least, auto most) {
    CAPTURE(type);
    const Read result =
        read(npy(type, "(2,)", std::vector<decltype(least)>{least, most}));
    CHECK(result.error == "");
    CHECK(result.rows ==
          Rows{{static_cast<double>(least)}, {static_cast<double>(most)}});
  };
  both("<f4", -1e30F, 0.1F);
  CHECK(read(npy("<f2", "(5,)",
                 std::vector<std::uint16_t>{0x3C00, 0xC000, 0x7BFF, 0x0001,
                                            0x7C00}))
            .rows == Rows{{1}, {-2}, {65504}, {0x1p-24}, {HUGE_VAL}});
  both("<i8", std::int64_t{-1} << 62, std::int64_t{1} << 62);
  both("<i4", std::numeric_limits<std::int32_t>::min(),
       std::numeric_limits<std::int32_t>::max());
  both("<i2", std::int16_t{-32768}, std::int16_t{32767});
  both("|i1", std::int8_t{-128}, std::int8_t{127});
  both("<u8", std::uint64_t{0}, std::uint64_t{1} << 63);
  both("<u4", std::uint32_t{0}, std::numeric_limits<std::uint32_t>::max());
  both("<u2", std::uint16_t{0}, std::uint16_t{65535});
  both("|u1", std::uint8_t{0}, std::uint8_t{255});
  both("|b1", std::uint8_t{0}, std::uint8_t{1});
}

TEST_CASE("an array that is cut off is read as far as it goes") {
  const Read cut = read(npy("<f8", "(3, 2)", std::vector<double>{1, 2, 3}));
  CHECK(cut.rows == Rows{{1, 2}});
  has(cut.error, "is cut off: it ends before its last number");
  const std::string whole = npy("<f8", "(1,)", std::vector<double>{1});
  for (std::size_t size = 0; size < whole.size(); ++size) {
    CAPTURE(size);
    CHECK(read(whole.substr(0, size)).error != "");
  }
}

TEST_CASE("hostile arrays are refused in one line, with little memory") {
  const std::vector<double> six = {1, 2, 3, 4, 5, 6};
  const auto refused = [](const std::string& text, const std::string& why) {
    const Read result = read(text);
    CHECK(result.rows.empty());
    has(result.error, why);
  };
  refused("PK\3\4 and so on", "is packed");
  refused("no array at all", "is no .npy file");
  refused("\x93NUM", "is cut off");
  refused(npy("<f8", "(3, 2)", six, 0), ".npy version 0; 1 to 3 are known");
  refused(npy("<f8", "(3, 2)", six, 9), ".npy version 9; 1 to 3 are known");
  refused(npy(">f8", "(3, 2)", six), "values of type '>f8', expected");
  refused(npy("|O", "(3, 2)", six), "holds Python objects");
  has(fault_of_header("{'descr': [('a', '<f8'), ('b', '<i4')], 'fortran_order':"
                      " False, 'shape': (1,)}"),
      "f: holds records of several fields; save one matrix");
  refused(npy("<f8", "(9, 2)", six, 1, "True"), "is cut off");
  refused(npy("<f8", "()", six), "has 0 dimensions, expected 1 or 2");
  refused(npy("<f8", "(1, 3, 2)", six), "has 3 dimensions");
  refused(npy("<f8", "(3, 0)", six), "has 0 columns, expected 1 to 65535");
  refused(npy("<f8", "(3, 65536)", six), "has 65536 columns");
  // A row of 512 kB is not there; nothing is made for the rows claimed.
  refused(npy("<f8", "(1000000000000, 65535)", six), "is cut off");
  std::string long_header = npy("<f8", "(3, 2)", six, 2);
  long_header[11] = '\x7f';
  refused(long_header, "is longer than the 65536 that are allowed");
  has(read(npy("<f8", "(2, 2)", six)).error, "has data after its last number");
}

}  // namespace fedltr::npy_file_test
