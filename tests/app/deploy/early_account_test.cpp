#include "app/deploy/early_account.hpp"

#include <sstream>

#include "tests/support/scenario.hpp"

namespace fedltr::early_account_test {
using namespace fedltr::test;
using consortium::End;

namespace {

DisclosureMeter meter_of_one() {
  DisclosureMeter meter;
  SiloMessage message = message_of(PartyKey());
  message.to = kRelay;
  meter.count(message);
  return meter;
}

}  // namespace

TEST_CASE("an account is complete once all that was kept is replayed") {
  int left = 2;
  consortium::PartyConfig config;
  config.kept = [&left]() -> std::optional<consortium::PartyEvent> {
    if (left-- == 0) return std::nullopt;
    return consortium::GaveUp{1};
  };
  EarlyAccount account;
  account.watch(config);
  const DisclosureMeter sent = meter_of_one();
  for (int kept = 0; kept < 2; ++kept) {
    CHECK(config.kept());
    CHECK_FALSE(account.tells(sent, false));
  }
  CHECK_FALSE(config.kept());
  CHECK(account.tells(sent, false));
  CHECK_FALSE(account.tells(DisclosureMeter(), false));  // nothing to replay
}

TEST_CASE("a session has an account once others can ask") {
  EarlyAccount account;
  account.is_whole = true;
  CHECK_FALSE(account.tells(meter_of_one(), true));
  const auto releases =
      std::make_shared<ReleaseLedger>(ReleaseConfig(), 2, 3, 1);
  account.releases = releases;
  CHECK(account.tells(DisclosureMeter(), true));
  CHECK(releases->charge(1, 0, 4));  // visible: it is shared
  CHECK(account.record(2).releases == 4);
}

TEST_CASE("an ending has a word, and a full disk hides no other fault") {
  CHECK(outcome_of({End::Kind::kInterrupted, "", nullptr, nullptr}) ==
        "stopped");
  CHECK(outcome_of({End::Kind::kLeftOut, "", nullptr, nullptr}) == "left out");
  CHECK(outcome_of({End::Kind::kFailed, "", nullptr, nullptr}) == "failed");
  const TemporaryFolder folder;
  const Agreement agreement =
      read_agreement(folder.write("s.ini", "[silo]\nmembers = a, b, c\n"));
  const DisclosureMeter meter;
  const PartyRecord record = EarlyAccount().record(1);
  std::ostringstream out;
  write_early(folder / "none", {agreement, "a", meter, record}, out, "early");
  CHECK(out.str().empty());
  write_early(folder / "", {agreement, "a", meter, record}, out, "early");
  CHECK(has(out.str(), "early.md"));
}

}  // namespace fedltr::early_account_test
