#include "app/deploy/run_journal.hpp"

#include <algorithm>

#include "app/base/errors.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::run_journal_test {
using namespace fedltr::test;
using consortium::Carried;
using consortium::End;

Agreement agreement_of(const std::string& digest, bool rehearsal = false) {
  Agreement agreement;
  agreement.digest = digest;
  agreement.rehearsal = rehearsal;
  return agreement;
}

/// A party's process.
struct Party {
  Party(const TemporaryFolder& folder, bool resume,
        const std::string& digest = "d", const std::string& data = "files",
        bool rehearsal = false, const std::string& ledger = "ledger",
        const std::string& limits = "", const std::string& lasting_key = "")
      : journal(folder / "", agreement_of(digest, rehearsal),
                {"north", data, ledger, limits, "", lasting_key}, resume) {
    journal.draw_from_it(plan);
    journal.attach(config);
  }

  PartyJournal journal;
  consortium::PartyConfig config;
  SiloPlan plan;
};

Carried numbered(std::uint64_t number) {
  Carried carried;
  carried.number = number;
  carried.message.body = {1, 2, 3};
  return carried;
}

End ended(End::Kind kind) {
  return {kind, "", nullptr, nullptr};
}

TEST_CASE("a resumed party draws the same, and gets what came") {
  const TemporaryFolder folder;
  std::vector<std::uint64_t> drawn;
  std::uint64_t process = 0;
  {
    Party party(folder, false);
    process = party.config.process;
    for (int i = 0; i < 3; ++i) drawn.push_back(party.plan.system());
    party.config.keep(numbered(1));
    CHECK_FALSE(party.journal.is_confirmed("code"));
    party.journal.confirm("code");
    party.config.keep(numbered(2));
    party.config.keep(consortium::Asked{{"boundary", "layer"}});
    party.config.keep(consortium::GaveUp{7});
    party.config.keep(consortium::Answered{numbered(3), 70});
    party.config.keep(consortium::Fetched{2, 5, {9, 4}});
  }
  {
    Party again(folder, true);
    CHECK(again.config.process == process);
    for (const std::uint64_t each : drawn) CHECK(again.plan.system() == each);
    CHECK(again.journal.is_confirmed("code"));
    const auto first = again.config.kept();
    REQUIRE(first);
    CHECK(std::get<consortium::Carried>(*first).number == 1);
    CHECK(std::get<consortium::Carried>(*first).message.body ==
          ByteVector{1, 2, 3});
    CHECK(std::get<consortium::Carried>(*again.config.kept()).number == 2);
    CHECK(std::get<consortium::Asked>(*again.config.kept()).terms ==
          std::vector<std::string>{"boundary", "layer"});
    CHECK(std::get<consortium::GaveUp>(*again.config.kept()).query == 7);
    const auto answered = std::get<consortium::Answered>(*again.config.kept());
    CHECK(answered.carried.number == 3);
    CHECK(answered.size == 70);
    CHECK(std::get<consortium::Fetched>(*again.config.kept()).owner == 2);
    CHECK(again.config.fetched(2, 5) == std::vector<std::uint32_t>{9, 4});
    CHECK(again.config.fetched(2, 7).empty());
    CHECK_FALSE(again.config.kept());
    again.journal.end(ended(End::Kind::kDone));
  }
  // Another run draws other secrets.
  Party other(folder, false);
  CHECK(other.config.process != process);
  CHECK(other.plan.system() != drawn[0]);
}

TEST_CASE("a rehearsal keeps no secret") {
  const TemporaryFolder folder;
  Party party(folder, false, "d", "files", true);
  CHECK_FALSE(party.plan.system);
}

TEST_CASE("a stopped run is neither forgotten nor taken for another") {
  const TemporaryFolder folder;
  { Party(folder, false).config.keep(numbered(1)); }
  CHECK_THROWS_AS(Party(folder, false), UsageError);
  CHECK_THROWS_WITH_AS(Party(folder, true, "other"),
                       doctest::Contains("another agreement: d, here other"),
                       CheckpointError);
  CHECK_THROWS_WITH_AS(Party(folder, true, "d", "new files"),
                       doctest::Contains("another data"), CheckpointError);
  CHECK_THROWS_WITH_AS(Party(folder, true, "d", "files", false, "book"),
                       doctest::Contains("another ledger: ledger, here book"),
                       CheckpointError);
  CHECK_THROWS_WITH_AS(Party(folder, true, "d", "files", false, "ledger", "x"),
                       doctest::Contains("another file --own"),
                       CheckpointError);
  CHECK_THROWS_WITH_AS(
      Party(folder, true, "d", "files", false, "ledger", "", "new"),
      doctest::Contains("another key of the certificate: , here new"),
      CheckpointError);
  Party(folder, true).journal.end(ended(End::Kind::kInterrupted));
  Party(folder, true).journal.end(ended(End::Kind::kLeftOut));
  Party(folder, true).journal.end(ended(End::Kind::kFailed));
  CHECK_FALSE(std::filesystem::exists(PartyJournal::file_in(folder / "")));
}

TEST_CASE("a run to which nothing came leaves nothing") {
  const TemporaryFolder folder;
  { const Party party(folder, false); }
  // Killed before any message: another run may begin, or this one resume.
  const std::uint64_t process = Party(folder, true).config.process;
  CHECK(Party(folder, false).config.process != process);
  Party(folder, false).journal.end(ended(End::Kind::kLeftOut));
  CHECK_FALSE(std::filesystem::exists(PartyJournal::file_in(folder / "")));
}

TEST_CASE("a relay gets all that decides its run, in its order") {
  const TemporaryFolder folder;
  using namespace consortium;
  {
    RelayJournal journal(folder / "", agreement_of("d"), false);
    RelayConfig config;
    journal.attach(config);
    config.keep(Joined{2, 77});
    config.keep(Begun{{1, 3}});
    config.keep(Came{2, numbered(5)});
    config.keep(Silenced{1, 4, 600});
    config.keep(Left{2});
  }
  RelayJournal journal(folder / "", agreement_of("d"), true);
  RelayConfig config;
  journal.attach(config);
  CHECK(std::get<Joined>(*config.kept()).process == 77);
  CHECK(std::get<Begun>(*config.kept()).absent ==
        std::vector<std::uint32_t>{1, 3});
  CHECK(std::get<Came>(*config.kept()).carried.number == 5);
  CHECK(std::get<Silenced>(*config.kept()).seconds == 600);
  CHECK(std::get<Left>(*config.kept()).party == 2);
  CHECK_FALSE(config.kept());
  CHECK_THROWS_AS(RelayJournal(folder / "", agreement_of("d"), false),
                  UsageError);
}

TEST_CASE("a relay shortens its records, unless it writes a transcript") {
  using namespace consortium;
  const TemporaryFolder folder;
  {
    RelayJournal journal(folder / "", agreement_of("d"), false);
    RelayConfig config;
    journal.attach(config);
    config.keep(Joined{2, 77});
    config.keep(Came{2, numbered(5)});
    config.keep(Received{1, 4});
    const auto bytes =
        config.shorten([](RelayRecord record) -> std::optional<RelayRecord> {
          if (const auto* came = std::get_if<Came>(&record))
            return Passed{came->party, heading_of(came->carried), 3, 2, 8};
          if (std::holds_alternative<Received>(record)) return std::nullopt;
          return record;
        });
    CHECK(bytes == std::filesystem::file_size(folder / "relay.journal"));
    config.keep(Received{1, 6});
  }
  RelayJournal journal(folder / "", agreement_of("d"), true);
  RelayConfig config;
  journal.attach(config);
  CHECK(std::get<Joined>(*config.kept()).process == 77);
  const auto passed = std::get<Passed>(*config.kept());
  CHECK(passed.carried.number == 5);
  CHECK(passed.carried.message.body.empty());
  CHECK(passed.documents == 8);
  CHECK(std::get<Received>(*config.kept()).messages == 6);
  CHECK_FALSE(config.kept());
  RelayConfig told;
  told.transcript = [](const PackedMessage&) {};
  journal.attach(told);
  CHECK_FALSE(told.shorten);
}

}  // namespace fedltr::run_journal_test
