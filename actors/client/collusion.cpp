#include "actors/client/collusion.hpp"

namespace fedltr {

bool Collusion::is_complete() const {
  return order_ && own_.size() >= order_->attackers &&
         (!plan_->attack.full || honest_.size() == order_->cohorts);
}

/// Returns the attackers' models, by client, then all others', by client.
Collusion::Known Collusion::known() const {
  const Index parameters = order_->model.size();
  std::map<std::uint32_t, const double*> others;
  for (const auto& [cohort, heard] : honest_)
    for (std::size_t i = 0; i < heard.rows.clients.size(); ++i)
      others[heard.rows.clients[i]] =
          heard.rows.numbers.view().data() + static_cast<Index>(i) * parameters;
  Known known{
      Matrix(static_cast<Index>(own_.size() + others.size()), parameters), {}};
  const auto add = [&](std::uint32_t client, const VectorView& model) {
    known.models.row(static_cast<Index>(known.clients.size())) =
        model.transpose();
    known.clients.push_back(client);
  };
  for (const auto& [client, model] : own_) add(client, model.view());
  for (const auto& [client, numbers] : others)
    add(client, Eigen::Map<const Vector>(numbers, parameters));
  return known;
}

std::map<std::uint32_t, Parameters> Collusion::craft(Attack& attack) const {
  const Vector global = order_->model.view();
  const Known honest = known();
  const std::uint32_t round = order_->training_round;
  const Matrix rows =
      attack.craft({global, honest.models, static_cast<Index>(own_.size()),
                    order_->clients, plan_->attack.assumed,
                    Rng(plan_->seed, Purpose::kAttack, 0, order_->rng_round),
                    round, honest.clients, order_->eligible,
                    order_->round - round, order_->rng_round});
  std::map<std::uint32_t, Parameters> crafted;
  Index row = 0;
  for (const auto& [client, model] : own_)
    crafted[client] = Parameters(Vector(rows.row(row++).transpose()));
  return crafted;
}

}  // namespace fedltr
