// The relay's host alone, with connections of the test's own making.
#include "actors/consortium/relay_host.hpp"

#include <doctest/doctest.h>

#include "tests/support/det_fixture.hpp"
#include "tests/support/small_consortium.hpp"

namespace fedltr::relay_host_test {
using namespace fedltr::test;
using namespace fedltr::consortium;

namespace {

using Texts = std::vector<std::string>;

/// A host whose gateway notes its orders.
class Host : public DetFixture {
 public:
  /// @param kept  by an earlier process
  explicit Host(std::vector<RelayRecord> kept = {}, RelayConfig config = {})
      : records(std::move(kept)) {
    config.plan = plan_of_one(std::nullopt);
    config.members = {"a", "b", "c", "d"};
    config.agreed.digest = "same";
    config.keep = [this](RelayRecord record) {
      records.push_back(std::move(record));
    };
    config.sync = [this] { synced = records.size(); };
    config.kept = [this, next = std::size_t{0},
                   found =
                       records.size()]() mutable -> std::optional<RelayRecord> {
      if (next == found) return std::nullopt;
      return records[next++];
    };
    config.gateway.stand_in = [this](const GatewayConfig&, const caf::actor&) {
      return sys.spawn([this](caf::event_based_actor* gate) {
        gate->set_default_handler(caf::drop);
        return caf::behavior{
            [this](const SendFrame& order) {
              sent[order.link].push_back(unarchived<FromRelay>(*order.bytes));
              if (std::holds_alternative<Carried>(sent[order.link].back()))
                CHECK(synced == records.size());
            },
            [this](const Refuse& order) { refused.push_back(order.why); }};
      });
    };
    host_ = sys.spawn(relay_host, config, caf::actor_cast<caf::actor>(self));
    run();
  }

  template <class Message>
  void say(const Message& message) {
    caf::anon_send(host_, message);
    run();
  }
  void connect(LinkId link, const std::string& name) {
    LinkUp up;
    up.link = link;
    up.name = name;
    say(up);
  }
  void receive(LinkId link, const FromParty& message) {
    say(LinkFrame{link, SendFrame::of(link, message).bytes});
  }
  /// @param received  number of the relay's messages
  void join(LinkId link, const std::string& name, std::uint64_t process,
            std::uint64_t received = 0) {
    connect(link, name);
    receive(link, Join{"same", {}, process, received});
  }
  void join_all() {
    LinkId link = 0;
    for (const char* name : {"a", "b", "c", "d"}) {
      ++link;
      join(link, name, 10 + link);
    }
  }

  std::vector<RelayRecord> records;
  std::size_t synced = 0;
  std::map<LinkId, std::vector<FromRelay>> sent;
  Texts refused;

 private:
  caf::actor host_;
};

/// Names of messages, or of records.
template <class Variant>
Texts names_of(const std::vector<Variant>& all) {
  Texts names;
  for (const Variant& each : all)
    names.emplace_back(
        std::visit([](const auto& of) { return of.kName; }, each));
  return names;
}

}  // namespace

TEST_CASE("a run begins once all are here, by records on disk") {
  Host host;
  host.join(1, "a", 11);
  host.join(2, "b", 12);
  host.join(3, "c", 13);
  CHECK(names_of(host.sent[1]) == Texts{"Welcome"});
  host.join(4, "d", 14);
  CHECK(names_of(host.records) ==
        Texts{"Joined", "Joined", "Joined", "Joined", "Begun"});
  for (LinkId link = 1; link <= 4; ++link) {
    REQUIRE(names_of(host.sent[link]) == Texts{"Welcome", "Carried"});
    const auto& first = std::get<Carried>(host.sent[link].back());
    CHECK(first.number == 1);
    CHECK(first.message.type() == MessageType::kBeginKeys);
    CHECK(first.message.to == link - 1);
  }
  CHECK(host.refused.empty());
}

TEST_CASE("frames of no member, or out of their order, are refused") {
  Host host;
  host.connect(1, "e");
  CHECK(host.refused == Texts{"the consortium has no member e"});
  host.connect(2, "a");
  host.receive(2, Bye());
  CHECK(host.refused.back() == "invalid frame: Join comes first, and once");
  // It was no party yet, and may try again.
  host.join(3, "a", 11);
  CHECK(names_of(host.sent[3]) == Texts{"Welcome"});
  host.receive(3, Join{"same", {}, 11, 0});
  CHECK(host.refused.back() == "invalid frame: Join comes first, and once");
  host.join(4, "a", 11);
  CHECK(host.refused.back() == "the run continues without it");
  host.join(5, "b", 12);
  host.receive(5, Carried{1, 0, {}});
  CHECK(host.refused.back() ==
        "invalid frame: a message before the run has begun");
  CHECK(names_of(host.records) == Texts{"Joined", "Joined"});
}

TEST_CASE("one process of a member takes part, the one that began") {
  Host host;
  host.join(1, "a", 11);
  host.join(2, "a", 21);
  CHECK(host.refused == Texts{"another process of it is here"});
  host.say(LinkDown{1, "it broke", LinkEnd::kLost});
  host.join(3, "a", 21);
  CHECK(host.refused.size() == 1);
  host.join(4, "b", 12);
  host.join(5, "c", 13);
  host.join(6, "d", 14);
  host.say(LinkDown{3, "it broke", LinkEnd::kLost});
  host.join(7, "a", 11);
  CHECK(host.refused.back() ==
        "the run has begun without this process; --resume continues an earlier "
        "one's");
  host.join(8, "a", 21);
  CHECK(host.refused.size() == 2);
  CHECK(names_of(host.sent[8]) == Texts{"Welcome", "Carried"});
}

TEST_CASE("a relay that resumes sends again what a party has not received") {
  Host first;
  first.join_all();
  for (const std::uint64_t received : {0U, 1U, 2U}) {
    CAPTURE(received);
    Host next(first.records);
    next.join(1, "a", 11, received);
    if (received == 2) {
      CHECK(next.refused == Texts{"invalid frame: it confirms message 2, which "
                                  "was never sent"});
      continue;
    }
    REQUIRE(names_of(next.sent[1]) ==
            (received == 0 ? Texts{"Welcome", "Carried"} : Texts{"Welcome"}));
    CHECK(next.records.size() == first.records.size());
    if (received > 0) continue;
    const auto& again = std::get<Carried>(next.sent[1].back());
    const auto& before = std::get<Carried>(first.sent[1].back());
    CHECK(again.number == before.number);
    CHECK(again.message.body == before.message.body);
  }
}

TEST_CASE("a relay without its journal refuses the parties of the run") {
  Host host;
  host.join(1, "a", 11, 1);
  CHECK(host.refused ==
        Texts{"it resumes a run unknown to this relay; was the relay started "
              "without --resume?"});
  CHECK(host.records.empty());
}

TEST_CASE("a party that confirms nothing is given up, and nothing piles up") {
  Processes run;
  run.run();
  std::vector<Came> came;
  for (const RelayRecord& record : run.kept_relay.records)
    if (const auto* each = std::get_if<Came>(&record)) came.push_back(*each);
  const auto refused = [&](bool confirms, MessageType last) {
    Host host;
    host.join_all();
    for (Came each : came) {
      if (!confirms && each.party == 1) each.carried.received = 0;
      host.receive(each.party + 1, each.carried);
      if (host.refused.empty()) continue;
      CHECK(each.party == 1);
      CHECK(each.carried.message.type() == last);
      break;
    }
    return host.refused;
  };
  CHECK(refused(true, {}).empty());
  CHECK(refused(false, MessageType::kTopAnswer) ==
        Texts{"invalid frame: it answers what it has not confirmed"});
}

TEST_CASE("a party that leaves too early stays silent") {
  Host host;
  host.join_all();
  host.receive(2, Bye());
  const Texts names = names_of(host.records);
  CHECK(Texts(names.begin() + 5, names.end()) == Texts{"Left", "Silenced"});
  host.join(5, "b", 12, 1);
  CHECK(host.refused == Texts{"the run continues without it: did not answer in "
                              "time"});
  // Keys are agreed on anew, without it.
  const auto& again = std::get<Carried>(host.sent[1].back());
  CHECK(again.message.type() == MessageType::kBeginKeys);
  CHECK(again.message.attempt == 2);
}

TEST_CASE("a party that confirms nothing does not fill the relay's memory") {
  RelayConfig config;
  config.most_unconfirmed = 0;
  Host host({}, config);
  host.join_all();
  host.join(5, "b", 12, 1);
  host.join(6, "c", 13, 1);
  CHECK(host.refused.empty());
  host.receive(1, Bye());  // so that keys are agreed on anew
  CHECK(host.refused == Texts{"d has not confirmed 2 messages, of more than 0 "
                              "bytes"});
  CHECK(names_of(host.records).back() == "Silenced");
  for (const LinkId link : {5, 6})
    CHECK(names_of(host.sent[link]).at(1) == "Carried");
  host.join(7, "d", 14, 1);
  CHECK(host.refused.size() == 2);
  CHECK(host.refused.back().starts_with("the run continues without it"));
}

}  // namespace fedltr::relay_host_test
