// Values worked by hand after LetorDataset.py of AOL4FOLTR's code.
#include "app/data/convert/minmax_rows.hpp"

#include "tests/app/data/convert/convert_support.hpp"

namespace fedltr::minmax_rows_test {
using namespace fedltr::test;
using Numbers = std::vector<std::uint32_t>;

TEST_CASE("some features go to [0, 1] over the set, the others by query") {
  const Conversion files;
  const std::string raw =
      files.folder.write("letor.txt",
                         "0 qid:a 1:2 2:10 3:5 4:7\n1 qid:a 1:6 2:20 3:5 4:7\n"
                         "0 qid:a 1:3 3:5 4:7\n"
                         "1 qid:b 1:1 2:40 3:5 4:1\n0 qid:b 1:1 3:5 4:3\n"
                         "1 qid:c 1:9 2:30 3:5 4:4 # docid = only\n");
  // 2 runs from 0, which two rows omit, to 40; 3 is constant.
  CHECK(files.text({raw, "--set-minmax", "2-3"}) ==
        "0 qid:a 1:0 2:0.25 3:5 4:0\n1 qid:a 1:1 2:0.5 3:5 4:0\n"
        "0 qid:a 1:0.25 3:5 4:0\n"
        "1 qid:b 1:0 2:1 3:5 4:0\n0 qid:b 1:0 3:5 4:1\n"
        "1 qid:c 1:9 2:0.75 3:5 4:4 # docid = only\n");
}

TEST_CASE("values that a row leaves out are 0, not always the minimum") {
  const Conversion files;
  const std::string raw = files.folder.write(
      "letor.txt",
      "0 qid:a 1:-1 2:-10\n1 qid:a 3:1e308\n0 qid:b 2:30\n0 qid:b 3:-1e308\n");
  CHECK(files.text({raw, "--set-minmax", "2"}) ==
        "0 qid:a 1:0 2:0\n1 qid:a 1:1 2:0.25 3:1\n"
        "0 qid:b 2:1 3:1\n0 qid:b 2:0.25 3:0\n");
}

TEST_CASE("bounds are those of the rows that are wanted, in all files") {
  const Conversion files;
  const std::string users =
      files.folder.write("u.csv", "qid,user,timestamp\na,x,1\nb,x,2\n");
  const std::string one =
      files.folder.write("1.txt", "1 qid:a 1:1\n0 qid:a 1:2\n0 qid:no 1:99\n");
  const std::string two = files.folder.write("2.txt", "1 qid:b 1:5\n");
  CHECK(files.text({one, two, "--set-minmax", "1", "--of-users", users}) ==
        "1 qid:a 1:0\n0 qid:a 1:0.25\n1 qid:b 1:1\n");
  // Numbered as in the input.
  CHECK(files.text({two, "--set-minmax", "1", "--first-index", "0"}) ==
        "1 qid:b 2:5\n");
}

TEST_CASE("features of a set are indices and ranges") {
  CHECK(parse_features("76-78,3, 5-5,77", 1) == Numbers{3, 5, 76, 77, 78});
  CHECK(parse_features("0,65534", 0) == Numbers{1, 65535});
  const Conversion files;
  const std::string raw = files.folder.write("letor.txt", "1 qid:a 1:1\n");
  for (const std::string wrong : {"0", "3-1", "a", "1-", "-1", "65536"})
    has(files.fault({raw, "--set-minmax", wrong}, 2),
        "--set-minmax: '" + wrong +
            "' is no feature, 1 to 65535, nor a range like 19-33");
  has(files.fault({raw, "--set-minmax", ""}, 2),
      "--set-minmax: expected features, as 19-33,76");
  has(files.fault({raw, "--set-minmax", "2"}, 2),
      "--set-minmax: no row has feature 2 (counted from 1)");
  has(files.fault({raw, "--from", "lightgbm", "--set-minmax", "2"}, 2),
      "--set-minmax: can't be used with --from lightgbm; it needs letor");
  has(files.fault({"-", "--from", "letor", "--set-minmax", "2"}, 2),
      "--set-minmax reads its input twice, which a pipe can't be");
  has(files.fault({files.folder.text(), "--from", "letor", "--to", "csv"}),
      "is a folder, expected a file");
}

}  // namespace fedltr::minmax_rows_test
