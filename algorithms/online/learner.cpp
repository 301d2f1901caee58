#include "algorithms/online/learner.hpp"

#include "algorithms/online/pdgd.hpp"

namespace fedltr {

const Methods<LearnerFactory>& learners() {
  static const Methods<LearnerFactory> table = {pdgd_learner()};
  return table;
}

}  // namespace fedltr
