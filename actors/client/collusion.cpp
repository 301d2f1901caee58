#include "actors/client/collusion.hpp"

namespace fedltr {

bool Collusion::is_complete() const {
  return order_ && own_.size() >= order_->attackers &&
         (!plan_->attack.full || honest_.size() == order_->cohorts);
}

/// The attackers' own models, by client, then everybody else's, by client.
Matrix Collusion::honest_models() const {
  const Index parameters = order_->model.size();
  std::map<std::uint32_t, const double*> others;
  for (const auto& [cohort, heard] : honest_)
    for (std::size_t i = 0; i < heard.clients.size(); ++i)
      others[heard.clients[i]] =
          heard.models.view().data() + static_cast<Index>(i) * parameters;
  Matrix models(static_cast<Index>(own_.size() + others.size()), parameters);
  Index row = 0;
  for (const auto& [client, model] : own_)
    models.row(row++) = model.view().transpose();
  for (const auto& [client, numbers] : others)
    models.row(row++) =
        Eigen::Map<const Vector>(numbers, parameters).transpose();
  return models;
}

std::map<std::uint32_t, Parameters> Collusion::craft() const {
  const Vector global = order_->model.view();
  const Matrix honest = honest_models();
  const Matrix rows = plan_->attack.craft(
      {global, honest, static_cast<Index>(own_.size()), order_->clients,
       plan_->attack.assumed,
       Rng(plan_->seed, Purpose::kAttack, 0, order_->rng_round)});
  std::map<std::uint32_t, Parameters> crafted;
  Index row = 0;
  for (const auto& [client, model] : own_)
    crafted[client] = Parameters(Vector(rows.row(row++).transpose()));
  return crafted;
}

}  // namespace fedltr
