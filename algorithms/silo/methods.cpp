#include "algorithms/silo/methods.hpp"

#include <algorithm>

#include "algorithms/core/require.hpp"
#include "algorithms/silo/joint_training.hpp"
#include "algorithms/silo/own_training.hpp"

namespace fedltr {

const Methods<SiloMethod>& silo_methods() {
  static const Methods<SiloMethod> table = {
      local_method(),
      local_with_cross_method(),
      global_method(),
      cs_f_ltr_method(),
  };
  return table;
}

const Method<SiloMethod>& silo_method(SiloRole role) {
  const auto found =
      std::ranges::find(silo_methods(), role,
                        [](const auto& method) { return method.make.role; });
  require(found != silo_methods().end(), "no method of a silo has this role");
  return *found;
}

}  // namespace fedltr
