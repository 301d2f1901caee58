#include "actors/consortium/session.hpp"

#include <atomic>
#include <mutex>
#include <thread>

#include <sys/socket.h>
#include <unistd.h>

#include "algorithms/text/merged.hpp"
#include "tests/support/loopback.hpp"
#include "tests/support/small_silo.hpp"

namespace fedltr::session_test {
using namespace fedltr::test;
using consortium::End;

namespace {

constexpr std::uint32_t kParties = 4;

std::shared_ptr<const PartyData> own_data(std::uint32_t party) {
  SyntheticTextOptions options;
  options.documents = 50;
  options.terms = 40;
  options.vocabulary = 800;
  options.topics = 4;
  options.queries = 12;
  options.depths = {15, 4};
  options.seed = 1 + party;
  auto collection =
      std::make_shared<const Collection>(synthesize_text(options));
  PartyShare share = whole_share(*collection);
  return std::make_shared<const PartyData>(
      PartyData{std::move(collection), std::move(share)});
}

/// Four parties with data of their own, in one process.
SiloPlan plan_of_all() {
  SiloPlan plan = small_silo();
  plan.collection = nullptr;
  plan.shares = std::make_shared<const std::vector<PartyShare>>(kParties);
  for (std::uint32_t p = 0; p < kParties; ++p) plan.own.push_back(own_data(p));
  return plan;
}

/// What a party or the relay has of it.
std::shared_ptr<SiloPlan> plan_of_one(std::optional<std::uint32_t> party) {
  auto plan = std::make_shared<SiloPlan>(plan_of_all());
  for (std::uint32_t p = 0; p < kParties; ++p)
    if (party != p) plan->own[p] = nullptr;
  return plan;
}

/// A relay and parties, a thread each, over sockets of this machine.
class Processes {
 public:
  Processes() {
    std::tie(listener_, port_) = listen_on_loopback();
    relay.plan = plan_of_one(std::nullopt);
    relay.members = {"a", "b", "c", "d"};
    relay.version = "1";
    relay.digest = "same";
    relay.knows_token = [](const auto&, const auto&) { return true; };
    relay.wait = 200;
    relay.grace = 200;
    relay.tick = 20;
    relay.gateway.listener = listener_;
    for (std::uint32_t p = 0; p < kParties; ++p) parties.push_back(party(p));
  }

  void run() {
    std::vector<std::jthread> threads;
    threads.emplace_back(
        [this] { relay_end = consortium::run_relay(relay, 1, interrupt_); });
    for (std::uint32_t p = 0; p < kParties; ++p)
      if (!absent.contains(p))
        threads.emplace_back([this, p] {
          Interrupt mine;
          const Deadline deadline(mine);
          ends[p] = consortium::run_party(parties[p], 1, mine);
        });
    const Deadline deadline(interrupt_);
    threads.clear();
  }

  /// Cuts a party's connection, as a network does.
  void cut(std::uint32_t p) {
    const std::lock_guard lock(mutex_);
    shutdown(sockets_[p], SHUT_RDWR);
    ++cuts;
  }

  consortium::RelayConfig relay;
  std::vector<consortium::PartyConfig> parties;
  std::set<std::uint32_t> absent;
  End relay_end;
  std::map<std::uint32_t, End> ends{{0, {}}, {1, {}}, {2, {}}, {3, {}}};
  std::atomic<int> cuts{0};
  std::atomic<int> dials{0};

 private:
  consortium::PartyConfig party(std::uint32_t p) {
    consortium::PartyConfig config;
    config.plan = plan_of_one(p);
    config.party = p;
    config.members = relay.members;
    config.hello.version = "1";
    config.hello.name = relay.members[p];
    config.hello.digest = "same";
    config.hello.process = p + 1;
    config.wait = 5;
    config.dial = [this, p] {
      const int socket = connect_to_loopback(port_);
      if (socket < 0) throw std::runtime_error("nobody listens");
      ++dials;
      const std::lock_guard lock(mutex_);
      sockets_[p] = dup(socket);
      return socket;
    };
    return config;
  }

  int listener_ = -1;
  std::uint16_t port_ = 0;
  Interrupt interrupt_;
  std::mutex mutex_;
  std::map<std::uint32_t, int> sockets_;
};

void check_models(const Processes& processes, const SiloRecord& expected) {
  for (const auto& [p, end] : processes.ends) {
    if (processes.absent.contains(p)) continue;
    REQUIRE_MESSAGE(end.kind == End::Kind::kDone, end.why);
    REQUIRE(end.party);
    REQUIRE(expected.parties[p]);
    CHECK(end.party->models == expected.parties[p]->models);
    CHECK(end.party->tests.size() == expected.parties[p]->tests.size());
    CHECK(end.party->safety_code == expected.parties[p]->safety_code);
  }
}

}  // namespace

TEST_CASE("Parties with their own data alone end as all in one process do") {
  const SiloRecord expected = run(plan_of_all());
  Processes processes;
  processes.run();
  REQUIRE_MESSAGE(processes.relay_end.kind == End::Kind::kDone,
                  processes.relay_end.why);
  check_models(processes, expected);
  CHECK(processes.relay_end.run->excluded.empty());
  CHECK(processes.relay_end.run->sent[0].bytes == expected.sent[0].bytes);
  CHECK(processes.ends[0].party->tests.size() == 4);  // round(.3 * 12)
  CHECK(processes.ends[0].party->fields[0].documents == 200);
}

TEST_CASE("A party whose connection is cut comes back and changes no bit") {
  const SiloRecord expected = run(plan_of_all());
  Processes processes;
  std::map<std::uint32_t, std::atomic<int>> sent;
  for (const std::uint32_t p : {0U, 2U}) {
    sent[p] = 0;
    processes.parties[p].on_sent = [&processes, &sent, p](const SiloMessage&) {
      const int count = ++sent.at(p);
      if (count == 2 || count == 9 || count == 30) processes.cut(p);
    };
  }
  processes.run();
  CHECK(processes.cuts == 6);
  CHECK(processes.dials > 4);
  REQUIRE_MESSAGE(processes.relay_end.kind == End::Kind::kDone,
                  processes.relay_end.why);
  check_models(processes, expected);
}

TEST_CASE("Who stays away is left out, and the others end") {
  Processes processes;
  processes.absent = {3};
  processes.relay.wait = 30;
  processes.run();
  REQUIRE_MESSAGE(processes.relay_end.kind == End::Kind::kDone,
                  processes.relay_end.why);
  CHECK(processes.relay_end.run->excluded.at(3) == "did not answer in time");
  for (std::uint32_t p = 0; p < 3; ++p)
    CHECK(processes.ends[p].kind == End::Kind::kDone);
}

TEST_CASE("Two are too few for a consortium") {
  Processes processes;
  processes.absent = {1, 3};
  processes.relay.wait = 30;
  processes.run();
  CHECK(processes.relay_end.kind == End::Kind::kLeftOut);
  CHECK(processes.relay_end.why == "b, d: not here in 30 s");
  CHECK(processes.ends[0].kind == End::Kind::kFailed);
}

TEST_CASE("A party that agreed to something else is refused") {
  Processes processes;
  processes.relay.wait = 30;
  processes.parties[1].hello.digest = "other";
  processes.run();
  CHECK(processes.ends[1].kind == End::Kind::kLeftOut);
  CHECK(processes.ends[1].why.find("agreed to something else") !=
        std::string::npos);
  CHECK(processes.relay_end.run->excluded.contains(1));
  CHECK(processes.ends[0].kind == End::Kind::kDone);
}

TEST_CASE("A party without the token that it was issued is refused") {
  Processes processes;
  processes.relay.wait = 30;
  const std::string name = processes.parties[1].hello.name;
  processes.relay.knows_token = [name](const auto& who, const auto&) {
    return who != name;
  };
  processes.run();
  CHECK(processes.ends[1].kind == End::Kind::kLeftOut);
  CHECK(processes.ends[1].why.find("its token is not the one it was issued") !=
        std::string::npos);
  CHECK(processes.relay_end.run->excluded.contains(1));
}

TEST_CASE("A transcript that can't be written ends the run, and is told") {
  Processes processes;
  processes.relay.transcript = [](const SiloMessage&) {
    throw std::runtime_error("the disk is full");
  };
  processes.run();
  CHECK(processes.relay_end.kind == End::Kind::kFailed);
  CHECK(processes.relay_end.why == "the disk is full");
  CHECK(processes.ends[0].kind == End::Kind::kFailed);
}

TEST_CASE("A party that does not believe the keys stops, and the others end") {
  Processes processes;
  auto plan = plan_of_one(2);
  plan->on_safety_code = [](const std::string&) {
    throw std::runtime_error("another code");
  };
  processes.parties[2].plan = plan;
  std::atomic<int> sent = 0;
  processes.parties[2].on_sent = [&](const SiloMessage& message) {
    CHECK(message.type() == MessageType::kPartyKey);
    ++sent;
  };
  processes.run();
  CHECK(sent == 1);
  CHECK(processes.ends[2].kind == End::Kind::kFailed);
  CHECK(processes.ends[2].why.find("another code") != std::string::npos);
  REQUIRE_MESSAGE(processes.relay_end.kind == End::Kind::kDone,
                  processes.relay_end.why);
  CHECK(processes.relay_end.run->excluded.contains(2));
}

TEST_CASE("A party that says nothing that it owes is excluded by a clock") {
  Processes processes;
  processes.relay.plan->deadline = 1;
  auto plan = plan_of_one(1);
  // It waits for its person, who does not come.
  plan->on_safety_code = [](const std::string&) {
    std::this_thread::sleep_for(std::chrono::seconds(4));
  };
  processes.parties[1].plan = plan;
  processes.run();
  REQUIRE_MESSAGE(processes.relay_end.kind == End::Kind::kDone,
                  processes.relay_end.why);
  CHECK(processes.relay_end.run->excluded.at(1) == "did not answer in 1 s");
  CHECK(processes.ends[1].kind == End::Kind::kFailed);
}

}  // namespace fedltr::session_test
