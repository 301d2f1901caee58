#include "algorithms/attacks/attack.hpp"

#include "algorithms/attacks/fang.hpp"
#include "algorithms/attacks/lie.hpp"
#include "algorithms/attacks/min_max.hpp"
#include "algorithms/attacks/simple.hpp"

namespace fedltr {

const Methods<AttackFactory>& attacks() {
  static const Methods<AttackFactory> table = {
      {"none",
       "everybody is honest",
       "",
       {},
       [](const AttackOptions&) { return Attack(); }},
      {"click-poison",
       "attackers' users click what is irrelevant",
       "Wang (2025), section 5.2.2",
       {},
       [](const AttackOptions&) { return Attack(); }},
      lie_attack(),
      fang_krum_attack(),
      fang_trim_attack(),
      min_max_attack(),
      min_sum_attack(),
      inner_product_attack(),
      sign_flip_attack(),
      gaussian_attack(),
      scaled_attack(),
      unlearning_probe(),
  };
  return table;
}

Moments moments_of(const Matrix& rows) {
  Moments moments;
  moments.mean = rows.colwise().mean().transpose();
  moments.deviation = (rows.rowwise() - moments.mean.transpose())
                          .array()
                          .square()
                          .colwise()
                          .mean()
                          .sqrt()
                          .matrix()
                          .transpose();
  return moments;
}

Matrix for_all(const Vector& model, Index attackers) {
  return model.transpose().replicate(attackers, 1);
}

}  // namespace fedltr
