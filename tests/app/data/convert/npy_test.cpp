// NumPy's arrays: their headers, and through the command line.
#include <cstring>

#include "app/data/convert/npy_file.hpp"
#include "app/data/convert/npy_rows.hpp"
#include "tests/app/data/convert/convert_support.hpp"

namespace fedltr::npy_test {
using namespace fedltr::test;

namespace {

/// A .npy text, as numpy.save writes it.
template <class Number>
std::string npy(const std::string& type, const std::string& shape,
                const std::vector<Number>& numbers, int version = 1,
                const std::string& order = "False") {
  std::string header = "{'descr': '" + type + "', 'fortran_order': " + order +
                       ", 'shape': " + shape + ", }";
  const std::size_t start = version == 1 ? 10 : 12;
  header.append(63 - (start + header.size()) % 64, ' ');
  header += '\n';
  std::string text = "\x93NUMPY";
  text += static_cast<char>(version);
  text += '\0';
  const auto size = static_cast<std::uint32_t>(header.size());
  text.append(reinterpret_cast<const char*>(&size), version == 1 ? 2 : 4);
  text += header;
  for (const Number number : numbers) {
    std::array<char, sizeof(Number)> bytes{};
    std::memcpy(bytes.data(), &number, sizeof(Number));
    text.append(bytes.data(), bytes.size());
  }
  return text;
}

struct Arrays : Conversion {
  std::string x = folder.write(
      "x.npy", npy<double>("<f8", "(3, 2)", {1, 0.5, 0, NAN, -2, 3}));
  std::string y =
      folder.write("y.npy", npy<std::int64_t>("<i8", "(3,)", {2, 0, 1}));
  std::string g =
      folder.write("g.npy", npy<std::int32_t>("<i4", "(2,)", {2, 1}));

  std::string features_fault(const std::string& text) const {
    return fault({folder.write("bad.npy", text), "--labels", y, "--groups", g});
  }
};

}  // namespace

TEST_CASE("features, labels and groups become rows") {
  const Arrays files;
  const std::string rows =
      "2 qid:1 1:1 2:0.5\n0 qid:1 1:0 2:0\n1 qid:2 1:-2 2:3\n";
  CHECK(files.text({files.x, "--labels", files.y, "--groups", files.g}) ==
        rows);
  const std::string ids = files.folder.write(
      "ids.npy", npy<std::uint16_t>("<u2", "(3, 1)", {7, 7, 9}, 2));
  CHECK(files.text({files.x, "--labels", files.y, "--query-ids", ids}) ==
        "2 qid:7 1:1 2:0.5\n0 qid:7 1:0 2:0\n1 qid:9 1:-2 2:3\n");
  has(files
          .convert(
              {files.x, "--labels", files.y, "--groups", files.g, "--force"})
          .out,
      "1 missing values, written as 0");
}

TEST_CASE("numbers of four bytes read back as the same") {
  const Arrays files;
  const std::string x = files.folder.write(
      "f.npy", npy<float>("<f4", "(3, 1)", {0.1F, 1e-30F, 16777216.0F}));
  CHECK(files.text({x, "--labels", files.y, "--groups", files.g}) ==
        "2 qid:1 1:0.10000000149011612\n0 qid:1 1:1.0000000031710769e-30\n"
        "1 qid:2 1:16777216\n");
}

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

TEST_CASE("hostile arrays are refused in one line, with little memory") {
  const Arrays files;
  const std::vector<double> six = {1, 2, 3, 4, 5, 6};
  const auto fault = [&](const std::string& text) {
    return files.features_fault(text);
  };
  has(fault("PK\3\4 and so on"), "bad.npy: is packed");
  has(fault("no array at all"), "bad.npy: is no .npy file");
  has(fault("\x93NUM"), "bad.npy: is cut off");
  has(fault(npy("<f8", "(3, 2)", six, 9)), ".npy version 9; 1 to 3 are known");
  has(fault(npy("<f8", "(3, 2)", std::vector<double>{1, 2, 3})),
      "bad.npy: is cut off: it ends before its last number");
  has(fault(npy("<f8", "(3, 1)", six)), "has data after its last number");
  has(fault(npy(">f8", "(3, 2)", six)), "values of type '>f8', expected");
  has(fault(npy("|O", "(3, 2)", six)), "values of type '|O', expected numbers");
  has(fault(npy("<f8", "(3, 2)", six, 1, "True")), "Fortran order");
  has(fault(npy("<f8", "()", six)), "has 0 dimensions, expected 1 or 2");
  has(fault(npy("<f8", "(1, 3, 2)", six)), "has 3 dimensions");
  has(fault(npy("<f8", "(3, 0)", six)), "has 0 columns, expected 1 to 65535");
  has(fault(npy("<f8", "(3, 70000)", six)), "has 70000 columns");
  has(fault(npy("<f8", "(1000000000000, 65535)", six)),
      "y.npy: has 3 rows, but ");
  std::string long_header = npy("<f8", "(3, 2)", six, 2);
  long_header[11] = '\x7f';
  has(fault(long_header), "is longer than the 65536 that are allowed");
}

TEST_CASE("labels, groups and queries are held against the rows") {
  const Arrays files;
  const auto fault = [&](const std::string& labels, const std::string& option,
                         const std::string& queries) {
    return files.fault({files.x, "--labels",
                        files.folder.write("l.npy", labels), option,
                        files.folder.write("q.npy", queries)});
  };
  const std::string labels = read_text(files.y);
  has(fault(npy<double>("<f8", "(3,)", {0, 1.5, 0}), "--groups",
            read_text(files.g)),
      "l.npy:2: label '1.5' is not a grade");
  has(fault(npy<double>("<f8", "(2,)", {0, 1}), "--groups", read_text(files.g)),
      "l.npy: has 2 rows, but ");
  has(fault(npy<double>("<f8", "(3, 2)", {0, 1, 2, 3, 4, 5}), "--groups",
            read_text(files.g)),
      "l.npy: has 2 columns, expected 1");
  has(fault(labels, "--groups", npy<std::int32_t>("<i4", "(1,)", {-3})),
      "q.npy:1: the size of a group -3 is not an integer from 0");
  has(fault(labels, "--groups", npy<std::int32_t>("<i4", "(1,)", {4})),
      "q.npy: has groups for 4 rows");
  has(fault(labels, "--query-ids", npy<double>("<f8", "(3,)", {1, 2, 0.5})),
      "q.npy:3: the number of a query 0.5 is not an integer");
  has(fault(labels, "--query-ids", npy<std::int32_t>("<i4", "(3,)", {1, 2, 1})),
      "x.npy:3: query '1' recurs after other queries");
  has(files.fault({files.x, "--groups", files.g}, 2), "needs --labels FILE");
  has(files.fault({files.x, "--labels", files.y}, 2), "--groups FILE.npy");
  has(files.fault({files.x, files.x, "--labels", files.y}, 2),
      "expected one file of features");
}

}  // namespace fedltr::npy_test
