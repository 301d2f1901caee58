// RankLib's files, read and scored after LinearRegRank.java and RankNet.java:
// features in single precision, the rest in double.
#include "app/models/export/ranklib_target.hpp"

#include <sstream>

#include "tests/support/exports.hpp"
#include "tests/support/ranklib.hpp"
#include "tests/support/shared.hpp"

namespace fedltr::ranklib_target_test {
using namespace fedltr::test;

namespace {

/// After LinearNormalizer.java, `-norm linear`: in single precision, with
/// Float.MIN_VALUE as the smallest possible maximum of a feature.
Matrix norm_linear(Matrix documents) {
  for (Index j = 0; j < documents.cols(); ++j) {
    float least = std::numeric_limits<float>::max();
    float most = std::numeric_limits<float>::denorm_min();
    for (Index i = 0; i < documents.rows(); ++i) {
      least = std::min(least, static_cast<float>(documents(i, j)));
      most = std::max(most, static_cast<float>(documents(i, j)));
    }
    for (double& value : documents.col(j))
      value = most > least
                  ? (static_cast<float>(value) - least) / (most - least)
                  : 0;
  }
  return documents;
}

ForeignScorer read_ranklib(const Exported& files, const ExportedModel& model) {
  const RankLibModel read(files.files.at(0).text);
  const bool norm = model.by_query_minmax();
  CHECK((files.install.find("-norm linear") != std::string::npos) == norm);
  return [read, norm](const Matrix& documents) {
    const Matrix x = norm ? norm_linear(documents) : documents;
    Vector scores(x.rows());
    for (Index i = 0; i < x.rows(); ++i)
      scores(i) = read.eval(x.row(i).cast<float>());
    return scores;
  };
}

}  // namespace

TEST_CASE("RankLib ranks every query as the model does") {
  check_order("ranklib", read_ranklib, raw_queries(7));
}

TEST_CASE("RankLib ranks a part of MQ2008 as the model does" *
          doctest::test_suite(test::kShared)) {
  check_order("ranklib", read_ranklib, mq2008_part(), 1e-6);
}

TEST_CASE("RankLib's files, by hand") {
  ModelFile file = random_model("linear", 3, Normalize::kQueryMinmax);
  file.parameters = Vector{{0.5, -0.25, 2}};
  ExportedModel model = exported(file, std::nullopt);
  CHECK(ranklib_text(model) ==
        "## Linear Regression\n## Lambda = 0.0\n0:0.0 1:0.5 2:-0.25 3:2.0\n");
  // (x1 - 2) / 4, x2 unchanged, x3 dropped.
  set_bounds(model, {{2, 6}, {0, 1}, {5, 5}});
  CHECK(ranklib_text(model) ==
        "## Linear Regression\n## Lambda = 0.0\n0:-0.25 1:0.125 2:-0.25 "
        "3:0.0\n");

  // W = (1 2 3; 4 5 6), b = (0.1, -0.2), v = (1.5, -1), whose |1.5| + |-1|
  // = 2.5 a factor of 1/4 brings below 1.
  file.model = "neural";
  file.hidden = 2;
  file.parameters = Vector{{1, 2, 3, 4, 5, 6, 0.1, -0.2, 1.5, -1}};
  CHECK(ranklib_text(exported(file, std::nullopt)) ==
        "## RankNet\n## Epochs = 0\n## No. of features = 3\n"
        "## No. of hidden layers = 1\n## Layer 1: 2 neurons\n1 2 3\n1\n2\n"
        "0 0 1.0 4.0\n0 1 2.0 5.0\n0 2 3.0 6.0\n0 3 0.1 -0.2 0.0\n"
        "1 0 0.375\n1 1 -0.25\n");
}

}  // namespace fedltr::ranklib_target_test
