#include "algorithms/unbiased/log_learner.hpp"

#include <algorithm>

#include "algorithms/core/math.hpp"
#include "algorithms/privacy/gamma_laplace.hpp"

namespace fedltr {
namespace {

const Parameter kLogRate =
    real_parameter("rate", 0.003, kPositive,
                   "local step size; dbgd and pmgd are published with 0.01");
const Parameter kLogBatch =
    whole_parameter("log.batch", 1, 1, 1000000,
                    "searches whose gradients are summed under one model");
const Parameter kLogClip =
    real_parameter("log.clip", 0.05, {.min = 1e-6, .max = 1},
                   "smallest propensity that a click is divided by");
const Parameter kSelfNormalised = flag_parameter(
    "log.self-normalised", false,
    "divide each step by the mean weight of its clicks (Swaminathan and "
    "Joachims, NIPS 2015), so that rare large weights count less");

}  // namespace

const Parameter kCurveRate = real_parameter(
    "log.curve-rate", 0.01, kShare, "step size of what is learned by rank");

LogLearner::LogLearner(const LearnerOptions& options,
                       std::shared_ptr<const Ranker> ranker)
    : rate_(options.parameters.real(kLogRate) * (options.reversed ? -1 : 1)),
      room_rate_(options.reversed ? -1 : 1),
      batch_(options.parameters.whole<Index>(kLogBatch)),
      floor_(options.parameters.real(kLogClip)),
      self_normalised_(options.parameters.flag(kSelfNormalised)),
      proximal_(options.proximal),
      clip_(options.clip),
      ranker_(std::move(ranker)) {}

class LogLearner::Local final : public LocalLearning {
 public:
  Local(const LogLearner& learner, const VectorView& global,
        Eigen::Ref<Vector> message)
      : learner_(learner),
        global_(global),
        message_(message),
        ascent_(Vector::Zero(global.size())),
        room_(Vector::Zero(learner.room())) {
    message_ = global_;
  }

  void show(Search& search) override {
    search.score(*learner_.ranker_, message_);
    if (!search.is_logged()) search.show_best();
  }

  void learn(Search& search) override {
    const bool all = learner_.weighs_candidates();
    const auto documents = all ? search.places() : search.ranking();
    weights_.assign(documents.size(), 0);
    LogStep step{weights_, room_};
    learner_.weigh(search, message_.tail(learner_.room()), step);
    clicked_weight_ += step.clicked;
    clicks_ += std::ranges::count_if(search.clicks(), [](auto c) { return c; });
    learner_.ranker_->step_from(
        search.activations(), message_,
        all ? search.features() : search.shown_features(), documents, weights_,
        ascent_);
    if (++searches_ % learner_.batch_ == 0) take_step();
  }

  void end() override {
    if (searches_ % learner_.batch_ != 0) take_step();
  }

 private:
  void take_step() {
    double rate = learner_.rate_;
    if (learner_.self_normalised_ && clicked_weight_ > 0)
      rate *= static_cast<double>(clicks_) / clicked_weight_;
    if (learner_.proximal_ > 0)
      message_ -= learner_.rate_ * learner_.proximal_ * (message_ - global_);
    message_ += rate * ascent_;
    message_.tail(learner_.room()) += learner_.room_rate_ * room_;
    if (learner_.clip_ > 0) clip_norm(message_, learner_.clip_);
    ascent_.setZero();
    room_.setZero();
    clicked_weight_ = 0;
    clicks_ = 0;
  }

  const LogLearner& learner_;
  VectorView global_;
  Eigen::Ref<Vector> message_;
  Vector ascent_;
  Vector room_;  ///< step of the learner's own parameters
  std::vector<double> weights_;
  double clicked_weight_ = 0;
  Index clicks_ = 0;
  Index searches_ = 0;
};

std::unique_ptr<LocalLearning> LogLearner::begin(
    const VectorView& global, Index, LearnerStreams&,
    Eigen::Ref<Vector> message) const {
  return std::make_unique<Local>(*this, global, message);
}

LearnerMethod log_learner_method(std::string name, std::string summary,
                                 std::string source, std::vector<Parameter> own,
                                 LearnerFactory make, LearnerTraits traits) {
  std::vector<Parameter> parameters = {kLogRate, kLogBatch, kLogClip,
                                       kSelfNormalised};
  parameters.insert(parameters.end(), own.begin(), own.end());
  traits.has_gradient = true;
  traits.from_log = true;
  traits.searches_per_step = [](const ParameterValues& values) {
    return values.whole<Index>(kLogBatch);
  };
  return {std::move(name),       std::move(summary), std::move(source),
          std::move(parameters), std::move(make),    std::move(traits)};
}

void weigh_by_softmax(std::span<const double> scores,
                      std::span<const double> estimates,
                      std::span<double> weights) {
  if (scores.empty()) return;
  const double most = *std::ranges::max_element(scores);
  double mass = 0;
  double total = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    weights[i] = portable_exp(scores[i] - most);
    mass += weights[i];
    total += estimates[i];
  }
  for (std::size_t i = 0; i < scores.size(); ++i)
    weights[i] = estimates[i] - total * weights[i] / mass;
}

ShownScores::ShownScores(const Search& search)
    : count_(search.ranking().size()) {
  for (std::size_t rank = 0; rank < count_; ++rank)
    values_[rank] = search.scores()(search.ranking()[rank]);
}

double portable_sigmoid(double x) {
  return 1 / (1 + portable_exp(-x));
}

}  // namespace fedltr
