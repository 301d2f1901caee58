#pragma once

#include <Eigen/Core>

namespace fedltr {

using Index = Eigen::Index;
using Vector = Eigen::VectorXd;
/// Row-major: one row per document or client.
using Matrix =
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using VectorView = Eigen::Ref<const Vector>;
using MatrixView = Eigen::Ref<const Matrix>;

}  // namespace fedltr
