#include "app/deploy/node.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include "app/base/errors.hpp"
#include "app/deploy/node_plans.hpp"
#include "tests/support/authority.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/server_points.hpp"

namespace fedltr::node_test {
using test::Authority;
using test::error_of;
using test::server_points;
using test::TemporaryFolder;

namespace {

ServeOptions serve_at(const std::string& address) {
  ServeOptions options;
  options.link.address = parse_address("--listen", address);
  return options;
}

}  // namespace

TEST_CASE("without certificates a service is for this machine only") {
  Service local(serve_at("127.0.0.1:0"));
  CHECK(error_of<std::exception>([&] { local.listen(); }) == "");
  Service open(serve_at("0.0.0.0:0"));
  CHECK_THROWS_WITH_AS(open.listen(),
                       doctest::Contains("--insecure is for this machine only"),
                       UsageError);
}

TEST_CASE("certificates that don't fit are found before the port is open") {
  const Authority authority;
  ServeOptions options = serve_at("0.0.0.0:0");
  options.link.certificates = authority.ca;
  Service service(options);
  CHECK(error_of<std::exception>([&] { service.listen(); }) == "");
  options.link.certificates = authority.alice;  // a node's
  Service wrong(options);
  CHECK_THROWS_AS(wrong.listen(), NetworkError);
}

TEST_CASE("an offer lists the nodes' duties, and the admitted ones") {
  const Authority authority;
  ServeOptions options = serve_at("127.0.0.1:0");
  options.link.certificates = authority.ca;
  options.link.wait = 77;
  options.nodes = 3;
  Service service(options);
  service.listen();
  const auto points = server_points({});
  const RosterConfig offer = service.offer(points);
  CHECK(offer.digest == digest_of_points(points));
  CHECK(offer.scenario == encode_points(points));
  CHECK(offer.data == data_of_points(points));
  CHECK(offer.min_nodes == 3);
  CHECK(offer.wait == 77);
  CHECK(offer.gateway.tls);
  CHECK(offer.gateway.listener >= 0);
  const std::string token = read_node_credentials(authority.alice).token;
  CHECK(offer.gateway.terms.knows_token("alice", token) == true);
  CHECK(offer.gateway.terms.knows_token("alice", "another") == false);
  CHECK(offer.gateway.terms.knows_token("bob", token) == false);
  close(offer.gateway.listener);
}

TEST_CASE("a run that can't be spread over nodes is refused with its key") {
  const Service service(serve_at("127.0.0.1:0"));
  const auto refusal = [&](const std::vector<std::string>& settings) {
    const TemporaryFolder folder;
    const auto read = read_scenario(
        folder.write("s.ini", "[federation]\nclients = 20\n"), settings);
    return error_of<std::exception>(
        [&] { service.validate(read.points[0].scenario); });
  };
  CHECK(refusal({}) == "");
  CHECK(refusal({"attack.kind=click-poison", "attack.clients=2"}) == "");
  test::has(refusal({"attack.kind=lie", "attack.clients=2"}),
            "attack.kind = lie: can't be spread over nodes yet");
  test::has(refusal({"privacy.secure-aggregation=yes"}),
            "privacy.secure-aggregation = yes");
  test::has(refusal({"unlearning.method=federaser", "unlearning.clients=1"}),
            "unlearning.method = federaser");
  test::has(refusal({"run.speedup=1,2"}), "run.speedup = 1,2");
  const TemporaryFolder folder;
  const auto silo =
      read_scenario(folder.write("s.ini", "[silo]\nparties = 2\n"), {});
  test::has(error_of<std::exception>(
                [&] { service.validate(silo.points[0].scenario); }),
            "a [silo] has parties, not nodes");
}

TEST_CASE("a node gives up on a server that is not there") {
  NodeOptions options;
  options.link.address = parse_address("--connect", "127.0.0.1:1");
  options.link.wait = 1;
  CHECK_THROWS_WITH_AS(run_node(options),
                       doctest::Contains("127.0.0.1:1: no server for 1 s"),
                       NetworkError);
  options.link.address = parse_address("--connect", "192.0.2.1:1");
  CHECK_THROWS_AS(run_node(options), UsageError);
}

TEST_CASE("a node waits for the file of its server's address, then gives up") {
  const TemporaryFolder folder;
  NodeOptions options;
  options.link.address_file = folder / "address";
  options.link.wait = 1;
  CHECK_THROWS_WITH_AS(run_node(options),
                       doctest::Contains("address: no server for 1 s"),
                       NetworkError);
  folder.write("address", "192.0.2.1:1\n");  // --insecure is for loopback only
  CHECK_THROWS_AS(run_node(options), UsageError);
}

TEST_CASE("a service writes where it listens, once it does") {
  const TemporaryFolder folder;
  ServeOptions options = serve_at("127.0.0.1:0");
  options.link.address_file = folder / "address";
  {
    Service service(options);
    CHECK_FALSE(std::filesystem::exists(folder / "address"));
    service.listen();
    const Address address = read_address(folder / "address");
    CHECK(address.host == "127.0.0.1");
    CHECK(address.port != 0);
  }
  CHECK_FALSE(std::filesystem::exists(folder / "address"));
}

TEST_CASE("the commands name what they expect") {
  const auto code = [](const std::vector<std::string>& arguments) {
    return test::fedltr_command(arguments).code;
  };
  const TemporaryFolder folder;
  const std::string file =
      folder.write("s.ini", "[federation]\nclients = 3\nrounds = 1\n");
  CHECK(code({"serve", file}) == kWrongUsage);
  CHECK(code({"serve", file, "--listen", "nowhere"}) == kWrongUsage);
  CHECK(code({"serve", file, "--listen", "127.0.0.1:0", "--certificates",
              folder.text()}) == kNetwork);
  CHECK(code({"serve", file, "--listen", "0.0.0.0:0", "--insecure"}) ==
        kWrongUsage);
  CHECK(code({"node", "--connect", "127.0.0.1:1"}) == kWrongUsage);
  CHECK(code({"node", "--connect", "127.0.0.1:1", "--insecure", "--wait",
              "1"}) == kNetwork);
  CHECK(code({"ca"}) == kWrongUsage);
  CHECK(code({"ca", "issue"}) == kWrongUsage);
  for (const std::string setting :
       {"attack.kind=lie", "unlearning.method=federaser"}) {
    const auto refused = test::fedltr_command(
        {"serve", file, "--listen", "127.0.0.1:0", "--insecure", "--out",
         (folder / "out").string(), "--set", setting, "--set",
         "federation.clients=20", "--set",
         setting[0] == 'a' ? "attack.clients=2" : "unlearning.clients=1"});
    CHECK(refused.code == kWrongUsage);
    test::has(refused.err, "can't be spread over nodes yet");
  }
}

TEST_CASE("a service that ends gives its port back, one that offers does not") {
  ServeOptions options = serve_at("127.0.0.1:0");
  const int listener = listen_at(options.link.address);  // a free port
  close(listener);
  { Service(options).listen(); }
  Service again(options);
  again.listen();
  CHECK_THROWS_AS(Service(options).listen(), NetworkError);
  int offered = -1;
  {
    Service service(serve_at("127.0.0.1:0"));
    service.listen();
    offered = service.offer(server_points({})).gateway.listener;
  }
  CHECK(fcntl(offered, F_GETFD) >= 0);  // still open
  close(offered);
}

TEST_CASE("without certificates anybody on this machine is let in") {
  Service service(serve_at("127.0.0.1:0"));
  service.listen();
  const RosterConfig offer = service.offer(server_points({}));
  CHECK(offer.gateway.terms.knows_token("anybody", "") == true);
  CHECK_FALSE(offer.gateway.tls);
  CHECK(offer.min_nodes == 1);
  CHECK(offer.gateway.silence == 15);
  close(offer.gateway.listener);
}

TEST_CASE("models that are too large for a message are refused by their run") {
  Service service(serve_at("127.0.0.1:0"));
  auto points = server_points({});
  FederationPlan& plan = points[0].runs[0].plan;
  plan.initial = Vector::Zero(4'000'000);
  CHECK_THROWS_WITH_AS(
      service.offer(points),
      (plan.name + ": its models are too large to be sent to nodes").c_str(),
      UsageError);
}

TEST_CASE("more points than nodes can be sent are refused") {
  Service service(serve_at("127.0.0.1:0"));
  auto points = server_points({});
  set(points[0].described.scenario, "data.users",
      std::string(wire::kMaxWelcome, '1'));
  CHECK_THROWS_WITH_AS(service.offer(points),
                       doctest::Contains("the keys of 1 points take 6711"),
                       UsageError);
}

TEST_CASE("a node checks its certificates before it calls anybody") {
  const Authority authority;
  NodeOptions options;
  options.link.address = parse_address("--connect", "192.0.2.1:1");
  options.link.certificates = authority.ca;  // the server's
  CHECK_THROWS_WITH_AS(run_node(options),
                       doctest::Contains("expected one NAME.token"),
                       NetworkError);
  options.link.certificates = issue_certificate(authority.ca, "old", -1);
  CHECK_THROWS_WITH_AS(run_node(options), doctest::Contains("expired"),
                       NetworkError);
}

}  // namespace fedltr::node_test
