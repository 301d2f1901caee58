#include "algorithms/aggregation/coordinate_wise.hpp"
#include "algorithms/aggregation/distance_weighted.hpp"
#include "algorithms/aggregation/krum.hpp"
#include "algorithms/aggregation/mean_around_median.hpp"
#include "algorithms/attacks/fang.hpp"
#include "algorithms/attacks/lie.hpp"
#include "algorithms/attacks/min_max.hpp"
#include "algorithms/attacks/simple.hpp"
#include "algorithms/online/pdgd.hpp"
#include "web/methods.hpp"

namespace fedltr {

// Rules and attacks of textbooks, without those that decompose matrices or keep
// a history of each client. Rows without a function of their own repeat those
// of the tables.
const WebMethods& web_methods() {
  static const WebMethods methods{
      {{"mean",
        "weighted mean of the local models (FedAvg); no defence",
        "",
        {},
        nullptr,
        {"", [](std::int64_t clients) { return clients; }}},
       krum_rule(),
       multi_krum_rule(),
       trimmed_mean_rule(),
       median_rule(),
       bulyan_rule(),
       geometric_median_rule(),
       norm_bound_rule(),
       centered_clip_rule(),
       mean_around_median_rule()},
      {{kNoAttack, "no attack: every client is honest", "", {}, nullptr},
       {"click-poison",
        "attackers' users click irrelevant documents",
        "",
        {},
        nullptr,
        {.users = "poison"}},
       lie_attack(),
       fang_krum_attack(),
       fang_trim_attack(),
       min_max_attack(),
       min_sum_attack(),
       inner_product_attack(),
       sign_flip_attack(),
       gaussian_attack(),
       scaled_attack()},
      {pdgd_learner()}};
  return methods;
}

}  // namespace fedltr
