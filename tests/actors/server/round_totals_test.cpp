#include "actors/server/round_totals.hpp"

#include <doctest/doctest.h>

#include "algorithms/core/archive.hpp"

namespace fedltr::round_totals_test {
namespace {

const MessageBytes kBytes = {100, 10, 0};

RoundTotals totals() {
  return {kBytes, 0.5, 0.25};
}

PartialSum sum_of(std::uint32_t clients, double online) {
  return {Vector::Zero(1),  1.0 * clients,
          online * clients, 0,
          clients,          std::uint64_t{clients} * 3};
}

}  // namespace

TEST_CASE("a closed round adds to the counters and returns its values") {
  RoundTotals all = totals();
  CHECK(all.closed().epsilon == 0.25);
  all.open(4);
  all.close(1, 1, sum_of(4, 0.5), 1.5);
  all.open(5);
  all.close(2, 2, sum_of(5, 0.25), 2.5);
  const RoundRecord& record = all.closed();
  CHECK(record.round == 2);
  CHECK(record.time == 2);
  CHECK(record.clients == 5);
  CHECK(record.interactions == 27);
  CHECK(record.online == 0.25);
  CHECK(record.online_discounted == 0.5 + 0.5 * 0.25);
  CHECK(record.bytes_down == 900);
  CHECK(record.bytes_up == 90);
  CHECK(record.epsilon == 2.5);
}

TEST_CASE("a round without searches has no online performance") {
  RoundTotals all = totals();
  all.open(4);
  PartialSum idle = sum_of(4, 0);
  idle.interactions = 0;
  all.close(1, 0, idle, 0);
  CHECK(std::isnan(all.closed().online));
  CHECK(std::isnan(all.closed().max_rr));
  CHECK(all.closed().online_discounted == 0);
}

TEST_CASE("clients that drop out or crash send nothing") {
  RoundTotals all = totals();
  all.open(10);
  RoundFaults faults;
  faults.simulated.dropouts = 2;
  faults.simulated.crashes = 1;
  all.count_faults({0, 3, faults.simulated});
  CHECK(all.answering() == 7);
  all.close(1, 1, sum_of(7, 0.5), 0);
  CHECK(all.closed().dropped == 3);
  CHECK(all.closed().bytes_up == 70);
  // Clients that failed in the round before answer again.
  all.open(10);
  CHECK(all.answering() == 10);
  CHECK(all.bytes_up() == 100);
  CHECK(all.bytes_down() == 1000);
}

TEST_CASE("invalid updates are unexpected beyond those corrupted on purpose") {
  RoundTotals all = totals();
  all.open(3);
  RoundFaults faults;
  faults.simulated.corrupt = 1;
  all.count_faults(faults);
  all.count_faults({.refused = 1});
  CHECK_FALSE(all.unexpectedly_invalid());
  all.count_faults({.refused = 1});
  CHECK(all.unexpectedly_invalid());
  all.close(1, 1, sum_of(1, 0.5), 0);
  CHECK_FALSE(all.unexpectedly_invalid());
  CHECK(all.closed().refused == 2);
}

TEST_CASE("late updates of a round that is not used are lost") {
  RoundTotals all = totals();
  all.open(3);
  RoundFaults faults;
  faults.simulated.stale = 2;
  all.count_faults(faults);
  all.close(1, 1, sum_of(3, 0.5), 0);
  all.open(3);
  all.count_faults(faults);
  all.count_unused();
  all.close(2, 2, sum_of(1, 0.5), 0);
  CHECK(all.closed().faults.stale == 2);
  CHECK(all.closed().faults.lost == 2);
  CHECK(all.closed().faults.unused == 1);
}

TEST_CASE("rejected updates are counted by their senders") {
  RoundTotals all = totals();
  all.open(5);
  all.count_rejected({{1, 2, 4}, 1});
  all.close(1, 1, sum_of(5, 0.5), 0);
  CHECK(all.closed().rejected_attackers == 1);
  CHECK(all.closed().rejected_honest == 2);
  CHECK(all.closed().rejected == std::vector<std::uint32_t>{1, 2, 4});
  all.open(5);
  all.count_rejected({{3}, 1});
  all.close(2, 2, sum_of(5, 0.5), 0);
  CHECK(all.closed().rejected_attackers == 2);
  CHECK(all.closed().rejected == std::vector<std::uint32_t>{3});
  // A round without a rule, such as gradient ascent, rejects no client.
  all.open(5);
  all.close(3, 2, sum_of(5, 0.5), 0);
  CHECK(all.closed().rejected_attackers == 2);
  CHECK(all.closed().rejected.empty());
}

TEST_CASE("secure aggregation's messages count as bytes of the run") {
  RoundTotals all = totals();
  all.open(2);
  SecureTotals round;
  round.bytes_up = 7;
  round.bytes_down = 5;
  round.clients = round.largest = 2;
  all.count_secure(round);
  all.close(1, 1, sum_of(2, 0.5), 0);
  CHECK(all.closed().bytes_up == 20 + 7);
  CHECK(all.closed().bytes_down == 200 + 5);
  CHECK(all.closed().secure.clients == 2);
}

TEST_CASE("a round that is given up leaves no trace in a checkpoint") {
  RoundTotals all = totals();
  all.open(4);
  all.close(1, 1, sum_of(4, 0.5), 1.5);
  all.open(4);
  all.count_faults({.refused = 3});
  CHECK(all.closed().refused == 0);
  Archive writer;
  all.exchange(writer);
  const std::string bytes = writer.take();
  RoundTotals restored = totals();
  Archive reader(bytes);
  restored.exchange(reader);
  restored.open(4);
  restored.close(2, 2, sum_of(4, 0.5), 1.5);
  CHECK(restored.closed().refused == 0);
  CHECK(restored.closed().interactions == 24);
  CHECK(restored.closed().online_discounted == 0.75);
}

}  // namespace fedltr::round_totals_test
