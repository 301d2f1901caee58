// What a client costs, so that a million fit on a machine.
#include <doctest/doctest.h>
#include <malloc.h>

#include "tests/support/det_fixture.hpp"
#include "tests/support/small_federation.hpp"

using namespace fedltr;

TEST_CASE("a client's actor takes at most 1.5 KB beyond its data") {
  constexpr std::uint32_t kClients = 2000;
  const auto run = begin_run(test::small_plan(kClients, 1));
  auto population = run.population;
  const auto members = population.hand_out(0, kClients);
  test::DetFixture fixture;
  std::vector<caf::actor> clients;
  clients.reserve(kClients);
  const std::size_t before = mallinfo2().uordblks;
  for (std::uint32_t i = 0; i < kClients; ++i)
    clients.push_back(fixture.sys.spawn<caf::lazy_init>(
        client, run.plan, i, members[i], std::shared_ptr<HistoryStore>()));
  const auto order = caf::make_message(test::train_order(1, Vector::Zero(6)));
  for (const caf::actor& each : clients) fixture.self->send(each, order);
  fixture.run();
  for (std::uint32_t i = 0; i < kClients; ++i)
    fixture.self->receive([](const Update&) {});
  const double each =
      static_cast<double>(mallinfo2().uordblks - before) / kClients;
  MESSAGE(each << " bytes");
  CHECK(each <= 1536);
  for (const caf::actor& client : clients)
    fixture.self->send_exit(client, caf::exit_reason::user_shutdown);
}
