// Costs of a client, so that a million fit on a machine.
#include <doctest/doctest.h>
#include <malloc.h>

#include "algorithms/core/archive.hpp"
#include "tests/support/client_training.hpp"
#include "tests/support/shuffled_run.hpp"

namespace fedltr::scale_test {
namespace {

/// Keeps the bytes of the last checkpoint.
struct Kept : test::Memory {
  std::string bytes;

  void on_checkpoint(std::uint32_t, std::uint32_t,
                     const std::string& kept) override {
    bytes = kept;
  }
};

/// Size in bytes of the server's own state after three rounds with `clients`.
std::size_t server_bytes(std::uint32_t clients) {
  FederationPlan plan = test::small_plan(clients, 4);
  plan.checkpoint.every = 3;
  Kept kept;
  Interrupt never;
  run_federations({&plan, 1}, 2, kept, never);
  Archive archive(kept.bytes);
  Snapshot snapshot;
  archive(snapshot);
  return snapshot.server.size();
}

}  // namespace

TEST_CASE("a linear rule's server keeps nothing that grows with clients") {
  const std::size_t few = server_bytes(256);
  CHECK(few > 0);
  CHECK(server_bytes(256 * 20) == few);
}

TEST_CASE("a round's messages are linear in its clients") {
  const auto steps = [](std::uint32_t clients, std::uint32_t rounds) {
    return static_cast<double>(
        test::run_shuffled(test::small_plan(clients, rounds), 1).steps);
  };
  // Without start and end, which are also linear.
  const auto of_a_round = [&](std::uint32_t clients) {
    return (steps(clients, 3) - steps(clients, 1)) / 2;
  };
  const double few = of_a_round(512);
  CHECK(few >= 2 * 512);  // an order and an update each
  CHECK(few <= 2.1 * 512);
  CHECK(of_a_round(2048) / few == doctest::Approx(4).epsilon(0.01));
}

TEST_CASE("a client's actor takes at most 512 bytes beyond its data") {
  constexpr std::uint32_t kClients = 2000;
  const auto run = begin_run(test::small_plan(kClients, 1));
  test::DetFixture fixture;
  std::vector<caf::actor> clients;
  clients.reserve(kClients);
  const std::size_t before = mallinfo2().uordblks;
  for (std::uint32_t i = 0; i < kClients; ++i)
    clients.push_back(fixture.sys.spawn<caf::lazy_init>(
        client, run.plan, i, run.population.at(i),
        std::shared_ptr<HistoryStore>()));
  const auto order = caf::make_message(test::train_order(1, Vector::Zero(6)));
  for (const caf::actor& each : clients) fixture.self->send(each, order);
  fixture.run();
  for (std::uint32_t i = 0; i < kClients; ++i)
    fixture.self->receive([](const Update&) {});
  const double each =
      static_cast<double>(mallinfo2().uordblks - before) / kClients;
  MESSAGE(each << " bytes");
  CHECK(each <= 512);
  for (const caf::actor& client : clients)
    fixture.self->send_exit(client, caf::exit_reason::user_shutdown);
}

}  // namespace fedltr::scale_test
