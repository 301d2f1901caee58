#include <algorithm>
#include <cmath>
#include <sstream>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"
#include "algorithms/data/letor.hpp"

namespace fedltr::letor_files_test {
namespace {

void read_file(LetorReader& reader, const std::string& name,
               std::string_view text) {
  reader.begin_file(name);
  reader.feed(text);
  reader.end_file();
}

}  // namespace

TEST_CASE("rows without features make a set without columns") {
  LetorReader reader;
  reader.begin_file("f.txt");
  reader.feed("2 qid:a\n0 qid:a # docid = X\n");
  reader.end_file();
  CHECK_FALSE(reader.zero_seen());
  CHECK(reader.largest_id() == 0);
  const Dataset data = reader.take(1, 0);
  CHECK(data.documents() == 2);
  CHECK(data.features() == 0);
  CHECK(data.labels()[0] == 2);
}

TEST_CASE(
    "files follow each other with lines, marks and queries of their own") {
  LetorReader reader;
  const std::string mark = "\xEF\xBB\xBF";
  read_file(reader, "a", mark + "1 qid:1 1:1");  // no newline at its end
  read_file(reader, "b", mark + "2 qid:2 3:5\n");
  CHECK_THROWS_WITH_AS(read_file(reader, "c", "0 qid:3 1:1\n\nx\n"),
                       "c:3: label 'x' is not a number", DataError);
  LetorReader other;
  read_file(other, "a", "1 qid:1 1:1\n");
  CHECK_THROWS_WITH_AS(read_file(other, "b", "1 qid:1 1:1\n"),
                       "b:1: query '1' recurs after other queries; data.merge "
                       "= yes (data info, data convert: --merge) joins its "
                       "documents",
                       DataError);
  LetorReader third;
  read_file(third, "a", "1 qid:1 1:1\n");
  CHECK_THROWS_AS(read_file(third, "b", "\n# no row\n"), DataError);
}

TEST_CASE("merged queries keep the order of their rows over files") {
  LetorReader reader(ReturningQueries::kMerge);
  read_file(reader, "a", "0 qid:x 1:1\n1 qid:y 1:2\n");
  read_file(reader, "b", "2 qid:y 1:3\n3 qid:y 1:4 # docid = D\n4 qid:x 1:5\n");
  read_file(reader, "c", "5 qid:z 0:7\n6 qid:y 1:6\n");
  REQUIRE(reader.zero_seen());
  const Dataset data = reader.take(0, 2);
  REQUIRE(data.queries() == 3);
  CHECK(data.features_of(0) == Matrix{{0, 1}, {0, 5}});
  CHECK(data.features_of(1) == Matrix{{0, 2}, {0, 3}, {0, 4}, {0, 6}});
  CHECK(data.features_of(2) == Matrix{{7, 0}});
  CHECK(std::ranges::equal(data.labels_of(1), std::vector{1, 2, 3, 6}));
  CHECK(data.document_names()[4] == "D");
}

TEST_CASE("a reader is empty after its set was taken") {
  LetorReader reader;
  read_file(reader, "a", "1 qid:1 0:1 9:NULL 8:1e9 # docid = X\n");
  CHECK_THROWS_WITH(reader.take(0, 9),
                    "a LETOR set needs a column for every index");
  CHECK_THROWS_WITH_AS(
      reader.take(0, Index{1} << 34),
      "a: 1 documents with 17179869184 features don't fit into memory",
      DataError);
  CHECK(reader.take(0, 12).features() == 12);  // more columns than indices
  CHECK_FALSE(reader.zero_seen());
  CHECK(reader.largest_id() == 0);
  CHECK(reader.notes().features.empty());
  read_file(reader, "b", "1 qid:1 1:4\n");
  const Dataset data = reader.take(1, 1);
  CHECK(data.features_of(0) == Matrix{{4}});
  CHECK(data.document_names().empty());
}

TEST_CASE("random sets read back as they were written, in any chunks") {
  Rng rng(7, Purpose::kTest);
  for (int trial = 0; trial < 30; ++trial) {
    const auto features = static_cast<Index>(1 + rng.below(5));
    Dataset data(features);
    for (Index query = 0; query < 6; ++query) {
      std::vector<double> values(rng.below(4) * std::size_t(features) +
                                 std::size_t(features));
      for (double& value : values)
        value = rng.below(3) == 0 ? 0 : std::exp(10 * rng.normal());
      std::vector<std::uint8_t> labels(values.size() / std::size_t(features));
      for (auto& label : labels)
        label = static_cast<std::uint8_t>(rng.below(32));
      data.add_query("q" + std::to_string(query), values, labels);
    }
    const std::vector<Index> order = {4, 0, 5, 2};
    std::ostringstream out;
    write_letor(out, data, order);
    const std::string text = out.str();
    const std::size_t chunk = 1 + rng.below(30);
    LetorReader reader;
    reader.begin_file("f");
    for (std::size_t at = 0; at < text.size(); at += chunk)
      reader.feed(std::string_view(text).substr(at, chunk));
    reader.end_file();
    const Dataset back = reader.take(1, features);
    const Dataset expected = select_queries(data, order);
    CHECK(back.all_features() == expected.all_features());
    CHECK(std::ranges::equal(back.labels(), expected.labels()));
    for (Index query = 0; query < 4; ++query)
      CHECK(back.query_name(query) == expected.query_name(query));
  }
}

}  // namespace fedltr::letor_files_test
