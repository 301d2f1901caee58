#include "algorithms/attacks/attack.hpp"

#include "algorithms/attacks/blinding.hpp"
#include "algorithms/attacks/dyn_opt.hpp"
#include "algorithms/attacks/fang.hpp"
#include "algorithms/attacks/lie.hpp"
#include "algorithms/attacks/mimic.hpp"
#include "algorithms/attacks/min_max.hpp"
#include "algorithms/attacks/optimal.hpp"
#include "algorithms/attacks/promote.hpp"
#include "algorithms/attacks/replacement.hpp"
#include "algorithms/attacks/rotating.hpp"
#include "algorithms/attacks/seesaw.hpp"
#include "algorithms/attacks/simple.hpp"
#include "algorithms/attacks/stealth.hpp"

namespace fedltr {

const AttackTraits kOnModels{.on_models = true};

const Methods<AttackFactory, AttackTraits>& attacks() {
  static const Methods<AttackFactory, AttackTraits> table = {
      {kNoAttack, "no attack: every client is honest", "", {}, nullptr},
      {"click-poison",
       "attackers' users click irrelevant documents",
       "Wang (2025), section 5.2.2",
       {},
       nullptr,
       {.users = "poison"}},
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
      mimic_attack(),
      replacement_attack(),
      blinding_attack(),
      seesaw_attack(),
      stealth_attack(),
      rotating_attack(),
      optimal_lie_attack(),
      optimal_ipm_attack(),
      dyn_opt_attack(),
      promote_attack(),
  };
  return table;
}

std::uint64_t attackers_seed(std::uint64_t run_seed) {
  return Rng(run_seed, Purpose::kAttack, 1)();
}

namespace {

class Memoryless final : public Attack {
 public:
  explicit Memoryless(Craft craft) : craft_(std::move(craft)) {}
  Matrix craft(const AttackInput& input) override { return craft_(input); }

 private:
  Craft craft_;
};

}  // namespace

std::unique_ptr<Attack> memoryless(Craft craft) {
  return std::make_unique<Memoryless>(std::move(craft));
}

Parameter strength_parameter(std::string name, double usual, std::string help) {
  return real_parameter(std::move(name), usual, {-1e6, 1e6}, std::move(help))
      .renamed_from("strength");
}

AttackMethod attack_with(
    std::string name, std::string summary, std::string source,
    const Parameter& number,
    const std::function<Matrix(const AttackInput&, double number)>& craft) {
  return {std::move(name),
          std::move(summary),
          std::move(source),
          {number},
          [=](const AttackOptions& options) {
            const double given = options.parameters.real(number);
            const double usual = std::get<double>(number.value);
            return memoryless(
                [craft, used = given != 0 ? given : usual](
                    const AttackInput& input) { return craft(input, used); });
          },
          kOnModels};
}

Moments moments_of(const RowsView& rows) {
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
