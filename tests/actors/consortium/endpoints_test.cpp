#include "actors/consortium/endpoints.hpp"

#include "actors/protocol/messages.hpp"
#include "actors/runtime/scheduler.hpp"
#include "actors/silo/machine_fault.hpp"
#include "actors/silo/party.hpp"
#include "actors/silo/training_party.hpp"
#include "tests/support/small_consortium.hpp"
#include "tests/support/small_text.hpp"

namespace fedltr::session_test {
using namespace fedltr::test;

TEST_CASE("parties with their own data alone end as all in one process do") {
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

TEST_CASE("a party whose connection is cut comes back and changes no bit") {
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

TEST_CASE("a party that stays away is left out, and the others end") {
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

TEST_CASE("two parties are too few for a consortium") {
  Processes processes;
  processes.absent = {1, 3};
  processes.relay.wait = 30;
  processes.run();
  CHECK(processes.relay_end.kind == End::Kind::kLeftOut);
  CHECK(processes.relay_end.why == "b, d: not here in 30 s");
  CHECK(processes.ends[0].kind == End::Kind::kFailed);
}

TEST_CASE("a party that agreed to something else is refused") {
  Processes processes;
  processes.relay.wait = 30;
  processes.parties[1].agreed.digest = "other";
  processes.run();
  CHECK(processes.ends[1].kind == End::Kind::kLeftOut);
  CHECK(processes.ends[1].why.find("agreed to something else") !=
        std::string::npos);
  CHECK(processes.relay_end.run->excluded.contains(1));
  CHECK(processes.ends[0].kind == End::Kind::kDone);
}

TEST_CASE("a refusal names the keys that differ, and both values") {
  Processes processes;
  processes.relay.wait = 30;
  processes.relay.agreed.keys = {{"silo.epsilon", 1}, {"silo.rows", 2}};
  processes.relay.agreed.values = {{"silo.epsilon", "8"}, {"silo.rows", "12"}};
  link::Agreed& other = processes.parties[1].agreed;
  other.digest = "other";
  other.keys = {{"silo.epsilon", 7}, {"silo.rows", 2}};
  other.values = {{"silo.epsilon", "0.5"}, {"silo.rows", "12"}};
  processes.run();
  CHECK(processes.ends[1].why ==
        "refused by the relay: it has agreed to something else, which differs "
        "from the relay's agreement in silo.epsilon = 8; here silo.epsilon = "
        "0.5");
}

TEST_CASE("a party without a common protocol gets both ranges, at once") {
  Processes processes;
  processes.relay.wait = 30;
  processes.parties[1].gateway.terms.protocols = {7, 9};
  processes.parties[2].gateway.terms.protocols = {1, 9};
  processes.run();
  CHECK(processes.ends[1].kind == End::Kind::kLeftOut);
  CHECK(processes.ends[1].why ==
        "refused by the relay: it speaks protocols 7 to 9 (fedltr 1), but the "
        "relay is fedltr 1 and speaks " +
            text_of(consortium::kProtocols) +
            ": nodes, members and parties each have a server of their own "
            "kind");
  CHECK(processes.ends[2].kind == End::Kind::kDone);
}

namespace {

/// Reads until the other side has sent `count` bytes or hangs up.
/// @return  the number of bytes
std::size_t read_up_to(int socket, std::size_t count) {
  std::string bytes(count, '\0');
  std::size_t size = 0;
  while (size < count) {
    const auto got = read(socket, bytes.data(), count - size);
    if (got <= 0) break;
    size += static_cast<std::size_t>(got);
  }
  return size;
}

}  // namespace

TEST_CASE(
    "a greeted party that has not joined is replaced by its next greeting") {
  Processes processes;
  processes.absent = {0, 1, 2, 3};
  processes.relay.wait = 100;
  processes.relay.gateway.tick = 10000;  // no signs of life
  std::jthread peer([&] {
    const std::string hello =
        framed(encode(link::Hello{consortium::kProtocols, "1", "a", "secret"}));
    const std::size_t welcome = framed(encode(link::Welcome{2, "1"})).size();
    std::array<int, 2> sockets{};
    for (int& socket : sockets) {
      socket = processes.parties[0].dial();
      CHECK(write(socket, hello.data(), hello.size()) == std::ssize(hello));
      CHECK(read_up_to(socket, welcome) == welcome);
    }
    CHECK(read_up_to(sockets[0], 1) == 0);
    char byte = 0;
    CHECK(recv(sockets[1], &byte, 1, MSG_DONTWAIT) == -1);
    for (const int socket : sockets) close(socket);
  });
  processes.run();
  CHECK(processes.relay_end.kind == End::Kind::kLeftOut);
}

TEST_CASE("a party without the token that it was issued is refused") {
  Processes processes;
  processes.relay.wait = 30;
  const std::string name = processes.relay.members[1];
  processes.relay.gateway.terms.knows_token =
      [name](const auto& who, const auto&) { return who != name; };
  processes.run();
  CHECK(processes.ends[1].kind == End::Kind::kLeftOut);
  CHECK(processes.ends[1].why.find("its token is wrong or was revoked") !=
        std::string::npos);
  CHECK(processes.relay_end.run->excluded.contains(1));
}

TEST_CASE("a party whose token is withdrawn is left out of a run that began") {
  Processes processes;
  std::atomic<bool> withdrawn = false;
  std::atomic<int> asked = 0;
  const std::string name = processes.relay.members[1];
  processes.relay.gateway.terms.knows_token = [&](const auto& who,
                                                  const auto&) {
    if (!withdrawn || who != name) return true;
    ++asked;
    return false;
  };
  processes.parties[1].on_sent = [&](const SiloMessage&) {
    withdrawn = true;
    // Holds the run back so that the relay's clock can tick.
    for (int i = 0; i < 6000 && asked < 3; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
  };
  processes.run();
  REQUIRE(asked >= 3);
  CHECK(processes.ends[1].kind == End::Kind::kLeftOut);
  CHECK(processes.ends[1].why.find("its token was withdrawn") !=
        std::string::npos);
  CHECK(processes.relay_end.kind == End::Kind::kDone);
  CHECK(processes.relay_end.run->excluded.at(1) == "its token was withdrawn");
  CHECK(processes.ends[0].kind == End::Kind::kDone);
}

TEST_CASE("a token that becomes unreadable during a run excludes no party") {
  Processes processes;
  std::atomic<bool> unreadable = false;
  std::atomic<int> asked = 0;
  processes.relay.gateway.terms.knows_token =
      [&](const auto&, const auto&) -> std::optional<bool> {
    if (!unreadable) return true;
    ++asked;
    return std::nullopt;
  };
  processes.parties[1].on_sent = [&](const SiloMessage&) {
    unreadable = true;
    for (int i = 0; i < 6000 && asked < 20; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
  };
  processes.run();
  REQUIRE(asked >= 20);
  CHECK(processes.relay_end.kind == End::Kind::kDone);
  CHECK(processes.relay_end.run->excluded.empty());
}

TEST_CASE("a transcript that can't be written stops the relay, not the run") {
  Processes processes;
  for (auto& party : processes.parties) party.wait = 1;
  processes.relay.transcript = [](const consortium::PackedMessage&) {
    throw std::runtime_error("the disk is full");
  };
  processes.run();
  CHECK(processes.relay_end.kind == End::Kind::kInterrupted);
  CHECK(processes.relay_end.why == "the disk is full");
  CHECK(processes.ends[0].kind == End::Kind::kLeftOut);
}

TEST_CASE("a party whose ledger has no room stops, and may resume") {
  Processes processes;
  processes.parties[2].hooks.before_answer =
      [](const SiloMessage&, ReleaseLedger&) { throw MachineFault("no room"); };
  processes.relay.grace = 1;
  processes.run();
  CHECK(processes.ends[2].kind == End::Kind::kInterrupted);
  CHECK(processes.ends[2].why == "no room");
  REQUIRE_MESSAGE(processes.relay_end.kind == End::Kind::kDone,
                  processes.relay_end.why);
  CHECK(processes.relay_end.run->excluded.contains(2));
}

TEST_CASE("a disk that fails after a party is done costs no result") {
  Processes processes;
  const auto& kept = processes.kept[1].records;
  processes.parties[1].sync = [&kept] {
    if (kept.empty()) return;
    const auto* last = std::get_if<consortium::Carried>(&kept.back());
    if (last && last->message.type() == MessageType::kEnd)
      throw MachineFault("no room");
  };
  processes.relay.grace = 1;
  processes.run();
  CHECK(processes.ends[1].kind == End::Kind::kDone);
  CHECK(processes.ends[1].party);
  CHECK(processes.relay_end.kind == End::Kind::kDone);
}

TEST_CASE("a disk that fails as a relay gives up hides no reason") {
  Processes processes;
  processes.absent = {1, 3};
  processes.relay.wait = 30;
  for (auto& party : processes.parties) party.wait = 1;
  processes.relay.sync = [welcomes = 0]() mutable {
    if (++welcomes > 2) throw MachineFault("no room");
  };
  processes.run();
  CHECK(processes.relay_end.kind == End::Kind::kLeftOut);
  CHECK(processes.relay_end.why == "b, d: not here in 30 s");
}

TEST_CASE("a party that rejects the keys stops, and the others end") {
  Processes processes;
  processes.parties[2].hooks.on_keys = [](const AgreedKeys&) {
    throw std::runtime_error("another code");
  };
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

TEST_CASE(
    "a party answers neither itself nor in the name of an excluded party") {
  // Messages that the relay carries to a party, up to a member's question.
  Processes processes;
  processes.run();
  std::vector<SiloMessage> brought;
  for (const auto& event : processes.kept[0].records) {
    brought.push_back(
        consortium::unpacked(std::get<consortium::Carried>(event).message,
                             plan_of_one(0)->protocol));
    if (brought.back().type() == MessageType::kTopQuestion) break;
  }
  const SiloMessage question = brought.back();
  REQUIRE(question.type() == MessageType::kTopQuestion);
  SystemConfig config{1};
  caf::actor_system system{config};
  caf::scoped_actor self{system};
  const auto me = caf::actor_cast<caf::actor>(self.ptr());
  const caf::actor party = self->spawn(party_actor<TrainingParty>,
                                       PartyPlace{plan_of_one(0), 0, me, me});
  const auto answers_to = [&](const SiloMessage& message) {
    self->send(party, message);
    self->send(party, Handled{});
    int answers = 0;
    for (bool handled = false; !handled;)
      self->receive(
          [&](const SiloMessage& said) {
            answers += said.type() == MessageType::kTopAnswer ? 1 : 0;
          },
          [&](Handled) { handled = true; });
    return answers;
  };
  for (const SiloMessage& message : brought)
    CHECK(answers_to(message) == (&message == &brought.back() ? 1 : 0));
  SiloMessage own = question;
  own.from = 0;
  CHECK(answers_to(own) == 0);
  SiloMessage excluded = message_of(Excluded(), question.from);
  excluded.attempt = question.attempt;
  excluded.to = 0;
  CHECK(answers_to(excluded) == 0);
  CHECK(answers_to(question) == 0);
  self->send_exit(party, caf::exit_reason::user_shutdown);
}

TEST_CASE("a party that withholds an answer is excluded by a clock") {
  Processes processes;
  processes.relay.deadline = 1;
  // It waits for its user to confirm the safety code, longer than the deadline.
  processes.parties[1].hooks.on_keys = [](const AgreedKeys&) {
    std::this_thread::sleep_for(std::chrono::seconds(4));
  };
  processes.run();
  REQUIRE_MESSAGE(processes.relay_end.kind == End::Kind::kDone,
                  processes.relay_end.why);
  CHECK(processes.relay_end.run->excluded.at(1) == "did not answer in 1 s");
  CHECK(processes.ends[1].kind == End::Kind::kFailed);
}

TEST_CASE("a document's number from a peer takes no memory") {
  consortium::PackedMessage packed;
  packed.code = static_cast<std::uint8_t>(MessageType::kTopAnswer);
  packed.body = {1, 0, 0, 0, 0xfe, 0xff, 0xff, 0xff, 0x0f, 1, 0, 0, 0x80, 0x3f};
  const SiloMessage read =
      consortium::unpacked(packed, small_protocol("off", false));
  REQUIRE(std::holds_alternative<TopAnswer>(read.body()));
  CHECK(consortium::packed(read).body == packed.body);
}

}  // namespace fedltr::session_test
