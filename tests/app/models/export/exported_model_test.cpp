// Model files as exporters see them.
#include "app/models/export/exported_model.hpp"

#include "tests/support/exports.hpp"

namespace fedltr::exported_model_test {
using namespace fedltr::test;

TEST_CASE("identifiers are letters, digits and _, and all different") {
  CHECK(identifier("bm25") == "bm25");
  CHECK(identifier("title length (s)") == "title_length__s_");
  CHECK(identifier("../../etc") == "______etc");
  CHECK(identifier("3rd") == "f3rd");
  CHECK(identifier("") == "f");
  CHECK(identifier(std::string(1000, 'x')) == std::string(64, 'x'));
  CHECK(identifiers({"a b", "a/b", "a_b_2", "a.b"}) ==
        std::vector<std::string>{"a_b", "a_b_3", "a_b_2", "a_b_4"});
}

TEST_CASE("a model's parameters are taken apart as its file has them") {
  ModelFile file = random_model("neural", 3, Normalize::kQueryMinmax);
  file.hidden = 2;
  file.parameters = Vector{{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}};
  file.output_layers = {Vector{{-1, 1}}};
  const ExportedModel mean = exported(file, std::nullopt);
  CHECK(mean.activation == Activation::kSigmoid);
  CHECK(mean.weights == Matrix{{1, 2, 3}, {4, 5, 6}});
  CHECK(mean.bias == Vector{{7, 8}});
  CHECK(mean.output == Vector{{9, 10}});
  CHECK(mean.by_query());
  CHECK(mean.features[1] == "title/1");
  CHECK(mean.identifiers[1] == "title_1");
  CHECK(exported(file, 0).output == Vector{{-1, 1}});
  CHECK_THROWS_AS(exported(file, 1), UsageError);
}

TEST_CASE("an older file has numbers for names, and nothing else") {
  ModelFile file;
  file.model = "linear";
  file.features = 2;
  file.parameters = Vector{{3, 4}};
  const ExportedModel model = exported(file, std::nullopt);
  CHECK(model.name == "ranker");
  CHECK(model.origin == "fedltr");
  CHECK(model.features == std::vector<std::string>{"f1", "f2"});
  CHECK_FALSE(model.activation);
  CHECK_FALSE(model.by_query());
  CHECK(model.bias == Vector{{0}});
}

TEST_CASE("a stranger's text does not leave a comment") {
  ModelFile file = random_model("linear", 2, Normalize::kNone);
  file.version = "1*/";
  file.scenario = "a\nb";
  CHECK(exported(file, std::nullopt)
            .origin.starts_with("fedltr 1__, scenario a_b, signature "));
}

TEST_CASE("bounds without a range, in single precision, count 0") {
  ExportedModel model = exported(
      random_model("linear", 3, Normalize::kQueryMinmax), std::nullopt);
  set_bounds(model, {{2, 2}, {1, 1 + 1e-12}, {0, 4}});
  CHECK_FALSE(model.by_query());
  CHECK(model.weights(0, 0) == 0);
  CHECK(model.weights(0, 1) == 0);
  CHECK(model.weights(0, 2) != 0);
  CHECK(model.bounds[1].least == 0);
  CHECK(model.bounds[1].most == 1);
}

TEST_CASE("bounds too far apart for a double are refused") {
  ExportedModel model = exported(
      random_model("linear", 2, Normalize::kQueryMinmax), std::nullopt);
  CHECK_THROWS_WITH_AS(set_bounds(model, {{0, 1}, {-1e308, 1e308}}),
                       "feature 'title/1' goes from -1e+308 to 1e+308 in the "
                       "data, too far for bounds",
                       DataError);
}

TEST_CASE("bounds fold into weights and bias") {
  ModelFile file = random_model("neural-relu", 2, Normalize::kQueryMinmax);
  file.hidden = 1;
  file.parameters = Vector{{6, 8, 1, 5}};  // W, b, v
  ExportedModel model = exported(file, std::nullopt);
  set_bounds(model, {{1, 3}, {-2, 2}});
  // 6 (x - 1) / 2 + 8 (y + 2) / 4 + 1 = 3 x + 2 y + 2
  const ExportedModel whole = folded(model);
  CHECK(whole.weights == Matrix{{3, 2}});
  CHECK(whole.bias == Vector{{2}});
  CHECK(whole.output == Vector{{5}});
  CHECK(whole.bounds.empty());
}

TEST_CASE("numbers that no float holds are named") {
  ModelFile file = random_model("linear", 2, Normalize::kNone);
  file.parameters = Vector{{1, -4e38}};
  CHECK_THROWS_WITH_AS(require_floats(exported(file, std::nullopt)),
                       "the model has a weight of -4e+38, and this target "
                       "computes in single precision, which goes to 3.4e38",
                       DataError);
  file.parameters = Vector{{1, 3.4e38}};
  CHECK_NOTHROW(require_floats(exported(file, std::nullopt)));
  file.normalize = Normalize::kQueryMinmax;
  ExportedModel model = exported(file, std::nullopt);
  set_bounds(model, {{-3e38, 3e38}, {0, 1}});
  CHECK_THROWS_WITH_AS(
      require_floats(model),
      "the model has a range of feature 'title/0' of 6e+38, and this target "
      "computes in single precision, which goes to 3.4e38",
      DataError);
}

TEST_CASE("zscore's constants are part of the exported weights and bias") {
  for (const char* kind : {"linear", "neural"}) {
    ModelFile file = random_model(kind, 3, Normalize::kZscore);
    file.scale = std::make_shared<const FeatureScale>(
        FeatureScale{Vector{{1.7e9, -0.5, 7}}, Vector{{1e7, 2, 0}}});
    const ExportedModel model = exported(file, std::nullopt);
    CHECK_FALSE(model.by_query());
    CHECK(model.bounds.empty());
    const Matrix raw{{1.71e9, 3, 8}, {1.69e9, -4, 7}};
    Matrix scaled = raw;
    normalizer_of(file).apply(scaled);
    file.normalize = Normalize::kNone;
    const ExportedModel plain = exported(file, std::nullopt);
    const auto units = [](const ExportedModel& of, const Matrix& x) -> Matrix {
      return (x * of.weights.transpose()).rowwise() + of.bias.transpose();
    };
    CHECK(units(model, raw).isApprox(units(plain, scaled)));
  }
}

TEST_CASE("a usable name stays, whatever comes before it") {
  CHECK(identifiers({"bm25 title", "bm25_title"}) ==
        std::vector<std::string>{"bm25_title_2", "bm25_title"});
  CHECK(identifiers({"a", "a"}) == std::vector<std::string>{"a", "a_2"});
  CHECK(identifier("9" + std::string(80, 'x')).size() == 64);
  // Also if they need a number.
  const std::string longest(64, 'x');
  CHECK(identifiers({longest + "a", longest + "b", longest}) ==
        std::vector<std::string>{std::string(62, 'x') + "_2",
                                 std::string(62, 'x') + "_3", longest});
}

}  // namespace fedltr::exported_model_test
