#pragma once

#include "algorithms/core/linalg.hpp"

namespace fedltr {

/// Appends rows of zeros to what is kept of each client, up to that many.
inline void grow_rows(Matrix& rows, Index clients, Index columns) {
  const Index before = rows.rows();
  if (clients <= before) return;
  rows.conservativeResize(clients, columns);
  rows.bottomRows(clients - before).setZero();
}

}  // namespace fedltr
