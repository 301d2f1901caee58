#include "algorithms/silo/party_trainer.hpp"

#include <utility>

#include "algorithms/core/require.hpp"
#include "algorithms/core/rng.hpp"

namespace fedltr {

/// Settings of one step.
struct PartyTrainer::Step {
  Purpose purpose;
  std::uint32_t iteration;
  Instances instances;
  bool own_labels;  ///< cross instances are labelled by the current model
};

namespace {

/// Separates the streams of a party's labelled and cross batches.
std::uint32_t batch_entity(std::uint32_t party, bool cross) {
  return party * 2 + (cross ? 1 : 0);
}

void check(const TrainingSet& set, const PointwiseModel& model) {
  require(set.features.rows() == set.labels.size(),
          "a training set needs one label per instance");
  require(set.features.rows() == 0 || set.features.cols() == model.features(),
          "a training set needs the model's features");
  require(set.labels.size() == 0 || (set.labels.minCoeff() >= 0 &&
                                     set.labels.maxCoeff() < model.grades()),
          "a training set's labels must be grades of the model");
}

}  // namespace

double rate_of(const TrainingOptions& options, std::uint32_t iteration,
               std::uint32_t iterations) {
  return options.rate * (1 - static_cast<double>(iteration) / iterations);
}

PartyTrainer::PartyTrainer(std::shared_ptr<const PointwiseModel> model,
                           const TrainingOptions& options, std::uint32_t party,
                           TrainingSet labelled, TrainingSet cross)
    : model_(std::move(model)),
      options_(options),
      party_(party),
      labelled_(std::move(labelled)),
      cross_(std::move(cross)) {
  require(options.batch >= 1, "a batch needs an instance");
  check(labelled_, *model_);
  check(cross_, *model_);
}

void PartyTrainer::add_batch(const VectorView& parameters,
                             const TrainingSet& set, double weight,
                             const Step& step, Vector& gradient) const {
  const bool cross = &set == &cross_;
  Rng rng(options_.seed, step.purpose, batch_entity(party_, cross),
          step.iteration);
  const std::uint64_t size = set.labels.size();
  for (Index i = 0; i < options_.batch; ++i) {
    const Index drawn = rng.below(size);
    const auto instance = set.features.row(drawn);
    const double target = cross && step.own_labels
                              ? model_->label(parameters, instance)
                              : set.labels(drawn);
    model_->add_gradient(parameters, instance, target, weight / options_.batch,
                         gradient);
  }
}

Vector PartyTrainer::gradient(const VectorView& parameters,
                              const Step& step) const {
  require(learns(), "a party needs a labelled instance to train");
  Vector gradient = options_.l2 * parameters;
  const Index row = model_->features() + 1;
  for (Index k = 0; k < model_->outputs(); ++k) gradient(k * row + row - 1) = 0;
  add_batch(parameters, labelled_, 1, step, gradient);
  if (step.instances == Instances::kWithCross && cross_.labels.size() > 0)
    add_batch(parameters, cross_, options_.cross_weight, step, gradient);
  return gradient;
}

Vector PartyTrainer::train_alone(Instances instances,
                                 const SeeModel& see) const {
  Vector parameters = Vector::Zero(model_->parameters());
  const bool own_labels =
      options_.augmentation == Augmentation::kSemiSupervised;
  for (std::uint32_t i = 0; i < options_.local_iterations; ++i) {
    if (see && shows(i)) see(i, parameters);
    parameters -=
        rate_of(options_, i, options_.local_iterations) *
        gradient(parameters, {Purpose::kLocalBatch, i, instances, own_labels});
  }
  if (see && options_.curve_every > 0)
    see(options_.local_iterations, parameters);
  if (is_beyond_bounds(parameters))
    throw DivergedError("diverged in local training: lower silo.rate");
  return parameters;
}

void PartyTrainer::label_cross(const VectorView& generator) {
  if (options_.augmentation == Augmentation::kRank) return;
  for (Index i = 0; i < cross_.labels.size(); ++i)
    cross_.labels(i) = model_->label(generator, cross_.features.row(i));
}

Vector PartyTrainer::joint_gradient(const VectorView& parameters,
                                    std::uint32_t iteration,
                                    Instances instances) const {
  return gradient(parameters,
                  {Purpose::kJointBatch, iteration, instances, false});
}

}  // namespace fedltr
