// Gradients and held-out values of listwise training, worked out naively.
#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/silo/listwise.hpp"

namespace fedltr::listwise_gradient_test {
namespace {

constexpr Index kTwo = 2;  // features: BM25 of title and of body

RankedList list_of(std::initializer_list<double> bodies,
                   std::vector<std::uint8_t> grades) {
  RankedList list;
  list.features = Matrix::Constant(std::ssize(bodies), kTwo, 0.5);
  Index row = 0;
  for (const double body : bodies) list.features(row++, 1) = body;
  list.grades = std::move(grades);
  return list;
}

Vector naive_softmax(const Vector& scores) {
  Vector values(scores.size());
  for (Index i = 0; i < scores.size(); ++i) values(i) = std::exp(scores(i));
  return values / values.sum();
}

/// Gradient for a list whose relevant documents have equal targets.
Vector naive_gradient(const RankedList& list, const Vector& weights) {
  Vector wanted(std::ssize(list.grades));
  for (Index i = 0; i < wanted.size(); ++i)
    wanted(i) = list.grades[static_cast<std::size_t>(i)] > 0;
  return list.features.transpose() *
         (naive_softmax(list.features * weights) - wanted / wanted.sum());
}

ListwiseOptions options() {
  ListwiseOptions all;
  all.folds = 3;
  all.steps = 20;
  all.l2 = 0.25;
  all.cross_weight = 0.5;
  return all;
}

const RankedList kOne = list_of({3, 2, 1}, {0, 1, 0});
const RankedList kFour = list_of({1, 2, 3, 4, 5}, {2, 1, 1, 0, 1});
const RankedList kNone = list_of({9, 8}, {0, 0});
const RankedList kCross = list_of({1, 4}, {});

/// The first iteration of the stage in which no query is held out.
constexpr std::uint32_t kFolds = kListwiseStarts;  // comes first
constexpr std::uint32_t kAll = kFolds + 3 * 21;

Vector parameters(double title, double body) {
  Vector all(3);
  all << title, body, 7;  // the constant is inert
  return all;
}

}  // namespace

TEST_CASE("training starts at BM25 of both fields, and needs both") {
  const Vector start = listwise_start(4);
  REQUIRE(start.size() == 5);
  CHECK(start.head(2) == Vector::Constant(2, kStartWeight));
  CHECK(start.tail(3) == Vector::Zero(3));
  CHECK(listwise_start(4, 1) == Vector::Unit(5, 1) * kStartWeight);
  CHECK(listwise_start(4, 2) == Vector::Unit(5, 0) * kStartWeight);
  CHECK_THROWS_WITH(listwise_start(1),
                    "listwise training needs BM25 of title and body");
}

TEST_CASE("stages follow each other, the last with all queries") {
  const auto stage = [](std::uint32_t iteration) {
    const ListwiseStage at(options(), iteration);
    CHECK_FALSE(at.chooses);
    return std::pair(at.fold, at.step);
  };
  CHECK(ListwiseStage(options(), 0).chooses);
  CHECK(ListwiseStage(options(), 2).chooses);
  CHECK(ListwiseStage(options(), 2).step == 2);
  CHECK(stage(kFolds) == std::pair(0U, 0U));
  CHECK(ListwiseStage(options(), kFolds).starts());
  CHECK_FALSE(ListwiseStage(options(), kFolds + 21).starts());
  CHECK(stage(kFolds + 20) == std::pair(0U, 20U));
  CHECK(stage(kFolds + 21) == std::pair(1U, 0U));
  CHECK(stage(kFolds + 62) == std::pair(2U, 20U));
  CHECK(stage(kAll) == std::pair(3U, 0U));
}

TEST_CASE("lists weigh the root of their relevant documents") {
  ListwiseTrainer trainer(options(), kTwo, {kOne, kFour, kNone}, {}, true);
  const Vector at = parameters(0.2, -0.3);
  const Vector weights = at.head(2);
  const Vector expected =
      (naive_gradient(kOne, weights) + 2 * naive_gradient(kFour, weights)) / 3 +
      0.25 * (weights - Vector::Constant(2, kStartWeight));
  const Vector answer = trainer.answer(at, kAll, Instances::kLabelled);
  REQUIRE(answer.size() == 3);
  CHECK((answer.head(2) - expected).norm() < 1e-12);
  CHECK(answer(2) == 0);  // nothing is held out
}

TEST_CASE("a stage leaves its fold out and reports how well it is ranked") {
  ListwiseTrainer trainer(options(), kTwo, {kOne, kFour, kNone}, {}, true);
  const Vector at = parameters(0.2, 0.1);
  const Vector weights = at.head(2);
  const Vector answer = trainer.answer(at, kFolds + 1, Instances::kLabelled);
  const Vector expected = naive_gradient(kFour, weights) +
                          0.25 * (weights - Vector::Constant(2, kStartWeight));
  CHECK((answer.head(2) - expected).norm() < 1e-12);
  // The only relevant document of the first list comes second.
  CHECK(answer(2) == doctest::Approx(1 / std::log2(3.0)));
  // In the third list's fold there is no relevant document.
  CHECK(trainer.answer(at, kFolds + 2 * 21, Instances::kLabelled)(2) == 0);
}

TEST_CASE("cross lists pull back to retrieval's order") {
  ListwiseTrainer trainer(options(), kTwo, {kOne}, {kCross, kCross}, true);
  const Vector start = listwise_start(kTwo);
  CHECK((trainer.answer(start, kAll, Instances::kWithCross) -
         trainer.answer(start, kAll, Instances::kLabelled))
            .norm() < 1e-15);
  const Vector at = parameters(0.6, -1);
  const Vector pull = kCross.features.transpose() *
                      (naive_softmax(kCross.features * at.head(2)) -
                       naive_softmax(kCross.features * start.head(2)));
  const Vector difference = trainer.answer(at, kAll, Instances::kWithCross) -
                            trainer.answer(at, kAll, Instances::kLabelled);
  CHECK((difference.head(2) - 0.5 * pull).norm() < 1e-12);
  CHECK(pull(1) < 0);  // towards the document with the better BM25
}

}  // namespace fedltr::listwise_gradient_test
