#pragma once

#include "algorithms/data/dataset.hpp"

namespace fedltr {

/// Scales each feature of each query's documents to [0, 1] by minimum and
/// maximum.
///
/// As the FPDGD code does for MSLR, Yahoo and Istella (thesis section 2.2). A
/// constant column becomes 0; a query with one document is unchanged (it makes
/// no pairs).
void normalize_query_minmax(Dataset& data);
/// Scales the features of one query.
/// @param values  #documents by #features
void normalize_query_minmax(Eigen::Ref<Matrix> values);

}  // namespace fedltr
