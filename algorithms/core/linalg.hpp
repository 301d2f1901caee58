#pragma once

#include <Eigen/Core>

#ifdef __AVX__
// Eigen would align memory otherwise than in the library, and the linker mixes
// functions of both.
#error "compile without -march and -mavx, as the library was"
#endif

namespace fedltr {

using Index = Eigen::Index;
using Vector = Eigen::VectorXd;
/// Row-major: one row per document or client.
using Matrix =
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using VectorView = Eigen::Ref<const Vector>;
using MatrixView = Eigen::Ref<const Matrix>;

/// Makes Eigen add up products of matrices in the same order on all machines:
/// it breaks long sums where the processor's cache is full, and asks the
/// processor. It is here, in every unit with matrices, because a linker leaves
/// out those units of a library that nothing calls.
inline const bool kSameCaches = [] {
  Eigen::setCpuCacheSizes(48 << 10, 1 << 20, 32 << 20);
  return true;
}();

}  // namespace fedltr
