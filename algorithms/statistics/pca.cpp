#include "algorithms/statistics/pca.hpp"

#include <Eigen/Eigenvalues>

#include "algorithms/core/require.hpp"

namespace fedltr {
namespace {

// One instance: it takes seconds to compile.
using EigenSolver = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>;

}  // namespace

Matrix PrincipalAxes::project(const MatrixView& points) const {
  return (points.rowwise() - mean.transpose()) * axes.transpose();
}

Vector main_direction(const MatrixView& points) {
  const Matrix centred = points.rowwise() - points.colwise().mean();
  // Points' places on the first right singular vector are those of the first
  // left one, times the singular value.
  const Eigen::MatrixXd products = centred * centred.transpose();
  const EigenSolver solver(products);
  return solver.eigenvectors().col(points.rows() - 1);
}

PrincipalAxes principal_axes(const MatrixView& points, Index axes) {
  require(points.rows() >= 2, "principal axes need 2 points or more");
  require(axes >= 1 && axes <= points.cols(),
          "points have as many principal axes as dimensions");
  PrincipalAxes result;
  result.mean = points.colwise().mean().transpose();
  const Matrix centred = points.rowwise() - result.mean.transpose();
  const Eigen::MatrixXd covariance = centred.transpose() * centred;
  const EigenSolver solver(covariance);
  // The solver returns them in ascending order.
  result.axes =
      solver.eigenvectors().rightCols(axes).rowwise().reverse().transpose();
  const double all = covariance.trace();
  result.shares = Vector::Zero(axes);
  if (all > 0)
    result.shares = solver.eigenvalues().tail(axes).reverse().cwiseMax(0) / all;
  for (Index k = 0; k < axes; ++k) {
    Index largest = 0;
    result.axes.row(k).cwiseAbs().maxCoeff(&largest);
    if (result.axes(k, largest) < 0) result.axes.row(k) *= -1;
  }
  return result;
}

}  // namespace fedltr
