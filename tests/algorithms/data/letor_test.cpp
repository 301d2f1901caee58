#include "algorithms/data/letor.hpp"

#include <clocale>
#include <cmath>
#include <limits>
#include <map>
#include <sstream>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"
#include "algorithms/data/normalize.hpp"
#include "tests/support/golden.hpp"

namespace fedltr::letor_test {
namespace {

struct Read {
  Dataset data;
  LetorNotes notes;
};

Read read(const std::string& text, std::size_t chunk = 1 << 20,
          ReturningQueries returning = ReturningQueries::kRefuse) {
  LetorReader reader(returning);
  reader.begin_file("f.txt");
  for (std::size_t at = 0; at < text.size(); at += chunk)
    reader.feed(std::string_view(text).substr(at, chunk));
  reader.end_file();
  const LetorNotes notes = reader.notes();
  const std::uint32_t first = reader.zero_seen() ? 0 : 1;
  const Index features = Index{reader.largest_id()} - first + 1;
  return {reader.take(first, features), notes};
}

std::string fault(const std::string& text) {
  try {
    read(text);
  } catch (const DataError& error) {
    return error.what();
  }
  return "no fault";
}

}  // namespace

TEST_CASE("a LETOR row gives label, query, features and document") {
  const auto [data, notes] = read(
      "2 qid:10 1:0.5 3:1.592E-05 # docid = GX1 inc = 1\n"
      "0 qid:10 2:-1e3 #docid=GX2\n");
  CHECK(data.queries() == 1);
  CHECK(data.features() == 3);
  CHECK(data.query_name(0) == "10");
  CHECK(data.labels()[0] == 2);
  CHECK(data.features_of(0) == Matrix{{0.5, 0, 1.592e-05}, {0, -1000, 0}});
  CHECK(data.document_names()[0] == "GX1");
  CHECK(data.document_names()[1] == "GX2");
  CHECK(notes.features.empty());
}

TEST_CASE("no set is taken from the middle of a row") {
  for (const char* text :
       {"1 qid:1 nonsense\n", "1 qid:1 1:2\n1 qid:1 1:2 1:3\n",
        "1 qid:1 1:2\n1 nonsense\n", "1 qid:1 1:2\n1 qid:2 1:"}) {
    CAPTURE(text);
    LetorReader reader;
    reader.begin_file("f.txt");
    try {
      reader.feed(text);
    } catch (const DataError&) {
    }
    CHECK_THROWS_AS(reader.take(1, 1), std::invalid_argument);
  }
}

TEST_CASE("numbers out of range are read alike with a decimal comma") {
  // The locale of a Python program after locale.setlocale(LC_ALL, "").
  const std::string before = std::setlocale(LC_NUMERIC, nullptr);
  for (const char* each : {"de_DE.UTF-8", "fr_FR.UTF-8", "es_ES.UTF-8"})
    if (std::setlocale(LC_NUMERIC, each) != nullptr) break;
  if (std::localeconv()->decimal_point != std::string(","))
    MESSAGE("this machine has no such locale");
  const auto [data, notes] = read(
      "1 qid:1 1:1.797693134862316e308 2:-1.797693134862316e308 "
      "3:1.5e-400 4:-2.5e-400\n");
  const std::string infinite = fault("1 qid:1 1:1.8e308\n");
  std::setlocale(LC_NUMERIC, before.c_str());
  CHECK(data.features_of(0) == Matrix{{0, 0, 0, 0}});
  CHECK(notes.total(&FeatureNotes::marked) == 2);
  CHECK(infinite.find("'1.8e308' of feature '1' is not finite") !=
        std::string::npos);
}

TEST_CASE("the traps of real files are read as they are meant") {
  const auto [data, notes] = read(
      "\xEF\xBB\xBF"
      "1.0 qid:a-1 2:NULL 1:1.79769313486e+308\r\n"
      "\r\n"
      "# a comment line\n"
      "0\tqid:a-1\t1:nan 2:1e-400 \r\n"
      "3.00 qid:b 1:-1.7e9 2:1e300");
  CHECK(data.queries() == 2);
  CHECK(data.query_name(0) == "a-1");
  CHECK(data.labels()[0] == 1);
  CHECK(data.labels()[2] == 3);
  CHECK(data.features_of(0) == Matrix{{0, 0}, {0, 0}});
  CHECK(data.features_of(1) == Matrix{{-1.7e9, 1e300}});
  CHECK(notes.features ==
        std::vector<FeatureNotes>{{}, {2, 1, 1, -1.7e9}, {1, 0, 1, 1e300}});
  CHECK(data.document_names().empty());
}

TEST_CASE("an index 0 anywhere makes all indices count from 0") {
  const auto [data, notes] = read("0 qid:1 1:5\n1 qid:1 0:7\n");
  CHECK(data.features_of(0) == Matrix{{0, 5}, {7, 0}});
}

TEST_CASE("chunks of any size read the same") {
  const std::string text =
      "1 qid:1 1:0.25 2:3 # docid = A\n0 qid:1 1:0.5\n2 qid:2 3:9 # docid=B";
  const Dataset whole = read(text).data;
  for (std::size_t chunk = 1; chunk < text.size(); ++chunk) {
    const Dataset data = read(text, chunk).data;
    CHECK(data.all_features() == whole.all_features());
    CHECK(data.document_names()[2] == "B");
  }
}

TEST_CASE("a query that comes back is refused, or joined when asked for") {
  const std::string text =
      "1 qid:1 1:1\n0 qid:2 1:2\n2 qid:1 1:3\n1 qid:1 1:4\n";
  CHECK(fault(text) ==
        "f.txt:3: query '1' recurs after other queries; data.merge = yes (data "
        "info, data convert: --merge) joins its documents");
  const Dataset data = read(text, 100, ReturningQueries::kMerge).data;
  CHECK(data.queries() == 2);
  CHECK(data.features_of(0) == Matrix{{1}, {3}, {4}});
  CHECK(data.features_of(1) == Matrix{{2}});
  CHECK(data.labels_of(0)[1] == 2);
}

TEST_CASE("a fault names file, line and what was expected") {
  CHECK(fault("") ==
        "f.txt: has no documents, expected rows like '1 qid:7 1:0.5 2:0.25 # "
        "docid = X'");
  CHECK(fault("1 qid:1 1:1\nx qid:1 1:1\n") ==
        "f.txt:2: label 'x' is not a number; fedltr data convert FILE --from "
        "letor --labels map=WORD:GRADE,... makes grades of words");
  CHECK(fault("1:0.5 qid:1 1:2\n") ==
        "f.txt:1: label '1:0.5' is not a number; XGBoost's LABEL:WEIGHT is not "
        "read: keep the label, and give weights of queries in a file, "
        "data.weights");
  CHECK(fault("{\n").find("looks like JSON") != std::string::npos);
  CHECK(fault("1\xC2\xA0qid:1 1:1\n").find("no-break space") !=
        std::string::npos);
  CHECK(fault("-1 qid:1 1:1\n") ==
        "f.txt:1: label '-1' is not a grade, expected an integer 0 to 31; "
        "fedltr data convert FILE --labels RULE makes grades of others");
  CHECK(fault("1 1:1\n") ==
        "f.txt:1: expected 'qid:<id>' after the label, got '1:1'; fedltr data "
        "convert FILE --from lightgbm reads rows without qid");
  CHECK(fault("1 Q0 d 1 0.5 tag\n").find("looks like a TREC run") !=
        std::string::npos);
  CHECK(fault("q1 Q0 d 1 0.5 tag\n").find("looks like a TREC run") !=
        std::string::npos);
  CHECK(fault("q1 0 d 1\n").find("looks like TREC's judgements") !=
        std::string::npos);
  CHECK(fault("q1 Q0 d 1 0.5\n").find("run without its last column") !=
        std::string::npos);
  CHECK(fault("query-id\tcorpus-id\tscore\n")
            .find("looks like judgements of BEIR, which") != std::string::npos);
  for (const char* const run : {"1048585\t7187158\t1\n", "1 d7 1\n"})
    CHECK(fault(run).find("looks like a run of MS MARCO or judgements of") !=
          std::string::npos);
  CHECK(fault("1 x:1 1:1\n") ==
        "f.txt:1: expected 'qid:<id>' after the label, got 'x:1'");
  for (const char* const table : {"label\tqid\tx\n", "label,qid,clicks\n",
                                  "0\t7\t0.5\n", "0|7|0.5\n", "0,7,0.5\n"})
    CHECK(fault(table).find("convert FILE --from csv reads tables") !=
          std::string::npos);
  for (const char* const log :
       {"qid,docno,position,click\n", "qid\tdocno\tposition\tclick\n"})
    CHECK(fault(log).find("convert FILE --from clicks reads click logs") !=
          std::string::npos);
  CHECK(fault(" qid:1 1:1\n") ==
        "f.txt:1: a row without a label; fedltr rank and data info "
        "--unlabelled read such rows, and run "
        "those of data.train beside data.log unless it evaluates on them "
        "(evaluation.on = train, data.folds)");
  CHECK(fault("1 qid: 1:1\n").find("expected 'qid:<id>'") != std::string::npos);
  CHECK(fault("1 qid:1 1:1 1:2\n") ==
        "f.txt:1: feature 1 occurs twice in the row; fedltr data convert FILE "
        "--duplicates last or sum chooses its value");
  CHECK(fault("1 qid:1 1:1 2\n") ==
        "f.txt:1: expected '<index>:<value>', got '2'");
  CHECK(fault("1 qid:1 -1:1\n").find("expected '<index>:<value>'") !=
        std::string::npos);
  CHECK(fault("1 qid:1 1:a\n") ==
        "f.txt:1: value 'a' of feature '1' is not a number; fedltr data "
        "convert FILE --missing 'a' reads it as missing");
  CHECK(fault("1 qid:1 1:+0.5 2:+-1\n").find("value '+-1' of") !=
        std::string::npos);
  CHECK(fault("1 qid:1 1:1x\n").find("is not a number") != std::string::npos);
  CHECK(fault("1 qid:1 1:\n").find("is not a number") != std::string::npos);
  CHECK(fault("1 qid:1 70000:1\n") ==
        "f.txt:1: feature index 70000 is above the largest allowed, 65535");
  CHECK(fault("1 qid:1 99999999999:1\n").find("expected '<index>:<value>'") !=
        std::string::npos);
  CHECK(fault(std::string("\x7f"
                          "ELF\0\1\n",
                          7))
            .find("is not a number") != std::string::npos);
}

TEST_CASE("random bytes never crash the reader") {
  Rng rng(5, Purpose::kTest);
  const std::string alphabet =
      "0123456789.:eE+-# qidNULLnan\n\r\t\xEF\xBB\xBFx";
  for (int trial = 0; trial < 3000; ++trial) {
    std::string text = "1 qid:1 1:1\n";
    for (std::uint64_t i = rng.below(60); i > 0; --i)
      text += alphabet[rng.below(alphabet.size())];
    CHECK_NOTHROW(fault(text));
  }
}

TEST_CASE("written rows read back exactly") {
  Dataset data(3);
  Names names;
  names.push_back("A");
  names.push_back("B");
  const std::vector<double> values = {0.1, 1.0 / 3, -2.5e-7, 1e5, 0, 7};
  const std::vector<std::uint8_t> labels = {4, 0};
  data.add_query("q 1" + std::string(), values, labels, names);
  std::ostringstream out;
  const std::vector<Index> all = {0};
  // A name with a blank can't be written as LETOR: the reader would reject it.
  Dataset plain(3);
  plain.add_query("q1", values, labels, names);
  write_letor(out, plain, all);
  const Dataset back = read(out.str()).data;
  CHECK(back.all_features() == plain.all_features());
  CHECK(back.labels()[0] == 4);
  CHECK(back.document_names()[1] == "B");
}

TEST_CASE("query-level min-max agrees with the peers' to 1e-12") {
  const auto golden = test::golden("normalise.json");
  std::string text;
  for (const auto& line : golden["letor_lines"])
    text += line.get<std::string>() + "\n";
  Dataset data = read(text).data;
  normalize_query_minmax(data);
  for (Index query = 0; query < data.queries(); ++query) {
    const auto& expected =
        golden["queries"][std::string(data.query_name(query))];
    CHECK((data.features_of(query) - test::to_matrix(expected))
              .cwiseAbs()
              .maxCoeff() < 1e-12);
  }
}

TEST_CASE("sparse rows with ever larger indices are read in no time") {
  std::string text;
  for (int row = 1; row <= 1000; ++row)
    text += "1 qid:" + std::to_string(row / 100) + " " +
            std::to_string(row * 8) + ":0.5\n";
  const Dataset data = read(text).data;
  CHECK(data.documents() == 1000);
  CHECK(data.features() == 8000);
  CHECK(data.features_of(0)(0, 7) == 0.5);
  CHECK(data.all_features().sum() == 500);
}

TEST_CASE("values named as missing are read as the stand-in, others are not") {
  LetorReader reader(
      {ReturningQueries::kRefuse,
       {{-1, 999, std::numeric_limits<double>::infinity()}, 0.5}});
  reader.begin_file("f.txt");
  reader.feed("1 qid:1 1:-1 2:999.0 3:1e400 4:nan 5:1 6:2e6\n0 qid:1 2:998\n");
  reader.end_file();
  CHECK(reader.notes().features ==
        std::vector<FeatureNotes>{{}, {1}, {1}, {1}, {1}, {}, {0, 0, 1, 2e6}});
  // An absent index stays 0.
  CHECK(reader.take(1, 6).features_of(0) ==
        Matrix{{0.5, 0.5, 0.5, 0.5, 1, 2e6}, {0, 998, 0, 0, 0, 0}});
  CHECK(parse_missing("-1, 999 ,inf").size() == 3);
  CHECK(parse_missing("+5")[0] == 5);
  const MissingValues far = parse_missing_marks("+5,1e400");
  CHECK(far.hold(5));
  CHECK(far.hold(std::numeric_limits<double>::infinity()));
  CHECK(far.words.empty());
  const MissingValues marks = parse_missing_marks("-1, ? ,not known");
  CHECK(marks.values == std::vector<double>{-1});
  CHECK(marks.words == std::vector<std::string>{"?", "not known"});
  CHECK(marks.hold_word("?"));
  CHECK(marks.hold_word("NULL"));
  CHECK_FALSE(marks.hold_word("-"));
  CHECK_THROWS_AS(parse_missing_marks("1,,2"), std::invalid_argument);
  for (const char* wrong : {"", "1,", "nan", "1 2", "x", "1,,2"}) {
    CAPTURE(wrong);
    CHECK_THROWS_AS(parse_missing(wrong), std::invalid_argument);
  }
}

TEST_CASE("every way to write a number is read, or refused") {
  const std::string zeros(400, '0');
  struct Case {
    std::string text;
    double value;
    FeatureNotes notes = {};
  };
  const FeatureNotes missing = {1, 0, 0, 0};
  const FeatureNotes largest = {1, 1, 0, 0};
  const std::vector<Case> cases = {
      {"7", 7},
      {"-0.5", -0.5},
      {".5", 0.5},
      {"5.", 5},
      {"1E-3", 1e-3},
      {"1000000", 1e6},
      {"1000000.1", 1000000.1, {0, 0, 1, 1000000.1}},
      {"-2e6", -2e6, {0, 0, 1, -2e6}},
      {"1.79768e308", 1.79768e308, {0, 0, 1, 1.79768e308}},
      {"1.79769e308", 0, largest},
      {"-1.7976931348623157e308", 0, largest},
      {"1.7976931348623159e+308", 0, largest},
      {"1.79770e308", 0, largest},
      {"5e-324", 5e-324},
      {"1e-400", 0},
      {"-1E-400", 0},
      {"0." + zeros + "1", 0},
      {"-0." + zeros + "1", 0},
      {"1" + zeros + "e-400", 1},
      {"0." + zeros + "1e5", 0},
      {"-nan", 0, missing},
      {"NaN", 0, missing},
      {"NULL", 0, missing},
      {"null", 0, missing},
      {"NA", 0, missing},
      {"None", 0, missing},
  };
  for (const Case& each : cases) {
    CAPTURE(each.text);
    const auto [data, notes] = read("1 qid:1 1:" + each.text + "\t2:3\n");
    CHECK(data.features_of(0) == Matrix{{each.value, 3}});
    LetorNotes expected;
    if (each.notes != FeatureNotes()) expected.of(1) = each.notes;
    CHECK(notes.features == expected.features);
  }
  for (const std::string& text :
       {std::string("1e400"), "1" + zeros, "-1" + zeros + ".5",
        std::string("-inf"), std::string("infinity")}) {
    CAPTURE(text);
    CHECK(fault("1 qid:1 1:0 3:" + text + "\n")
              .starts_with("f.txt:1: value '" + text.substr(0, 40)));
  }
  CHECK(fault("1 qid:1 7:inf\n") ==
        "f.txt:1: value 'inf' of feature '7' is not finite; data.missing = inf "
        "(data convert, data info: --missing inf) reads it as missing");
  for (const char* text : {"++1", "Null", "NULLs", "0x10", "1;5", "1e", "--1",
                           "1e400x", "nanx", "inf.", "1:2"}) {
    CAPTURE(text);
    CHECK(fault("1 qid:1 1:0\n1 qid:1 1:" + std::string(text) + " 2:0\n") ==
          "f.txt:2: value '" + std::string(text) +
              "' of feature '1' is not a number; fedltr data convert FILE "
              "--missing '" +
              text + "' reads it as missing");
  }
  // No option can name it.
  CHECK(fault("1 qid:1 1:1,5\n").ends_with("is not a number"));
}

TEST_CASE("a label is an integer however it is written") {
  const std::map<std::string, int> labels = {
      {"31", 31},   {"007", 7}, {"2.000", 2}, {"1e1", 10},
      {"20e-1", 2}, {"-0", 0},  {"+1", 1}};
  for (const auto& [text, label] : labels) {
    CAPTURE(text);
    CHECK(read("  " + text + "\tqid:1 1:1\n").data.labels()[0] == label);
  }
  for (const char* text : {"0.5", "31.5", "32", "-1e-9", "inf", "nan", "1e30"})
    CHECK(fault(std::string(text) + " qid:1 1:1\n").find("not a grade") !=
          std::string::npos);
  for (const char* text : {"1,0", "label,qid", "1;7;2"})
    CHECK(fault(std::string(text) + " qid:1 1:1\n") ==
          "f.txt:1: label '" + std::string(text) +
              "' is not a number; fedltr data convert FILE --from csv reads "
              "tables");
  for (const char* text : {"+", "++1", "+-1", "1e400", "0x1", "one"})
    CHECK(fault(std::string(text) + " qid:1 1:1\n")
              .starts_with("f.txt:1: label '" + std::string(text) +
                           "' is not a number; fedltr data convert FILE --from "
                           "letor --labels"));
  // A long word is cut.
  CHECK(fault(std::string(50, 'x') + "\n") ==
        "f.txt:1: label '" + std::string(40, 'x') + "...' is not a number");
  CHECK(fault("\xC3\xA9\xFF qid:1 1:1\n")
            .starts_with("f.txt:1: label '\xC3\xA9?' is not a number"));
}

TEST_CASE("indices reach from 0 to the largest, each once per row") {
  const Dataset data = read("1 qid:1 65535:2 0001:3\n").data;
  CHECK(data.features() == 65535);
  CHECK(data.features_of(0)(0, 0) == 3);
  CHECK(data.features_of(0)(0, 65534) == 2);
  CHECK(read("1 qid:1 65535:2 0:1\n").data.features() == 65536);
  CHECK(fault("1 qid:1 65536:1\n") ==
        "f.txt:1: feature index 65536 is above the largest allowed, 65535");
  CHECK(fault("1 qid:1 4294967296:1\n") ==
        "f.txt:1: expected '<index>:<value>', got '4294967296:1'");
  CHECK(fault("1 qid:1 1:1\n1 qid:1 0:1 1:2 00:1\n") ==
        "f.txt:2: feature 0 occurs twice in the row; fedltr data convert FILE "
        "--duplicates last or sum chooses its value");
  CHECK(fault("1 qid:1 1 :2\n") ==
        "f.txt:1: expected '<index>:<value>', got '1'");
}

TEST_CASE("a few values with large indices don't fill the memory") {
  // 2^27 cells would be 1 GiB: 2048 documents of 65535 features are fewer.
  const auto rows = [](int documents) {
    std::string text;
    for (int i = 0; i < documents; ++i) text += "1 qid:1 65535:1\n";
    return text;
  };
  const std::string what = fault(rows(2049));
  CHECK(what.find("f.txt: 2049 documents with feature indices up to 65535 hold "
                  "2049 values") == 0);
  CHECK(what.find("number the features without gaps") != std::string::npos);
}

TEST_CASE("a document is named by docid, or by the whole comment") {
  const auto name = [](const std::string& comment) {
    const Dataset data =
        read("1 qid:1 1:1 # docid = X\n0 qid:1 1:1 #" + comment + "\n").data;
    return std::string(data.document_names()[1]);
  };
  CHECK(name("docid=GX-1") == "GX-1");
  CHECK(name(" \tdocid =\tGX-1 inc = 1 prob = 0.1") == "GX-1");
  CHECK(name("docid = a#b") == "a#b");
  CHECK(name("docid =") == "");
  CHECK(name("docids = x") == "");
  CHECK(name("inc = 1 docid = x") == "");
  CHECK(name("") == "");
  CHECK(name("clueweb09-en0000-00-00000") == "clueweb09-en0000-00-00000");
  CHECK(name("X ") == "X");
  CHECK(name(" 1A") == "1A");  // as in RankLib's example
  CHECK(name("X Y") == "");
  CHECK(name("inc=1") == "");
  CHECK(read("1 qid:1 1:1 # doc 7\n").data.document_names().empty());
}

}  // namespace fedltr::letor_test
