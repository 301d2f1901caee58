#include "algorithms/aggregation/vigilant.hpp"

#include <algorithm>
#include <cmath>

#include "algorithms/aggregation/distance_weighted.hpp"
#include "algorithms/core/archive.hpp"

namespace fedltr {
namespace {

const Parameter kParticipations = whole_parameter(
    "window", 50, 2, 100000, "participations of a client remembered");

constexpr double kLongestClaim = 10;  ///< over the median one

}  // namespace

Vigilant::Vigilant(const RuleOptions& options)
    : clients_(options.clients),
      window_(options.parameters.whole<std::uint32_t>(kParticipations)) {}

void Vigilant::claim(const LocalModels& local) {
  const Index before = claims_.rows();
  const Index known =
      std::max({before, Index{clients_}, Index{local.clients.back()} + 1});
  claims_.conservativeResize(known, local.global.size());
  claims_.bottomRows(known - before).setZero();
  const double scale = static_cast<double>(known) / local.models.rows();
  for (std::size_t i = 0; i < local.clients.size(); ++i)
    claims_.row(local.clients[i]) +=
        scale * (local.models.row(i) - local.global.transpose());
}

Vector Vigilant::cut_claims() {
  Vector kept = Vector::Ones(claims_.rows());
  const Vector lengths = claims_.rowwise().norm();
  const double limit = kLongestClaim * median_of_copy(lengths);
  if (limit == 0) return kept;  // the median claim is nothing
  for (Index i = 0; i < lengths.size(); ++i) {
    if (lengths(i) <= limit) continue;
    kept(i) = limit / lengths(i);  // 0 beyond what numbers hold
    if (kept(i) > 0)
      claims_.row(i) *= kept(i);
    else
      claims_.row(i).setZero();
  }
  return kept;
}

Vector Vigilant::aggregate(const LocalModels& local, std::span<double> shares) {
  claim(local);
  const Vector kept = cut_claims();
  for (std::size_t i = 0; i < shares.size(); ++i)
    shares[i] = kept(local.clients[i]);
  std::vector<double> weights(claims_.rows());
  const Vector move = geometric_median(claims_, weights);
  const double participation =
      static_cast<double>(local.models.rows()) / claims_.rows();
  claims_ = (1 - participation / window_) *
            (claims_.rowwise() - move.transpose()).array();
  return local.global + move;
}

void Vigilant::exchange(Archive& archive) {
  archive(claims_);
}

RuleMethod vigilant_rule() {
  return {"vigilant",
          "geometric median of what each client has asked for over rounds, "
          "less what was done",
          "fedltr; after Wang (2025), section 5.7",
          {kParticipations},
          [](const RuleOptions& options) {
            return std::make_unique<Vigilant>(options);
          },
          {.condition = "n > 2m",
           .max_malicious = below_half,
           .follows_clients = true,
           .bounded = true}};
}

}  // namespace fedltr
