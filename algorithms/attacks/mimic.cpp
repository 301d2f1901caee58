#include "algorithms/attacks/mimic.hpp"

#include "algorithms/statistics/pca.hpp"

namespace fedltr {
namespace {

const Parameter kVictim =
    choice_parameter("mimic.victim", {"extreme", "first"},
                     "client to copy: the farthest along the direction in "
                     "which honest models differ most, or the first known one");

/// Models that can be copied: those of other clients if any is known, because a
/// copy of an attacker's own client would outweigh no participant.
MatrixView candidates(const AttackInput& input) {
  const Index others = input.honest.rows() - input.attackers;
  return input.honest.bottomRows(others > 0 ? others : input.attackers);
}

/// The row farthest along the first principal direction of all.
Index most_extreme(const MatrixView& honest) {
  Index row = 0;
  main_direction(honest).cwiseAbs().maxCoeff(&row);
  return row;
}

}  // namespace

AttackMethod mimic_attack() {
  return {"mimic",
          "copies of one honest model",
          "after Karimireddy, He and Jaggi (ICLR 2022)",
          {kVictim},
          [](const AttackOptions& options) {
            const bool first = options.parameters.choice(kVictim) == "first";
            return memoryless([first](const AttackInput& input) {
              const auto known = candidates(input);
              const Index row = first ? 0 : most_extreme(known);
              return for_all(known.row(row).transpose(), input.attackers);
            });
          },
          kOnModels};
}

}  // namespace fedltr
