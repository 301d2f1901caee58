#include "algorithms/audit/audit_counts.hpp"

#include <algorithm>
#include <cmath>

#include "algorithms/core/require.hpp"
#include "algorithms/core/rng.hpp"

namespace fedltr {
namespace {

/// The target of an attack: one term of the document.
struct Target {
  const DocumentSketch& document;
  TermQuery query;
  const SketchNoise& noise;

  SketchKind kind() const { return document.shape().kind; }
};

/// Averages the rows of several answers.
std::vector<double> average(const Target& target, std::uint32_t answers,
                            const Bits& bits) {
  std::vector<double> sums(target.query.columns.size());
  for (std::uint32_t i = 0; i < answers; ++i) {
    const auto values =
        answer(target.document, target.query.columns, target.noise, bits);
    for (std::size_t row = 0; row < sums.size(); ++row)
      sums[row] += values[row];
  }
  for (double& sum : sums) sum /= answers;
  return sums;
}

double average_estimate(const Target& target, std::uint32_t answers,
                        const Bits& bits) {
  double sum = 0;
  for (std::uint32_t i = 0; i < answers; ++i)
    sum += answer_estimate(target.document, target.query, target.noise, bits);
  return sum / answers;
}

/// Half the sum of the medians of rows of either sign, or the median of the
/// only sign there is.
double of_signs(const Target& target, std::span<const double> answer) {
  std::vector<double> sides[2];
  for (const std::uint32_t row : target.query.rows) {
    const Cell spot = target.query.spots[row];
    sides[spot.negative() ? 1 : 0].push_back(
        signed_value(SketchKind::kCount, spot, answer[row]));
  }
  double sum = 0;
  int counted = 0;
  for (auto& side : sides) {
    if (side.empty()) continue;
    sum += estimate_of(SketchKind::kCount, side);
    ++counted;
  }
  return sum / counted;
}

double of_least_row(const Target& target, std::span<const double> answer) {
  double least = kNoBound;
  for (std::uint32_t row = 0; row < answer.size(); ++row)
    if (!std::ranges::binary_search(target.query.rows, row))
      least = std::min(least, answer[row]);
  const double noisy = estimate(SketchKind::kCountMin, target.query, answer);
  return std::isfinite(least) ? noisy - least : noisy;
}

double guess(const Target& target, CountAttack attack, std::uint32_t answers,
             const Bits& bits) {
  if (answers == 0) return 0;
  if (target.noise.estimates_only)
    return average_estimate(target, answers, bits);
  const auto rows = average(target, answers, bits);
  if (attack != CountAttack::kVector)
    return estimate(target.kind(), target.query, rows);
  return target.kind() == SketchKind::kCount ? of_signs(target, rows)
                                             : of_least_row(target, rows);
}

/// Mean error of differences between one answer's neighbouring rows.
double difference_error(const Target& target, const Bits& bits) {
  const auto exact = answer(target.document, target.query.columns, {}, bits);
  const auto noisy =
      answer(target.document, target.query.columns, target.noise, bits);
  double sum = 0;
  for (std::size_t row = 1; row < exact.size(); ++row)
    sum +=
        std::abs((noisy[row] - noisy[row - 1]) - (exact[row] - exact[row - 1]));
  return exact.size() > 1 ? sum / (exact.size() - 1) : 0;
}

/// Half of the rows are confounders' for the attack that needs them.
std::uint32_t real_rows(const CountAuditOptions& options) {
  const std::uint32_t rows = options.shape.rows;
  const bool confounded = options.attack == CountAttack::kVector &&
                          options.shape.kind == SketchKind::kCountMin;
  return confounded ? (rows + 1) / 2 : rows;
}

}  // namespace

std::string name_of(CountAttack attack) {
  switch (attack) {
    case CountAttack::kEstimate:
      return "estimate";
    case CountAttack::kAverage:
      return "average";
    case CountAttack::kVector:
      break;
  }
  return "vector";
}

CountAudit audit_counts(const CountAuditOptions& options,
                        std::span<const TermCount> field,
                        const TermSpots& dictionary) {
  require(!field.empty(), "the audit needs a document with a term");
  require(options.asked >= 1 && options.trials >= 1,
          "the audit asks at least once in at least one trial");
  const DocumentSketch document(sketch_of(options.shape, field, dictionary));
  const SketchNoise noise = make_sketch_noise(
      options.noise,
      {options.epsilon, options.shape.rows, options.shape.columns});
  const bool many = options.attack == CountAttack::kAverage;
  ReleaseLedger ledger(
      {noise.claimed, noise.guarantee, options.delta, options.budget}, 1, 1);
  CountAudit audit;
  audit.trials = options.trials;
  while (audit.answered < (many ? options.asked : 1) && ledger.charge(0, 0))
    ++audit.answered;
  audit.claimed = ledger.worst().claimed;
  audit.accounted = ledger.worst().accounted.best();
  std::vector<double> errors;
  std::vector<double> exact;
  std::vector<double> differences;
  for (std::uint32_t trial = 0; trial < options.trials; ++trial) {
    Rng rng(options.seed, Purpose::kAudit, trial, 1);
    const Bits bits = [&rng] { return rng(); };
    const TermId term = field[rng.below(field.size())].term;
    const std::uint32_t real = real_rows(options);
    const Target target{
        document,
        make_query(term, dictionary,
                   draw_rows(options.shape.rows, {real}, bits), {real}, bits),
        noise};
    const double truth =
        estimate(options.shape.kind, target.query,
                 answer(document, target.query.columns, {}, bits));
    errors.push_back(
        std::abs(guess(target, options.attack, audit.answered, bits) - truth));
    exact.push_back(errors.back() <= 0.5 ? 1 : 0);
    differences.push_back(noise.estimates_only || audit.answered == 0
                              ? kNoBound
                              : difference_error(target, bits));
  }
  audit.error = measured(errors);
  audit.exact = measured(exact);
  if (noise.estimates_only || audit.answered == 0)
    audit.differences = {kNoBound, 0};
  else
    audit.differences = measured(differences);
  return audit;
}

}  // namespace fedltr
