#include "algorithms/heterogeneity/quantity.hpp"

namespace fedltr {

Method<SplitFactory> quantity_split() {
  return {"quantity",
          "type 4: clients search less or more often",
          "Wang (2025), section 4.5.2",
          {},
          [](const SplitInput& input, Split& split) {
            if (!input.options.iid)
              split.interactions = input.options.interactions;
          }};
}

}  // namespace fedltr
