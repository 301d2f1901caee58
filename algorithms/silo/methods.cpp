#include "algorithms/silo/methods.hpp"

#include "algorithms/core/require.hpp"

namespace fedltr {
namespace {

using Parties = std::span<PartyTrainer>;
using O = const TrainingOptions&;

std::vector<Vector> train_each(Parties parties,
                               Vector (PartyTrainer::*train)() const) {
  std::vector<Vector> models;
  for (const PartyTrainer& party : parties) models.push_back((party.*train)());
  return models;
}

std::vector<Vector> train_global(Parties parties, O options, JointOrder order) {
  const Vector zero = Vector::Zero(parties.front().model().parameters());
  return {parties.size(), train_jointly(parties, zero, options, order, false)};
}

std::vector<Vector> train_cs_f_ltr(Parties parties, O options,
                                   JointOrder order) {
  const Vector generator =
      mean_of(train_each(parties, &PartyTrainer::train_alone));
  for (PartyTrainer& party : parties) party.label_cross(generator);
  return {parties.size(),
          train_jointly(parties, generator, options, order, true)};
}

}  // namespace

Vector mean_of(std::span<const Vector> models) {
  require(!models.empty(), "no model, no mean");
  Vector sum = models.front();
  for (const Vector& model : models.subspan(1)) sum += model;
  return sum / static_cast<double>(models.size());
}

Vector train_jointly(std::span<const PartyTrainer> parties, Vector start,
                     const TrainingOptions& options, JointOrder order,
                     bool with_cross) {
  require(!parties.empty(), "joint training needs a party");
  Vector parameters = std::move(start);
  std::vector<Vector> gradients(parties.size());
  for (std::uint32_t i = 0; i < options.joint_iterations; ++i) {
    const double rate = rate_of(options, i, options.joint_iterations);
    if (order == JointOrder::kSerial) {
      for (const PartyTrainer& party : parties)
        parameters -= rate * party.joint_gradient(parameters, i, with_cross);
    } else {
      for (std::size_t p = 0; p < parties.size(); ++p)
        gradients[p] = parties[p].joint_gradient(parameters, i, with_cross);
      parameters -= rate * mean_of(gradients);
    }
  }
  return parameters;
}

const Methods<SiloTraining>& silo_methods() {
  static const Methods<SiloTraining> table = {
      {"local",
       "each party on its own labelled instances",
       "ICDE section VI-A; Shi et al. (2021), section 5.1",
       {},
       {false,
        [](Parties parties, O, JointOrder) {
          return train_each(parties, &PartyTrainer::train_alone);
        }}},
      {"local+",
       "each party on its own labelled and cross instances",
       "ICDE section VI-A; Shi et al. (2021), section 4.1",
       {},
       {false,
        [](Parties parties, O, JointOrder) {
          return train_each(parties, &PartyTrainer::train_alone_with_cross);
        }}},
      {"global",
       "one model of all parties' labelled instances",
       "ICDE section VI-A; Shi et al. (2021), section 5.1",
       {},
       {true, train_global}},
      {"cs-f-ltr",
       "one model of all parties' labelled and cross instances",
       "ICDE section III; Shi et al. (2021), Algorithm 3",
       {},
       {true, train_cs_f_ltr}},
  };
  return table;
}

}  // namespace fedltr
