// LETOR sets of several files.
#include "app/data/letor_files.hpp"

#include <zlib.h>

#include "app/base/files.hpp"
#include "app/data/letor_notes.hpp"
#include "app/schema/reader.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::letor_files_test {
using namespace fedltr::test;

namespace {

std::string fault_of(const std::vector<std::string>& settings) {
  return error_of<DataError>([&] { load_letor(default_scenario(settings)); });
}

/// Names of queries in order.
std::string queries_of(const Dataset& data) {
  std::string names;
  for (Index query = 0; query < data.queries(); ++query)
    names += std::string(data.query_name(query)) + " ";
  return names;
}

/// A query with one document per part, whose only feature is the part's number.
void write_parts(const TemporaryFolder& folder) {
  for (int part = 1; part <= 5; ++part) {
    const std::string number = std::to_string(part);
    folder.write("S" + number + ".txt",
                 "1 qid:q" + number + " 1:" + number + "\n");
  }
}

}  // namespace

TEST_CASE("a list of files is one set, in which a query may not come back") {
  const TemporaryFolder folder;
  const std::string a = folder.write("a.txt", "1 qid:x 1:1\n0 qid:y 1:2\n");
  const std::string b = folder.write("b.txt", "2 qid:z 1:3\n2 qid:x 1:4\n");
  const std::vector<std::string> list = {"data.train=" + a + "," + b,
                                         "evaluation.on=train"};
  has(fault_of(list), "b.txt:2: ");
  auto merged = list;
  merged.push_back("data.merge=yes");
  const LoadedData data = load_letor(default_scenario(merged));
  const Dataset& train = *data.folds[0].train;
  CHECK(queries_of(train) == "x y z ");
  CHECK(train.documents() == 4);
  CHECK(train.end(0) == 2);  // both rows of x
  CHECK(data.files.size() == 2);
  CHECK(data.files[1].sha256 == sha256_of_file(b));
}

TEST_CASE("training queries are refused as test queries, under whatever name") {
  const TemporaryFolder folder;
  const std::string text = "1 qid:x 1:1\n0 qid:x 1:2\n0 qid:y 1:2\n";
  const std::string a = folder.write("a.txt", text);
  const std::string copy = folder.write("copy.txt", "# a copy\n" + text);
  const std::string link = folder.text() + "/link.txt";
  std::filesystem::create_symlink(a, link);
  for (const std::string& b : {a, copy, link}) {
    const std::string fault = fault_of({"data.train=" + a, "data.test=" + b});
    CHECK(fault == b +
                       ": 2 of 2 evaluated queries are also training queries, "
                       "the first is "
                       "'x' in " +
                       a +
                       "; evaluation.on = train evaluates on "
                       "the training queries");
    CHECK_FALSE(fault_of({"data.train=" + a, "data.test=" + a,
                          "data.validation=" + b, "evaluation.on=validation"})
                    .empty());
  }
  CHECK(fault_of({"data.train=" + a, "evaluation.on=train"}).empty());
  const std::string some = folder.write(
      "some.txt", "1 qid:z 1:1\n1 qid:x 1:1\n0 qid:x 1:2\n1 qid:y 1:2\n");
  has(fault_of({"data.train=" + a, "data.test=" + some}),
      "some.txt: 1 of 3 evaluated queries are also training queries, the first "
      "is 'x'");
  // Two files may use the same query numbers.
  const std::string other =
      folder.write("other.txt", "1 qid:x 1:1\n0 qid:x 1:3\n1 qid:y 1:2\n");
  CHECK(fault_of({"data.train=" + a, "data.test=" + other}).empty());
}

TEST_CASE("parts of a fold are put together in their order") {
  const TemporaryFolder folder;
  write_parts(folder);
  const std::string folds = "data.folds=" + folder.text();
  const LoadedData data = load_letor(default_scenario({folds, "data.fold=4"}));
  REQUIRE(data.folds.size() == 1);
  CHECK(data.folds[0].number == 4);
  CHECK(queries_of(*data.folds[0].train) == "q4 q5 q1 ");
  CHECK(queries_of(*data.folds[0].evaluation) == "q3 ");
  CHECK(data.folds[0].train->all_features()(1, 0) == 5);
  CHECK(data.files.size() == 4);  // the fifth file is not needed
  const LoadedData held = load_letor(
      default_scenario({folds, "data.fold=4", "evaluation.on=validation"}));
  CHECK(queries_of(*held.folds[0].evaluation) == "q2 ");
  const LoadedData own = load_letor(
      default_scenario({folds, "data.fold=4", "evaluation.on=train"}));
  CHECK(own.folds[0].evaluation == own.folds[0].train);
  CHECK(own.files.size() == 3);
}

TEST_CASE("an evaluation query of a trained one's name is refused, by part") {
  const TemporaryFolder folder;
  write_parts(folder);
  folder.write("S2.txt", "1 qid:q1 1:2\n");
  const std::string folds = "data.folds=" + folder.text();
  // Two parts of the training set contain it.
  has(fault_of({folds, "data.fold=1"}), "query 'q1' stands in two parts");
  // Fold 2 trains on S2 and tests on S1; fold 3 tests on S2 and does not use
  // S1.
  has(fault_of({folds, "data.fold=2"}),
      "S1.txt: 1 of 1 evaluated queries are also training queries, the first "
      "is 'q1' in ");
  CHECK(fault_of({folds, "data.fold=3"}).empty());
}

TEST_CASE("packed files are the same data under other names") {
  const TemporaryFolder folder;
  const std::string plain = folder.write("a.txt", "2 qid:x 3:1\n0 qid:x\n");
  const gzFile packed = gzopen((plain + ".gz").c_str(), "wb");
  gzputs(packed, read_text(plain).c_str());
  gzclose(packed);
  const LetorFiles one = read_letor_files({plain}, ReturningQueries::kRefuse);
  const LetorFiles two =
      read_letor_files({plain + ".gz"}, ReturningQueries::kRefuse);
  CHECK(one.data.all_features() == two.data.all_features());
  CHECK(one.data.features() == 3);
  CHECK(one.data.documents() == 2);
  has(fault_of({"data.train=" + folder.write("e.txt", "\n\n"),
                "evaluation.on=train"}),
      "e.txt");
  has(fault_of({"data.train=" + folder.text(), "evaluation.on=train"}),
      "is a folder, expected a file");
}

TEST_CASE("a reader's findings are counted over all files") {
  const TemporaryFolder folder;
  const std::string a = folder.write("a.txt", "1 qid:x 1:NULL 2:nan\n");
  const std::string b = folder.write("b.txt", "1 qid:y 1:-1e300 2:1e7\n");
  const LetorFiles read = read_letor_files({a, b}, ReturningQueries::kRefuse);
  CHECK(read.notes.features ==
        std::vector<FeatureNotes>{{}, {1, 0, 1, -1e300}, {1, 0, 1, 1e7}});
  CHECK(!read.zero_based);
  CHECK(read.data.all_features()(1, 0) == -1e300);
  const LoadedData loaded =
      load_letor(default_scenario({"data.train=" + a, "data.test=" + b}));
  CHECK(loaded.notes.features == read.notes.features);
  CHECK(loaded.grades == 2);
}

TEST_CASE("notes name features, those with most findings first") {
  LetorNotes notes;
  CHECK(note_lines(notes, {.unscaled = true}).empty());
  notes.of(3) = {1, 0, 0, 0};
  notes.of(5) = {4000, 4000, 7, -1.7e9};
  for (const std::uint32_t other : {7, 8, 9}) notes.of(other) = {2, 0, 0, 0};
  CHECK(
      note_lines(notes, {.missing_as = 0.5}) ==
      std::vector<std::string>{
          "4,007 missing values (NULL, nan, the largest double, or named as "
          "missing) were read as 0.5: features 5 (4,000), 7 (2), 8 (2) and 2 "
          "more",
          "of these, 4,000 values of +-1.79769e308, the largest double, stand "
          "for "
          "missing and were read as 0.5: feature 5 (4,000)"});
  const std::string large =
      "7 values beyond +-1e6 outweigh usual features: "
      "feature 5 (7, to -1.7e+09)";
  const std::string remedy =
      "; data.normalize = query-minmax or zscore brings features to one scale";
  CHECK(note_lines(notes, {.unscaled = true})[2] == large + remedy);
  CHECK(note_lines(notes, {.unscaled = true, .as_float = true})[2] ==
        large +
            "; data.storage of 32 bits rounds the largest of them by up "
            "to 1e+02" +
            remedy);
}

TEST_CASE("values that 32 bits can't hold are refused by feature") {
  const TemporaryFolder folder;
  const std::string a =
      folder.write("a.txt", "1 qid:x 1:1 3:-1e39\n0 qid:x 1:2\n");
  const auto load = [&](const std::string& storage, const std::string& how) {
    return load_letor(
        default_scenario({"data.train=" + a, "evaluation.on=train",
                          "data.storage=" + storage, "data.normalize=" + how}));
  };
  for (const char* storage : {"float32", "sparse32"})
    CHECK_THROWS_WITH_AS(
        load(storage, "none"),
        "data.storage: feature 3 has the value -1e+39, and 32 bits hold "
        "numbers "
        "to 3.4e38; use float64 or sparse64, or data.normalize = zscore or "
        "log1p",
        DataError);
  std::vector<double> room;
  CHECK(load("float32", "zscore").folds[0].train->features_of(0, room) ==
        Matrix{{-1, 0, -1}, {1, 0, 1}});
  CHECK(load("sparse64", "none").folds[0].train->features_of(0, room)(0, 2) ==
        -1e39);
}

TEST_CASE("zscore's constants are of each fold's training set") {
  const TemporaryFolder folder;
  for (int part = 1; part <= 5; ++part)
    folder.write("S" + std::to_string(part) + ".txt",
                 "1 qid:" + std::to_string(part) +
                     " 1:" + std::to_string(1700000000 + part) +
                     "\n0 qid:" + std::to_string(part) + " 1:1700000000\n");
  for (const char* storage : {"float64", "sparse64"}) {
    const LoadedData data = load_letor(default_scenario(
        {"data.folds=" + folder.text(), "data.fold=all",
         "data.normalize=zscore", std::string("data.storage=") + storage}));
    REQUIRE(data.folds.size() == 5);
    std::vector<double> room;
    for (const Fold& fold : data.folds) {
      CAPTURE(fold.number);
      REQUIRE(scale_of(data, fold.number) == fold.scale);
      const double mean = fold.scale->means(0);
      const double deviation = fold.scale->deviations(0);
      double sum = 0;
      double squares = 0;
      for (Index query = 0; query < fold.train->queries(); ++query)
        for (const double x : fold.train->features_of(query, room).reshaped()) {
          sum += x;
          squares += x * x;
        }
      CHECK(std::abs(sum) < 1e-6);
      CHECK(squares == doctest::Approx(6));
      CHECK(fold.evaluation->storage() == fold.train->storage());
      CHECK(fold.evaluation->features_of(0, room)(1, 0) ==
            (1700000000 - mean) / deviation);
    }
    CHECK(data.folds[0].scale->means != data.folds[1].scale->means);
  }
}

TEST_CASE("quantiles are of each fold's training set, however it is stored") {
  const TemporaryFolder folder;
  for (int part = 1; part <= 5; ++part)
    folder.write("S" + std::to_string(part) + ".txt",
                 "1 qid:" + std::to_string(part) +
                     " 1:" + std::to_string(part * part) +
                     "\n0 qid:" + std::to_string(part) + " 2:7\n");
  for (const char* storage : {"float64", "sparse64", "float32"}) {
    const LoadedData data = load_letor(default_scenario(
        {"data.folds=" + folder.text(), "data.fold=all",
         "data.normalize=quantile", std::string("data.storage=") + storage}));
    REQUIRE(data.folds.size() == 5);
    // Fold 1 trains on parts 1, 2 and 3, and tests on 5.
    std::vector<double> room;
    const Fold& fold = data.folds[0];
    CHECK(fold.scale->quantiles ==
          Matrix{{0, 0, 0, 1, 4, 9}, {0, 0, 0, 7, 7, 7}});
    CHECK(Matrix(fold.train->features_of(1, room))
              .isApprox(Matrix{{0.8, 0}, {0, 1}}, 1e-7));
    CHECK(fold.evaluation->features_of(0, room) == Matrix{{1, 0}, {0, 1}});
    CHECK(fold.evaluation->storage() == fold.train->storage());
    CHECK(data.folds[0].scale->quantiles != data.folds[1].scale->quantiles);
  }
}

TEST_CASE("a file without any feature goes with one that has some") {
  const TemporaryFolder folder;
  const std::string a = folder.write("a.txt", "1 qid:x 1:2 3:5\n");
  const std::string b = folder.write("b.txt", "1 qid:y\n0 qid:y\n");
  for (const std::string storage :
       {"float64", "float32", "sparse64", "sparse32"}) {
    const LoadedData data = load_letor(default_scenario(
        {"data.train=" + a, "data.test=" + b, "data.storage=" + storage}));
    const Dataset& test = *data.folds[0].evaluation;
    CHECK(test.features() == 3);
    std::vector<double> room;
    CHECK(test.features_of(0, room) == Matrix::Zero(2, 3));
    CHECK(data.folds[0].train->features_of(0, room) == Matrix{{2, 0, 5}});
  }
}

}  // namespace fedltr::letor_files_test
