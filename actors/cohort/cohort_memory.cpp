#include "actors/cohort/cohort_memory.hpp"

#include <algorithm>

#include "actors/client/client_memory.hpp"
#include "algorithms/core/archive.hpp"

namespace fedltr {
namespace {

void exchange_record(Archive& archive, CohortMemory& memory) {
  archive(memory.record.stats, memory.left, memory.record.late);
}

}  // namespace

ClientStats& CohortRecord::of(std::uint32_t client) {
  // If all clients up to this one were asked, their number is its place.
  const std::size_t guess = stats.empty() ? 0 : client - stats.front().client;
  if (guess < stats.size() && stats[guess].client == client)
    return stats[guess];
  const auto place =
      std::ranges::lower_bound(stats, client, {}, &ClientStats::client);
  if (place != stats.end() && place->client == client) return *place;
  return *stats.insert(place, {client});
}

std::string write_cohort_memory(CohortMemory memory) {
  Archive own;
  exchange_record(own, memory);
  std::string bytes = own.take();
  Archive archive;
  archive(bytes, memory.clients);
  return archive.take();
}

CohortMemory read_cohort_memory(const Bounds& bounds, std::string_view bytes) {
  const FederationPlan& plan = bounds.plan;
  CohortMemory memory;
  std::string own;
  Archive archive(bytes);
  archive(own, memory.clients);
  archive.finish();
  Archive record(own);
  exchange_record(record, memory);
  record.finish();
  bounds.check(memory.record.stats);
  const auto& late = memory.record.late.all();
  archive.expect(
      late.size() <= std::size_t{bounds.size} * plan.faults.options().delay,
      "more late updates than there can be");
  for (const LateUpdate& each : late)
    bounds.check_late(each.stale, each.from, each.due);
  bounds.check_members(memory.left);
  archive.expect(memory.left.empty() || !plan.unlearning.requests.empty(),
                 "clients have left that could not");
  archive.expect(memory.clients.empty() || plan.clients_keep(),
                 "clients keep nothing");
  for (const auto& [client, state] : memory.clients) {
    archive.expect(
        bounds.has(client) && !std::ranges::binary_search(memory.left, client),
        "it is of other clients");
    check_client_memory(plan, client, state);
  }
  return memory;
}

}  // namespace fedltr
