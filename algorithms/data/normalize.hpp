#pragma once

#include <memory>

#include "algorithms/data/dataset.hpp"

namespace fedltr {

/// Ways to bring features to one scale. Those of a query leave a query with one
/// document unchanged (it makes no pairs). All but kNone and kLog1p turn a
/// constant feature into 0.
enum class Normalize {
  kNone,
  /// (x - min) / (max - min) of the query's documents, as the FPDGD code does
  /// for MSLR, Yahoo and Istella (thesis section 2.2) and RankLib's
  /// `-norm linear`.
  kQueryMinmax,
  /// (x - mean) / deviation of the query's documents; the deviation divides by
  /// n - 1: RankLib's `-norm zscore` (ZScoreNormalizor), which however leaves
  /// constant features as they are.
  kQueryZscore,
  /// sign(x) log(1 + |x|): Zhuang et al. (2020), "Feature transformation for
  /// neural ranking models"; Qin et al. (2021) for MSLR and Istella.
  kLog1p,
  /// (x - mean) / deviation of all training documents; the deviation divides by
  /// n: scikit-learn's StandardScaler, as in allRank's preparation of MSLR, and
  /// Solr's StandardNormalizer.
  kZscore,
  /// The part of all training documents with less, in [0, 1], by
  /// quantile_level(): scikit-learn's QuantileTransformer.
  kQuantile,
};

/// Constants of a training set: those of kZscore, one per feature, or
/// quantiles.
struct FeatureScale {
  Vector means = {};
  Vector deviations = {};  ///< 0: constant in the training set
  Matrix quantiles = {};   ///< fit_quantiles()
};

/// True for a way that has constants of the training set.
bool is_fitted(Normalize how);

/// Returns the constants of a training set.
/// @param how  is_fitted()
/// @pre at least one document
FeatureScale fit_scale(const Dataset& training,
                       Normalize how = Normalize::kZscore);

/// A way with its constants.
struct Normalizer {
  Normalize how = Normalize::kNone;
  std::shared_ptr<const FeatureScale> scale = nullptr;  ///< if is_fitted(how)

  /// Normalises the features of one query.
  /// @param values  #documents by #features, any finite numbers
  /// @throws DataError  for a result beyond all doubles, with the column from 1
  void apply(Eigen::Ref<Matrix> values) const;
  /// Normalises each query. @param data  stored as float64
  void apply(Dataset& data) const;
};

/// Applies kQueryMinmax to a set, and to one query.
void normalize_query_minmax(Dataset& data);
void normalize_query_minmax(Eigen::Ref<Matrix> values);

}  // namespace fedltr
