#include "algorithms/online/pdgd.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "algorithms/core/math.hpp"
#include "algorithms/core/require.hpp"
#include "algorithms/core/wide.hpp"
#include "algorithms/privacy/gamma_laplace.hpp"

namespace fedltr {
namespace {

const Parameter kBatch =
    whole_parameter("pdgd.batch", 1, 1, 1000000,
                    "searches whose gradients are summed under one model");

/// e^-70: products of ten normalisers down to this don't underflow.
constexpr double kSteep = 4e-31;

template <std::size_t kLongest>
using ByRank = std::array<double, kLongest + 1>;

/// The clicks of a list, and the ranks that make pairs.
struct Shown {
  std::span<const Index> ranking;
  std::uint64_t clicked;  ///< by rank, a bit
  std::size_t used;       ///< ranks up to one below the last click

  bool clicks(std::size_t rank) const { return clicked >> rank & 1; }
  /// The ranks above one that make a pair with it, as bits.
  std::uint64_t above(std::size_t lower) const {
    return (clicks(lower) ? ~clicked : clicked) & ~(~std::uint64_t{0} << lower);
  }
};

void add_pair(const Shown& shown, std::size_t upper, std::size_t lower,
              double weight, std::span<double> weights) {
  const double signed_weight = shown.clicks(upper) ? weight : -weight;
  weights[upper] += signed_weight;
  weights[lower] -= signed_weight;
}

struct Total {
  /// @param count  a multiple of 8
  template <int kLanes>
  FEDLTR_INLINE static void run(const double* values, Index count,
                                double* total) {
    constexpr Index kParts = kPartialSums / kLanes;
    Lanes<kLanes> sums[kParts] = {};
    for (Index i = 0; i < count; i += kPartialSums)
      for (Index part = 0; part < kParts; ++part) {
        Lanes<kLanes> value;
        load(values + i + part * kLanes, value);
        sums[part] += value;
      }
    *total = add_up<kLanes>(sums);
  }
};

/// Sum over the candidates that are not shown.
double unshown_mass(const VectorView& exp_scores,
                    std::span<const Index> ranking) {
  const Index count = exp_scores.size();
  if (count == std::ssize(ranking)) return 0;
  thread_local Vector unshown;
  const Index whole = padded(count);
  if (unshown.size() < whole) unshown.resize(whole);
  unshown.segment(whole - kPartialSums, kPartialSums).setZero();
  unshown.head(count) = exp_scores;
  for (const Index document : ranking) unshown(document) = 0;
  double mass = 0;
  wide<Total>(static_cast<const double*>(unshown.data()), whole, &mass);
  return mass;
}

void weigh_by_products(const VectorView& now, const VectorView& drawn,
                       const Shown& shown, std::span<double> weights) {
  const std::size_t length = shown.ranking.size();
  ByRank<kShownList> e{};
  ByRank<kShownList> today{};
  ByRank<kShownList> left{};  // mass not yet placed before each rank
  left[length] = unshown_mass(drawn, shown.ranking);
  for (std::size_t r = length; r-- > 0;) {
    e[r] = drawn(shown.ranking[r]);
    today[r] = now(shown.ranking[r]);
    left[r] = left[r + 1] + e[r];
  }
  ByRank<kShownList>
      without{};  // that mass without the lower document of the pair
  for (std::size_t lower = 1; lower < shown.used; ++lower) {
    std::uint64_t above = shown.above(lower);
    if (above == 0) continue;
    without[lower] = left[lower + 1];
    for (std::size_t r = lower; r-- > 1;) without[r] = without[r + 1] + e[r];
    for (; above != 0; above &= above - 1) {
      const std::size_t upper = std::countr_zero(above);
      double swapped = 1;
      double observed = 1;
      for (std::size_t r = upper + 1; r <= lower; ++r) {
        swapped *= left[r];
        observed *= without[r] + e[upper];
      }
      const double rho = swapped / (swapped + observed);
      const double sum = today[upper] + today[lower];
      add_pair(shown, upper, lower,
               rho * today[upper] * today[lower] / (sum * sum), weights);
    }
  }
}

double log_sum(double a, double b) {
  const double most = std::max(a, b);
  if (most == -std::numeric_limits<double>::infinity()) return most;
  return most + portable_log(1 + portable_exp(std::min(a, b) - most));
}

/// Computes the same in logarithms, for scores too far apart for products.
void weigh_by_logs(const VectorView& now, const VectorView& drawn,
                   const Shown& shown, std::span<double> weights) {
  const std::size_t length = shown.ranking.size();
  std::vector<bool> placed(drawn.size(), false);
  for (const Index document : shown.ranking) placed[document] = true;
  double unshown = -std::numeric_limits<double>::infinity();
  for (Index i = 0; i < drawn.size(); ++i)
    if (!placed[i]) unshown = log_sum(unshown, drawn(i));

  ByRank<kLongestList> f{};
  ByRank<kLongestList> left{};
  left[length] = unshown;
  for (std::size_t r = length; r-- > 0;) {
    f[r] = drawn(shown.ranking[r]);
    left[r] = log_sum(left[r + 1], f[r]);
  }
  ByRank<kLongestList> without{};
  for (std::size_t lower = 1; lower < shown.used; ++lower) {
    std::uint64_t above = shown.above(lower);
    if (above == 0) continue;
    without[lower] = left[lower + 1];
    for (std::size_t r = lower; r-- > 1;)
      without[r] = log_sum(without[r + 1], f[r]);
    for (; above != 0; above &= above - 1) {
      const std::size_t upper = std::countr_zero(above);
      double log_ratio = 0;
      for (std::size_t r = upper + 1; r <= lower; ++r)
        log_ratio += left[r] - log_sum(without[r], f[upper]);
      const double rho = 1 / (1 + portable_exp(-log_ratio));
      const double t = portable_exp(
          -std::abs(now(shown.ranking[upper]) - now(shown.ranking[lower])));
      add_pair(shown, upper, lower, rho * t / ((1 + t) * (1 + t)), weights);
    }
  }
}

}  // namespace

bool pdgd_weights(const ScoredCandidates& now, const ScoredCandidates& drawn,
                  std::span<const Index> ranking,
                  std::span<const std::uint8_t> clicks,
                  std::span<double> weights) {
  require(std::ssize(ranking) <= kLongestList,
          "pdgd: a shown list has at most 64 documents");
  std::ranges::fill(weights, 0.0);
  std::uint64_t clicked = 0;
  double least = 1;
  for (std::size_t rank = 0; rank < ranking.size(); ++rank) {
    clicked |= std::uint64_t{clicks[rank] != 0} << rank;
    least = std::min({least, now.exp_scores(ranking[rank]),
                      drawn.exp_scores(ranking[rank])});
  }
  if (clicked == 0 || ranking.size() < 2) return false;
  const Shown shown{
      ranking, clicked,
      std::min<std::size_t>(std::bit_width(clicked) + 1, ranking.size())};
  if (least > kSteep && ranking.size() <= kShownList)
    weigh_by_products(now.exp_scores, drawn.exp_scores, shown, weights);
  else
    weigh_by_logs(now.scores, drawn.scores, shown, weights);
  return true;
}

PdgdLearner::PdgdLearner(const LearnerOptions& options,
                         std::shared_ptr<const Ranker> ranker)
    : rate_(options.parameters.real(kRate) * (options.reversed ? -1 : 1)),
      batch_(options.parameters.whole<Index>(kBatch)),
      proximal_(options.proximal),
      clip_(options.clip),
      ranker_(std::move(ranker)) {}

/// Steps from search to search. With batches the model stays in `base_` while
/// steps accumulate in the message.
class PdgdLearner::Local final : public LocalLearning {
 public:
  Local(const PdgdLearner& learner, const VectorView& global,
        LearnerStreams& streams, Eigen::Ref<Vector> message)
      : learner_(learner),
        global_(global),
        streams_(streams),
        message_(message) {
    message_ = global_;
  }

  void show(Search& search) override {
    if (is_batched() && starts_batch()) base_ = message_;
    search.score(*learner_.ranker_, model());
    require(!search.is_logged() || search.is_drawn(),
            "pdgd: a list that no known scores drew");
    search.show_sampled(streams_.ranking);
  }

  void learn(Search& search) override {
    // At the model before the step, as the gradient is; once per step.
    const bool pulled = learner_.proximal_ > 0 && starts_batch();
    if (pulled)
      pull_ = learner_.rate_ * learner_.proximal_ * (model() - global_);
    step(search);
    if (pulled) message_ -= pull_;
    if (learner_.clip_ > 0) clip_norm(message_, learner_.clip_);
    ++searches_;
  }

 private:
  bool is_batched() const { return learner_.batch_ > 1; }
  bool starts_batch() const { return searches_ % learner_.batch_ == 0; }
  VectorView model() const {
    return is_batched() ? VectorView(base_) : VectorView(message_);
  }

  void step(Search& search) {
    std::array<double, kLongestList> by_rank;
    const auto ranking = search.ranking();
    const std::span<double> weights(by_rank.data(), ranking.size());
    const ScoredCandidates now{search.scores(), search.exp_scores()};
    if (!pdgd_weights(now,
                      search.is_logged()
                          ? ScoredCandidates{search.drawn_scores(),
                                             search.drawn_exp_scores()}
                          : now,
                      ranking, search.clicks(), weights))
      return;
    for (double& weight : weights) weight *= learner_.rate_;
    learner_.ranker_->step_from(search.activations(), model(),
                                search.shown_features(), ranking, weights,
                                message_);
  }

  const PdgdLearner& learner_;
  VectorView global_;
  LearnerStreams& streams_;
  Eigen::Ref<Vector> message_;
  Vector base_;
  Vector pull_;
  Index searches_ = 0;
};

std::unique_ptr<LocalLearning> PdgdLearner::begin(
    const VectorView& global, Index, LearnerStreams& streams,
    Eigen::Ref<Vector> message) const {
  return std::make_unique<Local>(*this, global, streams, message);
}

LearnerMethod pdgd_learner() {
  return {
      "pdgd",
      "pairwise differentiable gradient descent",
      "Oosterhuis and de Rijke (CIKM 2018); Wang (2025), Eq. 3.7-3.12",
      {kRate, kBatch},
      [](const LearnerOptions& options, std::shared_ptr<const Ranker> ranker) {
        return std::make_shared<PdgdLearner>(options, std::move(ranker));
      },
      {.has_gradient = true,
       .searches_per_step =
           [](const ParameterValues& values) {
             return values.whole<Index>(kBatch);
           },
       .from_drawn = true}};
}

}  // namespace fedltr
