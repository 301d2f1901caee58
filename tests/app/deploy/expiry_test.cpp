#include "app/deploy/expiry.hpp"

#include <csignal>
#include <ctime>

#include <unistd.h>

#include "app/base/errors.hpp"
#include "app/deploy/server_tls.hpp"
#include "tests/support/authority.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::expiry_test {
using namespace fedltr::test;

namespace {

constexpr std::int64_t kDay = 24 * 60 * 60;
using Lines = std::vector<std::string>;

/// At noon of 1 December 2026, in Unix seconds.
constexpr std::int64_t kNoon = 1796126400;

DatedCertificate until(std::int64_t time) {
  return {"ca/server.pem", "server", time, "do this"};
}

}  // namespace

TEST_CASE("a certificate has a warning from 30 days before its end on") {
  CHECK(expiry_text(until(kNoon), kNoon - 31 * kDay) == "");
  CHECK(expiry_text(until(kNoon), kNoon - 30 * kDay) ==
        "ca/server.pem: the server's certificate expires in 30 days, on "
        "2026-12-01 12:00 UTC; to renew it, do this");
  has(expiry_text(until(kNoon), kNoon - 1), "expires in 0 days");
  CHECK(expiry_text(until(kNoon), kNoon) ==
        "ca/server.pem: the server's certificate expired on 2026-12-01 12:00 "
        "UTC, so peers refuse it; to renew it, do this");
}

TEST_CASE("each certificate has a warning once a day, and when it expires") {
  std::int64_t now = kNoon;
  std::int64_t end = kNoon + 29 * kDay + kDay / 2;
  ExpiryWatch watch([&] { return std::vector{until(end)}; },
                    [&] { return now; });
  CHECK(watch.due().empty());  // it was reported at the start
  now += kDay - 1;
  CHECK(watch.due().empty());
  now += 1;
  CHECK(watch.due().size() == 1);
  CHECK(watch.due().empty());
  now = end - 60;
  CHECK(watch.due().size() == 1);
  now = end;
  const Lines expired = watch.due();
  REQUIRE(expired.size() == 1);
  has(expired[0], "the server's certificate expired on");
  CHECK(watch.due().empty());
  now += 3 * kDay;
  CHECK(watch.due().size() == 1);
  now -= 300 * kDay;  // the clock is corrected
  CHECK(watch.due().empty());
  end = now + kDay;  // the certificate is replaced
  CHECK(watch.due().size() == 1);
}

TEST_CASE("a watch takes no signal from a thread that waits for it") {
  const ExpiryWatch watch([] { return std::vector<DatedCertificate>(); });
  sigset_t wanted;
  sigset_t before;
  sigemptyset(&wanted);
  sigaddset(&wanted, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &wanted, &before);
  kill(getpid(), SIGUSR2);
  const timespec patience{5, 0};
  CHECK(sigtimedwait(&wanted, nullptr, &patience) == SIGUSR2);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

TEST_CASE("a side's own certificate and its authority's are looked at") {
  const TemporaryFolder folder;
  const auto ca = folder / "ca";
  init_authority(ca);
  const auto alice = issue_certificate(ca, "alice", 20);
  const std::int64_t now = std::time(nullptr);
  const auto server = dated_certificates(read_server_credentials(ca), ca);
  REQUIRE(server.size() == 2);
  CHECK(std::abs(server[0].until - now - 365 * kDay) < 60);
  CHECK(std::abs(server[1].until - now - 3650 * kDay) < 60);
  CHECK(expiry_text(server[0], now) == "");
  const std::string text = expiry_text(server[0], now + 360 * kDay);
  has(text, (ca / "server.pem").string() + ": the server's certificate");
  has(text, "delete it and " + (ca / "server.key").string() +
                ", then fedltr ca issue server --ca " + ca.string());
  has(expiry_text(server[1], now + 3649 * kDay),
      (ca / "ca.pem").string() + ": the authority's certificate expires");
  const auto node = dated_certificates(read_node_credentials(alice), alice);
  has(expiry_text(node[0], now), "alice.pem: alice's certificate expires in");
  has(expiry_text(node[0], now), "move alice and tokens/alice away, then");
  has(expiry_text(node[0], now), "over the old ones in " + alice.string());
}

TEST_CASE("a server that runs beyond its certificate's end names the owner") {
  const TemporaryFolder folder;
  const auto ca = folder / "ca";
  init_authority(ca);
  ServerTls tls(ca);
  std::int64_t now = std::time(nullptr);
  ExpiryWatch watch([&] { return tls.certificates(); }, [&] { return now; });
  CHECK(watch.due().empty());
  now += 366 * kDay;
  const Lines lines = watch.due();
  REQUIRE(lines.size() == 1);
  has(lines[0], "the server's certificate expired on");
  // Renewed without a connection or a restart.
  std::filesystem::remove(ca / "server.pem");
  std::filesystem::remove(ca / "server.key");
  issue_certificate(ca, "server", 400);
  CHECK(expiry_text(tls.certificates()[0], now) == "");
}

TEST_CASE("expired certificates are named before anything starts") {
  const TemporaryFolder folder;
  const auto ca = folder / "ca";
  init_authority(ca);
  std::filesystem::remove(ca / "server.pem");
  std::filesystem::remove(ca / "server.key");
  issue_certificate(ca, "server", -2);
  const std::string text = error_of<std::exception>([&] { ServerTls tls(ca); });
  has(text, "server.pem: the server's certificate expired on");
  has(text, "fedltr ca issue server --ca");
}

}  // namespace fedltr::expiry_test
