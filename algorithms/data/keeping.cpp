#include "algorithms/data/keeping.hpp"

namespace fedltr {

Dataset kept(Dataset data, const Keeping& keeping) {
  keeping.normalizer.apply(data);
  return kept_as(keeping.storage, std::move(data));
}

}  // namespace fedltr
