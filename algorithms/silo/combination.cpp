#include "algorithms/silo/combination.hpp"

#include <string>
#include <vector>

#include "algorithms/core/numbers_below.hpp"
#include "algorithms/core/require.hpp"
#include "algorithms/silo/party_trainer.hpp"

namespace fedltr {

Vector mean_of(std::span<const Vector> models) {
  require(!models.empty(), "a mean needs a model");
  Vector sum = models.front();
  for (const Vector& model : models.subspan(1)) sum += model;
  return sum / models.size();
}

Combination::Combination(const PartyRule& rule)
    : rule_(rule.make ? rule.make() : nullptr), least_(rule.least) {}

Vector Combination::operator()(std::span<const Vector> told) {
  if (!rule_) return mean_of(told);
  if (told.size() < least_)
    throw TrainingError("has " + std::to_string(told.size()) +
                        " parties left to combine: aggregation.rule needs " +
                        std::to_string(least_) + " or more");
  Matrix rows(std::ssize(told), told.front().size());
  for (std::size_t i = 0; i < told.size(); ++i) rows.row(i) = told[i];
  auto places = numbers_below<std::uint32_t>(told.size());
  std::vector<double> shares(told.size());
  const Vector start = Vector::Zero(rows.cols());
  return rule_->aggregate({rows, places, start, ++round_}, shares);
}

void Combination::add_quality(std::span<const double> said, double& sum) const {
  std::vector<double> copy(said.begin(), said.end());
  if (rule_)
    sum += median_of(copy);
  else
    for (const double each : said) sum += each / said.size();
}

}  // namespace fedltr
