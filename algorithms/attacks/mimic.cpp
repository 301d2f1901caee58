#include "algorithms/attacks/mimic.hpp"

#include <Eigen/Eigenvalues>

namespace fedltr {
namespace {

const Parameter kVictim = choice_parameter(
    "mimic.victim", {"extreme", "first"},
    "whom they copy: who lies farthest along the direction in which honest "
    "models differ most, or the first that is known");

/// The row farthest along the first principal direction of all.
Index most_extreme(const Matrix& honest) {
  const Matrix centred = honest.rowwise() - honest.colwise().mean();
  const Eigen::MatrixXd products = centred * centred.transpose();
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(products);
  Index row = 0;
  solver.eigenvectors().col(honest.rows() - 1).cwiseAbs().maxCoeff(&row);
  return row;
}

}  // namespace

AttackMethod mimic_attack() {
  return {"mimic",
          "all a copy of one honest model",
          "Karimireddy, He and Jaggi (ICLR 2022), section 3",
          {kVictim},
          [](const AttackOptions& options) {
            const bool first = options.parameters.choice(kVictim) == "first";
            return memoryless([first](const AttackInput& input) {
              const Index row = first ? 0 : most_extreme(input.honest);
              return for_all(input.honest.row(row).transpose(),
                             input.attackers);
            });
          },
          kOnModels};
}

}  // namespace fedltr
