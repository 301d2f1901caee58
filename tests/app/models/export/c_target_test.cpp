// The C header, compiled as C99 with every warning an error, and run.
#include "app/models/export/c_target.hpp"

#include <cstdlib>
#include <sstream>

#include "app/base/text.hpp"
#include "tests/support/exports.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/shared.hpp"

namespace fedltr::c_target_test {
using namespace fedltr::test;

namespace {

/// Reads "DOCUMENTS FEATURE..." and prints the scores.
constexpr const char* kProgram = R"(#include <stdio.h>
#include <stdlib.h>
#include "my_run.h"
int main(void) {
  size_t documents, i;
  while (scanf("%zu", &documents) == 1) {
    double *x = malloc(documents * my_run_features * sizeof *x);
    double *scores = malloc(documents * sizeof *scores);
    for (i = 0; i < documents * my_run_features; ++i)
      if (scanf("%lf", &x[i]) != 1) return 1;
    my_run_score(x, documents, scores);
    for (i = 0; i < documents; ++i) printf("%.17g\n", scores[i]);
    free(x);
    free(scores);
  }
  return my_run_names[0][0] != 't';
}
)";

/// A program that includes the exported header and scores one query per run.
class CompiledRanker {
 public:
  explicit CompiledRanker(const Exported& files) {
    REQUIRE(files.files.size() == 1);
    folder_.write(files.files[0].name, files.files[0].text);
    folder_.write("main.c", kProgram);
    // The compiler of this test also compiles C.
    run("c++ -x c -std=c99 -pedantic-errors -Wall -Wextra -Wconversion "
        "-Wsign-conversion -Wshadow -Werror -ffp-contract=off -O1 main.c "
        "-o ranker -lm");
  }

  /// The scores of each query, all in one run.
  std::vector<Vector> score(const Dataset& data) const {
    std::string text;
    for (Index query = 0; query < data.queries(); ++query) {
      text += std::to_string(data.size(query)) + "\n";
      const auto x = data.features_of(query);
      for (Index i = 0; i < x.rows(); ++i)
        for (Index j = 0; j < x.cols(); ++j) text += exact(x(i, j)) + "\n";
    }
    folder_.write("in.txt", text);
    run("./ranker <in.txt >out.txt");
    std::istringstream lines(read_text(folder_ / "out.txt"));
    std::vector<Vector> scores;
    for (Index query = 0; query < data.queries(); ++query) {
      Vector& each = scores.emplace_back(data.size(query));
      for (double& score : each) lines >> score;
      REQUIRE(lines);
    }
    return scores;
  }

 private:
  void run(const std::string& command) const {
    const std::string whole = "cd '" + folder_.text() + "' && " + command;
    REQUIRE(std::system(whole.c_str()) == 0);
  }

  TemporaryFolder folder_;
};

/// Scores all queries at once and returns the scores query by query.
ReadExported read_c(const Dataset& data) {
  return [&data](const Exported& files, const ExportedModel&) -> ForeignScorer {
    return [scores = CompiledRanker(files).score(data), next = std::size_t{0}](
               const Matrix&) mutable { return scores.at(next++); };
  };
}

}  // namespace

TEST_CASE("the C header ranks every query as the model does") {
  const Dataset data = raw_queries(7);
  check_order("c", read_c(data), data);
}

TEST_CASE("the C header ranks a part of MQ2008 as the model does" *
          doctest::test_suite(test::kShared)) {
  const Dataset data = mq2008_part();
  check_order("c", read_c(data), data, 1e-12);
}

TEST_CASE("the C header keeps features of little range, and below 0") {
  const Dataset narrow = narrow_queries();
  check_order("c", read_c(narrow), narrow);
  const Dataset moved = raw_queries(5, -60);
  check_order("c", read_c(moved), moved);
}

TEST_CASE("a linear ranker's scores in C are those of the model to the bit") {
  const auto check = [](const Dataset& data, Scaling scaling) {
    const ExportCase each = export_case("linear", scaling, data);
    const CompiledRanker compiled(export_to(c_target(), each.model));
    const std::vector<Vector> scores = compiled.score(data);
    QueryRanker ours(each.file, std::nullopt, Ties::kInput);
    for (Index query = 0; query < data.queries(); ++query) {
      ours.rank(each.seen, query);
      CHECK(scores[static_cast<std::size_t>(query)] == ours.scores());
    }
  };
  // A query of one document is not scaled.
  Dataset alone(7);
  const std::vector<double> values = {1, 2, 3, 4, 5, 6, 7};
  alone.add_query("one", values, std::vector<std::uint8_t>{0});
  for (const Scaling scaling : {Scaling::kByQuery, Scaling::kZscoreByQuery})
    for (const Dataset& data :
         {raw_queries(7), wide_queries(), narrow_queries(), alone})
      check(data, scaling);
}

TEST_CASE("a feature keeps its name in C") {
  ModelFile file = random_model("linear", 3, Normalize::kNone);
  file.names = {"title of $", "*/ int main", "\"x\\"};
  const std::string text =
      export_to(c_target(), exported(file, std::nullopt)).files[0].text;
  has(text, "\"title_of__\",\n\"___int_main\",\n\"_x_\"};");
}

}  // namespace fedltr::c_target_test
