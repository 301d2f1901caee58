#include "algorithms/members/model_comparison.hpp"

#include <cmath>

#include "algorithms/members/held_out_exam.hpp"

namespace fedltr {

const char* name_of(ModelVerdict verdict) {
  switch (verdict) {
    case ModelVerdict::kOpen:
      return "open";
    case ModelVerdict::kKept:
      return "kept";
    case ModelVerdict::kWithdrawn:
      break;
  }
  return "withdrawn";
}

HeldOutPoint ModelComparison::add(std::uint32_t epoch, const Vector& sum,
                                  double noise, std::uint32_t newest,
                                  Vector& model) {
  sums.ahead += sum(0);
  sums.half += sum(1);
  sums.noise += noise;
  HeldOutPoint point;
  point.opened = newest;
  point.kept = opened;
  point.queries = sums.noise > 0 ? 2 * sums.half : std::round(2 * sums.half);
  point.mean = 0.5;
  if (sums.half > 0) point.mean += sums.ahead / (2 * sums.half);
  const auto printed = preference_interval(sums, kPrintedError);
  point.lower = printed.lower;
  point.upper = printed.upper;
  if (preference_interval(sums, kWithdrawalError).upper < 0.5)
    point.verdict = ModelVerdict::kWithdrawn;
  else if (printed.lower > 0.5)
    point.verdict = ModelVerdict::kKept;
  if (point.verdict == ModelVerdict::kOpen) return point;
  if (point.verdict == ModelVerdict::kWithdrawn) {
    model = kept;
  } else {
    kept = model;
    opened = newest;
  }
  began = epoch;
  sums = {};
  return point;
}

}  // namespace fedltr
