#include "app/models/search/run_models.hpp"

#include <fstream>

#include "algorithms/data/letor.hpp"
#include "app/base/files.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::run_models_test {
using namespace fedltr::test;

namespace {

namespace fs = std::filesystem;

/// A run of two folds on S1.txt ... S5.txt, one model each, and its files.
class TwoFolds {
 public:
  explicit TwoFolds(const std::string& on = "test", int repeats = 1) {
    for (int part = 1; part <= 5; ++part)
      parts_.push_back(
          folder_.write("S" + std::to_string(part) + ".txt",
                        "1 qid:" + std::to_string(part) + " 1:1\n"));
    fs::create_directory(run());
    for (const char* const fold : {"1", "2"})
      for (int repeat = 1; repeat <= repeats; ++repeat)
        std::ofstream(run() / ("model-f" + std::string(fold) + "-r" +
                               std::to_string(repeat) + ".json"))
            << "{}";
    std::string data;
    for (const std::string& part : parts_)
      data += (data.empty() ? "" : ", ") + std::string("{\"name\": \"") + part +
              "\", \"sha256\": \"" + sha256_of_file(part) + "\"}";
    std::ofstream(run() / "manifest.json")
        << R"({"scenario": {"data.folds": "x", "evaluation.on": ")" + on +
               R"("}, "data": [)" + data + "]}";
  }

  fs::path run() const { return folder_ / "run"; }
  /// The file of LETOR's part 1 to 5.
  const std::string& part(std::size_t number) const {
    return parts_[number - 1];
  }
  std::string copy_of(std::size_t number) const {
    return folder_.write("copy.txt", read_text(part(number)));
  }
  std::string fault(const std::string& file) const {
    return error_of<DataError>([&] { models_of_files(run(), {file}); });
  }

 private:
  TemporaryFolder folder_;
  std::vector<std::string> parts_;
};

std::string name_of(const RankedFiles& part) {
  return part.model.filename().string();
}

}  // namespace

TEST_CASE("each file is ranked by the model whose fold tests on it") {
  // Fold 1 tests on S5, fold 2 on S1.
  const TwoFolds folds;
  const auto parts = models_of_files(
      folds.run(), {folds.part(1), folds.part(5), folds.copy_of(5)});
  REQUIRE(parts.size() == 2);
  CHECK(name_of(parts[0]) == "model-f2-r1.json");
  CHECK(parts[0].files == std::vector{folds.part(1)});
  CHECK(name_of(parts[1]) == "model-f1-r1.json");
  // By contents, not by name.
  CHECK(parts[1].files.size() == 2);
}

TEST_CASE("a file that no model tests on is refused with a model to name") {
  const TwoFolds folds;
  for (const std::string& file : {folds.part(2), std::string("-")}) {
    const std::string fault = folds.fault(file);
    has(fault, "run: holds 2 models, of which none is of the fold that tests");
    has(fault, "name one, e.g. ");
    has(fault, "model-f1-r1.json");
  }
  has(TwoFolds("validation").fault(folds.part(5)), "of which none is");
}

TEST_CASE("several models of the fold are refused by their number") {
  const TwoFolds folds("test", 2);
  has(folds.fault(folds.part(1)),
      "run: holds 4 models, of which 2 are of the fold that tests on");
  has(folds.fault(folds.part(1)), "model-f2-r1.json");
}

TEST_CASE("a model, and a folder with one, rank all files") {
  const TwoFolds folds;
  const std::vector<std::string> files = {folds.part(2), folds.part(3)};
  const auto named = models_of_files(folds.run() / "model-f2-r1.json", files);
  REQUIRE(named.size() == 1);
  CHECK(named[0].files == files);
  fs::remove(folds.run() / "model-f1-r1.json");
  const auto only = models_of_files(folds.run(), files);
  REQUIRE(only.size() == 1);
  CHECK(only[0].model == folds.run());
  CHECK(only[0].files == files);
}

}  // namespace fedltr::run_models_test
