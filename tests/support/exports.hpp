#pragma once

#include <algorithm>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"
#include "algorithms/data/normalize.hpp"
#include "app/base/errors.hpp"
#include "app/data/letor_input.hpp"
#include "app/data/query_ranker.hpp"
#include "app/models/export/fixed_bounds.hpp"
#include "app/models/export/target.hpp"
#include "tests/support/shared.hpp"

namespace fedltr::test {

/// Documents in which each feature has its own range, another one in each
/// query, and one feature is constant.
/// @param move  added to all values
inline Dataset raw_queries(Index features, double move = 0) {
  Dataset data(features);
  for (std::uint32_t query = 0; query < 40; ++query) {
    Rng rng(11, Purpose::kTest, query);
    constexpr Index kDocuments = 12;
    Matrix values(kDocuments, features);
    for (Index j = 0; j < features; ++j) {
      const double scale = (1 + rng.uniform()) * (j % 3 == 0 ? 100 : 1);
      const double from = rng.uniform() * scale;
      for (Index i = 0; i < kDocuments; ++i)
        values(i, j) = move + (j == 2 ? from : from + scale * rng.uniform());
    }
    std::vector<std::uint8_t> labels(kDocuments);
    for (Index i = 0; i < kDocuments; ++i) labels[i] = i % 4 == 0;
    data.add_query("q" + std::to_string(query),
                   std::span(values.data(), values.size()), labels);
  }
  return data;
}

/// Documents whose second feature goes from 9e5 to 9e5 + 0.1.
inline Dataset narrow_queries() {
  Dataset data(2);
  std::vector<double> values;
  for (int i = 0; i < 11; ++i)
    values.insert(values.end(), {1.0 / (1 + i), 9e5 + 0.01 * (i * 7 % 11)});
  data.add_query("a", values, std::vector<std::uint8_t>(11, 1));
  return data;
}

/// Documents whose second feature's range exceeds all doubles.
inline Dataset wide_queries() {
  Dataset data(2);
  data.add_query(
      "a", std::vector<double>{0, -1.7e308, 0.3, 0, 0.5, 1.7e308, 1, 1e308},
      std::vector<std::uint8_t>{0, 1, 0, 1});
  return data;
}

/// Part 5 of MQ2008, its first 200 queries, only for the suite `shared`.
inline Dataset mq2008_part() {
  Dataset data;
  stream_letor({shared_file("data/mq2008/S5.txt").string()}, 1, 46,
               [&](const Dataset& piece) {
                 if (data.features() == 0) data = Dataset(46);
                 append_queries(data, piece);
               });
  std::vector<Index> first(std::min<Index>(data.queries(), 200));
  std::iota(first.begin(), first.end(), Index{0});
  return select_queries(data, first);
}

/// A ranker with parameters drawn at random.
inline ModelFile random_model(const std::string& ranker, Index features,
                              Normalize normalize) {
  ModelFile model;
  model.model = ranker;
  model.features = features;
  const bool layers = find(rankers(), ranker).traits.has_layers;
  model.hidden = layers ? 5 : 0;
  Rng rng(12, Purpose::kTest);
  // Keeps the network's units from saturating, as in trained networks.
  const double scale = normalize == Normalize::kNone && layers ? 0.02 : 1;
  model.parameters.resize(ranker_of(model)->size());
  for (double& each : model.parameters) each = scale * rng.normal();
  for (Index j = 0; j < features; ++j)
    model.names.push_back("title/" + std::to_string(j));
  model.first_index = 1;
  model.normalize = normalize;
  model.grades = 2;
  model.scenario = "my run";
  model.version = "0.1.0";
  model.signature = signature_of(model);
  return model;
}

/// Scaling of features before a ranker sees them.
enum class Scaling {
  kNone,
  kByQuery,
  kFixed,
  kZscoreByQuery,
  kLogs,
  kByQuantiles
};

struct ExportCase {
  std::string name;
  ModelFile file;
  ExportedModel model;
  Dataset seen;  ///< the data as the ranker sees it, in double precision
};

inline ExportCase export_case(const std::string& ranker, Scaling scaling,
                              const Dataset& data) {
  static const std::vector<std::pair<std::string, Normalize>> scalings = {
      {"none", Normalize::kNone},
      {"by query", Normalize::kQueryMinmax},
      {"fixed", Normalize::kQueryMinmax},
      {"z-score by query", Normalize::kQueryZscore},
      {"logs", Normalize::kLog1p},
      {"quantiles", Normalize::kQuantile}};
  const auto& [name, how] = scalings[static_cast<std::size_t>(scaling)];
  ExportCase made{ranker + ", " + name,
                  random_model(ranker, data.features(), how),
                  {},
                  data};
  if (is_fitted(how))
    made.file.scale =
        std::make_shared<const FeatureScale>(fit_scale(data, how));
  made.model = exported(made.file, std::nullopt);
  if (scaling != Scaling::kFixed) {
    Normalizer{how, made.file.scale}.apply(made.seen);
    return made;
  }
  FixedBounds bounds(data.features());
  bounds.add(data);
  set_bounds(made.model, bounds.bounds());
  for (Index query = 0; query < data.queries(); ++query) {
    Eigen::Map<Matrix> x(made.seen.mutable_values_of(query).data(),
                         data.size(query), data.features());
    for (Index j = 0; j < x.cols(); ++j) {
      const auto [least, most] = bounds.bounds()[j];
      for (Index i = 0; i < x.rows(); ++i)
        x(i, j) = static_cast<float>(most) > static_cast<float>(least)
                      ? (x(i, j) - least) / (most - least)
                      : 0;
    }
  }
  return made;
}

/// Every ranker with every scaling.
inline std::vector<ExportCase> export_cases(const Dataset& data) {
  std::vector<ExportCase> all;
  for (const RankerMethod& ranker : rankers())
    for (const Scaling scaling :
         {Scaling::kNone, Scaling::kByQuery, Scaling::kFixed,
          Scaling::kZscoreByQuery, Scaling::kLogs, Scaling::kByQuantiles})
      all.push_back(export_case(ranker.name, scaling, data));
  return all;
}

/// Scores the documents of a query (raw features, one document per row) by the
/// exported files, as another system does.
using ForeignScorer = std::function<Vector(const Matrix& documents)>;
using ReadExported =
    std::function<ForeignScorer(const Exported& files, const ExportedModel&)>;

inline std::vector<Index> order_of(const Vector& scores) {
  std::vector<Index> order(static_cast<std::size_t>(scores.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::stable_sort(
      order, [&](Index a, Index b) { return scores(a) > scores(b); });
  return order;
}

/// Number of pairs of a query that two scorers order differently, although
/// `ours` differ by more than this share of the largest.
inline int disagreements(const Vector& ours, const Vector& theirs,
                         double apart) {
  const double gap = apart * ours.cwiseAbs().maxCoeff();
  int found = 0;
  for (Index a = 0; a < ours.size(); ++a)
    for (Index b = 0; b < ours.size(); ++b)
      found += ours(a) > ours(b) + gap && !(theirs(a) > theirs(b));
  return found;
}

/// Largest difference of two scores, apart from a constant, as a share of the
/// largest score.
inline double distance(Vector a, Vector b) {
  const double largest = std::max(a.cwiseAbs().maxCoeff(), 1e-300);
  a.array() -= a.mean();
  b.array() -= b.mean();
  return (a - b).cwiseAbs().maxCoeff() / largest;
}

/// Compares a target with our ranker on every query, for all rankers and
/// scalings that it supports; checks that it refuses the others. Checks also
/// that the target's `scores` are those of its files.
/// @param apart  smallest difference of scores, as a share of the largest, that
///               a target must resolve; 0: it must give the same order
inline void check_order(const std::string& target, const ReadExported& read,
                        const Dataset& data, double apart = 0) {
  const ExportTarget& to = find(export_targets(), target);
  for (const ExportCase& each : export_cases(data)) {
    CAPTURE(each.name);
    const bool taken =
        (each.model.activation != Activation::kRelu ||
         to.traits.networks_of_relu) &&
        (each.model.scaling == Normalize::kNone ||
         (each.model.scaling == Normalize::kQuantile ? to.traits.by_quantiles
                                                     : to.traits.scales) ||
         (each.model.by_query_minmax() &&
          (to.traits.by_query == ByQuery::kAll ||
           (to.traits.by_query == ByQuery::kLinear &&
            !each.model.activation))));
    if (!taken) {
      CHECK_THROWS_AS(export_to(to, each.model), UsageError);
      continue;
    }
    const ForeignScorer score = read(export_to(to, each.model), each.model);
    QueryRanker ours(each.file, std::nullopt, Ties::kInput);
    int wrong = 0;
    double furthest = 0;
    for (Index query = 0; query < data.queries(); ++query) {
      ours.rank(each.seen, query);
      const Matrix documents = data.features_of(query);
      const Vector theirs = score(documents);
      furthest = std::max(
          furthest, distance(theirs, to.traits.scores(each.model, documents)));
      wrong += apart > 0 ? disagreements(ours.scores(), theirs, apart)
                         : order_of(ours.scores()) != order_of(theirs);
    }
    CHECK(wrong == 0);
    // The mean of a feature far from 0 differs by the order of its sum.
    const bool is_zscore = each.model.scaling == Normalize::kQueryZscore;
    CHECK(furthest < (is_zscore ? 1e-7 : 1e-12));
  }
}

inline double sigmoid_of(double u) {
  return 1 / (1 + std::exp(-u));
}

}  // namespace fedltr::test
