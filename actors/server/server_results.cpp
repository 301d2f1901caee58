// End of a run at its server: asks for the clients' statistics, and assembles
// the results.
#include <algorithm>
#include <map>
#include <utility>

#include "actors/runtime/recorder.hpp"
#include "actors/server/server.hpp"

namespace fedltr {
namespace {

/// Returns the mean of the clients' own parameters.
template <class Counts>
Vector mean_personal(const std::vector<ClientRecord>& clients, Index size,
                     const Counts& counts) {
  Vector sum = Vector::Zero(size);
  double counted = 0;
  for (std::uint32_t id = 0; id < clients.size(); ++id) {
    if (!counts(id)) continue;
    sum += clients[id].personal;
    ++counted;
  }
  return sum / counted;
}

/// True if a client has data and is present after the last round.
bool is_active_now(const TrainingState& run, std::uint32_t client) {
  return run.participants.is_active(client) &&
         run.plan->faults.present(client, std::max(run.trained, 1U));
}

/// Returns the metrics by query; with parameters of the clients' own (FedPer)
/// their mean over the clients present.
Matrix evaluate_queries(const TrainingState& run,
                        const std::vector<ClientRecord>& clients) {
  const FederationPlan& plan = *run.plan;
  if (plan.personal == 0) return plan.evaluation->per_query(run.model.view());
  Matrix sums;
  Matrix counts;
  Vector whole(plan.initial.size());
  whole.head(run.model.size()) = run.model.view();
  const auto counts_now = [&](std::uint32_t id) {
    return is_active_now(run, id);
  };
  if (plan.pools_personal) {
    whole.tail(plan.personal) =
        mean_personal(clients, plan.personal, counts_now);
    return plan.evaluation->per_query(whole);
  }
  std::map<std::size_t, Matrix> at_start;  // by set, for untrained clients
  for (std::uint32_t id = 0; id < plan.clients; ++id) {
    if (!counts_now(id)) continue;
    const Vector& own = clients[id].personal;
    const std::size_t set = id % plan.sets_of_own();
    const auto evaluated = [&] {
      whole.tail(plan.personal) = own;
      return plan.personal_evaluations[set]->per_query(whole);
    };
    const bool is_start = own == plan.initial.tail(plan.personal);
    if (is_start && !at_start.contains(set)) at_start[set] = evaluated();
    const Matrix values = is_start ? at_start.at(set) : evaluated();
    if (sums.size() == 0)
      sums = counts = Matrix::Zero(values.rows(), values.cols());
    sums.array() += values.array().isNaN().select(0, values.array());
    counts.array() += values.array().isNaN().select(
        0, Matrix::Ones(values.rows(), values.cols()).array());
  }
  return sums.cwiseQuotient(counts);
}

}  // namespace

void ServerState::request_stats() {
  if (!abandoned_.empty()) return fail(abandoned_);
  enter(ServerPhase::kReporting);
  run_->take_best();
  if (run_->plan->report_local_metrics || run_->plan->personal > 0)
    spawn_all_cohorts();
  if (cohorts_.empty()) return finish();
  if (run_->plan->participation == 1) clients_.reserve(run_->plan->clients);
  for (const auto& [index, each] : cohorts_)
    self_->send(each, StatsRequest{run_->round, run_->model});
}

void ServerState::receive(const CohortStats& stats) {
  const PrivacyMeter& privacy = run_->privacy;
  std::uint64_t rounds = 0;
  double epsilon = privacy.epsilon(0);
  for (std::size_t i = 0; i < stats.clients.size(); ++i) {
    const ClientStats& told = stats.clients[i];
    // Recalled updates were not charged again.
    const std::uint64_t charged = privacy.counts_each() && told.rounds > 0
                                      ? privacy.rounds(told.client)
                                      : told.rounds;
    // Most clients have the same number of rounds.
    if (charged != rounds) {
      rounds = charged;
      epsilon = privacy.epsilon(rounds);
    }
    ClientRecord& record = clients_.emplace_back();
    record.client = told.client;
    record.interactions = told.interactions;
    record.refused = told.refused;
    record.dropped = told.dropped;
    record.bytes_up = (told.rounds - told.silent) * bytes_.update;
    record.bytes_down = told.rounds * bytes_.order;
    if (run_->secure) {
      const ClientTraffic traffic = run_->secure->traffic(told.client);
      record.bytes_up += traffic.up;
      record.bytes_down += traffic.down;
    }
    record.epsilon = epsilon;
    if (!stats.own.empty()) record.own = stats.own[i];
    if (!stats.personal.empty()) record.personal = stats.personal[i].view();
  }
  if (++stats_received_ == cohorts_.size()) finish();
}

void ServerState::finish() {
  std::ranges::sort(clients_, {}, &ClientRecord::client);
  const auto& verdicts = run_->aggregator.verdicts();
  for (ClientRecord& record : clients_) {
    record.is_active = is_active_now(*run_, record.client);
    if (const auto found = verdicts.find(record.client);
        found != verdicts.end()) {
      record.honest = found->second.honest;
      record.attacking = found->second.attacking;
      record.selection = found->second.selection;
    }
  }
  RunResult& result = run_->result;
  result.model = run_->model.view();
  result.per_query = evaluate_queries(*run_, clients_);
  result.clients = std::move(clients_);
  result.complete = run_->is_complete();
  result.max_rounds = run_->privacy.max_rounds();
  self_->send(recorder_,
              RecordResult{run_->plan->run,
                           std::make_shared<RunResult>(std::move(result))});
  end_run();
}

}  // namespace fedltr
