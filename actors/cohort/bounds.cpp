#include "actors/cohort/bounds.hpp"

#include <numeric>

#include <spdlog/fmt/fmt.h>

namespace fedltr {
namespace {

template <class... Values>
void expect(bool holds, fmt::format_string<const Values&...> text,
            const Values&... values) {
  if (!holds) throw ArchiveError(fmt::format(text, values...));
}

bool is_mean(double value) {
  return value >= 0 && value <= 1;
}

bool are_finite(const Parameters& numbers) {
  return numbers.view().array().isFinite().all();
}

/// True if `sum` can be the sum of `count` means, each 0 to 1.
bool is_sum_of_means(double sum, std::uint32_t count) {
  return sum >= 0 && sum <= count;
}

bool is_ascending(const std::vector<std::uint32_t>& numbers) {
  return std::ranges::is_sorted(numbers, std::less_equal<>());
}

/// Faults, searches and weight of a cohort's clients in a round, by the plan.
struct Expected {
  FaultCounts faults;
  std::uint64_t searches = 0;
  std::uint64_t weight = 0;
};

Expected expected_of(const Bounds& bounds, const RoundSpec& spec,
                     const std::vector<std::uint32_t>& asked) {
  Expected expected;
  for (const std::uint32_t client : asked) {
    const Fault fault = bounds.plan.faults.fault(client, spec);
    expected.faults.dropouts += fault == Fault::kDropout;
    expected.faults.crashes += fault == Fault::kCrash;
    expected.faults.corrupt += fault == Fault::kCorrupt;
    expected.faults.late += fault == Fault::kLate;
    const std::uint32_t own = bounds.interactions[client - bounds.first];
    expected.searches += searches_of(spec, own);
    expected.weight += own;
  }
  return expected;
}

}  // namespace

void Bounds::check(const CohortTask& task) const {
  std::visit([this](const auto& each) { check_task(each); }, task);
}

void Bounds::check(const CohortTask& task, const CohortOutcome& outcome) const {
  std::visit([this](const auto& asked,
                    const auto& answer) { check_answer(asked, answer); },
             task, outcome);
}

void Bounds::check_answer(const auto& task, const auto& x) const {
  throw ArchiveError(
      fmt::format("unexpected {}: it answers no {}", x.kName, task.kName));
}

void Bounds::check_cohort(const char* message, std::uint32_t of_cohort) const {
  expect(of_cohort == cohort, "unexpected {}: cohort {}, expected {}", message,
         of_cohort, cohort);
}

void Bounds::check_model(const Parameters& model) const {
  expect(model.size() == plan.shared_parameters(),
         "a model has {} parameters, expected {}", model.size(),
         plan.shared_parameters());
  expect(are_finite(model), "a model is not finite");
}

void Bounds::check_members(const std::vector<std::uint32_t>& clients) const {
  expect(is_ascending(clients), "a list of {} clients does not ascend",
         clients.size());
  expect(clients.empty() ||
             (clients.front() >= first && clients.back() - first < size),
         "clients {} to {}, expected some of {} to {}",
         clients.empty() ? 0 : clients.front(),
         clients.empty() ? 0 : clients.back(), first, first + size - 1);
}

void Bounds::check_task(const TrainCohort& x) const {
  expect(x.round > 0, "TrainCohort of round 0");
  check_model(x.model);
  check_members(x.participants);
  expect(!x.nobody || x.participants.empty(),
         "no client is to take part, but {} do", x.participants.size());
  expect(!x.full_knowledge, "an adversary is sent no updates of a node");
}

void Bounds::check_task(const EvaluateOwn& x) const {
  expect(plan.personal > 0 && x.time > 0,
         "EvaluateOwn of round {}, with {} personal parameters", x.time,
         plan.personal);
  check_model(x.model);
}

void Bounds::check_task(const StatsRequest& x) const {
  check_model(x.model);
}

void Bounds::check_task(const LeaveCohort& x) const {
  expect(!plan.unlearning.requests.empty(), "no client is to leave, but {} do",
         x.clients.size());
  check_members(x.clients);
}

void Bounds::check_answer(const TrainCohort& task,
                          const CohortUpdate& x) const {
  check_cohort(x.kName, x.cohort);
  expect(x.round == task.round,
         "unexpected CohortUpdate: cohort {}, round {}, expected {}", cohort,
         x.round, task.round);
  check_counts(task, x);
  const PartialSum& sum = x.sum;
  expect(is_sum_of_means(sum.online, sum.clients) &&
             is_sum_of_means(sum.max_rr, sum.clients),
         "{} clients have online metrics that add up to {} and {}", sum.clients,
         sum.online, sum.max_rr);
  expect(sum.weighted.size() == plan.shared_parameters(),
         "a sum of {} numbers, expected {}", sum.weighted.size(),
         plan.shared_parameters());
  expect((sum.weighted.array().abs() <= sum.weight * kLargestNumber).all(),
         "a sum beyond what updates of weight {} can be", sum.weight);
  if (plan.rule) return check_rows(task, x);
  expect(x.rows.clients.empty() && x.rows.numbers.size() == 0,
         "unrequested updates of {} clients", x.rows.clients.size());
}

/// Checks counts: faults are known, and an update is refused, late, or counts.
void Bounds::check_counts(const TrainCohort& task,
                          const CohortUpdate& x) const {
  std::vector<std::uint32_t> asked = task.participants;
  if (asked.empty() && !task.nobody) {
    asked.resize(size);
    std::iota(asked.begin(), asked.end(), first);
  }
  expect(interactions.size() == size, "searches of {} clients, expected {}",
         interactions.size(), size);
  const Expected expected = expected_of(*this, task.spec, asked);
  const FaultCounts& due = expected.faults;
  const FaultCounts& told = x.faults.simulated;
  const FaultOptions& faults = plan.faults.options();
  const std::uint64_t max_stale = faults.use_late && task.spec.trains()
                                      ? size * std::uint64_t{faults.delay}
                                      : 0;
  expect(told.dropouts == due.dropouts && told.crashes == due.crashes &&
             told.corrupt == due.corrupt && told.late <= due.late &&
             told.stale <= max_stale && told.lost == 0 && told.unused == 0,
         "{} dropouts, {} crashes, {} corrupt, {} late and {} stale updates, "
         "expected {}, {}, {}, at most {} and {}",
         told.dropouts, told.crashes, told.corrupt, told.late, told.stale,
         due.dropouts, due.crashes, due.corrupt, due.late, max_stale);
  const std::uint64_t missing =
      told.dropouts + told.crashes + (faults.use_late ? 0 : told.late);
  expect(x.faults.dropped == missing, "{} updates are missing, expected {}",
         x.faults.dropped, missing);
  const std::uint64_t max_updates =
      asked.size() - told.dropouts - told.crashes + told.stale;
  expect(x.sum.clients + std::uint64_t{x.faults.refused} + told.late <=
             max_updates,
         "{} updates, {} refused and {} late, expected {} at most",
         x.sum.clients, x.faults.refused, told.late, max_updates);
  const std::uint64_t stale_searches =
      told.stale * std::ranges::max(interactions);
  expect(x.sum.interactions <= expected.searches + stale_searches,
         "{} searches, expected {} at most", x.sum.interactions,
         expected.searches + stale_searches);
  const double min_weight = x.sum.clients;
  const double max_weight =
      plan.weighting == Weighting::kUniform
          ? min_weight
          : static_cast<double>(expected.weight + stale_searches);
  expect(x.sum.weight >= min_weight &&
             x.sum.weight <= (x.sum.clients > 0 ? max_weight : 0),
         "{} clients weigh {}, expected {} to {}", x.sum.clients, x.sum.weight,
         min_weight, max_weight);
}

/// Checks the updates for a robust rule, one row each.
void Bounds::check_rows(const TrainCohort& task, const CohortUpdate& x) const {
  const Index columns = plan.shared_parameters();
  const auto& [clients, numbers] = x.rows;
  check_members(clients);
  expect(clients.size() <= x.sum.clients,
         "{} clients have sent updates, of which {} count", clients.size(),
         x.sum.clients);
  expect((task.participants.empty() && !task.nobody) ||
             std::ranges::includes(task.participants, clients),
         "updates of clients that were not asked");
  expect(numbers.size() == static_cast<Index>(clients.size()) * columns,
         "{} updates have {} numbers, expected {} each", clients.size(),
         numbers.size(), columns);
  for (std::size_t i = 0; i < clients.size(); ++i)
    expect(plan.learner->accepts(numbers.view().segment(
               static_cast<Index>(i) * columns, columns)),
           "no learner sends the update of client {}", clients[i]);
}

void Bounds::check_answer(const EvaluateOwn& task,
                          const CohortEvaluated& x) const {
  const Index values = plan.values_of_own();
  check_cohort(x.kName, x.cohort);
  expect(x.round == task.round,
         "unexpected CohortEvaluated: cohort {}, round {}, expected {}", cohort,
         x.round, task.round);
  expect(x.sums.size() == values && x.counts.size() == values,
         "sums of {} values and counts of {}, expected {}", x.sums.size(),
         x.counts.size(), values);
  expect(are_finite(x.sums) && are_finite(x.counts),
         "an evaluation is not finite");
  expect(x.counts.view().minCoeff() >= 0 && x.counts.view().maxCoeff() <= size,
         "an evaluation counts {} to {} clients, of which there are {}",
         x.counts.view().minCoeff(), x.counts.view().maxCoeff(), size);
}

void Bounds::check(const std::vector<ClientStats>& x) const {
  std::vector<std::uint32_t> clients;
  for (const ClientStats& each : x) {
    clients.push_back(each.client);
    expect(each.rounds <= rounds && each.refused <= each.rounds &&
               each.dropped <= each.rounds && each.silent <= each.dropped,
           "a client of {} rounds, of {}: {} refused, {} dropped, {} silent",
           each.rounds, rounds, each.refused, each.dropped, each.silent);
    expect(each.interactions <= (std::uint64_t{each.rounds} << 32),
           "a client of {} searches in {} rounds", each.interactions,
           each.rounds);
  }
  check_members(clients);
}

void Bounds::check_late(const Block::Stale& x, std::uint32_t from,
                        std::uint32_t due) const {
  const FaultOptions& faults = plan.faults.options();
  expect(faults.use_late && from > 0 && from <= plan.rounds && due > from &&
             due - from <= faults.delay,
         "an update of round {} is due in {}, expected at most {} rounds later",
         from, due, faults.use_late ? faults.delay : 0);
  const std::uint32_t place = x.update.client - first;
  expect(place < size, "a late update of client {}, expected {} to {}",
         x.update.client, first, first + size - 1);
  expect(is_mean(x.update.online) && is_mean(x.update.max_rr) &&
             (interactions.empty() ||
              x.update.interactions == interactions[place]),
         "a late update of {} searches with online metrics {} and {}",
         x.update.interactions, x.update.online, x.update.max_rr);
  const auto numbers = x.message.view();
  const Index expected = plan.learner->message_size(plan.shared_parameters());
  expect(numbers.size() == expected, "a late update of {} numbers, expected {}",
         numbers.size(), expected);
  expect(plan.learner->sends_models()
             ? (numbers.array().abs() <= kLargestNumber).all()
             : plan.learner->accepts(numbers),
         "no learner sends the late update of client {}", x.update.client);
}

void Bounds::check_answer(const StatsRequest& task,
                          const CohortStats& x) const {
  check_cohort(x.kName, x.cohort);
  // The last round may have been given up.
  Bounds so_far = *this;
  so_far.rounds = std::uint64_t{task.round} + 1;
  so_far.check(x.clients);
  const std::size_t own = plan.report_local_metrics ? size : 0;
  const std::size_t personal = plan.personal > 0 ? size : 0;
  const std::size_t least = std::max(own, personal);
  expect(x.clients.size() >= least,
         "statistics of {} clients, expected {} at least", x.clients.size(),
         least);
  expect(x.own.size() == own && x.personal.size() == personal,
         "metrics of {} clients and parameters of {}, expected {} and {}",
         x.own.size(), x.personal.size(), own, personal);
  for (const Parameters& each : x.personal)
    expect(each.size() == plan.personal && are_finite(each),
           "{} personal parameters, expected {} finite ones", each.size(),
           plan.personal);
}

void Bounds::check_answer(const LeaveCohort& task, const CohortLeft& x) const {
  check_cohort(x.kName, x.cohort);
  expect(x.removed.size() == task.clients.size(),
         "{} clients left, expected {}", x.removed.size(), task.clients.size());
  const auto documents =
      static_cast<std::uint64_t>(plan.simulation->data->documents());
  for (std::size_t i = 0; i < task.clients.size(); ++i) {
    const auto& clicked = x.removed[i].clicked;
    expect(x.removed[i].client == task.clients[i],
           "client {} left, expected {}", x.removed[i].client, task.clients[i]);
    expect(is_ascending(clicked) &&
               (clicked.empty() || clicked.back() < documents),
           "client {} clicked on documents that do not exist or ascend",
           task.clients[i]);
  }
}

}  // namespace fedltr
