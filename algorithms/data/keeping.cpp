#include "algorithms/data/keeping.hpp"

#include "algorithms/data/normalize.hpp"

namespace fedltr {

Dataset kept(Dataset data, const Keeping& keeping) {
  if (keeping.minmax) normalize_query_minmax(data);
  return kept_as(keeping.storage, std::move(data));
}

}  // namespace fedltr
