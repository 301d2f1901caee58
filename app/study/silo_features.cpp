#include "app/study/silo_features.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fedltr {
namespace {

constexpr Index kMaxDrawn = 400;  ///< maximum of each kind in the figure
constexpr std::size_t kMaxSample = 200;
constexpr double kNeverChanges = std::numeric_limits<double>::quiet_NaN();

double pearson(const Vector& a, const Vector& b) {
  // Rounding may change the mean of equal values in its last digits.
  for (const Vector* each : {&a, &b})
    if (each->size() == 0 || each->minCoeff() == each->maxCoeff())
      return kNeverChanges;
  const Vector x = a.array() - a.mean();
  const Vector y = b.array() - b.mean();
  const double norm = std::sqrt(x.squaredNorm() * y.squaredNorm());
  return norm > 0 ? x.dot(y) / norm : kNeverChanges;
}

/// Returns a record's cross pairs by their numbers in the collection.
std::vector<CrossPair> placed(const SiloPlan& plan,
                              const CrossInstances& cross) {
  std::vector<CrossPair> pairs = cross.pairs;
  for (CrossPair& pair : pairs)
    pair.document = (*plan.shares)[pair.source].documents[pair.document];
  return pairs;
}

bool is_relevant(const Collection& collection, const CrossPair& pair) {
  return std::ranges::any_of(
      collection.judgements_of(pair.query), [&](const Judgement& judgement) {
        return judgement.document == pair.document && judgement.grade > 0;
      });
}

Matrix stacked(const std::vector<Matrix>& blocks) {
  Index rows = 0;
  for (const Matrix& block : blocks) rows += block.rows();
  Matrix all(rows, kTextFeatures);
  Index row = 0;
  for (const Matrix& block : blocks) {
    all.middleRows(row, block.rows()) = block.leftCols(kTextFeatures);
    row += block.rows();
  }
  return all;
}

Matrix some_rows(const Matrix& rows) {
  const Index count = std::min(rows.rows(), kMaxDrawn);
  Matrix some(count, rows.cols());
  for (Index i = 0; i < count; ++i)
    some.row(i) = rows.row(i * rows.rows() / count);
  return some;
}

Matrix scaled_rows(const Matrix& rows) {
  return Scaling::of(rows).apply(rows);
}

/// Returns the indices of instances of a kind, picked evenly.
std::vector<Index> picked_places(const std::vector<bool>& relevant,
                                 bool wanted) {
  std::vector<Index> all;
  for (std::size_t i = 0; i < relevant.size(); ++i)
    if (relevant[i] == wanted) all.push_back(static_cast<Index>(i));
  std::vector<Index> some(std::min(all.size(), kMaxSample));
  for (std::size_t i = 0; i < some.size(); ++i)
    some[i] = all[i * all.size() / some.size()];
  return some;
}

}  // namespace

CrossFeatures cross_features(const Collection& collection, const SiloPlan& plan,
                             const SiloRecord& record,
                             const CollectionStatistics& statistics) {
  CrossFeatures cross;
  std::vector<Matrix> sketched;
  std::vector<Matrix> exact;
  for (const auto& party : record.parties) {
    if (!party || party->instances.cross.pairs.empty()) continue;
    ExactFeatures features(collection, statistics, plan.options.constants);
    const auto pairs = placed(plan, party->instances.cross);
    exact.push_back(features.of(std::span<const CrossPair>(pairs)));
    sketched.push_back(party->instances.cross.features);
    cross.pairs.insert(cross.pairs.end(), pairs.begin(), pairs.end());
    for (const CrossPair& pair : pairs)
      cross.relevant.push_back(is_relevant(collection, pair));
  }
  cross.sketched = stacked(sketched);
  cross.exact = stacked(exact);
  return cross;
}

Vector correlation_of(const CrossFeatures& cross) {
  Vector result = Vector::Constant(kTextFeatures, kNeverChanges);
  if (cross.exact.rows() < 2) return result;
  for (Index f = 0; f < kTextFeatures; ++f)
    result(f) = pearson(cross.sketched.col(f), cross.exact.col(f));
  return result;
}

FeatureSample sample_of(const CrossFeatures& cross) {
  FeatureSample sample;
  std::vector<Index> places = picked_places(cross.relevant, true);
  sample.relevant = std::ssize(places);
  const std::vector<Index> others = picked_places(cross.relevant, false);
  places.insert(places.end(), others.begin(), others.end());
  if (places.empty()) return sample;
  sample.sketched = scaled_rows(cross.sketched(places, Eigen::all));
  sample.exact = scaled_rows(cross.exact(places, Eigen::all));
  return sample;
}

void add_points(const SiloRecord& record, SiloRepeat& run) {
  for (const auto& party : record.parties) {
    if (!party) continue;
    const Matrix local =
        some_rows(party->instances.features.leftCols(kTextFeatures));
    const Matrix cross =
        some_rows(party->instances.cross.features.leftCols(kTextFeatures));
    Matrix all(local.rows() + cross.rows(), kTextFeatures);
    all << local, cross;
    if (all.rows() < 3) return;
    run.points = scaled_rows(all);
    run.local_points = local.rows();
    return;
  }
}

}  // namespace fedltr
