// A party's host alone, with connections of the test's own making.
#include "actors/consortium/party_host.hpp"

#include <doctest/doctest.h>

#include "tests/support/det_fixture.hpp"
#include "tests/support/small_consortium.hpp"

namespace fedltr::party_host_test {
using namespace fedltr::test;
using namespace fedltr::consortium;

namespace {

/// The host of party 0, whose gateway notes its orders. The test is its relay.
class Host : public DetFixture {
 public:
  /// @param kept  by an earlier process
  explicit Host(std::vector<PartyEvent> kept = {}) : records(std::move(kept)) {
    PartyConfig config;
    config.plan = plan_of_one(0);
    config.members = {"a", "b", "c", "d"};
    config.agreed.digest = "same";
    config.process = 11;
    config.keep = [this](PartyEvent event) {
      records.push_back(std::move(event));
    };
    config.sync = [this] { synced = records.size(); };
    config.kept = [this, next = std::size_t{0},
                   found =
                       records.size()]() mutable -> std::optional<PartyEvent> {
      if (next == found) return std::nullopt;
      return records[next++];
    };
    config.gateway.stand_in = [this](const GatewayConfig&, const caf::actor&) {
      return sys.spawn([this](caf::event_based_actor* gate) {
        gate->set_default_handler(caf::drop);
        return caf::behavior{[this](const SendFrame& order) {
          CHECK(synced == records.size());
          sent.push_back(unarchived<FromParty>(*order.bytes));
        }};
      });
    };
    const caf::actor main = sys.spawn([this](caf::event_based_actor* of) {
      of->set_default_handler(caf::drop);
      return caf::behavior{[this](Ready) { is_ready = true; },
                           [this](const Lost& lost) { losses.push_back(lost); },
                           [this](const End& ended) { end = ended; }};
    });
    host_ = sys.spawn(party_host, config, main);
    run();
  }

  template <class Message>
  void say(const Message& message) {
    caf::anon_send(host_, message);
    run();
  }
  /// Connects, and returns the party's Join.
  Join connect(LinkId link) {
    LinkUp up;
    up.link = link_ = link;
    say(up);
    const auto* join = sent.empty() ? nullptr : std::get_if<Join>(&sent.back());
    REQUIRE(join);
    return *join;
  }
  void tell(const FromRelay& message) {
    say(LinkFrame{link_, SendFrame::of(link_, message).bytes});
  }
  void welcome(std::uint64_t received = 0) { tell(Welcome{"same", received}); }
  /// Carries the relay's first message, by default.
  void begin_keys(std::uint64_t number = 1, std::uint64_t received = 0) {
    SiloMessage begin = message_of(BeginKeys{{0, 1, 2, 3}});
    begin.attempt = 1;
    begin.to = 0;
    tell(Carried{number, received, packed(begin)});
  }
  void check_end(End::Kind kind, const std::string& why) const {
    REQUIRE(end);
    CHECK(end->kind == kind);
    CHECK(end->why == why);
  }

  std::vector<PartyEvent> records;
  std::size_t synced = 0;
  std::vector<FromParty> sent;
  std::vector<Lost> losses;
  std::optional<End> end;
  bool is_ready = false;

 private:
  caf::actor host_;
  LinkId link_ = 0;
};

const Carried& last_carried(const Host& host) {
  const auto* carried = std::get_if<Carried>(&host.sent.back());
  REQUIRE(carried);
  return *carried;
}

}  // namespace

TEST_CASE("a party keeps a message before it answers, and answers once") {
  Host host;
  CHECK(host.is_ready);
  const Join join = host.connect(1);
  CHECK(join.digest == "same");
  CHECK(join.process == 11);
  CHECK(join.received == 0);
  host.welcome();
  host.begin_keys();
  CHECK(host.records.size() == 1);
  REQUIRE(host.sent.size() == 2);
  const Carried& key = last_carried(host);
  CHECK(key.number == 1);
  CHECK(key.received == 1);
  CHECK(key.message.type() == MessageType::kPartyKey);
  host.begin_keys();
  CHECK(host.records.size() == 1);
  CHECK(host.sent.size() == 2);
  CHECK_FALSE(host.end);
}

TEST_CASE("a party leaves a relay that breaks the order of frames") {
  constexpr auto kSays = "the relay sends what no relay sends: ";
  Host early;
  early.connect(1);
  early.begin_keys();
  early.check_end(End::Kind::kLeftOut,
                  std::string(kSays) + "a message before a welcome");
  CHECK(early.records.empty());
  Host gap;
  gap.connect(1);
  gap.welcome();
  gap.begin_keys(2);
  gap.check_end(End::Kind::kLeftOut,
                std::string(kSays) + "message 2 came, expected 1");
  Host ahead;
  ahead.connect(1);
  ahead.welcome();
  ahead.begin_keys(1, 1);
  ahead.check_end(
      End::Kind::kLeftOut,
      std::string(kSays) + "it confirms message 1, which was never sent");
  Host garbled;
  garbled.connect(1);
  garbled.say(LinkFrame{1, std::make_shared<const std::string>("\x7f")});
  REQUIRE(garbled.end);
  CHECK(garbled.end->kind == End::Kind::kLeftOut);
}

TEST_CASE("a party ends if the relay has another agreement, or dismisses it") {
  Host other;
  other.connect(1);
  other.tell(Welcome{"other", 0});
  other.check_end(End::Kind::kLeftOut, "the relay has another agreement");
  Host dismissed;
  dismissed.connect(1);
  dismissed.welcome();
  dismissed.tell(Dismissed{"too\x1b few"});
  dismissed.check_end(End::Kind::kFailed, "the relay's reason: too? few");
  // Its part is over, so it sends Bye.
  CHECK(std::holds_alternative<Bye>(dismissed.sent.back()));
  Host refused;
  refused.connect(1);
  refused.say(LinkDown{1, "refused", LinkEnd::kRefused});
  refused.check_end(End::Kind::kLeftOut, "refused");
  CHECK(refused.losses.empty());
}

TEST_CASE("a party sends again what the relay has not received") {
  for (const std::uint64_t received : {0U, 1U, 2U}) {
    CAPTURE(received);
    Host host;
    host.connect(1);
    host.welcome();
    host.begin_keys();
    const PackedMessage key = last_carried(host).message;
    host.say(LinkDown{1, "it broke", LinkEnd::kLost});
    REQUIRE(host.losses.size() == 1);
    CHECK(host.losses[0].was_welcome);
    CHECK(host.connect(2).received == 1);
    const std::size_t before = host.sent.size();
    host.welcome(received);
    if (received == 0) {
      CHECK(host.sent.size() == before + 1);
      CHECK(last_carried(host).message.body == key.body);
    } else {
      CHECK(host.sent.size() == before);
      CHECK(host.end.has_value() == (received == 2));
    }
  }
}

TEST_CASE("a process that resumes has the same key, and what came before") {
  Host first;
  first.connect(1);
  first.welcome();
  first.begin_keys();
  Host next(first.records);
  CHECK(next.is_ready);
  CHECK(next.records.size() == 1);
  CHECK(next.connect(1).received == 1);
  next.welcome();
  REQUIRE(next.sent.size() == 2);
  CHECK(last_carried(next).number == 1);
  CHECK(last_carried(next).message.body == last_carried(first).message.body);
}

}  // namespace fedltr::party_host_test
