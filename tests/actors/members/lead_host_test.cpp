// The lead's host alone, with connections of the test's own making.
#include "actors/members/lead_host.hpp"

#include <doctest/doctest.h>

#include "tests/support/det_fixture.hpp"
#include "tests/support/small_members.hpp"

namespace fedltr::lead_host_test {
using namespace fedltr::test;
using namespace fedltr::members;

/// A host whose gateway notes its orders.
class Host : public DetFixture {
 public:
  Host() {
    LeadConfig config;
    config.plan = small_members(3).plan;
    config.agreed.digest = "digest";
    config.gateway.stand_in = [this](const GatewayConfig&, const caf::actor&) {
      return sys.spawn([this](caf::event_based_actor* gate) {
        gate->set_default_handler(caf::drop);
        return caf::behavior{
            [this](const SendFrame& order) { sent.push_back(order.link); },
            [this](const Drop& order) { dropped.push_back(order.link); },
            [this](const Refuse& order) { refused.push_back(order.why); }};
      });
    };
    host_ = sys.spawn(lead_host, config, caf::actor_cast<caf::actor>(self));
    run();
  }

  template <class Message>
  void say(const Message& message) {
    caf::anon_send(host_, message);
    run();
  }
  void connect(LinkId link) {
    LinkUp up;
    up.link = link;
    up.name = "a";
    say(up);
  }
  void receive(LinkId link, const FromMember& message) {
    say(LinkFrame{link, std::make_shared<const std::string>(encode(message))});
  }

  std::vector<LinkId> sent;
  std::vector<LinkId> dropped;
  std::vector<std::string> refused;

 private:
  caf::actor host_;
};

TEST_CASE("a member joins once on a connection") {
  for (const FromMember& again : {FromMember{Join{"digest", {}, 1}},
                                  FromMember{members::Leave{"digest", {}}}}) {
    Host host;
    host.connect(1);
    host.receive(1, Join{"digest", {}, 1});
    CHECK(host.sent == std::vector<LinkId>{1});
    for (int i = 0; i < 3; ++i) host.receive(1, again);
    CHECK(host.sent == std::vector<LinkId>{1});
    CHECK(host.refused ==
          std::vector<std::string>{"it joins for the second time"});
  }
}

TEST_CASE("a member has one connection on which it has not joined") {
  Host host;
  host.connect(1);
  host.receive(1, Join{"digest", {}, 1});
  host.connect(2);
  CHECK(host.dropped.empty());
  host.connect(3);
  host.connect(4);
  CHECK(host.dropped == std::vector<LinkId>{2, 3});
  // The newest one takes the place of the one that has joined.
  host.receive(4, Join{"digest", {}, 1});
  CHECK(host.dropped == std::vector<LinkId>{2, 3, 1});
  CHECK(host.sent == std::vector<LinkId>{1, 4});
}

TEST_CASE("a member that stops has no connection any more") {
  Host host;
  host.connect(1);
  host.receive(1, Join{"digest", {}, 1});
  host.receive(1, Stops{StopReason::kFailed});
  CHECK(host.dropped == std::vector<LinkId>{1});
  host.receive(1, Join{"digest", {}, 1});
  CHECK(host.sent == std::vector<LinkId>{1});
  host.connect(2);
  host.receive(2, Stops{StopReason::kFailed});
  CHECK(host.refused ==
        std::vector<std::string>{"it stops before it has joined"});
}

}  // namespace fedltr::lead_host_test
