#include "algorithms/silo/listwise.hpp"

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"
#include "algorithms/silo/listwise_joint.hpp"

namespace fedltr::listwise_test {
namespace {

constexpr Index kFeatures = 4;

/// Lists in which feature 2 decides (if `sign` is 1), and BM25 is
/// uninformative.
std::vector<RankedList> lists(std::size_t count, double sign,
                              std::uint64_t seed) {
  Rng rng(seed, Purpose::kHoldOut, 0, 0);
  std::vector<RankedList> all(count);
  for (RankedList& list : all) {
    list.features.resize(20, kFeatures);
    for (Index i = 0; i < 20; ++i) {
      for (Index f = 0; f < kFeatures; ++f)
        list.features(i, f) = 2 * rng.uniform();
      const double value =
          sign * (list.features(i, 2) - 1) + 0.4 * (rng.uniform() - 0.5);
      list.grades.push_back(value > 0.8 ? 2 : value > 0.5 ? 1 : 0);
    }
  }
  return all;
}

ListwiseOptions options() {
  ListwiseOptions all;
  all.folds = 3;
  all.steps = 20;
  return all;
}

/// Iteration of a fold's step; fold 3 is the stage with all queries.
constexpr std::uint32_t at(std::uint32_t fold, std::uint32_t step = 0) {
  return kListwiseStarts + fold * 21 + step;
}

ListwiseTrainer trainer(double sign = 1, std::uint64_t seed = 1) {
  return {options(), kFeatures, lists(12, sign, seed), {}, true};
}

/// Mean nDCG@10 over a party's lists, if folds are of equal size.
double quality(ListwiseTrainer& party, const Vector& model) {
  double sum = 0;
  for (std::uint32_t fold = 0; fold < options().folds; ++fold)
    sum += party.answer(model, at(fold, 1), Instances::kLabelled)(kFeatures);
  return sum / options().folds;
}

}  // namespace

TEST_CASE("a list's gradient is that of its loss") {
  const RankedList list = lists(1, 1, 5)[0];
  Vector target = Vector::Zero(20);
  target(3) = 0.25;
  target(7) = 0.75;
  Vector weights(kFeatures);
  weights << 0.6, 0.2, -0.4, 1.1;
  Vector gradient = Vector::Zero(kFeatures);
  add_list_gradient(list.features, target, weights, 2, gradient);
  for (Index f = 0; f < kFeatures; ++f) {
    const auto loss = [&](double step) {
      Vector moved = weights;
      moved(f) += step;
      Vector ignored = Vector::Zero(kFeatures);
      return add_list_gradient(list.features, target, moved, 2, ignored);
    };
    CHECK(gradient(f) ==
          doctest::Approx((loss(1e-5) - loss(-1e-5)) / 2e-5).epsilon(1e-6));
  }
}

TEST_CASE("a step lowers the loss of a party's lists") {
  ListwiseTrainer party = trainer();
  const std::uint32_t last = at(3);  // has no held-out query
  const Vector start = listwise_start(kFeatures);
  const Vector slope =
      party.answer(start, last, Instances::kLabelled).head(kFeatures);
  CHECK(slope(2) < 0);  // feature 2 marks relevant documents
  Vector moved = start;
  moved.head(kFeatures) -= 0.1 * slope;
  CHECK(party.answer(moved, last, Instances::kLabelled).head(kFeatures).norm() <
        slope.norm());
}

TEST_CASE("an answer reveals only how well held-out queries are ranked") {
  ListwiseTrainer party = trainer();
  const Vector start = listwise_start(kFeatures);
  Vector better = start;
  better(2) = 5;
  CHECK(party.answer(better, at(0, 1), Instances::kLabelled)(kFeatures) >
        party.answer(start, at(0, 1), Instances::kLabelled)(kFeatures) + 0.1);
  CHECK(party.answer(better, at(0, 1), Instances::kLabelled)(kFeatures) <= 1);
  CHECK(party.answer(better, at(3), Instances::kLabelled)(kFeatures) == 0);
}

TEST_CASE("held-out queries are in no gradient of their fold") {
  std::vector<RankedList> changed = lists(12, 1, 1);
  for (std::size_t i = 0; i < changed.size(); i += 3)
    changed[i].features.array() += 7 * changed[i].features.array().square();
  ListwiseTrainer other(options(), kFeatures, changed, {}, true);
  ListwiseTrainer party = trainer();
  const Vector start = listwise_start(kFeatures);
  CHECK(party.answer(start, at(0, 1), Instances::kLabelled).head(kFeatures) ==
        other.answer(start, at(0, 1), Instances::kLabelled).head(kFeatures));
  CHECK(party.answer(start, at(1), Instances::kLabelled).head(kFeatures) !=
        other.answer(start, at(1), Instances::kLabelled).head(kFeatures));
}

TEST_CASE("cross lists pull towards the start, where they have no slope") {
  ListwiseTrainer party(options(), kFeatures, lists(12, 1, 1), lists(12, 1, 2),
                        true);
  const Vector start = listwise_start(kFeatures);
  CHECK(party.answer(start, at(0, 1), Instances::kWithCross)
            .isApprox(party.answer(start, at(0, 1), Instances::kLabelled)));
  Vector moved = start;
  moved(3) = 2;
  const Vector pull = party.answer(moved, at(0, 1), Instances::kWithCross) -
                      party.answer(moved, at(0, 1), Instances::kLabelled);
  CHECK(pull(3) > 0);
}

TEST_CASE("training alone finds what distinguishes relevant documents") {
  const Vector model = trainer().train_alone(Instances::kLabelled);
  CHECK(model(2) > 0.3);
  CHECK(model(kFeatures) == 0);
  CHECK(trainer().train_alone(Instances::kLabelled) == model);
}

TEST_CASE("a party ignores a joint model that its own queries speak against") {
  // The others' relevant documents are the party's irrelevant ones.
  std::vector<ListwiseTrainer> parties = {trainer(1, 1), trainer(1, 2),
                                          trainer(1, 3), trainer(-1, 4)};
  ListwiseJoint lead(options(), kFeatures, Instances::kLabelled);
  std::vector<Vector> kept;
  while (const auto step = lead.next({0, 1, 2, 3})) {
    std::vector<Vector> answers;
    for (ListwiseTrainer& party : parties)
      if (step->kind == TrainingStep::Kind::kFinalModel)
        kept.push_back(party.keep(step->parameters, step->iteration));
      else
        answers.push_back(party.answer(step->parameters, step->iteration,
                                       Instances::kLabelled));
    if (!answers.empty()) lead.combine(answers);
  }
  REQUIRE(kept.size() == 4);
  CHECK(kept[0](2) > 0.05);
  CHECK(kept[1] == kept[0]);
  CHECK(kept[3] == listwise_start(kFeatures));
}

TEST_CASE("a party with nothing to rank keeps the joint model") {
  ListwiseTrainer party(options(), kFeatures, {}, {}, false);
  CHECK_FALSE(party.learns());
  const Vector joint = Vector::Constant(kFeatures + 1, 0.5);
  CHECK(party.keep(joint, at(3, 7)) == joint);
  CHECK(party.answer(listwise_start(kFeatures), at(0), Instances::kWithCross)
            .isZero());
}

TEST_CASE("steps are plain gradient descent where the rate suits the data") {
  ListwiseTrainer party = trainer();
  ListwiseJoint lead(options(), kFeatures, Instances::kLabelled);
  Vector expected;
  std::uint32_t steps = 0;
  while (const auto step = lead.next({0})) {
    const ListwiseStage stage(options(), step->iteration);
    if (!stage.chooses && stage.step > 0) {
      CHECK(step->parameters == expected);
      ++steps;
    }
    if (step->kind == TrainingStep::Kind::kFinalModel) break;
    const Vector told =
        party.answer(step->parameters, step->iteration, Instances::kLabelled);
    expected = step->parameters;
    expected.head(kFeatures) -= options().rate * told.head(kFeatures);
    lead.combine({&told, 1});
  }
  CHECK(steps > 3 * options().steps);
}

TEST_CASE("a party accepts untrained rankers as starts, and no other") {
  ListwiseTrainer party = trainer();
  const Vector body = listwise_start(kFeatures, 1);
  for (const std::uint32_t iteration : {0U, 1U, at(0)}) {
    CHECK_THROWS_WITH(party.answer(2 * body, iteration, Instances::kLabelled),
                      "training starts at an untrained ranker");
    CHECK_NOTHROW(party.answer(body, iteration, Instances::kLabelled));
  }
  const Vector told = party.answer(body, 1, Instances::kLabelled);
  CHECK(told.head(kFeatures).isZero());
  CHECK(told(kFeatures) < quality(party, body));  // a lower bound
  const Vector both = listwise_start(kFeatures);
  CHECK(party.answer(both, 0, Instances::kLabelled)(kFeatures) ==
        doctest::Approx(quality(party, both)));
  // The start is what a bad model gives way to, and the anchor.
  party.answer(body, at(0), Instances::kLabelled);
  Vector bad = body;
  bad(2) = -9;
  CHECK(party.keep(bad, at(3, 1)) == body);
  ListwiseTrainer idle(options(), kFeatures, {}, lists(3, 1, 1), false);
  CHECK(idle.answer(body, at(0), Instances::kWithCross).isZero(1e-12));
  CHECK_FALSE(
      idle.answer(listwise_start(kFeatures), at(0, 1), Instances::kWithCross)
          .isZero(1e-12));
}

TEST_CASE("no model ranks a party's training lists worse than its start") {
  for (std::uint32_t seed = 0; seed < 40; ++seed) {
    CAPTURE(seed);
    Rng rng(seed, Purpose::kTest);
    // Features of any size; labels that follow one feature, or its opposite.
    std::vector<ListwiseTrainer> parties;
    for (std::uint64_t p = 0; p < 3; ++p) {
      auto own = lists(6, rng.uniform() < 0.5 ? 1 : -1, 100 * seed + p);
      for (RankedList& list : own)
        list.features.array() *= 0.1 + 40 * rng.uniform();
      parties.emplace_back(options(), kFeatures, own, std::vector<RankedList>(),
                           true);
    }
    const auto check = [&](const ListwiseTrainer& party, const Vector& start,
                           const Vector& kept) {
      ListwiseTrainer judge = party;  // a report changes what a party remembers
      CHECK(kept.allFinite());
      CHECK(quality(judge, kept) >= quality(judge, start) - 1e-12);
    };
    ListwiseJoint lead(options(), kFeatures, Instances::kLabelled);
    Vector start;
    while (const auto step = lead.next({0, 1, 2})) {
      if (step->iteration <= at(0)) start = step->parameters;
      std::vector<Vector> answers;
      for (ListwiseTrainer& party : parties)
        if (step->kind == TrainingStep::Kind::kFinalModel)
          check(party, start, party.keep(step->parameters, step->iteration));
        else
          answers.push_back(party.answer(step->parameters, step->iteration,
                                         Instances::kLabelled));
      if (answers.empty()) continue;
      // The last party is hostile in half of all runs.
      if (seed % 2 == 1) answers.back() *= -20 * rng.uniform();
      lead.combine(answers);
    }
    // Other models, at random:
    for (int i = 0; i < 10; ++i) {
      Vector wild(kFeatures + 1);
      for (double& value : wild) value = 4 * rng.uniform() - 2;
      check(parties[0], start, parties[0].keep(wild, at(3, rng.below(21))));
    }
    // Another start than the first is chosen if it is better only.
    check(parties[1], listwise_start(kFeatures),
          parties[1].train_alone(Instances::kLabelled));
  }
}

TEST_CASE("queries that titles mislead start at bodies, if they are many") {
  const auto start_of = [](std::size_t queries) {
    auto misled = lists(queries, 1, 1);
    for (RankedList& list : misled)
      for (std::size_t i = 0; i < list.grades.size(); ++i) {
        list.features(i, 0) *= list.grades[i] > 0 ? 0.2 : 1;
        list.features(i, 1) += list.grades[i] > 0 ? 0.5 : 0;
      }
    ListwiseTrainer party(options(), kFeatures, misled, {}, true);
    ListwiseJoint lead(options(), kFeatures, Instances::kLabelled);
    while (const auto step = lead.next({0})) {
      if (step->iteration == at(0)) return step->parameters;
      const Vector told =
          party.answer(step->parameters, step->iteration, Instances::kLabelled);
      lead.combine({&told, 1});
    }
    return Vector();
  };
  CHECK(start_of(30) == listwise_start(kFeatures, 1));
  CHECK(start_of(1) == listwise_start(kFeatures));
}

TEST_CASE("features twenty times as large train as well") {
  auto large = lists(12, 1, 1);
  for (RankedList& list : large) list.features *= 20;
  ListwiseTrainer party(options(), kFeatures, large, {}, true);
  const Vector model = party.train_alone(Instances::kLabelled);
  CHECK(model.cwiseAbs().maxCoeff() < 10);
  CHECK(quality(party, model) >
        quality(party, listwise_start(kFeatures)) + 0.1);
}

TEST_CASE("a party also trains without titles") {
  auto untitled = lists(12, 1, 1);
  for (RankedList& list : untitled) list.features.col(0).setZero();
  ListwiseTrainer party(options(), kFeatures, untitled, {}, true);
  const Vector model = party.train_alone(Instances::kLabelled);
  CHECK(model(2) > 0.3);
  CHECK(quality(party, model) > quality(party, listwise_start(kFeatures)));
}

TEST_CASE("a party of one query, of none, or of equal documents ends") {
  ListwiseTrainer one(options(), kFeatures, lists(1, 1, 1), {}, true);
  CHECK(one.train_alone(Instances::kLabelled).allFinite());
  ListwiseTrainer none(options(), kFeatures, {}, {}, true);
  CHECK(none.train_alone(Instances::kLabelled) == listwise_start(kFeatures));
  auto same = lists(6, 1, 1);
  for (RankedList& list : same) list.features.setOnes();
  ListwiseTrainer equal(options(), kFeatures, same, {}, true);
  CHECK(equal.train_alone(Instances::kLabelled) == listwise_start(kFeatures));
}

}  // namespace fedltr::listwise_test
