#include "algorithms/heterogeneity/local_evaluation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fedltr {

LocalEvaluation::LocalEvaluation(EvaluationConfig terms)
    : terms_(std::move(terms)) {
  terms_.metrics.erase(terms_.metrics.begin() + 1, terms_.metrics.end());
}

double LocalEvaluation::of(const Member& member, const VectorView& model) {
  constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
  if (member.interactions == 0) return kNothing;
  const Simulation& world = *member.worlds[0];
  if (model_.size() != model.size() || model_ != model) {
    by_query_.clear();
    model_ = model;
  }
  Vector& values = by_query_[world.data.get()];
  if (values.size() == 0)
    values = Evaluation(world.data, terms_).per_query(model).col(0);
  double sum = 0;
  Index counted = 0;
  const auto add = [&](double value) {
    if (std::isnan(value)) return;
    sum += value;
    ++counted;
  };
  if (world.queries.empty())
    for (const double value : values) add(value);
  for (const Index search : world.queries) add(values(world.query_of(search)));
  return counted > 0 ? sum / counted : kNothing;
}

Fairness fairness_of(std::span<const double> values) {
  std::vector<double> known;
  for (const double value : values)
    if (!std::isnan(value)) known.push_back(value);
  Fairness fairness;
  fairness.clients = known.size();
  if (known.empty()) return fairness;
  std::ranges::sort(known);
  const double count = known.size();
  for (const double value : known) fairness.mean += value / count;
  double squares = 0;
  for (const double value : known)
    squares += (value - fairness.mean) * (value - fairness.mean);
  fairness.std = std::sqrt(squares / count);
  fairness.worst = known.front();
  const std::size_t tenth = std::max<std::size_t>(1, known.size() / 10);
  for (std::size_t i = 0; i < tenth; ++i)
    fairness.worst_tenth += known[i] / tenth;
  return fairness;
}

}  // namespace fedltr
