#include "algorithms/aggregation/krum.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace fedltr {
namespace {

std::int64_t krum_stands(std::int64_t clients) {
  return clients < 3 ? -1 : (clients - 3) / 2;
}

class Krum final : public RobustRule {
 public:
  explicit Krum(std::uint32_t malicious) : malicious_(malicious) {}

  Vector aggregate(const LocalModels& local,
                   std::span<double> shares) override {
    const Index chosen = krum_choice(local.models, malicious_);
    std::ranges::fill(shares, 0.0);
    shares[static_cast<std::size_t>(chosen)] =
        static_cast<double>(local.models.rows());
    return local.models.row(chosen).transpose();
  }

 private:
  std::uint32_t malicious_;
};

class MultiKrum final : public RobustRule {
 public:
  explicit MultiKrum(std::uint32_t malicious) : malicious_(malicious) {}

  Vector aggregate(const LocalModels& local,
                   std::span<double> shares) override {
    const Index clients = local.models.rows();
    const Vector scores =
        krum_scores(squared_distances(local.models), malicious_,
                    std::vector<bool>(static_cast<std::size_t>(clients), true));
    std::vector<Index> order(static_cast<std::size_t>(clients));
    std::iota(order.begin(), order.end(), Index{0});
    std::ranges::stable_sort(order, {}, [&](Index i) { return scores(i); });
    order.resize(order.size() -
                 std::min<std::size_t>(malicious_, order.size() - 1));
    std::ranges::sort(order);  // sums in the order of the clients
    std::ranges::fill(shares, 0.0);
    Vector sum = Vector::Zero(local.models.cols());
    const auto kept = static_cast<double>(order.size());
    for (const Index i : order) {
      sum += local.models.row(i).transpose();
      shares[static_cast<std::size_t>(i)] = static_cast<double>(clients) / kept;
    }
    return sum / kept;
  }

 private:
  std::uint32_t malicious_;
};

/// Mean of the values closest to their median; how many of each client's are
/// among them is added to `used`.
double mean_around_median(std::vector<std::pair<double, std::size_t>>& values,
                          std::size_t kept, std::vector<double>& used) {
  std::ranges::sort(values);
  const std::size_t n = values.size();
  const double median = (values[(n - 1) / 2].first + values[n / 2].first) / 2;
  // The closest ones are neighbours in the sorted list.
  std::size_t begin = 0;
  while (begin + kept < n &&
         values[begin + kept].first - median < median - values[begin].first)
    ++begin;
  double sum = 0;
  for (std::size_t i = begin; i < begin + kept; ++i) {
    sum += values[i].first;
    used[values[i].second] += 1;
  }
  return sum / static_cast<double>(kept);
}

class Bulyan final : public RobustRule {
 public:
  explicit Bulyan(std::uint32_t malicious) : malicious_(malicious) {}

  Vector aggregate(const LocalModels& local,
                   std::span<double> shares) override {
    const auto clients = static_cast<std::size_t>(local.models.rows());
    const std::size_t m = malicious_;
    const std::size_t picks = clients > 2 * m ? clients - 2 * m : 1;
    const std::size_t kept = picks > 2 * m ? picks - 2 * m : 1;
    const Matrix squared = squared_distances(local.models);
    std::vector<bool> left(clients, true);
    std::vector<std::size_t> chosen;
    for (std::size_t pick = 0; pick < picks; ++pick) {
      Index best = 0;
      krum_scores(squared, malicious_, left).minCoeff(&best);
      left[static_cast<std::size_t>(best)] = false;
      chosen.push_back(static_cast<std::size_t>(best));
    }
    std::vector<double> used(clients, 0);
    std::vector<std::pair<double, std::size_t>> values(chosen.size());
    Vector result(local.models.cols());
    for (Index j = 0; j < result.size(); ++j) {
      for (std::size_t i = 0; i < chosen.size(); ++i)
        values[i] = {local.models(static_cast<Index>(chosen[i]), j), chosen[i]};
      result(j) = mean_around_median(values, kept, used);
    }
    const double scale = static_cast<double>(clients) /
                         static_cast<double>(kept) /
                         static_cast<double>(result.size());
    for (std::size_t i = 0; i < clients; ++i) shares[i] = used[i] * scale;
    return result;
  }

 private:
  std::uint32_t malicious_;
};

template <class Rule>
std::unique_ptr<RobustRule> make_rule(const RuleOptions& options) {
  return std::make_unique<Rule>(options.malicious);
}

}  // namespace

Vector krum_scores(const Matrix& squared, std::uint32_t malicious,
                   const std::vector<bool>& among) {
  const Index clients = squared.rows();
  const auto left = std::ranges::count(among, true);
  const auto neighbours = static_cast<std::size_t>(
      std::clamp<std::ptrdiff_t>(left - std::ptrdiff_t{malicious} - 2, 1,
                                 std::max<std::ptrdiff_t>(left - 1, 1)));
  Vector scores =
      Vector::Constant(clients, std::numeric_limits<double>::infinity());
  std::vector<double> distances;
  for (Index i = 0; i < clients; ++i) {
    if (!among[static_cast<std::size_t>(i)]) continue;
    distances.clear();
    for (Index j = 0; j < clients; ++j)
      if (j != i && among[static_cast<std::size_t>(j)])
        distances.push_back(squared(i, j));
    if (distances.empty()) {
      scores(i) = 0;
      continue;
    }
    const auto end =
        distances.begin() + static_cast<std::ptrdiff_t>(neighbours);
    std::nth_element(distances.begin(), end - 1, distances.end());
    std::sort(distances.begin(), end);  // a fixed order of addition
    scores(i) = std::accumulate(distances.begin(), end, 0.0);
  }
  return scores;
}

Index krum_choice(const Matrix& models, std::uint32_t malicious) {
  Index chosen = 0;
  krum_scores(squared_distances(models), malicious,
              std::vector<bool>(static_cast<std::size_t>(models.rows()), true))
      .minCoeff(&chosen);
  return chosen;
}

Method<RobustFactory> krum_rule() {
  return {"krum",
          "the one model nearest to its n - m - 2 nearest",
          "Blanchard et al. (NeurIPS 2017); Wang (2025), Eq. 5.2",
          {},
          {make_rule<Krum>, "n >= 2m + 3", krum_stands}};
}

Method<RobustFactory> multi_krum_rule() {
  return {"multi-krum",
          "mean of the n - m models of least Krum score",
          "Blanchard et al. (NeurIPS 2017); Wang (2025), Eq. 5.3",
          {},
          {make_rule<MultiKrum>, "n >= 2m + 3", krum_stands}};
}

Method<RobustFactory> bulyan_rule() {
  return {"bulyan",
          "repeated Krum, then the values around the median",
          "El Mhamdi et al. (ICML 2018)",
          {},
          {make_rule<Bulyan>, "n >= 4m + 3", [](std::int64_t clients) {
             return clients < 3 ? std::int64_t{-1} : (clients - 3) / 4;
           }}};
}

}  // namespace fedltr
