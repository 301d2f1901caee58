// NumPy's arrays, through the command line.
#include "app/data/convert/npy_rows.hpp"

#include <cmath>

#include "tests/app/data/convert/convert_support.hpp"
#include "tests/support/npy.hpp"

namespace fedltr::npy_rows_test {
using namespace fedltr::test;

namespace {

struct Arrays : Conversion {
  std::string x = folder.write(
      "x.npy", npy<double>("<f8", "(3, 2)", {1, 0.5, 0, NAN, -2, 3}));
  std::string y =
      folder.write("y.npy", npy<std::int64_t>("<i8", "(3,)", {2, 0, 1}));
  std::string g =
      folder.write("g.npy", npy<std::int32_t>("<i4", "(2,)", {2, 1}));
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
      "1 missing values (NULL, nan, or named as missing) were read as 0: ");
}

TEST_CASE("numbers of four bytes read back as the same") {
  const Arrays files;
  const std::string x = files.folder.write(
      "f.npy", npy<float>("<f4", "(3, 1)", {0.1F, 1e-30F, 16777216.0F}));
  CHECK(files.text({x, "--labels", files.y, "--groups", files.g}) ==
        "2 qid:1 1:0.10000000149011612\n0 qid:1 1:1.0000000031710769e-30\n"
        "1 qid:2 1:16777216\n");
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
  has(fault(labels, "--query-ids",
            npy<std::int64_t>("<i8", "(3,)", {1, (1LL << 53) + 1, 2})),
      "q.npy:2: the number of a query exceeds the 9007199254740991 up to which "
      "integers are exact; queries may be texts");
  has(fault(labels, "--query-ids", npy<std::int32_t>("<i4", "(3,)", {1, 2, 1})),
      "x.npy:3: query '1' recurs after other queries");
  has(files.fault({files.x, "--groups", files.g}, 2),
      "needs either --labels FILE");
  has(files.fault({files.x, "--labels", files.y}, 2), "--groups FILE.npy");
  has(files.fault({files.x, files.x, "--labels", files.y}, 2),
      "expected one file of features");
}

TEST_CASE("rows have labels of any range, or none") {
  const Arrays files;
  const std::string y =
      files.folder.write("z.npy", npy<double>("<f8", "(3,)", {-1, 72, 0}));
  CHECK(files.text({files.x, "--labels", y, "--labels", "map=-1:drop,72:3",
                    "--groups", files.g}) ==
        "3 qid:1 1:0 2:0\n0 qid:2 1:-2 2:3\n");
  CHECK(files.text({files.x, "--unlabelled", "--groups", files.g}) ==
        "qid:1 1:1 2:0.5\nqid:1 1:0 2:0\nqid:2 1:-2 2:3\n");
  has(files.fault(
          {files.x, "--labels", y, "--labels", files.y, "--groups", files.g},
          2),
      "--labels: give only one file");
}

TEST_CASE("queries are also texts") {
  const Arrays files;
  const auto converted = [&](const std::string& ids) {
    return files.text({files.x, "--labels", files.y, "--quote-names",
                       "--query-ids", files.folder.write("t.npy", ids)});
  };
  CHECK(
      converted(npy<std::uint32_t>(
          "<U3", "(3,)", {'a', ' ', 'b', 0xFC, 0x20AC, 0x1F45F, 'c', 0, 0})) ==
      "2 qid:a%20b 1:1 2:0.5\n0 qid:ü€👟 1:0 2:0\n1 qid:c 1:-2 2:3\n");
  CHECK(converted(npy<char>("|S2", "(3,)", {'x', 0, 'x', 0, 'y', 'z'})) ==
        "2 qid:x 1:1 2:0.5\n0 qid:x 1:0 2:0\n1 qid:yz 1:-2 2:3\n");
  const auto refused = [&](const std::string& x) {
    return files.fault({files.folder.write("b.npy", x), "--labels", files.y,
                        "--groups", files.g});
  };
  has(refused(npy<char>("|S2", "(3,)", {'x', 0, 'x', 0, 'y', 'z'})),
      "b.npy: holds texts of type '|S2'; only --query-ids and --labels may "
      "hold");
  CHECK(files.text({files.x, "--labels",
                    files.folder.write(
                        "w.npy", npy<char>("|S1", "(3,)", {'E', 'I', '2'})),
                    "--labels", "map=E:3,I:0", "--groups", files.g}) ==
        "3 qid:1 1:1 2:0.5\n0 qid:1 1:0 2:0\n2 qid:2 1:-2 2:3\n");
  has(refused(npy<char>(">i8", "(3,)", {})), "as X.astype('<i8') makes them");
  has(refused(npy<char>(">f4", "(3,)", {})), "as X.astype('<f8') makes them");
  has(refused(npy<char>("|O", "(3,)", {})),
      "b.npy: holds Python objects; save numbers by X.astype('float64')");
  has(files.fault({files.x, "--labels", files.y}, 2),
      "or --query-ids FILE.npy");
}

}  // namespace fedltr::npy_rows_test
