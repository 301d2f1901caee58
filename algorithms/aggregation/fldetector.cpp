#include "algorithms/aggregation/fldetector.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <Eigen/LU>

#include "algorithms/aggregation/client_rows.hpp"
#include "algorithms/core/archive.hpp"
#include "algorithms/core/math.hpp"
#include "algorithms/core/rng.hpp"

namespace fedltr {
namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
constexpr int kReferences = 20;

/// Within-cluster sums of squares of sorted values: of all, and of the best cut
/// in two; and the place of that cut.
struct Clusters {
  double one = 0;
  double two = 0;
  std::size_t cut = 0;
};

Clusters best_cut(const std::vector<double>& sorted) {
  const auto within = [&](std::size_t begin, std::size_t end) {
    const double count = end - begin;
    double mean = 0;
    for (std::size_t i = begin; i < end; ++i) mean += sorted[i] / count;
    double sum = 0;
    for (std::size_t i = begin; i < end; ++i)
      sum += (sorted[i] - mean) * (sorted[i] - mean);
    return sum;
  };
  Clusters clusters;
  clusters.one = clusters.two = within(0, sorted.size());
  for (std::size_t cut = 1; cut < sorted.size(); ++cut) {
    const double sum = within(0, cut) + within(cut, sorted.size());
    if (sum < clusters.two) {
      clusters.two = sum;
      clusters.cut = cut;
    }
  }
  return clusters;
}

double safe_log(double value) {
  return portable_log(std::max(value, 1e-300));
}

}  // namespace

double upper_cluster(std::vector<double> values, std::uint64_t seed,
                     std::uint32_t round) {
  constexpr double kOneCluster = std::numeric_limits<double>::infinity();
  std::ranges::sort(values);
  if (values.size() < 3 || values.back() == values.front()) return kOneCluster;
  const double least = values.front();
  for (double& value : values) value -= least;
  const double range = values.back();
  if (!(range > 0)) return kOneCluster;
  std::vector<double> scaled = values;
  for (double& value : scaled) value /= range;
  const Clusters found = best_cut(scaled);
  Rng rng(seed, Purpose::kGap, 0, round);
  std::vector<double> ones;
  std::vector<double> twos;
  std::vector<double> reference(values.size());
  for (int i = 0; i < kReferences; ++i) {
    for (double& value : reference) value = rng.uniform();
    std::ranges::sort(reference);
    const Clusters clusters = best_cut(reference);
    ones.push_back(safe_log(clusters.one));
    twos.push_back(safe_log(clusters.two));
  }
  const auto mean = [](const std::vector<double>& list) {
    return std::accumulate(list.begin(), list.end(), 0.0) / list.size();
  };
  double spread = 0;
  for (const double two : twos)
    spread += (two - mean(twos)) * (two - mean(twos)) / kReferences;
  spread = std::sqrt(spread * (1 + 1.0 / kReferences));
  const double gap_one = mean(ones) - safe_log(found.one);
  const double gap_two = mean(twos) - safe_log(found.two);
  if (gap_one >= gap_two - spread) return kOneCluster;
  return values[found.cut];
}

FlDetector::FlDetector(const RuleOptions& options)
    : window_(options.parameters.whole<std::uint32_t>(kWindow)),
      seed_(options.seed) {}

/// L-BFGS in compact form (Byrd, Nocedal and Schnabel 1994), as in the paper's
/// algorithm: B v = sigma v - [sigma S, Y] M^-1 [sigma S, Y]^T v.
Vector FlDetector::hessian_product(const Vector& direction) const {
  const Index count = moves_.size();
  if (count == 0) return Vector::Zero(direction.size());
  const Index size = direction.size();
  Eigen::MatrixXd s(size, count);
  Eigen::MatrixXd y(size, count);
  for (Index i = 0; i < count; ++i) {
    s.col(i) = moves_[i];
    y.col(i) = changes_[i];
  }
  const Eigen::MatrixXd sy = s.transpose() * y;
  const double curvature = sy(count - 1, count - 1);
  const double squares = s.col(count - 1).squaredNorm();
  if (squares == 0) return Vector::Zero(size);
  const double sigma = curvature / squares;
  Eigen::MatrixXd middle(2 * count, 2 * count);
  const Eigen::MatrixXd lower = sy.triangularView<Eigen::StrictlyLower>();
  middle << sigma * s.transpose() * s, lower, lower.transpose(),
      -Eigen::MatrixXd(sy.diagonal().asDiagonal());
  Vector right(2 * count);
  right << sigma * (s.transpose() * direction), y.transpose() * direction;
  const Vector solved = middle.fullPivLu().solve(right);
  const Vector product = sigma * direction - sigma * s * solved.head(count) -
                         y * solved.tail(count);
  return product.allFinite() ? product : Vector::Zero(size);
}

void FlDetector::score(const LocalModels& local, const Matrix& updates) {
  const Vector predicted_change = hessian_product(local.global - last_global_);
  const Index known = seen_.size();
  Vector scores = Vector::Constant(known, kNothing);
  double sum = 0;
  double count = 0;
  for (std::size_t i = 0; i < local.clients.size(); ++i) {
    const std::uint32_t client = local.clients[i];
    if (!seen_[client]) continue;
    const Vector predicted =
        last_updates_.row(client).transpose() + predicted_change;
    scores(client) = (predicted - updates.row(i).transpose()).norm();
    sum += scores(client);
    ++count;
  }
  // Divided by their mean, so that rounds of any number of clients compare.
  if (sum > 0) scores *= count / sum;
  scores_.push_back(std::move(scores));
  if (scores_.size() > window_) scores_.pop_front();
}

/// Mean over the window; NaN if it has no score.
double FlDetector::mean_score(std::uint32_t client) const {
  double sum = 0;
  double count = 0;
  for (const Vector& scores : scores_) {
    if (client >= scores.size() || std::isnan(scores(client))) continue;
    sum += scores(client);
    ++count;
  }
  return count > 0 ? sum / count : kNothing;
}

Vector FlDetector::aggregate(const LocalModels& local,
                             std::span<double> selection) {
  const Matrix updates = local.models.rowwise() - local.global.transpose();
  const std::size_t known = std::max<std::size_t>(
      seen_.size(), std::size_t{local.clients.back()} + 1);
  seen_.resize(known, false);
  grow_rows(last_updates_, static_cast<Index>(known), updates.cols());
  if (last_global_.size() > 0) score(local, updates);

  std::ranges::fill(selection, 1.0);
  if (scores_.size() >= window_) {
    // Clients without a score yet are kept.
    std::vector<double> means;
    std::vector<std::size_t> scored;
    for (std::size_t i = 0; i < local.clients.size(); ++i) {
      const double mean = mean_score(local.clients[i]);
      if (std::isnan(mean)) continue;
      means.push_back(mean);
      scored.push_back(i);
    }
    const double from = upper_cluster(means, seed_, local.round);
    const double least = means.empty() ? 0 : std::ranges::min(means);
    for (std::size_t i = 0; i < means.size(); ++i)
      if (means[i] - least >= from) selection[scored[i]] = 0;
  }

  const Vector mean = mean_of_kept(updates, selection);

  if (last_global_.size() > 0) {
    moves_.push_back(local.global - last_global_);
    changes_.push_back(mean - last_mean_);
    if (moves_.size() > std::min<std::size_t>(window_, 10)) {
      moves_.pop_front();
      changes_.pop_front();
    }
  }
  last_global_ = local.global;
  last_mean_ = mean;
  for (std::size_t i = 0; i < local.clients.size(); ++i) {
    last_updates_.row(local.clients[i]) = updates.row(i);
    seen_[local.clients[i]] = true;
  }
  return local.global + mean;
}

void FlDetector::exchange(Archive& archive) {
  archive(last_global_, last_mean_, last_updates_, seen_, moves_, changes_,
          scores_);
}

RuleMethod fldetector_rule() {
  return {"fldetector",
          "mean without the clients with unpredictable updates",
          "Zhang et al. (KDD 2022)",
          {kWindow},
          [](const RuleOptions& options) {
            return std::make_unique<FlDetector>(options);
          },
          {.condition = "n > 2m",
           .max_malicious = below_half,
           .follows_clients = true,
           .falls = ".290 of .698 (click-poison), with momentum .9: .292 "
                    "(click-poison); not searched"}};
}

}  // namespace fedltr
