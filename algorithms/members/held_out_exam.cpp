#include "algorithms/members/held_out_exam.hpp"

#include <array>
#include <cmath>
#include <stdexcept>

#include "algorithms/core/require.hpp"

namespace fedltr {
namespace {

constexpr double kCentre = 0.5;

/// Returns what a value of the metric adds to a sum.
Vector of_value(const NamedMetric& metric, double value, double quantum) {
  if (!(value >= 0 && value <= 1 + 1e-9))
    throw std::runtime_error(metric.name +
                             " of a held-out query is not from 0 to 1");
  return exam_part(std::min(value, 1.0), quantum);
}

}  // namespace

Vector exam_part(double value, double quantum) {
  Vector part(Index{kExamWords});
  part << value - kCentre, kCentre;
  cut_to(quantum, part);
  return part;
}

Vector HeldOutExam::part(const VectorView& model) const {
  Vector part = Vector::Zero(Index{kExamWords});
  if (!own_) return part;
  const NamedMetric& metric = own_->metrics().at(0);
  if (terms_.one_each) {
    const double mean = own_->means(model)[0];
    return std::isnan(mean) ? part : of_value(metric, mean, terms_.quantum);
  }
  const Matrix values = own_->per_query(model);
  for (Index query = 0; query < values.rows(); ++query)
    if (!std::isnan(values(query, 0)))
      part += of_value(metric, values(query, 0), terms_.quantum);
  return part;
}

HeldOutPoint held_out_point(const Vector& sum, double multiplier) {
  const double queries = sum(1) / kCentre;
  const double whole = multiplier == 0 ? std::round(queries) : queries;
  require(whole >= 1, "the sum has no held-out query that counts");
  HeldOutPoint point;
  point.queries = whole;
  point.mean = kCentre + sum(0) / queries;
  return point;
}

bool leaves_unit_range(const NamedMetric& metric) {
  constexpr std::array<std::uint8_t, 3> kGood = {1, 1, 1};
  constexpr std::array<std::uint8_t, 2> kRising = {0, 1};
  const auto is_above = [&](Labels labels) {
    const auto& [value, best] = metric.metric;
    return value(labels, labels) / (best ? best(labels) : 1) > 1 + 1e-9;
  };
  return is_above(kGood) || is_above(kRising);
}

}  // namespace fedltr
