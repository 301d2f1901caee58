#include "algorithms/silo/own_rows.hpp"

#include <cmath>
#include <utility>

#include "algorithms/core/require.hpp"
#include "algorithms/data/normalize.hpp"

namespace fedltr {

void OwnRows::add(std::uint32_t query, std::span<const std::uint32_t> documents,
                  Matrix values) {
  require(values.rows() == std::ssize(documents) && values.cols() == features_,
          "rows are #documents by #features");
  require(!documents.empty() && values.allFinite(),
          "rows are at least one, and finite");
  Rows rows;
  for (std::size_t i = 0; i < documents.size(); ++i)
    require(rows.places.emplace(documents[i], static_cast<Index>(i)).second,
            "a document has one row of a query");
  for (Index f = 0; f < features_; ++f) {
    const double least = values.col(f).minCoeff();
    const double range = values.col(f).maxCoeff() / 2 - least / 2;
    for (double& value : values.col(f))
      value = range > 0 ? (value / 2 - least / 2) / range : 0;
  }
  rows.mean = values.colwise().mean();
  rows.values = std::move(values);
  require(queries_.emplace(query, std::move(rows)).second,
          "the rows of a query are added at once");
}

bool OwnRows::has(std::uint32_t query, std::uint32_t document) const {
  const auto rows = queries_.find(query);
  return rows != queries_.end() && rows->second.places.contains(document);
}

Matrix OwnRows::of(std::uint32_t query,
                   std::span<const std::uint32_t> documents) const {
  Matrix all = Matrix::Zero(std::ssize(documents), features_);
  const auto found = queries_.find(query);
  if (found == queries_.end()) return all;
  const Rows& rows = found->second;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    const auto place = rows.places.find(documents[i]);
    all.row(static_cast<Index>(i)) =
        place == rows.places.end() ? rows.mean : rows.values.row(place->second);
  }
  return all;
}

namespace {

/// The features of the lists that a party's own ranker ranks.
class OwnFeatures {
 public:
  OwnFeatures(const OwnRows& rows, const FeatureScore& joint)
      : rows_(rows), joint_(joint) {}

  Index count() const {
    return kRankingFeatures + rows_.features() + (joint_ ? 1 : 0);
  }

  /// Sets the unit of the joint score: its deviation within lists.
  void measure(std::span<const RankedList> lists) {
    if (!joint_) return;
    double squares = 0;
    double count = 0;
    for (const RankedList& list : lists) {
      const Vector scores = list.features.rightCols<1>();
      squares += (scores.array() - scores.mean()).square().sum();
      count += static_cast<double>(scores.size());
    }
    if (squares > 0 && std::isfinite(squares))
      unit_ = std::sqrt(squares / count);
  }

  /// @return  #documents by count()
  Matrix of(std::uint32_t query, std::span<const std::uint32_t> documents,
            const MatrixView& features) const {
    Matrix all(std::ssize(documents), count());
    all.leftCols(kRankingFeatures) = features.rightCols(kRankingFeatures);
    all.middleCols(kRankingFeatures, rows_.features()) =
        rows_.of(query, documents);
    if (joint_) all.rightCols<1>() = joint_(features) / unit_;
    return all;
  }

  double unit() const { return unit_; }

 private:
  const OwnRows& rows_;
  const FeatureScore& joint_;
  double unit_ = 1;
};

std::vector<RankedList> lists_with_rows(const PartyInstances& learnt,
                                        const OwnFeatures& features) {
  std::vector<RankedList> lists;
  const auto& pairs = learnt.pairs;
  for (std::size_t i = 0, end = 0; i < pairs.size(); i = end) {
    RankedList& list = lists.emplace_back();
    std::vector<std::uint32_t> documents;
    for (end = i; end < pairs.size() && pairs[end].query == pairs[i].query;
         ++end) {
      documents.push_back(pairs[end].document);
      list.grades.push_back(pairs[end].grade);
    }
    list.features =
        features.of(pairs[i].query, documents,
                    learnt.features.middleRows(static_cast<Index>(i),
                                               static_cast<Index>(end - i)));
  }
  return lists;
}

}  // namespace

Matrix evaluate_own_rows(const OwnRows& rows, const PartyInstances& learnt,
                         std::span<const TestQuery> tests,
                         std::span<const NamedMetric> metrics,
                         const ListwiseOptions& options,
                         const FeatureScore& joint) {
  OwnFeatures features(rows, joint);
  std::vector<RankedList> lists = lists_with_rows(learnt, features);
  features.measure(lists);
  if (joint)
    for (RankedList& list : lists)
      list.features.rightCols<1>() /= features.unit();
  const Vector weights = ListwiseTrainer(options, features.count(),
                                         std::move(lists), {}, learnt.learns)
                             .train_alone(Instances::kLabelled)
                             .head(features.count());
  Matrix values(std::ssize(tests), std::ssize(metrics));
  for (std::size_t q = 0; q < tests.size(); ++q) {
    const TestQuery& test = tests[q];
    const Vector scores =
        features.of(test.query, test.documents, test.features) * weights;
    values.row(static_cast<Index>(q)) =
        metrics_of(test, scores, metrics).transpose();
  }
  return values;
}

}  // namespace fedltr
