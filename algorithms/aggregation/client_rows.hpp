#pragma once

#include "algorithms/core/linalg.hpp"

namespace fedltr {

/// Appends rows of zeros until there is one per client.
inline void grow_rows(Matrix& rows, Index clients, Index columns) {
  const Index before = rows.rows();
  if (clients <= before) return;
  rows.conservativeResize(clients, columns);
  rows.bottomRows(clients - before).setZero();
}

}  // namespace fedltr
