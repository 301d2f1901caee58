// Combines five local models, one of them hostile, by the mean and by a robust
// rule.
#include <iostream>
#include <vector>

#include <algorithms/aggregation/aggregation.hpp>

int main() {
  fedltr::Matrix models{{1, 2}, {2, 3}, {3, 4}, {2, 2}, {-900, 900}};
  const std::vector<std::uint32_t> clients = {0, 1, 2, 3, 4};
  const fedltr::Vector global = fedltr::Vector::Zero(2);
  std::vector<double> selection(clients.size());

  const auto median =
      fedltr::make_robust_rule("median", "none", {.malicious = 1});
  const fedltr::Vector robust =
      median->aggregate({models, clients, global}, selection);
  std::cout << "mean   " << models.colwise().mean() << "\n"
            << "median " << robust.transpose() << "\n";
}
