// Pairs of documents that an export orders differently, by hand.
#include "app/models/export/comparison.hpp"

#include "tests/support/exports.hpp"

namespace fedltr::comparison_test {
using namespace fedltr::test;

namespace {

ExportComparison compared(const char* target, const ModelFile& file,
                          const Dataset& data) {
  ExportComparison made(file, std::nullopt, find(export_targets(), target),
                        exported(file, std::nullopt));
  made.add(data);
  return made;
}

}  // namespace

TEST_CASE("values that are equal in single precision keep the data's order") {
  // 2^24 + 1 is no float: documents 0 and 1 are equal there, 2 is apart.
  ModelFile file = random_model("linear", 1, Normalize::kNone);
  file.parameters = Vector{{1}};
  Dataset data(1);
  data.add_query("a", std::vector<double>{16777216, 16777217, 16777220},
                 std::vector<std::uint8_t>{0, 0, 1});
  data.add_query("alone", std::vector<double>{1}, std::vector<std::uint8_t>{0});
  for (const char* target : {"solr", "opensearch", "ranklib"}) {
    const ExportComparison found = compared(target, file, data);
    CHECK(found.pairs() == 3);
    CHECK(found.changed() == 1);
  }
  for (const char* target : {"onnx", "c", "json", "vespa"})
    CHECK(compared(target, file, data).changed() == 0);
}

TEST_CASE("a constant that Solr leaves out costs no digits") {
  ModelFile file = random_model("linear", 1, Normalize::kNone);
  file.parameters = Vector{{1}};
  ExportedModel model = exported(file, std::nullopt);
  model.bias(0) = 1e9;
  for (const char* target : {"solr", "elasticsearch"}) {
    const auto& to = find(export_targets(), target);
    CHECK(to.traits.scores(model, Matrix{{1}, {2}}) == Vector{{1, 2}});
  }
}

TEST_CASE("RankLib's -norm linear takes 0 for the maximum of negative values") {
  // -3 and -1 become 0 and 1 in training, 0 and 2/3 there; the other feature
  // goes from 0 to 0.8 in favour of the first document.
  ModelFile file = random_model("linear", 2, Normalize::kQueryMinmax);
  file.parameters = Vector{{1, 0.8}};
  Dataset data(2);
  data.add_query("a", std::vector<double>{-3, 1, -1, 0},
                 std::vector<std::uint8_t>{0, 1});
  CHECK(compared("ranklib", file, data).changed() == 1);
  CHECK(compared("c", file, data).changed() == 0);
}

TEST_CASE("a score that a target can't represent does not end the comparison") {
  ModelFile file = random_model("linear", 2, Normalize::kNone);
  file.parameters = Vector{{1, -1}};
  Dataset data(2);
  data.add_query("a", std::vector<double>{1e39, 1e39, 1, 0, 2, 0},
                 std::vector<std::uint8_t>{0, 1, 0});
  CHECK(compared("solr", file, data).pairs() == 3);
}

TEST_CASE("all rankers and scalings of targets in double precision agree") {
  const Dataset data = raw_queries(5, -60);
  const Dataset wide = wide_queries();
  for (const char* target : {"onnx", "c", "json"})
    for (const char* kind : {"linear", "neural", "neural-relu"})
      for (const Normalize how : {Normalize::kNone, Normalize::kQueryMinmax}) {
        const ExportComparison found =
            compared(target, random_model(kind, 5, how), data);
        CHECK(found.pairs() == 40 * 66);
        CHECK(found.changed() == 0);
        if (how == Normalize::kNone) continue;
        CHECK(compared(target, random_model(kind, 2, how), wide).changed() ==
              0);
      }
}

}  // namespace fedltr::comparison_test
