// A member's host alone, with connections of the test's own making.
#include "actors/members/member_host.hpp"

#include <map>

#include <doctest/doctest.h>

#include "tests/support/det_fixture.hpp"
#include "tests/support/small_members.hpp"

namespace fedltr::member_host_test {
using namespace fedltr::test;
using namespace fedltr::members;

namespace {

/// A host whose gateway notes its messages, and the main actor's reports.
class Host : public DetFixture {
 public:
  explicit Host(bool leaves = false) {
    const Rehearsal rehearsal = small_members(3);
    MemberConfig config;
    config.plan = rehearsal.plan;
    config.rows = rehearsal.rows[0];
    config.secrets = simulated_secrets(rehearsal.seed, 0);
    config.on_model = [this](const Closed&) { ++models; };
    if (leaves) config.on_left = [this](const Left& left) { has_left = left; };
    config.agreed.digest = "digest";
    config.process = 77;
    config.gateway.stand_in = [this](const GatewayConfig&, const caf::actor&) {
      return sys.spawn([this](caf::event_based_actor* gate) {
        gate->set_default_handler(caf::drop);
        return caf::behavior{[this](const SendFrame& order) {
          links.push_back(order.link);
          sent.push_back(unarchived<FromMember>(*order.bytes));
        }};
      });
    };
    const auto main = sys.spawn([this](caf::event_based_actor*) {
      return caf::behavior{
          [this](const Lost& each) { lost.push_back(each); },
          [this](const PartEnded& each) { ends.push_back(each.end); }};
    });
    host_ = sys.spawn(member_host, config, main);
    run();
  }
  ~Host() {
    caf::anon_send_exit(host_, caf::exit_reason::user_shutdown);
    run();
  }

  template <class Message>
  void say(const Message& message) {
    caf::anon_send(host_, message);
    run();
  }
  void connect(LinkId link, std::uint32_t protocol = kProtocols.highest) {
    LinkUp up;
    up.link = link;
    up.protocol = protocol;
    say(up);
  }
  void receive(LinkId link, const FromLead& message) {
    say(LinkFrame{link, std::make_shared<const std::string>(encode(message))});
  }
  void lose(LinkId link, const std::string& why, LinkEnd end = LinkEnd::kLost) {
    say(LinkDown{link, why, end});
  }
  void welcome(LinkId link) {
    receive(link,
            Welcome{"digest", 0, Parameters(Vector::Zero(kMemberFeatures))});
  }
  /// Checks that the one end is this.
  void check_end(End::Kind kind, const std::string& why) const {
    REQUIRE(ends.size() == 1);
    CHECK(ends[0].kind == kind);
    CHECK(ends[0].why == why);
  }

  std::vector<LinkId> links;  ///< of the messages below
  std::vector<FromMember> sent;
  std::vector<Lost> lost;
  std::vector<End> ends;
  std::optional<Left> has_left;
  int models = 0;

 private:
  caf::actor host_;
};

const Ask kAsk{1, SecureStage::kKeys, ""};

}  // namespace

TEST_CASE("a member joins on each connection, and answers on the newest") {
  Host host;
  for (const LinkId link : {1, 2}) {
    host.connect(link);
    const auto* join = std::get_if<Join>(&host.sent.back());
    REQUIRE(join);
    CHECK(join->digest == "digest");
    CHECK(join->process == 77);
    host.welcome(link);
    host.receive(link, kAsk);
    if (link == 1) host.lose(1, "reset");
  }
  host.receive(1, Finished{"too few"});  // of the lost connection
  CHECK(host.links == std::vector<LinkId>{1, 1, 2, 2});
  const auto* first = std::get_if<Answer>(&host.sent[1]);
  const auto* again = std::get_if<Answer>(&host.sent[3]);
  REQUIRE(first);
  REQUIRE(again);
  CHECK(first->letter == again->letter);
  CHECK(host.models == 2);
  CHECK(host.ends.empty());
}

TEST_CASE("a lost connection is reported, with how far it came") {
  Host host;
  host.connect(1);
  host.lose(1, "reset");
  host.connect(2);
  host.welcome(2);
  host.lose(2, "silence");
  REQUIRE(host.lost.size() == 2);
  CHECK(host.lost[0].why == "reset");
  CHECK_FALSE(host.lost[0].was_welcome);
  CHECK(host.lost[1].was_welcome);
  CHECK(host.ends.empty());
}

TEST_CASE("a member that is refused ends once, and is left out") {
  Host host;
  host.connect(1);
  host.lose(1, "it is not in the agreement", LinkEnd::kRefused);
  host.check_end(End::Kind::kLeftOut, "it is not in the agreement");
  host.lose(1, "again", LinkEnd::kRefused);
  host.lose(1, "reset");
  CHECK(host.ends.size() == 1);
  CHECK(host.lost.empty());
}

TEST_CASE("a member that stops reports the reason") {
  const auto reasons = [](const Host& host) {
    std::vector<StopReason> reasons;
    for (const FromMember& message : host.sent)
      if (const auto* stops = std::get_if<Stops>(&message))
        reasons.push_back(stops->reason);
    return reasons;
  };
  using Kind = MemberEnded::Kind;
  for (const auto& [kind, reason] : std::map<Kind, StopReason>{
           {Kind::kBudgetSpent, StopReason::kBudgetSpent},
           {Kind::kFailed, StopReason::kFailed},
           {Kind::kLeadLies, StopReason::kDistrust}}) {
    Host host;
    host.connect(1);
    host.welcome(1);
    host.say(MemberEnded{kind, "secret"});
    host.say(StopMember{});
    CHECK(reasons(host) == std::vector{reason});
    CHECK(host.ends.size() == 1);
  }
  for (const Kind kind : {Kind::kDone, Kind::kTooFew}) {
    Host host;
    host.connect(1);
    host.welcome(1);
    host.say(MemberEnded{kind, ""});
    CHECK(reasons(host).empty());
  }
  Host leaves(true);
  leaves.connect(1);
  leaves.say(StopMember{});
  CHECK(reasons(leaves).empty());
  Host misled;
  misled.connect(1);
  misled.receive(1, Welcome{"another", 0, Parameters()});
  CHECK(reasons(misled) == std::vector{StopReason::kDistrust});
  misled.check_end(End::Kind::kLeftOut, "the server has another agreement");
  // By its user, at each point, and at a server of an earlier version.
  Host early;
  early.say(StopMember{});
  early.check_end(End::Kind::kInterrupted, "");
  CHECK(early.sent.empty());
  Host joins;
  joins.connect(1);
  joins.say(StopMember{});
  joins.check_end(End::Kind::kInterrupted, "");
  CHECK(reasons(joins) == std::vector{StopReason::kInterrupted});
  Host joined;
  joined.connect(1);
  joined.welcome(1);
  joined.say(StopMember{});
  joined.check_end(End::Kind::kInterrupted, "");
  CHECK(reasons(joined) == std::vector{StopReason::kInterrupted});
  Host older;
  older.connect(1, kProtocolOfStops - 1);
  older.welcome(1);
  older.say(StopMember{});
  older.check_end(End::Kind::kInterrupted, "");
  CHECK(reasons(older).empty());
}

TEST_CASE("a message that no server sends ends the member") {
  const std::string no_server = "the server sends what no server sends: ";
  {
    Host host;
    host.connect(1);
    host.receive(1, kAsk);
    host.check_end(End::Kind::kLeftOut,
                   no_server + "a message that the member did not ask for");
    CHECK(host.sent.size() == 2);  // Join and Stops
  }
  {
    Host host;
    host.connect(1);
    host.welcome(1);
    host.say(LinkFrame{1, std::make_shared<const std::string>("garbage")});
    REQUIRE(host.ends.size() == 1);
    CHECK(host.ends[0].why.starts_with(no_server));
  }
  {
    Host host;
    host.connect(1);
    host.receive(
        1, Welcome{"other", 0, Parameters(Vector::Zero(kMemberFeatures))});
    host.check_end(End::Kind::kLeftOut, "the server has another agreement");
    CHECK(host.models == 0);
  }
}

TEST_CASE("a member with all models is done, or ends with too few others") {
  Host host;
  host.connect(1);
  host.welcome(1);
  host.receive(1, Finished{""});
  host.check_end(End::Kind::kDone, "");
  Host other;
  other.connect(1);
  other.welcome(1);
  other.receive(1, Finished{"too few"});
  other.check_end(End::Kind::kLeftOut, "too few");
}

TEST_CASE("a member that leaves has the lead's word, and asks for no more") {
  Host host(true);
  host.connect(1);
  REQUIRE(host.sent.size() == 1);
  REQUIRE(std::holds_alternative<members::Leave>(host.sent[0]));
  CHECK(std::get<members::Leave>(host.sent[0]).digest == "digest");
  host.receive(1, Left{8, 5});
  REQUIRE(host.has_left);
  CHECK(host.has_left->opened == 5);
  host.check_end(End::Kind::kDone, "");
  // The lead never sends it to one that stays.
  Host stays;
  stays.connect(1);
  stays.welcome(1);
  stays.receive(1, Left{8, 5});
  stays.check_end(End::Kind::kLeftOut, "it has left");
}

}  // namespace fedltr::member_host_test
