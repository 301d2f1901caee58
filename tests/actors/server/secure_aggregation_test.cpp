#include "actors/server/secure_aggregation.hpp"

#include <doctest/doctest.h>

#include "tests/support/client_training.hpp"
#include "tests/support/secure_federation.hpp"

namespace fedltr::secure_aggregation_test {
namespace {

constexpr std::uint64_t kEnvelope = 9;

FederationPlan secure_plan(std::uint32_t clients) {
  FederationPlan plan = test::small_plan(clients, 1);
  plan.secure.emplace();
  plan.secure->tolerance = {0.34, 0, 40, 10};
  return plan;
}

/// Leads a round through its stages with real clients.
struct Round {
  FederationPlan plan;
  test::SecureFederation clients;
  SecureAggregation server{plan, kEnvelope};
  std::vector<test::Words> values;

  explicit Round(std::uint32_t count)
      : plan(secure_plan(count)),
        clients(count, plan.secure->tolerance),
        values(test::random_words(count, 6)) {
    server.open(1, clients.ids);
  }

  void answer(std::uint32_t id, const std::string& bytes) {
    CHECK(server.accept(0, id, bytes) == "");
  }
  void exchange_keys() {
    for (const auto& [id, bytes] : server.begin(SecureStage::kKeys, 1))
      answer(id, write_letter(clients.clients[id].advertise()));
    CHECK(server.cohort_answered());
    for (const auto& [id, bytes] : server.begin(SecureStage::kShares, 1))
      answer(id, write_letter(clients.clients[id].share(
                     1, read_letter<Neighbours>(bytes))));
    CHECK(server.cohort_answered());
  }
  void train(const std::set<std::uint32_t>& without) {
    for (const auto& [id, bytes] : server.begin(SecureStage::kMasks, 1)) {
      clients.clients[id].receive(1, read_letter<Incoming>(bytes));
      if (without.contains(id)) continue;
      test::Words words = values[id];
      clients.clients[id].mask(1, words);
      server.add({id}, words);
    }
  }
  void open_shares() {
    for (const auto& [id, bytes] : server.begin(SecureStage::kOpening, 1))
      answer(id, write_letter(clients.clients[id].open(
                     1, read_letter<Survivors>(bytes))));
    CHECK(server.cohort_answered());
  }
};

}  // namespace

TEST_CASE("the stages end in the sum over the answering clients") {
  for (const std::set<std::uint32_t>& dropped :
       {std::set<std::uint32_t>{}, std::set<std::uint32_t>{2}}) {
    Round round(6);
    round.exchange_keys();
    round.train(dropped);
    CHECK(round.server.shortfall(3) == "");
    round.open_shares();
    const auto sum = round.server.unmask();
    REQUIRE(sum);
    CHECK(*sum == test::sum_of(round.values, dropped));
    const SecureTotals totals = round.server.close();
    CHECK_FALSE(round.server.is_open());
    CHECK(totals.recovered == dropped.size());
    CHECK(totals.lost == 0);
    CHECK(totals.clients == 6);
    CHECK(totals.largest == 6);
  }
}

TEST_CASE("bytes of messages are those of the clients that had them") {
  Round round(5);
  round.exchange_keys();
  round.train({});
  round.open_shares();
  CHECK(round.server.traffic(0).up == 0);  // of closed rounds only
  const SecureTotals totals = round.server.close();
  std::uint64_t up = 0;
  std::uint64_t down = 0;
  for (std::uint32_t id = 0; id < 5; ++id) {
    const ClientTraffic& traffic = round.server.traffic(id);
    CHECK(traffic.up > 3 * kEnvelope + 32);  // keys, shares, opened shares
    CHECK(traffic.down > 4 * kEnvelope);
    up += traffic.up;
    down += traffic.down;
  }
  CHECK(totals.bytes_up == up);
  CHECK(totals.bytes_down == down);
}

TEST_CASE("a stage ends when all cohorts have answered") {
  const FederationPlan plan = secure_plan(6);
  SecureAggregation server(plan, kEnvelope);
  CHECK_FALSE(server.is_open());
  server.open(1, {0, 1, 2, 3, 4, 5});
  CHECK(server.is_open());
  const auto messages = server.begin(SecureStage::kKeys, 2);
  CHECK(server.stage() == SecureStage::kKeys);
  CHECK(messages.size() == 6);
  CHECK(messages[3].client == 3);
  CHECK(messages[3].bytes.empty());
  CHECK_FALSE(server.cohort_answered());
  CHECK(server.cohort_answered());
  CHECK_THROWS_AS(server.cohort_answered(), std::invalid_argument);
}

TEST_CASE("messages from elsewhere are invalid, and harm no client") {
  Round round(4);
  round.server.begin(SecureStage::kKeys, 1);
  CHECK(round.server.accept(1, 2, "key") == "not a client of that cohort");
  CHECK(round.server.accept(0, 77, "key") == "not a client of that cohort");
  CHECK(round.server.accept(0, 2, "nonsense") != "");
  CHECK_THROWS_AS(round.server.add({1}, test::Words(6)), std::invalid_argument);
}

TEST_CASE("a round with too few answers is lost, and costs what was sent") {
  Round round(6);
  round.exchange_keys();
  round.train({0, 1, 2, 3});
  CHECK(round.server.shortfall(3) != "");
  const SecureTotals totals = round.server.give_up();
  CHECK(totals.lost == 1);
  CHECK(totals.recovered == 0);
  CHECK(totals.bytes_up > 0);
  CHECK(round.server.traffic(0).up > 0);
}

TEST_CASE("bytes of closed rounds survive a checkpoint") {
  Round round(4);
  round.exchange_keys();
  round.train({});
  round.server.give_up();
  const std::string bytes = archived(round.server);
  SecureAggregation restored(round.plan, kEnvelope);
  Archive reader(bytes);
  restored.exchange(reader);
  CHECK(restored.traffic(2).up == round.server.traffic(2).up);
  const FederationPlan larger = secure_plan(5);
  SecureAggregation other(larger, kEnvelope);
  Archive again(bytes);
  CHECK_THROWS_AS(other.exchange(again), ArchiveError);
}

}  // namespace fedltr::secure_aggregation_test
