#pragma once

// Rounds of a robust rule, for tests.
#include <algorithm>
#include <initializer_list>
#include <numeric>
#include <string>
#include <vector>

#include "algorithms/aggregation/aggregation.hpp"
#include "algorithms/core/rng.hpp"

namespace fedltr::test {

inline Matrix rows_of(
    std::initializer_list<std::initializer_list<double>> rows) {
  Matrix matrix(static_cast<Index>(rows.size()),
                static_cast<Index>(rows.begin()->size()));
  Index i = 0;
  for (const auto& row : rows) {
    Index j = 0;
    for (const double value : row) matrix(i, j++) = value;
    ++i;
  }
  return matrix;
}

inline Matrix random_rows(Index rows, Index columns, std::uint32_t stream,
                          double scale = 1) {
  Rng rng(1, Purpose::kTest, stream);
  Matrix matrix(rows, columns);
  for (double& value : matrix.reshaped<Eigen::RowMajor>())
    value = scale * rng.normal();
  return matrix;
}

inline RuleOptions options_of(std::uint32_t malicious) {
  RuleOptions options;
  options.malicious = malicious;
  options.seed = 1;
  options.parameters = {{"window", std::uint64_t{10}}};
  options.trusted = [](const Vector& global, std::uint32_t) -> Vector {
    return global + Vector::Ones(global.size());
  };
  return options;
}

struct Aggregated {
  Vector model;
  std::vector<double> selection;
};

inline Aggregated aggregate(RobustRule& rule, const Matrix& models,
                            std::uint32_t round = 1, double at = 0) {
  std::vector<std::uint32_t> clients(static_cast<std::size_t>(models.rows()));
  std::iota(clients.begin(), clients.end(), 0U);
  Aggregated result;
  result.selection.resize(clients.size());
  const Vector global = Vector::Constant(models.cols(), at);
  result.model =
      rule.aggregate({models, clients, global, round}, result.selection);
  return result;
}

inline Aggregated aggregate(const std::string& rule, const Matrix& models,
                            std::uint32_t malicious) {
  return aggregate(*make_robust_rule(rule, "none", options_of(malicious)),
                   models);
}

}  // namespace fedltr::test
