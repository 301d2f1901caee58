// Keys of [data], [synthetic] and [clicks].
#include <doctest/doctest.h>

#include "algorithms/clicks/click_model.hpp"
#include "algorithms/data/synthetic.hpp"
#include "tests/support/keys.hpp"

namespace fedltr::data_keys_test {
using test::check_needs;
using test::refusal;

TEST_CASE("each key of data sets what it names") {
  const auto data =
      unchecked_scenario({"data.format=letor", "data.train=/a, /b",
                          "data.test=/c", "data.validation=/d", "data.folds=/e",
                          "data.fold=4", "data.normalize=query-minmax",
                          "data.missing=-1, 999", "data.missing-as=0.5",
                          "data.intents=/f,/g", "data.users=/h",
                          "data.merge=yes", "data.weights=/i, /j"})
          .data;
  using Paths = std::vector<std::filesystem::path>;
  CHECK(data.format == Format::kLetor);
  CHECK(data.train == Paths{"/a", "/b"});
  CHECK(data.test == Paths{"/c"});
  CHECK(data.validation == Paths{"/d"});
  CHECK(data.folds == "/e");
  CHECK(data.fold == 4);
  CHECK(data.normalize == Normalize::kQueryMinmax);
  CHECK(data.missing == MissingValues{{-1, 999}, 0.5});
  CHECK(data.intents == Paths{"/f", "/g"});
  CHECK(data.users == "/h");
  CHECK(data.merge);
  CHECK(data.weights == Paths{"/i", "/j"});
}

TEST_CASE("normalisers have names, and missing values are numbers") {
  const std::vector<std::pair<std::string, Normalize>> names = {
      {"none", Normalize::kNone},
      {"query-minmax", Normalize::kQueryMinmax},
      {"query-zscore", Normalize::kQueryZscore},
      {"log1p", Normalize::kLog1p},
      {"zscore", Normalize::kZscore},
      {"quantile", Normalize::kQuantile}};
  for (const auto& [name, how] : names)
    CHECK(unchecked_scenario({"data.normalize=" + name}).data.normalize == how);
  CHECK(refusal("data.missing", "x").find("expected numbers, separated by") !=
        std::string::npos);
  CHECK(refusal("data.missing-as", "nan").find("expected a number") !=
        std::string::npos);
}

TEST_CASE("each key of synthetic data sets what it names") {
  const auto synthetic =
      unchecked_scenario({"synthetic.like=yahoo", "synthetic.queries=11",
                          "synthetic.documents=12", "synthetic.features=13",
                          "synthetic.grades=14", "synthetic.noise=1.5",
                          "synthetic.seed=16"})
          .synthetic;
  CHECK(synthetic.like == "yahoo");
  CHECK(synthetic.queries == 11);
  CHECK(synthetic.documents == 12);
  CHECK(synthetic.features == 13);
  CHECK(synthetic.grades == 14);
  CHECK(synthetic.noise == 1.5);
  CHECK(synthetic.seed == 16);
}

TEST_CASE("synthetic data is like any known set, a custom one, or texts") {
  for (const auto& shape : data_shapes())
    CHECK(refusal("synthetic.like", shape.name) == "");
  CHECK(refusal("synthetic.like", kCustomData) == "");
  CHECK(refusal("synthetic.like", kTextData) == "");
}

TEST_CASE("texts and less noise are the default of silos") {
  CHECK(unchecked_scenario({}).synthetic.like == "mq2008");
  CHECK(unchecked_scenario({}).synthetic.noise == 1);
  const Scenario silo = unchecked_scenario({"silo.parties=2"});
  CHECK(silo.synthetic.like == kTextData);
  CHECK(silo.synthetic.noise == 0.5);
}

TEST_CASE("the fold is one of five, or all of them") {
  CHECK(unchecked_scenario({"data.fold=all"}).data.fold == 0);
  CHECK(unchecked_scenario({}).data.fold == 1);
  for (const char* text : {"0", "6", "1.5", "", "All"})
    CHECK(refusal("data.fold", text) == "expected 1, 2, 3, 4, 5 or all");
}

TEST_CASE("a list of paths has no empty one, and may be taken back") {
  CHECK(refusal("data.train", "a,,b") == "holds an empty path");
  Scenario scenario = unchecked_scenario({"data.train=/a"});
  find_key("data.train")->set(scenario, {"b, ../c", "/base"});
  CHECK(scenario.data.train ==
        std::vector<std::filesystem::path>{"/base/b", "/c"});
  find_key("data.train")->set(scenario, {"", "/base"});
  CHECK(scenario.data.train.empty());
}

TEST_CASE("the format of texts follows from what is given of them") {
  const auto format = [](const std::string& setting) {
    return text_format(unchecked_scenario({"silo.parties=2", setting}));
  };
  CHECK(format("silo.rows=3") == Format::kSynthetic);
  CHECK(format("data.folder=/a") == Format::kBeir);
  CHECK(format("data.documents=/a") == Format::kMsMarco);
  // A folder's files decide its layout.
  CHECK(text_format(unchecked_scenario(
            {"data.folder=/a", "data.format=msmarco"})) == Format::kBeir);
  CHECK(text_format(unchecked_scenario(
            {"data.documents=/a", "data.format=msmarco"})) == Format::kMsMarco);
}

TEST_CASE("every click model may be chosen") {
  for (const auto& each : click_models())
    CHECK(unchecked_scenario({"clicks.model=" + each.name}).clicks.model ==
          each.name);
}

TEST_CASE("a user is shown 1 to 64 documents, ten unless set otherwise") {
  CHECK(unchecked_scenario({}).clicks.list == 10);
  CHECK(unchecked_scenario({"clicks.list=64"}).clicks.list == 64);
  for (const char* text : {"0", "65", "-1", "", "ten"})
    CHECK(test::refusal("clicks.list", text) == "expected an integer 1 to 64");
}

TEST_CASE("clicks have an effect but where the split brings its own users") {
  check_needs({"clicks.model"}, {}, {"heterogeneity.kind=click-preference"});
  check_needs({"clicks.model"},
              {"heterogeneity.kind=click-preference", "federation.share=0.5"},
              {"heterogeneity.kind=click-preference"});
  // Data-sharing has clicks of its own for the first model only.
  check_needs({"clicks.model"},
              {"heterogeneity.kind=click-preference", "federation.share=0.5"},
              {"heterogeneity.kind=click-preference", "federation.share=0.5",
               "federation.warm-up=0"});
}

}  // namespace fedltr::data_keys_test
