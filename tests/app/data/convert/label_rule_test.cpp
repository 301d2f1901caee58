#include "app/data/convert/label_rule.hpp"

#include "app/base/errors.hpp"
#include "app/data/convert/letor_row.hpp"
#include "tests/app/data/convert/convert_support.hpp"
#include "tests/support/error_of.hpp"

namespace fedltr::label_rule_test {
using namespace fedltr::test;

namespace {

const Place kPlace{"f", 3};

std::optional<int> grade(std::string_view word,
                         const LabelRule& rule = LabelRule()) {
  LabelCounts counts;
  return grade_of_label(word, rule, kPlace, counts);
}

std::string grade_fault(std::string_view word,
                        const LabelRule& rule = LabelRule()) {
  return error_of<DataError>([&] { grade(word, rule); });
}

}  // namespace

TEST_CASE("labels are grades, however they are written") {
  for (const auto& [word, value] : {std::pair("0", 0),
                                    {"-0", 0},
                                    {"4.0", 4},
                                    {"3e0", 3},
                                    {"+1", 1},
                                    {"31", 31}})
    CHECK(grade(word) == value);
  for (const char* const word : {"", "x", "1x", "-1", "32", "1.5", "nan", "inf",
                                 "1 ", "+", "+-1", "++1", "0x1"})
    CHECK_THROWS_AS(grade(word), DataError);
  CHECK(grade_fault("2.5") ==
        "f:3: label '2.5' is not a grade, expected an integer 0 to 31; "
        "--labels map=OLD:NEW,..., bins=BOUND,... or clip makes grades of "
        "others");
  has(grade_fault(""), "label '' is not a number; --unlabelled");
}

TEST_CASE("labels of any range become grades by a rule") {
  const LabelRule map = parse_label_rule("map=-1:drop, 0.5:1,1330:31");
  CHECK(grade("-1", map) == std::nullopt);
  CHECK(grade("0.5", map) == 1);
  CHECK(grade("1330.0", map) == 31);
  CHECK(grade("2", map) == 2);
  has(grade_fault("0.25", map), "label '0.25' is not a grade");
  const LabelRule bins = parse_label_rule("bins=-2.5,1,10");
  CHECK(grade("-3", bins) == 0);
  CHECK(grade("-2.5", bins) == 1);
  CHECK(grade("0.999", bins) == 1);
  CHECK(grade("1", bins) == 2);
  CHECK(grade("1e300", bins) == 3);
  const LabelRule clip = parse_label_rule("clip");
  CHECK(grade("-7.5", clip) == 0);
  CHECK(grade("72", clip) == 31);
  CHECK(grade("3", clip) == 3);
  has(grade_fault("0.5", clip), "label '0.5' is not a grade");
  has(grade_fault("nan", clip), "label 'nan' is not a number");
}

TEST_CASE("labels that are words become grades by a map") {
  const LabelRule map =
      parse_label_rule("map=E:3, S : 2,Not relevant:0,a:b:1,:drop,2:1,True:4");
  CHECK(grade("E", map) == 3);
  CHECK(grade("S", map) == 2);
  CHECK(grade("Not relevant", map) == 0);
  CHECK(grade("a:b", map) == 1);
  CHECK(grade("", map) == std::nullopt);
  CHECK(grade("2", map) == 1);
  CHECK(grade("3", map) == 3);
  CHECK(grade_fault("C", map) ==
        "f:3: label 'C' is not a number; --labels map=WORD:GRADE,... makes "
        "grades "
        "of words");
  const Conversion files;
  const std::string table = files.folder.write(
      "e.csv", "label,qid,x\nExact,1,1\nI,1,2\nExact,1,3\nTrue,1,4\n,1,5\n");
  has(files.fault({table}), "e.csv:2: label 'Exact' is not a number; --labels");
  const Outcome told =
      files.convert({table, "--labels", "map=Exact:3,I:0,True:2,:drop"});
  has(told.out,
      "  labels     '' left out: 1, 'Exact' -> 3: 2, 'I' -> 0: 1, 'True' -> 2: "
      "1\n");
  CHECK(read_text(files.out) ==
        "3 qid:1 1:1\n0 qid:1 1:2\n3 qid:1 1:3\n2 qid:1 1:4\n");
  const std::string rows = files.folder.write("e.txt", "E qid:1 1:1\n");
  CHECK(files.text({rows, "--from", "letor", "--labels", "map=E:3"}) ==
        "3 qid:1 1:1\n");
}

TEST_CASE("words of a map may hold commas, and are met as tables have them") {
  const LabelRule map =
      parse_label_rule("map=\"Very, good:3\",\"5\"\":2\", bad : 0");
  CHECK(grade("Very, good", map) == 3);
  CHECK(grade("5\"", map) == 2);
  CHECK(grade("bad", map) == 0);
  has(error_of<UsageError>([] { parse_label_rule("map=Very, good:3"); }),
      "'Very' has no ':'; quotes hold a word with a comma: map=\"Very, "
      "good:3\"");
  has(error_of<UsageError>([] { parse_label_rule("map=\"a:1"); }),
      "has unequal quotes");
  CHECK_THROWS_AS(parse_label_rule("map=true:1,TRUE:0"), UsageError);
  const Conversion files;
  const Outcome blanks = files.convert(
      {files.folder.write("b.csv",
                          "label,qid,x\n\" Exact \",1,1\n\" \",1,2\n"
                          "\" 3 \",1,3\ntrue,1,4\nTRUE,1,5\n"),
       "--labels", "map=Exact:4,:drop,true:9,Typo:2"});
  REQUIRE_MESSAGE(blanks.code == 0, blanks.err);
  has(blanks.out, "  no row has the label 'Typo' of --labels\n");
  CHECK(read_text(files.out) ==
        "4 qid:1 1:1\n3 qid:1 1:3\n9 qid:1 1:4\n9 qid:1 1:5\n");
}

TEST_CASE("rows that begin with their query have a blank label") {
  const Conversion files;
  const std::string rows =
      files.folder.write("l.txt", "E qid:1 1:1\nqid:1 1:3\n");
  has(files.fault({rows, "--labels", "map=E:3"}),
      "l.txt:2: a row without a label; --unlabelled reads such rows, for "
      "fedltr rank, and --labels map=:drop leaves them out");
  CHECK(files.text({rows, "--labels", "map=E:3,:drop"}) == "3 qid:1 1:1\n");
}

TEST_CASE("rules that can't be read are refused with the form of all") {
  for (const char* const text :
       {"", "clip=3", "map", "map=", "map=1", "map=1:x", "map=x:1,x:2",
        "map=1:32", "map=1:-1", "map=1:2,1.0:3", "bins=", "bins=x", "bins=1,1",
        "bins=2,1", "bins=nan", "grades"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(parse_label_rule(text), UsageError);
  }
  std::string many = "bins=0";
  for (int i = 1; i < 31; ++i) many += "," + std::to_string(i);
  CHECK(parse_label_rule(many).bounds.size() == 31);
  CHECK_THROWS_AS(parse_label_rule(many + ",31"), UsageError);
}

TEST_CASE("a conversion reports old and new labels with their counts") {
  const Conversion files;
  const std::string few = files.folder.write(
      "f.txt", "72 qid:1 1:1\n-1 qid:1 1:2\n-1 qid:1 1:3\n0.5 qid:1 1:4\n");
  has(files.fault({few}), "f.txt:1: label '72' is not a grade");
  const Outcome told =
      files.convert({few, "--labels", "map=72:2,-1:drop,0.5:1"});
  has(told.out, "  labels     -1 left out: 2, 0.5 -> 1: 1, 72 -> 2: 1\n");
  CHECK(read_text(files.out) == "2 qid:1 1:1\n1 qid:1 1:4\n");
  std::string many;
  for (int i = 0; i < 40; ++i)
    many += std::to_string(0.25 * i) + " qid:1 1:1\n";
  const std::string rows = files.folder.write("m.txt", many);
  has(files.convert({rows, "--labels", "bins=0.25,5", "--force"}).out,
      "  labels     0 -> 0: 1, 0.25 to 4.75 -> 1: 19, 5 to 9.75 -> 2: 20\n");
  has(files.fault({rows, "--labels", "y.npy"}, 2),
      "--labels y.npy: is no rule; expected map=OLD:NEW");
  has(files.fault({rows, "--labels", "clip", "--labels", "clip"}, 2),
      "--labels: give only one rule");
}

}  // namespace fedltr::label_rule_test
