#include "app/data/convert/click_judgements.hpp"

#include "tests/app/data/convert/convert_support.hpp"

namespace fedltr::click_judgements_test {
using namespace fedltr::test;

namespace {

/// Judgements of a log, without their heading.
std::string grades(const std::string& log) {
  const Conversion files;
  const std::string text =
      files.text({files.folder.write("log.csv", log), "--to", "qrels"});
  const std::string heading = "query-id\tcorpus-id\tscore\n";
  REQUIRE(text.starts_with(heading));
  return text.substr(heading.size());
}

}  // namespace

TEST_CASE("clicks beyond what positions explain are grades") {
  // In the second place one of ten searches clicked.
  CHECK(grades("qid,docno,position,click,searches\n"
               "red shoes,b,2,1,1\nred shoes,a,1,0,1\n"
               "hats,c,1,0,9\nhats,z,2,0,9\n") ==
        "hats\tc\t0\nhats\tz\t0\nred shoes\ta\t0\nred shoes\tb\t1\n");
}

TEST_CASE("often is worth more than once, and the first place less") {
  const std::string columns = "qid,docno,position,click,searches\n";
  // Document b has 10 clicks where 2.5 are expected.
  CHECK(grades(columns + "q,a,1,0,10\nq,b,2,1,10\nr,c,1,0,30\nr,d,2,0,30\n") ==
        "q\ta\t0\nq\tb\t2\nr\tc\t0\nr\td\t0\n");
  CHECK(grades(columns + "q,a,1,1,10\nq,b,2,0,10\nr,c,1,1,30\nr,d,2,0,30\n") ==
        "q\ta\t0\nq\tb\t0\nr\tc\t0\nr\td\t0\n");
  CHECK(grades(columns + "q,a,1,0,1\nq,b,2,1,1\nr,c,1,0,30\nr,d,2,0,30\n") ==
        "q\ta\t0\nq\tb\t1\nr\tc\t0\nr\td\t0\n");
}

TEST_CASE("a document's shows count together, with others between them") {
  const std::string others = "r,c,1,0\nr,d,2,0\n";
  std::string log = "qid,docno,position,click\n";
  for (int i = 0; i < 5; ++i)
    log += "q,a,1,0\nq,b,2,1\n" + others + others + others;
  // Document b has 5 clicks where 1.25 are expected.
  CHECK(grades(log) == "q\ta\t0\nq\tb\t1\nr\tc\t0\nr\td\t0\n");
}

TEST_CASE("known propensities explain clicks in place of positions") {
  // Expected are 1.8 and .2 of the two clicks.
  CHECK(grades("qid,docno,position,click,propensity\n"
               "q,a,1,1,0.9\nq,b,2,1,0.1\n") == "q\ta\t0\nq\tb\t1\n");
}

TEST_CASE("a log without clicks, or a name with a tab, has no judgements") {
  const Conversion files;
  const std::string none =
      files.folder.write("none.csv", "qid,docno,position,click\nq,a,1,0\n");
  has(files.fault({none, "--to", "qrels"}),
      "none.csv: the log has no clicks to judge by");
  const std::string tab = files.folder.write(
      "tab.csv", "qid,docno,position,click\nq,\"a\tb\",1,1\n");
  has(files.fault({tab, "--to", "qrels"}), "no tab or line break");
}

}  // namespace fedltr::click_judgements_test
