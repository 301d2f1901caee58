#include "algorithms/ranking/evaluation.hpp"

#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>

#include <doctest/doctest.h>

#include "algorithms/ranking/linear.hpp"

namespace fedltr::evaluation_test {
using Labels8 = std::vector<std::uint8_t>;

namespace {

std::shared_ptr<const Dataset> one_feature_set() {
  auto data = std::make_shared<Dataset>(1);
  Names names;
  for (const char* name : {"b", "c", "a"}) names.push_back(name);
  data->add_query("1", std::vector{1.0, 1.0, 2.0}, Labels8{1, 2, 0}, names);
  data->add_query("2", std::vector{1.0, 3.0, 2.0}, Labels8{0, 0, 0}, names);
  return data;
}

Evaluation evaluation(EmptyQuery empty, Ties ties) {
  return {one_feature_set(),
          EvaluationConfig{
              std::make_shared<LinearRanker>(1),
              {parse_metric("mrr@10", {4, 2, {}}), parse_metric("dcg", {})},
              empty,
              ties}};
}

}  // namespace

TEST_CASE("queries without relevant documents count as asked for") {
  const Vector model{{1.0}};
  CHECK(evaluation(EmptyQuery::kSkip, Ties::kInput).means(model)[0] ==
        doctest::Approx(1.0 / 3));
  CHECK(evaluation(EmptyQuery::kZero, Ties::kInput).means(model)[0] ==
        doctest::Approx(1.0 / 6));
  CHECK(evaluation(EmptyQuery::kOne, Ties::kInput).means(model)[0] ==
        doctest::Approx((1.0 / 3 + 1) / 2));
}

namespace {

/// Scores every document 0, and counts the documents.
class CountingRanker final : public Ranker {
 public:
  Index size() const override { return 1; }
  void score(const VectorView&, const MatrixView& features,
             Eigen::Ref<Vector> scores) const override {
    scored += features.rows();
    scores.setZero();
  }
  void step_from(const Activations&, const VectorView&, const MatrixView&,
                 std::span<const Index>, std::span<const double>,
                 Eigen::Ref<Vector>) const override {}
  Vector draw_initial(Rng&) const override { return Vector::Zero(1); }

  mutable Index scored = 0;
};

}  // namespace

TEST_CASE("only queries that count for a metric or view are scored") {
  const auto data = one_feature_set();
  const auto other =
      std::make_shared<const Dataset>(data->relabelled({0, 0, 0, 1, 0, 0}));
  const auto scored = [](std::vector<std::shared_ptr<const Dataset>> views,
                         const NamedMetric& metric) {
    const auto ranker = std::make_shared<CountingRanker>();
    const Evaluation judge(std::move(views),
                           {ranker, {metric}, EmptyQuery::kZero});
    judge.means(Vector::Zero(1));
    return ranker->scored;
  };
  CHECK(scored({data}, parse_metric("map", {})) == 3);
  CHECK(scored({data, other}, parse_metric("map", {})) == 6);
  CHECK(scored({data}, parse_metric("map", {4, 3, {}})) == 0);
  CHECK(scored({data}, parse_metric("expected-maxrr", {4, 1, {.4, .7, .9}})) ==
        6);
}

TEST_CASE("ties keep the input order, or go by name descending") {
  const Vector model{{1.0}};
  // Scores 1, 1, 2: third first, then b (label 1) before c (label 2), or after.
  CHECK(evaluation(EmptyQuery::kSkip, Ties::kTrec).means(model)[0] ==
        doctest::Approx(1.0 / 2));
  const Matrix values =
      evaluation(EmptyQuery::kSkip, Ties::kInput).per_query(model);
  CHECK(values(0, 1) == doctest::Approx(1 / std::log2(3.0) + 3 / 2.0));
  CHECK(std::isnan(values(1, 0)));
}

TEST_CASE("top documents are those of a stable sort, at any depth") {
  Rng rng(1, Purpose::kTest);
  for (const Index size : {1, 2, 7, 40, 200}) {
    Vector scores(size);
    for (double& score : scores) score = static_cast<double>(rng.below(8));
    std::vector<Index> visit(static_cast<std::size_t>(size));
    std::iota(visit.begin(), visit.end(), Index{0});
    std::vector<Index> expected = visit;
    std::stable_sort(expected.begin(), expected.end(),
                     [&](Index a, Index b) { return scores(a) > scores(b); });
    for (const std::size_t depth :
         {std::size_t{1}, std::size_t{10}, static_cast<std::size_t>(size)}) {
      std::vector<Index> ranking(std::min(depth, visit.size()));
      top_documents(scores, visit, ranking);
      CHECK(std::equal(ranking.begin(), ranking.end(), expected.begin()));
    }
  }
}

TEST_CASE("several models at once score as each alone, bit for bit") {
  Rng rng(3, Purpose::kTest);
  auto data = std::make_shared<Dataset>(7);
  for (const Index documents : {1, 2, 3, 4, 5, 9, 30}) {
    std::vector<double> values(static_cast<std::size_t>(documents * 7));
    for (double& value : values) value = rng.normal();
    Labels8 labels(static_cast<std::size_t>(documents));
    for (auto& label : labels) label = static_cast<std::uint8_t>(rng.below(3));
    labels[0] = 1;
    data->add_query(std::to_string(documents), values, labels);
  }
  for (const char* name : {"linear", "neural"}) {
    const auto ranker = find(rankers(), name).make({7, 5});
    const Evaluation judge(data, EvaluationConfig{ranker,
                                                  {parse_metric("ndcg@10", {}),
                                                   parse_metric("map", {})}});
    Matrix models(19, ranker->size());
    for (double& value : models.reshaped<Eigen::RowMajor>())
      value = rng.normal();
    const Matrix together = judge.means_of(models);
    Vector scores(30);
    Matrix many(19, 30);
    ranker->score_many(models, data->features_of(6), many);
    for (Index m = 0; m < models.rows(); ++m) {
      const auto alone = judge.means(models.row(m).transpose());
      CHECK(alone[0] == together(m, 0));
      CHECK(alone[1] == together(m, 1));
      ranker->score(models.row(m).transpose(), data->features_of(6), scores);
      CHECK((many.row(m).transpose() - scores).norm() < 1e-12 * scores.norm());
    }
  }
}

TEST_CASE("views: the mean over judges of their means") {
  const auto data = one_feature_set();
  const std::vector<std::shared_ptr<const Dataset>> views = {
      data,
      std::make_shared<const Dataset>(data->relabelled({0, 0, 1, 1, 0, 0}))};
  const EvaluationConfig terms{std::make_shared<LinearRanker>(1),
                               {parse_metric("ndcg@10", {})}};
  const Vector model{{1.0}};
  const double first = Evaluation(views[0], terms).means(model)[0];
  const double second = Evaluation(views[1], terms).means(model)[0];
  const Evaluation both(views, terms);
  CHECK(both.means(model)[0] == doctest::Approx((first + second) / 2));
  const Matrix values = both.per_query(model);
  // Only the first judge omits the second query.
  CHECK(values(1, 0) ==
        doctest::Approx(Evaluation(views[1], terms).per_query(model)(1, 0)));
}

namespace {

/// Queries of 1 to 40 documents whose scores under {1} often tie; names are the
/// positions in the set, whose order as text differs.
std::shared_ptr<const Dataset> tied_set() {
  Rng rng(5, Purpose::kTest);
  auto data = std::make_shared<Dataset>(1);
  for (int query = 0; query < 25; ++query) {
    const auto size = static_cast<std::size_t>(1 + rng.below(40));
    std::vector<double> values(size);
    Labels8 labels(size);
    Names names;
    for (std::size_t i = 0; i < size; ++i) {
      values[i] = double(rng.below(4));
      labels[i] =
          static_cast<std::uint8_t>(rng.below(5) == 0 ? rng.below(4) : 0);
      names.push_back(std::to_string(i));
    }
    data->add_query("q", values, labels, names);
  }
  return data;
}

/// The labels of a query in ranked order, found by sorting everything.
Labels8 ranked_labels(const Dataset& data, Index query, Ties ties) {
  std::vector<std::tuple<double, std::string, Index>> all;
  for (Index i = 0; i < data.size(query); ++i) {
    const std::string name(
        data.document_names()[static_cast<std::size_t>(data.begin(query) + i)]);
    all.emplace_back(-data.features_of(query)(i, 0),
                     ties == Ties::kTrec ? name : "", i);
  }
  std::ranges::sort(all, [](const auto& a, const auto& b) {
    if (std::get<0>(a) != std::get<0>(b))
      return std::get<0>(a) < std::get<0>(b);
    if (std::get<1>(a) != std::get<1>(b))
      return std::get<1>(a) > std::get<1>(b);
    return std::get<2>(a) < std::get<2>(b);
  });
  Labels8 labels;
  for (const auto& entry : all)
    labels.push_back(
        data.labels_of(query)[static_cast<std::size_t>(std::get<2>(entry))]);
  return labels;
}

}  // namespace

TEST_CASE("values by query are those of a fully sorted list") {
  const auto data = tied_set();
  for (const Ties ties : {Ties::kInput, Ties::kTrec})
    // With and without a metric that looks at the whole list.
    for (const char* more : {"ndcg@10", "map"}) {
      const Evaluation judge(
          data, {std::make_shared<LinearRanker>(1),
                 {parse_metric("ndcg@3", {}), parse_metric("mrr@5", {}),
                  parse_metric(more, {})},
                 EmptyQuery::kSkip,
                 ties});
      const Matrix values = judge.per_query(Vector{{1.0}});
      for (Index query = 0; query < data->queries(); ++query) {
        const Labels8 ranked = ranked_labels(*data, query, ties);
        if (*std::ranges::max_element(ranked) == 0) {
          CHECK(std::isnan(values(query, 0)));
          continue;
        }
        CHECK(values(query, 0) == doctest::Approx(ndcg(ranked, ranked, 3)));
        CHECK(values(query, 1) == reciprocal_rank(ranked, 5, 1));
        CHECK(values(query, 2) ==
              doctest::Approx(*more == 'm'
                                  ? average_precision(ranked, ranked, 1)
                                  : ndcg(ranked, ranked, 10)));
      }
    }
}

TEST_CASE("the mean is over the queries that count") {
  const auto data = tied_set();
  for (const EmptyQuery empty :
       {EmptyQuery::kSkip, EmptyQuery::kZero, EmptyQuery::kOne}) {
    const Evaluation judge(data, {std::make_shared<LinearRanker>(1),
                                  {parse_metric("p@5", {4, 3, {}})},
                                  empty,
                                  Ties::kInput});
    double sum = 0;
    double count = 0;
    const Matrix values = judge.per_query(Vector{{1.0}});
    for (const double value : values.reshaped()) {
      if (std::isnan(value)) continue;
      sum += value;
      ++count;
    }
    CHECK((count < double(data->queries())) == (empty == EmptyQuery::kSkip));
    CHECK(judge.means(Vector{{1.0}})[0] == doctest::Approx(sum / count));
  }
}

TEST_CASE("where no query counts there is no mean") {
  auto data = std::make_shared<Dataset>(1);
  data->add_query("1", std::vector{1.0, 2.0}, Labels8{1, 0});
  const auto judge = [&](EmptyQuery empty) {
    return Evaluation(data, {std::make_shared<LinearRanker>(1),
                             {parse_metric("ndcg@10", {}),
                              parse_metric("mrr@10", {4, 2, {}})},
                             empty,
                             Ties::kInput});
  };
  const auto means = judge(EmptyQuery::kSkip).means(Vector{{1.0}});
  CHECK(means[0] == doctest::Approx(1 / std::log2(3.0)));
  CHECK(std::isnan(means[1]));
  CHECK_THROWS_WITH(
      judge(EmptyQuery::kSkip).require_means(),
      "no query to evaluate on has a relevant document, so mrr@10 has no mean");
  CHECK_NOTHROW(judge(EmptyQuery::kZero).require_means());
  CHECK(judge(EmptyQuery::kOne).means(Vector{{1.0}})[1] == 1);
  // A judge without relevant documents does not count in the mean over judges.
  const Evaluation both(
      {data, std::make_shared<const Dataset>(data->relabelled({0, 0}))},
      {std::make_shared<LinearRanker>(1), {parse_metric("ndcg@10", {})}});
  CHECK(std::isnan(both.means(Vector{{1.0}})[0]));
  CHECK_THROWS_AS(both.require_means(), std::invalid_argument);
}

TEST_CASE("a query without documents is one without relevant documents") {
  auto data = std::make_shared<Dataset>(1);
  data->add_query("1", std::vector{1.0, 2.0}, Labels8{0, 1});
  data->add_query("2", {}, {});
  const Evaluation judge(data, {std::make_shared<LinearRanker>(1),
                                {parse_metric("ndcg@10", {})},
                                EmptyQuery::kZero,
                                Ties::kInput});
  CHECK(judge.means(Vector{{1.0}})[0] == 0.5);
  CHECK(judge.per_query(Vector{{1.0}}) == Matrix{{1}, {0}});
}

TEST_CASE("an evaluation refuses what it can't compare") {
  auto data = std::make_shared<Dataset>(1);
  data->add_query("1", std::vector{1.0, 2.0}, Labels8{0, 1});
  auto other = std::make_shared<Dataset>(1);
  other->add_query("1", std::vector{1.0}, Labels8{1});
  const auto linear = std::make_shared<LinearRanker>(1);
  const std::vector<NamedMetric> metrics = {parse_metric("ndcg@10", {})};
  CHECK_THROWS_WITH(Evaluation({data, other}, {linear, metrics}),
                    "views must be of the same documents");
}

TEST_CASE("documents without names have those that rank gives them") {
  auto data = std::make_shared<Dataset>(1);
  data->add_query("1", std::vector<double>(10, 0.0),
                  Labels8{0, 0, 0, 0, 0, 0, 0, 0, 1, 0});
  const auto rr = [&](Ties ties) {
    return Evaluation(data, {std::make_shared<LinearRanker>(1),
                             {parse_metric("mrr", {})},
                             EmptyQuery::kSkip,
                             ties})
        .means(Vector{{1.0}})[0];
  };
  CHECK(rr(Ties::kInput) == doctest::Approx(1.0 / 9));
  CHECK(rr(Ties::kTrec) == 1);  // 1.9 is the last by name
}

TEST_CASE("equal scores are ranked in the order of the visit") {
  // Nothing is above infinity, and -0 is not below 0.
  const double far = std::numeric_limits<double>::infinity();
  const Vector scores{{0.0, far, -0.0, far, -far, 0.0}};
  const std::vector<Index> visit = {5, 4, 3, 2, 1, 0};
  const std::vector<Index> expected = {3, 1, 5, 2, 0, 4};
  for (std::size_t depth = 0; depth <= 6; ++depth) {
    std::vector<Index> ranking(depth, -1);
    top_documents(scores, visit, ranking);
    CHECK(std::equal(ranking.begin(), ranking.end(), expected.begin()));
  }
  std::vector<Index> too_long(7);
  CHECK_THROWS_WITH(top_documents(scores, visit, too_long),
                    "more documents to rank than there are");
  // Some of the documents only, on both sides of the switch to sorting.
  const Vector same = Vector::Ones(100);
  std::vector<Index> some(40);
  for (std::size_t i = 0; i < 40; ++i) some[i] = Index(99 - 2 * i);
  for (const std::size_t depth : {32, 33}) {
    std::vector<Index> ranking(depth);
    top_documents(same, some, ranking);
    CHECK(std::equal(ranking.begin(), ranking.end(), some.begin()));
  }
}

}  // namespace fedltr::evaluation_test
