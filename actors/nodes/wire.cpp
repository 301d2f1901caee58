#include "actors/nodes/wire.hpp"

#include <algorithm>
#include <cmath>

namespace fedltr::wire {
namespace {

/// Grows with what is read, so that a wrong number can't ask for memory.
template <class T, class Each>
void exchange_list(Archive& archive, std::vector<T>& list, const Each& each) {
  auto size = static_cast<std::uint32_t>(list.size());
  archive(size);
  if (archive.reading()) list.clear();
  for (std::uint32_t i = 0; i < size; ++i) {
    if (archive.reading()) list.emplace_back();
    each(list[i]);
  }
}

void exchange(Archive& archive, Lesson& x) {
  auto task = static_cast<std::uint8_t>(x.task);
  archive(task, x.draws, x.time, x.stored, x.searches);
  archive.expect(task <= static_cast<std::uint8_t>(fedltr::Task::kAscend),
                 "an unknown lesson");
  x.task = static_cast<fedltr::Task>(task);
}

void exchange(Archive& archive, TrainCohort& x) {
  archive(x.round, x.model);
  exchange(archive, x.lesson);
  archive(x.participants, x.overheard);
}

void exchange(Archive& archive, EvaluateOwn& x) {
  archive(x.round, x.time, x.model);
}

void exchange(Archive& archive, TallyRequest& x) {
  archive(x.round, x.model);
}

void exchange(Archive& archive, LeaveCohort& x) {
  archive(x.clients);
}

void exchange(Archive& archive, CohortUpdate& x) {
  archive(x.round, x.cohort, x.clients, x.refused, x.dropped, x.faults,
          x.interactions, x.weight.bits, x.online.bits, x.max_rr.bits,
          x.weighted, x.senders, x.models);
}

void exchange(Archive& archive, CohortEvaluated& x) {
  archive(x.round, x.cohort, x.sums, x.counts);
}

void exchange(Archive& archive, Tally& x) {
  archive(x.cohort);
  exchange_list(archive, x.clients, [&](ClientTally& each) {
    archive(each.interactions, each.rounds, each.refused, each.dropped,
            each.silent);
  });
  exchange_list(archive, x.own, [&](WireDouble& each) { archive(each.bits); });
  exchange_list(archive, x.personal, [&](Parameters& each) { archive(each); });
}

void exchange(Archive& archive, CohortLeft& x) {
  archive(x.cohort);
  exchange_list(archive, x.goodbyes,
                [&](Goodbye& each) { archive(each.client, each.clicked); });
}

void exchange(Archive& archive, ClientFailed& x) {
  archive(x.client, x.what);
}

template <class Variant>
std::string encode_variant(Variant value) {
  Archive archive;
  auto index = static_cast<std::uint8_t>(value.index());
  archive(index);
  std::visit([&](auto& each) { exchange(archive, each); }, value);
  return archive.take();
}

template <class Variant, std::size_t I = 0>
Variant read_alternative(Archive& archive, std::uint8_t index) {
  if constexpr (I < std::variant_size_v<Variant>) {
    if (index != I) return read_alternative<Variant, I + 1>(archive, index);
    std::variant_alternative_t<I, Variant> value;
    exchange(archive, value);
    archive.finish();
    return value;
  } else {
    throw ArchiveError("a message of another kind");
  }
}

template <class Variant>
Variant decode_variant(std::string_view bytes) {
  Archive archive(bytes);
  std::uint8_t index = 0;
  archive(index);
  return read_alternative<Variant>(archive, index);
}

void expect(bool holds, const char* what) {
  if (!holds) throw ArchiveError(what);
}

bool are_finite(const Parameters& numbers) {
  return numbers.view().array().isFinite().all();
}

/// The sum of so many means, each 0 to 1.
bool is_sum_of_means(double sum, std::uint32_t count) {
  return sum >= 0 && sum <= count;
}

/// A plan's cohort, as far as what is said about it must fit.
struct Bounds {
  const FederationPlan& plan;
  std::uint32_t cohort = 0;
  std::uint32_t first = cohort * kCohortSize;
  std::uint32_t size = std::min(kCohortSize, plan.clients - first);

  /// Whether clients are of the cohort, ascending.
  bool holds(const std::vector<std::uint32_t>& clients) const {
    return std::ranges::is_sorted(clients, std::less_equal<>()) &&
           (clients.empty() ||
            (clients.front() >= first && clients.back() - first < size));
  }
  bool is_model(const Parameters& model) const {
    return model.size() == plan.shared_parameters() && are_finite(model);
  }

  void check(const TrainCohort& x) const {
    expect(x.round > 0 && is_model(x.model), "a model of another size");
    expect(holds(x.participants), "clients of another cohort");
    expect(!x.overheard, "an adversary listens, which is not here");
  }
  void check(const EvaluateOwn& x) const {
    expect(plan.personal > 0 && x.time > 0 && is_model(x.model),
           "a model of another size");
  }
  void check(const TallyRequest& x) const {
    expect(is_model(x.model), "a model of another size");
  }
  void check(const LeaveCohort& x) const {
    expect(holds(x.clients) && !plan.unlearning.requests.empty(),
           "clients of another cohort leave");
  }

  void answers(const TrainCohort& order, const CohortUpdate& x) const;
  void answers(const EvaluateOwn& order, const CohortEvaluated& x) const;
  void answers(const TallyRequest& order, const Tally& x) const;
  void answers(const LeaveCohort& order, const CohortLeft& x) const;
  void answers(const auto&, const ClientFailed&) const {}
  void answers(const auto&, const auto&) const {
    throw ArchiveError("an answer to something else");
  }
};

void Bounds::answers(const TrainCohort& order, const CohortUpdate& x) const {
  expect(x.cohort == cohort && x.round == order.round,
         "an update of another cohort or round");
  // Late ones of several rounds may join those that were asked.
  const FaultOptions& faults = plan.faults.options();
  const std::uint64_t late = faults.use_late ? faults.delay : 0;
  expect(x.clients <= size * (1 + late) && x.refused <= 2 * size &&
             x.dropped <= 2 * size,
         "more updates than clients");
  expect(x.weight >= 0 && std::isfinite(x.weight), "a senseless weight");
  expect(is_sum_of_means(x.online, x.clients) &&
             is_sum_of_means(x.max_rr, x.clients),
         "senseless online metrics");
  expect(is_model(x.weighted), "a sum of another size, or not finite");
  if (!plan.rule) {
    expect(x.senders.empty() && x.models.size() == 0, "updates nobody asked");
    return;
  }
  expect(holds(x.senders), "updates of clients of another cohort");
  expect(x.models.size() == static_cast<Index>(x.senders.size()) *
                                plan.shared_parameters() &&
             are_finite(x.models),
         "updates of another size, or not finite");
}

void Bounds::answers(const EvaluateOwn& order, const CohortEvaluated& x) const {
  const auto metrics = static_cast<Index>(plan.evaluation->metrics().size());
  expect(x.cohort == cohort && x.round == order.round,
         "an evaluation of another cohort or round");
  expect(x.sums.size() == metrics && x.counts.size() == metrics &&
             are_finite(x.sums) && are_finite(x.counts),
         "an evaluation of another size, or not finite");
  expect(x.counts.view().minCoeff() >= 0 && x.counts.view().maxCoeff() <= size,
         "an evaluation by more clients than there are");
}

void Bounds::answers(const TallyRequest&, const Tally& x) const {
  expect(x.cohort == cohort && x.clients.size() == size,
         "a tally of another cohort");
  expect(x.own.size() == (plan.tell_own ? size : 0), "a tally of another size");
  expect(x.personal.size() == (plan.personal > 0 ? size : 0),
         "a tally of another size");
  for (const Parameters& each : x.personal)
    expect(each.size() == plan.personal && are_finite(each),
           "personal parameters of another size, or not finite");
}

void Bounds::answers(const LeaveCohort& order, const CohortLeft& x) const {
  expect(x.cohort == cohort && x.goodbyes.size() == order.clients.size(),
         "others leave than were asked to");
  const auto documents =
      static_cast<std::uint64_t>(plan.simulation->data->documents());
  for (std::size_t i = 0; i < order.clients.size(); ++i) {
    const auto& clicked = x.goodbyes[i].clicked;
    expect(x.goodbyes[i].client == order.clients[i],
           "others leave than were asked to");
    expect(std::ranges::is_sorted(clicked, std::less_equal<>()) &&
               (clicked.empty() || clicked.back() < documents),
           "clicks on documents that do not exist");
  }
}

}  // namespace

void Hello::exchange(Archive& archive) {
  archive(protocol, version, name, token, cores);
}

void Welcome::exchange(Archive& archive) {
  archive(scenario);
}

void Ready::exchange(Archive& archive) {
  archive(digest, data);
}

void Refused::exchange(Archive& archive) {
  archive(why, later);
}

void Order::exchange(Archive& archive) {
  archive(run, cohort, number, opens, state, task);
}

void Answer::exchange(Archive& archive) {
  archive(run, cohort, number, outcome, state);
}

void Close::exchange(Archive& archive) {
  archive(run, cohort);
}

Kind kind_of(std::string_view frame) {
  return static_cast<Kind>(frame.empty() ? 0 : frame.front());
}

std::string encode_task(const Task& task) {
  return encode_variant(task);
}

Task decode_task(std::string_view bytes, const FederationPlan& plan,
                 std::uint32_t cohort) {
  expect(cohort < plan.cohorts(), "a cohort that does not exist");
  Task task = decode_variant<Task>(bytes);
  const Bounds bounds{plan, cohort};
  std::visit([&](const auto& each) { bounds.check(each); }, task);
  return task;
}

std::string encode_outcome(const Outcome& outcome) {
  return encode_variant(outcome);
}

Outcome decode_outcome(std::string_view bytes, const Task& task,
                       const FederationPlan& plan, std::uint32_t cohort) {
  Outcome outcome = decode_variant<Outcome>(bytes);
  const Bounds bounds{plan, cohort};
  std::visit([&](const auto& order,
                 const auto& answer) { bounds.answers(order, answer); },
             task, outcome);
  return outcome;
}

std::size_t most_bytes(const FederationPlan& plan) {
  const auto parameters = static_cast<std::size_t>(plan.initial.size());
  // An update, a late one, a personal part; twice that, since a late update may
  // wait with another one.
  std::size_t client = 6 * parameters * sizeof(double) + 1024;
  if (plan.unlearning.evidence && !plan.unlearning.requests.empty())
    client += 8 * static_cast<std::size_t>(plan.simulation->data->documents());
  if (plan.faults.options().use_late)
    client += plan.faults.options().delay * parameters * sizeof(double);
  return (1U << 20) + kCohortSize * client;
}

std::string printable(std::string_view text) {
  constexpr std::size_t kMost = 200;
  std::string clean;
  for (const char each : text.substr(0, kMost))
    clean += each >= ' ' && each <= '~' ? each : '?';
  if (text.size() > kMost) clean += "...";
  return clean;
}

}  // namespace fedltr::wire
