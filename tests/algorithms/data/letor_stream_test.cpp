#include "algorithms/data/letor_stream.hpp"

#include <array>
#include <sstream>

#include <doctest/doctest.h>

#include "algorithms/data/synthetic.hpp"

namespace fedltr::letor_stream_test {
namespace {

/// All queries of a text that arrives in chunks.
Dataset streamed(const std::string& text, std::size_t chunk, Index features,
                 std::uint32_t first = 1) {
  LetorStream stream(first, features);
  Dataset all(features);
  stream.begin_file("f.txt");
  for (std::size_t at = 0; at < text.size(); at += chunk)
    append_queries(all, stream.feed(std::string_view(text).substr(at, chunk)));
  append_queries(all, stream.end_file());
  return all;
}

std::string fault(const std::string& text, std::uint32_t first = 1,
                  std::size_t chunk = 7) {
  try {
    streamed(text, chunk, 2, first);
  } catch (const DataError& error) {
    return error.what();
  }
  return "no fault";
}

}  // namespace

TEST_CASE("chunks of any size give what the full text gives") {
  const Dataset data = synthesize(custom_shape(20, 9, 4, 3), 0.5, 1);
  std::vector<Index> all(20);
  for (Index i = 0; i < 20; ++i) all[static_cast<std::size_t>(i)] = i;
  std::ostringstream out;
  write_letor(out, data, all);
  for (const std::size_t chunk : {1UL, 17UL, 1000UL, 1UL << 20}) {
    CAPTURE(chunk);
    const Dataset read = streamed(out.str(), chunk, 4);
    REQUIRE(read.queries() == 20);
    CHECK(read.all_features() == data.all_features());
    for (Index q = 0; q < 20; ++q)
      CHECK(read.query_name(q) == data.query_name(q));
  }
}

TEST_CASE("a query is given as soon as the next one begins, and not before") {
  LetorStream stream(1, 1);
  stream.begin_file("f");
  CHECK(stream.feed("# head\n\n1 qid:a 1:1 # docid = x\n0 qid:a 1:2\n")
            .queries() == 0);
  CHECK(stream.feed("2 qid:b").queries() == 0);
  const Dataset first = stream.feed(" 1:3\n");
  REQUIRE(first.queries() == 1);
  CHECK(first.query_name(0) == "a");
  CHECK(document_names(first, 0) == std::vector<std::string>{"x", "a.2"});
  const Dataset last = stream.end_file();
  CHECK(last.query_name(0) == "b");
  CHECK(document_names(last, 0) == std::vector<std::string>{"b.1"});
}

TEST_CASE("a document without a name gets none that another has") {
  LetorStream stream(1, 1);
  stream.begin_file("f");
  stream.feed(
      "1 qid:a 1:1\n0 qid:a 1:2 # docid = a.1\n"
      "0 qid:a 1:3 # docid = a.1_\n0 qid:a 1:3\n");
  CHECK(document_names(stream.end_file(), 0) ==
        std::vector<std::string>{"a.1__", "a.1", "a.1_", "a.4"});
}

TEST_CASE("columns that the text leaves out are 0, all have their place") {
  CHECK(streamed("1 qid:1 2:5\r\n", 100, 3).all_features() ==
        Matrix{{0, 5, 0}});
  CHECK(streamed("1 qid:1 0:5", 100, 3, 0).all_features() == Matrix{{5, 0, 0}});
}

TEST_CASE("faults have the line of the file, wherever chunks end") {
  const std::string good = "1 qid:1 1:1\n0 qid:1 1:0\n1 qid:2 2:1\n";
  CHECK(fault(good + "x qid:3 1:1\n")
            .starts_with("f.txt:4: label 'x' is not a number"));
  CHECK(fault("\xEF\xBB\xBF" + good + "1 qid:3 1:z\n1 qid:4 1:1\n") ==
        "f.txt:4: value 'z' of feature '1' is not a number; fedltr data "
        "convert FILE --missing 'z' reads it as missing");
  CHECK(fault(good + "1 qid:3 1:1\n1 qid:4 1:1 3:1\n0 qid:5 1:1\n") ==
        "f.txt:5: feature index 3 is above the largest of the model, 2");
  CHECK(fault(good + "1 qid:3 0:1\n")
            .starts_with(
                "f.txt:4: feature index 0, but the model counts from 1"));
  CHECK(fault(good + "1 qid:3 2:1\n", 0) ==
        "f.txt:3: feature index 2 is above the largest of the model, 1");
  CHECK(fault(good + "1 qid:1 1:1\n") ==
        "f.txt:4: query '1' recurs after other queries; fedltr data convert "
        "FILE --merge joins its rows");
  CHECK(fault("").starts_with("f.txt: has no documents"));
  CHECK(fault("# nothing\n").starts_with("f.txt: has no documents"));
  CHECK(fault("1 1:1\n").starts_with("f.txt:1: expected 'qid:<id>'"));
}

TEST_CASE("a byte-order mark may precede any beginning of a file") {
  const std::string mark = "\xEF\xBB\xBF";
  const std::string good = "1 qid:1 1:1\n0 qid:2 1:2\n";
  for (const std::string before : {"# note\n", "\n", "\r\n", ""})
    for (const std::size_t chunk : {1, 2, 5, 100})
      CHECK(streamed(mark + before + good, chunk, 1).all_features() ==
            Matrix{{1}, {2}});
  // Each file has its own first line, which may begin with a mark.
  LetorStream stream(1, 1);
  for (const std::string file : {"a", "b"}) {
    stream.begin_file(file);
    stream.feed(mark + "# note\n1 qid:" + file + " 1:1\n");
    CHECK(stream.end_file().queries() == 1);
  }
}

TEST_CASE("rows may lack labels where these are not needed") {
  const std::string text =
      "\xEF\xBB\xBFqid:a 1:1 # docid = x\r\n3 qid:a 1:2\n\n  qid:b 2:3\n";
  for (const std::size_t chunk : {1UL, 9UL, 1000UL}) {
    LetorStream stream(1, 2, LetorStream::kMaxQueryText, OtherFeatures::kRefuse,
                       MissingLabels::kAllow);
    Dataset all(2);
    stream.begin_file("f.txt");
    for (std::size_t at = 0; at < text.size(); at += chunk)
      append_queries(all,
                     stream.feed(std::string_view(text).substr(at, chunk)));
    append_queries(all, stream.end_file());
    CHECK(all.all_features() == Matrix{{1, 0}, {2, 0}, {0, 3}});
    CHECK(all.labels_of(0)[1] == 3);
    CHECK(all.query_name(1) == "b");
    CHECK(all.document_names()[0] == "x");
  }
  // Labels do not count: others than grades are 0.
  LetorStream words(1, 2, LetorStream::kMaxQueryText, OtherFeatures::kRefuse,
                    MissingLabels::kAllow);
  words.begin_file("f.txt");
  Dataset all(2);
  append_queries(all, words.feed("1330 qid:a 1:1\n? qid:a 1:+2\n-1 qid:a 1:1\n"
                                 "2 qid:a 1:1\n"));
  append_queries(all, words.end_file());
  CHECK(std::ranges::equal(all.labels_of(0), std::array{0, 0, 0, 2}));
  CHECK(all.all_features()(1, 0) == 2);
  CHECK(fault(text) ==
        "f.txt:1: a row without a label; fedltr rank and data info "
        "--unlabelled read such rows, and run "
        "those of data.train beside data.log unless it evaluates on them "
        "(evaluation.on = train, data.folds)");
  LetorStream stream(1, 2, LetorStream::kMaxQueryText, OtherFeatures::kRefuse,
                     MissingLabels::kAllow);
  stream.begin_file("f.txt");
  CHECK_THROWS_WITH_AS(
      stream.feed("qid:a 1:1\nqid:a 3:1\nqid:b 1:1\n"),
      "f.txt:2: feature index 3 is above the largest of the model, 2",
      DataError);
  LetorStream other(1, 2, LetorStream::kMaxQueryText, OtherFeatures::kRefuse,
                    MissingLabels::kAllow);
  other.begin_file("f.txt");
  CHECK_THROWS_WITH_AS(other.feed("qid:a 1:1\nx\n"),
                       "f.txt:2: label 'x' is not a number", DataError);
}

TEST_CASE("a query may not come back in another file, even as its first") {
  LetorStream stream(1, 1);
  stream.begin_file("a");
  stream.feed("1 qid:1 1:1\n");
  CHECK(stream.end_file().queries() == 1);
  stream.begin_file("b");
  CHECK_THROWS_WITH_AS(stream.feed("1 qid:1 1:1\n"),
                       "b:1: query '1' recurs after other queries; fedltr "
                       "data convert FILE --merge joins its rows",
                       DataError);
}

TEST_CASE("a query without end is refused where it begins") {
  LetorStream stream(1, 1, 100);
  stream.begin_file("f.txt");
  CHECK(stream.feed("1 qid:1 1:1\n0 qid:2 1:1\n").queries() == 1);
  std::string endless;
  while (endless.size() <= 100) endless += "0 qid:2 1:1\n";
  CHECK_THROWS_WITH_AS(stream.feed(endless),
                       "f.txt:2: the query that begins here is longer than the "
                       "100 bytes that are allowed",
                       DataError);
}

TEST_CASE("values that reading changed are counted over all pieces") {
  LetorStream stream(1, 1);
  stream.begin_file("f.txt");
  stream.feed("1 qid:1 1:1e9\n0 qid:2 1:nan\n1 qid:3 1:-2e9\n");
  stream.end_file();
  CHECK(stream.notes().features ==
        std::vector<FeatureNotes>{{}, {1, 0, 2, -2e9}});
}

TEST_CASE("a row without a query is reported as soon as it ends") {
  LetorStream stream(1, 1);
  stream.begin_file("f.txt");
  CHECK(stream.feed("1 qid:1 1:1\n# none\n\n").queries() == 0);
  CHECK_THROWS_WITH_AS(stream.feed("y\n"), "f.txt:4: label 'y' is not a number",
                       DataError);
}

TEST_CASE("a line without end is refused") {
  LetorStream stream(1, 1);
  stream.begin_file("f.txt");
  stream.feed("1 qid:1 1:1\n");
  const std::string zeros(1 << 20, '\0');
  CHECK_THROWS_WITH_AS(
      for (int piece = 0; piece < 17; ++piece) stream.feed(zeros),
      "f.txt:2: a line of more than 16 MiB", DataError);
}

TEST_CASE("features without a column are left out where that is asked for") {
  LetorStream stream(7, 2, LetorStream::kMaxQueryText,
                     OtherFeatures::kLeaveOut);
  stream.begin_file("f.txt");
  Dataset all(2);
  append_queries(all, stream.feed("1 qid:7:7 0:1 8:3 6:2 # docid = 7:4\n"
                                  "0 qid:7:7 9:1 7:NULL 7000:5\n0 qid:b"));
  append_queries(all, stream.feed(" 7:4\n"));
  append_queries(all, stream.end_file());
  CHECK(all.all_features() == Matrix{{0, 3}, {0, 0}, {4, 0}});
  CHECK(all.query_name(0) == "7:7");
  CHECK(document_names(all, 0)[0] == "7:4");
  CHECK(stream.notes().total(&FeatureNotes::missing) == 1);
  CHECK_THROWS_WITH_AS((stream.begin_file("g.txt"),
                        stream.feed("1 qid:c 7:1 1:x\n1 qid:d 1:1\n")),
                       doctest::Contains("g.txt:1: value 'x' of feature '1'"),
                       DataError);
}

}  // namespace fedltr::letor_stream_test
