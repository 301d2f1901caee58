#pragma once

#include "app/data/data_source.hpp"
#include "app/data/fold_files.hpp"

namespace fedltr {

/// Refuses evaluation or validation on training queries. Parts of a folder come
/// from one set, in which a name is one query. Files listed by a scenario may
/// each number their queries, so their documents must also be equal.
/// @param held, evaluated  files of one of the two sets, and the set
/// @throws DataError  with the number of queries and the first
void refuse_shared_queries(const FoldFiles& files, const Fold& fold,
                           const Files& held, const Dataset& evaluated,
                           bool by_part);

}  // namespace fedltr
