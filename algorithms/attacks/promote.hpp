#pragma once

#include "algorithms/attacks/attack.hpp"
#include "algorithms/data/dataset.hpp"
#include "algorithms/ranking/ranker.hpp"

namespace fedltr {

/// Number, from 1, of the feature to push up.
extern const Parameter kPromotedFeature;

/// Pushes documents with a high value of one feature up. All attackers send the
/// mean h of the honest models that they know, plus `promote.step` typical
/// deviations of an honest model (HonestDrift) along the unit vector in which a
/// document that has only this feature gains most on one without any: the
/// gradient of f(e_j)
/// - f(0) at the model before the round, for a linear ranker e_j.
///
/// With `promote.stealthy` the step ends where min-max would: no farther from
/// any known honest model than the two farthest apart. Then a lone attacker
/// that knows no other client has no room, and is honest.
AttackMethod promote_attack();

/// Places that a model gives to targets: of each query the document with its
/// highest value of a feature, the first of several. Queries whose documents
/// all have the same value do not count.
struct Promotion {
  double rank = 0;    ///< mean rank, from 1; equal scores share their mean rank
  double top_10 = 0;  ///< share of the targets at rank 10 or above
  Index queries = 0;  ///< that count; if 0, the other two are NaN
};

/// @param feature  from 1
/// @throws std::invalid_argument  if the data has no such feature
Promotion promotion_by(const Ranker& ranker, const Vector& parameters,
                       const Dataset& data, Index feature);

}  // namespace fedltr
