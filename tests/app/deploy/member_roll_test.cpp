#include "app/deploy/member_roll.hpp"

#include "tests/support/members_agreement.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::member_roll_test {
using namespace fedltr::test;
using members::EpochRecord;
using members::LeadState;
using members::Presence;
namespace fs = std::filesystem;

namespace {

const std::string kHeading = "member,state,since,in_sums,last_epoch\n";

/// The roll of north, east and south.
struct Roll {
  TemporaryFolder folder;
  MembersAgreement agreement = members_agreement();
  std::int64_t now = 1800000000;  // 2027-01-15T08:00:00Z
  int closed = 0;
  int seconds = 0;
  members::LeadHooks hooks;
  std::optional<MemberRoll> roll;

  explicit Roll(const std::string& epochs = "", const std::string& earlier = "",
                const LeadState& state = {}) {
    if (!epochs.empty()) folder.write("epochs.csv", epochs);
    if (!earlier.empty()) folder.write(MemberRoll::kFile, earlier);
    hooks.on_second = [this](std::size_t) { ++seconds; };
    hooks.on_closed = [this](const auto&, const auto&) { ++closed; };
    roll.emplace(
        folder / "", agreement, state, [this] { return now; }, hooks);
  }

  std::string text() {
    roll->write();
    return read_text(folder / MemberRoll::kFile);
  }
  void close(std::uint32_t epoch, std::vector<std::uint32_t> in_sum,
             const std::string& lost = "") {
    EpochRecord record;
    record.epoch = epoch;
    record.survivors = std::move(in_sum);
    record.why = lost;
    hooks.on_closed(record, LeadState());
  }
};

}  // namespace

TEST_CASE("a roll has each member's presence, and its sums") {
  Roll roll;
  CHECK(roll.text() ==
        kHeading + "north,away,,0,\neast,away,,0,\nsouth,away,,0,\n");
  roll.hooks.on_presence(0, Presence::kHere);
  roll.hooks.on_presence(1, Presence::kBudgetSpent);
  roll.hooks.on_presence(2, Presence::kDeclines);
  roll.now += 61;
  roll.hooks.on_presence(0, Presence::kHere);  // since then, as before
  roll.close(4, {0, 1});
  roll.close(5, {0, 1, 2}, "too few");
  CHECK(roll.closed == 2);
  CHECK(roll.text() ==
        kHeading +
            "north,connected,2027-01-15T08:00:00Z,1,4\n"
            "east,stopped: budget spent,2027-01-15T08:00:00Z,1,4\n"
            "south,connected: takes no part,2027-01-15T08:00:00Z,0,\n");
  roll.close(6, {2});
  roll.hooks.on_presence(0, Presence::kAway);
  roll.now += 60;
  roll.hooks.on_presence(0, Presence::kLeft);
  roll.hooks.on_presence(1, Presence::kLeftOut);
  roll.now += 60;
  for (const std::uint32_t member : {0, 1})  // is out for good
    roll.hooks.on_presence(member, Presence::kAway);
  CHECK(roll.text() == kHeading +
                           "north,left,2027-01-15T08:02:01Z,1,4\n"
                           "east,left out,2027-01-15T08:02:01Z,1,4\n"
                           "south,connected,2027-01-15T08:01:01Z,1,6\n");
}

TEST_CASE("a roll keeps why members stopped, and when those left who are out") {
  const std::string earlier =
      kHeading +
      "north,stopped: failed,2026-01-01T00:00:00Z,9,9\n"
      "east,connected,2026-01-01T00:00:00Z,9,9\n"
      "south,left,2026-01-01T00:00:00Z,9,9\n"
      "west,left,2026-01-01T00:00:00Z,9,9\nnorth,stopped";
  LeadState state;
  state.left = {2};
  Roll roll("", earlier, state);
  CHECK(roll.text() == kHeading +
                           "north,stopped: failed,2026-01-01T00:00:00Z,0,\n"
                           "east,away,,0,\n"
                           "south,left,2026-01-01T00:00:00Z,0,\n");
  // The state of a backup, which no member has left yet.
  Roll restored("", earlier);
  CHECK(restored.text().find("south,away,,0,\n") != std::string::npos);
  restored.hooks.on_presence(2, Presence::kHere);
  CHECK(restored.text().find("south,connected,") != std::string::npos);
  state.left = {1};
  state.left_out = {2};
  Roll known("", "", state);
  CHECK(known.text() ==
        kHeading +
            "north,away,,0,\neast,left,2027-01-15T08:00:00Z,0,\n"
            "south,left out,2027-01-15T08:00:00Z,0,\n");
}

TEST_CASE("a roll counts the sums of earlier processes") {
  const std::string epochs =
      "epoch,members,in_sum,without,outcome,bytes_up,bytes_down\n"
      "1,3,3,,opened,1,1\n2,3,2,east,evaluated,1,1\n"
      "3,3,3,,too few good shares,1,1\n"
      "4,3,2,south gone,compared: 0.5 (0.4 to 0.6) open,1,1\n"
      "5,3,35,3,3,,opened,1,1\n"
      "6,2,2,north,opened; 1 of 3 sums discarded,1,1\n7,3";
  LeadState state;
  state.epoch = 7;
  Roll roll(epochs, "", state);
  CHECK(roll.text() ==
        kHeading + "north,away,,3,4\neast,away,,3,6\nsouth,away,,3,6\n");
  roll.close(8, {1});
  CHECK(roll.text().find("east,away,,4,8\n") != std::string::npos);
  state.epoch = 3;  // of a backup, which is older than the rows
  Roll restored(epochs, "", state);
  CHECK(restored.text() ==
        kHeading + "north,away,,2,2\neast,away,,1,1\nsouth,away,,2,2\n");
}

TEST_CASE("a roll is written ten seconds after a change, and survives a disk") {
  Roll roll;
  const fs::path file = roll.folder / MemberRoll::kFile;
  for (int second = 1; second < 10; ++second) roll.hooks.on_second(0);
  CHECK_FALSE(fs::exists(file));
  roll.hooks.on_second(0);
  CHECK(fs::exists(file));
  CHECK(roll.seconds == 10);  // others are called too
  fs::remove(file);
  for (int second = 0; second < 20; ++second) roll.hooks.on_second(0);
  CHECK_FALSE(fs::exists(file));  // nothing has changed
  fs::create_directory(file);
  roll.hooks.on_presence(0, Presence::kHere);
  roll.hooks.on_second(0);  // fails
  fs::remove(file);
  for (int second = 0; second < 10; ++second) roll.hooks.on_second(0);
  CHECK(read_text(file).find("north,connected,") != std::string::npos);
}

}  // namespace fedltr::member_roll_test
