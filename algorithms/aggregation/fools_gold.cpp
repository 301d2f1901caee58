#include "algorithms/aggregation/fools_gold.hpp"

#include <algorithm>

#include "algorithms/aggregation/client_rows.hpp"
#include "algorithms/core/archive.hpp"
#include "algorithms/core/math.hpp"

namespace fedltr {
namespace {

constexpr double kMostCertain = 0.99;

class FoolsGold final : public RobustRule {
 public:
  Vector aggregate(const LocalModels& local,
                   std::span<double> selection) override {
    const Matrix updates = local.models.rowwise() - local.global.transpose();
    grow_rows(sums_, Index{local.clients.back()} + 1, updates.cols());
    for (std::size_t i = 0; i < local.clients.size(); ++i)
      sums_.row(local.clients[i]) += updates.row(i);
    const Vector weights = fools_gold_weights(
        sums_(std::vector<Index>(local.clients.begin(), local.clients.end()),
              Eigen::all));
    const double scale = selection.size() / weights.sum();
    for (std::size_t i = 0; i < selection.size(); ++i)
      selection[i] = weights(i) * scale;
    return local.global + updates.transpose() * (weights / weights.sum());
  }
  void exchange(Archive& archive) override { archive(sums_); }

 private:
  Matrix sums_;  ///< of updates, by client
};

/// Cosines of the rows, 0 on the diagonal and for rows of length 0.
Matrix cosines(const Matrix& rows) {
  Matrix directions = rows;
  for (Index i = 0; i < rows.rows(); ++i) {
    const double length = rows.row(i).norm();
    if (length > 0) directions.row(i) /= length;
  }
  Matrix result = directions * directions.transpose();
  result.diagonal().setZero();
  return result;
}

double logit_weight(double weight) {
  const double certain = weight == 1 ? kMostCertain : weight;
  if (certain <= 0) return 0;
  return std::clamp(portable_log(certain / (1 - certain)) + 0.5, 0.0, 1.0);
}

}  // namespace

Vector fools_gold_weights(const Matrix& histories) {
  Matrix alike = cosines(histories);
  const Vector most = alike.rowwise().maxCoeff();
  for (Index i = 0; i < alike.rows(); ++i)
    for (Index j = 0; j < alike.cols(); ++j)
      if (i != j && most(i) < most(j)) alike(i, j) *= most(i) / most(j);
  Vector weights =
      (1 - alike.rowwise().maxCoeff().array()).cwiseMax(0).cwiseMin(1);
  const double largest = weights.maxCoeff();
  if (largest == 0) return Vector::Ones(weights.size());
  for (double& weight : weights) weight = logit_weight(weight / largest);
  return weights;
}

RuleMethod fools_gold_rule() {
  return {"foolsgold",
          "mean with less weight for clients whose summed updates are similar",
          "Fung, Yoon and Beschastnikh (RAID 2020)",
          {},
          [](const RuleOptions&) { return std::make_unique<FoolsGold>(); },
          {.condition = "",
           .max_malicious = [](std::int64_t clients) { return clients; },
           .follows_clients = true,
           .falls = ".296 of .689 (replacement, length 1), with momentum .9: "
                    ".298 (blinding, step 1, amplitude 1e6); not searched"}};
}

}  // namespace fedltr
