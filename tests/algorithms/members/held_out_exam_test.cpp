#include "algorithms/members/held_out_exam.hpp"

#include <doctest/doctest.h>

#include "tests/support/small_members.hpp"

namespace fedltr::held_out_exam_test {
using namespace fedltr::test;

std::shared_ptr<const Evaluation> evaluation_of(
    const std::shared_ptr<const Dataset>& rows, const char* metric) {
  return std::make_shared<const Evaluation>(
      rows, EvaluationConfig{std::make_shared<LinearRanker>(kMemberFeatures),
                             {parse_metric(metric, {})}});
}

TEST_CASE("no query moves a sum by more than the bound") {
  const auto rows = member_rows(2);
  const Vector model = Vector::Ones(kMemberFeatures);
  const double quantum = 0x1p-20;
  const Vector all =
      HeldOutExam(evaluation_of(rows, "ndcg@10"), {.quantum = quantum})
          .part(model);
  for (Index gone = 0; gone < rows->queries(); ++gone) {
    std::vector<Index> others;
    for (Index query = 0; query < rows->queries(); ++query)
      if (query != gone) others.push_back(query);
    const auto fewer =
        std::make_shared<const Dataset>(select_queries(*rows, others));
    const Vector part =
        HeldOutExam(evaluation_of(fewer, "ndcg@10"), {.quantum = quantum})
            .part(model);
    CHECK((all - part).norm() <= kExamClip);
  }
}

TEST_CASE("a member that counts as one adds no more than the bound") {
  const auto own = evaluation_of(member_rows(1), "ndcg@10");
  const Vector model = Vector::Ones(kMemberFeatures);
  const Vector part = HeldOutExam(own, {.one_each = true}).part(model);
  CHECK(part.norm() <= kExamClip);
  CHECK(part(0) + 0.5 == doctest::Approx(own->means(model)[0]));
  CHECK(HeldOutExam(nullptr, {.one_each = true}).part(model) ==
        Vector::Zero(2));
}

TEST_CASE("a sum gives mean and number, or none if noise left less than one") {
  const HeldOutPoint point = held_out_point(Vector{{1.5, 3.0}}, 0);
  CHECK(point.queries == 6);
  CHECK(point.mean == 0.75);
  for (const double half : {0.1, 0.3})  // of a query
    CHECK_THROWS_AS(held_out_point(Vector{{1, half}}, 1),
                    std::invalid_argument);
  CHECK_THROWS_AS(held_out_point(Vector{{1, -3}}, 1), std::invalid_argument);
}

TEST_CASE("metrics above 1 are found, and kept back") {
  for (const char* name : {"ndcg@10", "err@10", "map", "mrr", "p@5"})
    CHECK_FALSE(leaves_unit_range(parse_metric(name, {})));
  CHECK(leaves_unit_range(parse_metric("dcg@10", {})));
  CHECK_THROWS_AS(HeldOutExam(evaluation_of(member_rows(1), "dcg@10"), {})
                      .part(Vector::Ones(kMemberFeatures)),
                  std::runtime_error);
}

}  // namespace fedltr::held_out_exam_test
