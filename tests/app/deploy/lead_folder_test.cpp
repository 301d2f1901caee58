#include "app/deploy/lead_folder.hpp"

#include "app/base/errors.hpp"
#include "app/base/json.hpp"
#include "tests/support/members_agreement.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::lead_folder_test {
using namespace fedltr::test;
using members::LeadState;
namespace fs = std::filesystem;

namespace {

const std::string kCompares = "source = clicks\nevaluate = 1\ncompare = last\n";

/// The folder of a federation of north, east and south, with two features.
struct Lead {
  TemporaryFolder folder;
  MembersAgreement agreement;
  LeadFolder files;

  explicit Lead(const std::string& more = "")
      : agreement(members_agreement(more)), files(folder / "", agreement) {}

  nlohmann::json saved() const { return json_of(files.state_file()); }
  void save(const nlohmann::json& json) const {
    folder.write("lead.json", json.dump());
  }
};

/// A state in which nothing has its default.
LeadState some_state() {
  LeadState state;
  state.epoch = 9;
  state.opened = 5;
  state.model = Vector{{0.1, -1e-300}};
  state.exams = 3;
  state.measured = true;
  HeldOutPoint point{4, 3, 20.5, 0.75};
  point.kept = 2;
  point.verdict = ModelVerdict::kWithdrawn;
  point.lower = 0.25;
  point.upper = 0.875;
  state.curve = {point};
  state.left = {2};
  state.history = {{4, "aa"}, {9, "bb"}};
  state.comparison = {Vector{{1, 2}}, 4, 3, {7, 8, 0.5}};
  state.evidence = Vector{{0.5, -1, 3}};
  state.left_out = {0};
  state.empty = 2;
  state.empty_exams = 1;
  state.began = 1800000000;
  return state;
}

}  // namespace

TEST_CASE("a state is read as it was saved, to the last bit") {
  const Lead lead;
  const LeadState state = some_state();
  lead.files.save(state);
  const LeadState read = lead.files.load();
  CHECK(read.epoch == 9);
  CHECK(read.opened == 5);
  CHECK(read.model == state.model);
  CHECK(read.exams == 3);
  CHECK(read.measured);
  REQUIRE(read.curve.size() == 1);
  CHECK(read.curve[0].opened == 4);
  CHECK(read.curve[0].members == 3);
  CHECK(read.curve[0].queries == 20.5);
  CHECK(read.curve[0].mean == 0.75);
  CHECK(read.curve[0].kept == 2);
  CHECK(read.curve[0].verdict == ModelVerdict::kWithdrawn);
  CHECK(read.curve[0].lower == 0.25);
  CHECK(read.curve[0].upper == 0.875);
  CHECK(read.left == state.left);
  REQUIRE(read.history.size() == 2);
  CHECK(read.history[1].epoch == 9);
  CHECK(read.history[1].model == "bb");
  CHECK(read.comparison.kept == state.comparison.kept);
  CHECK(read.comparison.opened == 4);
  CHECK(read.comparison.began == 3);
  CHECK(read.comparison.sums.half == 8);
  CHECK(read.comparison.sums.noise == 0.5);
  CHECK(read.evidence == state.evidence);
  CHECK(read.left_out == state.left_out);
  CHECK(read.empty == 2);
  CHECK(read.empty_exams == 1);
  CHECK(read.began == state.began);
}

TEST_CASE("each number of an epoch that the lead has used has a row") {
  const Lead lead;
  const auto file = lead.folder / "epochs.csv";
  members::EpochRecord record;
  record.members = 3;
  record.survivors = {0, 1, 2};
  LeadState state;
  for (const std::uint32_t epoch : {1, 2, 5}) {
    record.epoch = epoch;
    lead.files.add(record, state);
  }
  state.epoch = 6;
  lead.files.add_stopped(state);
  const std::string rows = read_text(file);
  CHECK(std::ranges::count(rows, '\n') == 7);
  for (const char* stopped : {"\n3,0,0,", "\n4,0,0,", "\n6,0,0,"})
    has(rows, stopped);
  has(rows, "the server stopped");
  lead.files.add_stopped(state);
  CHECK(read_text(file) == rows);
}

TEST_CASE("a state of an earlier version lacks what came later") {
  const Lead lead;
  lead.files.save(some_state());
  auto json = lead.saved();
  for (const char* name : {"comparison", "empty", "empty_exams", "left_out",
                           "evidence", "history", "began"})
    json.erase(name);
  json["curve"] = {{4, 3, 20.5, 0.75}};
  lead.save(json);
  const LeadState read = lead.files.load();
  CHECK(read.epoch == 9);
  CHECK(read.curve.at(0).mean == 0.75);
  CHECK(read.left == std::vector<std::uint32_t>{2});
  CHECK(read.comparison.kept.size() == 0);
  CHECK(read.empty == 0);
  CHECK(read.left_out.empty());
  CHECK(read.evidence.size() == 0);
  CHECK(read.history.empty());
  CHECK(read.began == 0);
}

TEST_CASE("a state of another agreement or none is refused") {
  const Lead lead;
  lead.files.save(some_state());
  const MembersAgreement changed = members_agreement("epochs = 3\n");
  CHECK_THROWS_WITH_AS(
      LeadFolder(lead.folder / "", changed).load(),
      ((lead.folder / "lead.json").string() + ": is of another agreement, " +
       lead.agreement.digest + ", here " + changed.digest +
       "; another --out begins a run of this one")
          .c_str(),
      CheckpointError);
  const auto json = lead.saved();
  const auto refuses = [&](const char* member, const nlohmann::json& value) {
    CAPTURE(member);
    auto spoilt = json;
    spoilt[member] = value;
    lead.save(spoilt);
    CHECK_THROWS_AS(lead.files.load(), DataError);
  };
  refuses("parameters", {1, 2, 3});
  refuses("epoch", -1);
  refuses("empty", 10);  // of 9 epochs
  refuses("empty_exams", 4);
  refuses("evidence", {1, 2});  // of three members
  refuses("measured", "yes");
  refuses("curve", {{1, 2}});
  refuses("curve", {{4, 3, 20.5, 0.75, 2, 3, 0.25, 0.875}});  // no verdict
  refuses("curve", {{4, 3, 20.5, 0.75, 2, 0.5, 0.25, 0.875}});
  refuses("curve", {{-1, 3, 20.5, 0.75, 2, 1, 0.25, 0.875}});
}

TEST_CASE("a row of an epoch names those without a part") {
  const Lead lead;
  members::EpochRecord record;
  record.epoch = 1;
  record.members = 3;
  record.survivors = {1};
  record.bytes_up = 70;
  record.bytes_down = 80;
  LeadState state;
  state.opened = 1;
  lead.files.add(record, state);
  record.epoch = 2;
  record.survivors = {0, 1, 2};
  record.why = "too few";
  lead.files.add(record, state);
  CHECK(read_text(lead.folder / "epochs.csv") ==
        "epoch,members,in_sum,without,outcome,bytes_up,bytes_down\n"
        "1,3,1,north south,opened,70,80\n"
        "2,3,3,,too few,70,80\n");
}

TEST_CASE("results replace the state, and name the reason of an early end") {
  for (const std::string why : {"", "too few stay"}) {
    const Lead lead;
    LeadState state = some_state();
    lead.files.save(state);
    CHECK(lead.files.ending() == std::nullopt);
    lead.files.finish(state, why);
    CHECK(lead.files.ending() == why);
    CHECK_FALSE(fs::exists(lead.files.state_file()));
    const auto json = json_of(lead.files.result_file());
    CHECK(json["members"] == nlohmann::json({"north", "east", "south"}));
    CHECK(json["epochs"] == 9);
    CHECK(json["opened"] == 5);
    CHECK(json["left"] == nlohmann::json({"south"}));
    CHECK(json["left_out"] == nlohmann::json({"north"}));
    CHECK(json["epsilon"].is_null());
    CHECK(json["signature"] ==
          json_of(lead.folder / "model.json")["signature"]);
    CHECK(json.contains("held_out"));
  }
  const Lead clicks(kCompares);
  clicks.files.finish(some_state(), "");
  CHECK(json_of(clicks.files.result_file()).contains("compared"));
}

TEST_CASE("epochs without a part of a member cost nothing") {
  const Lead lead("epsilon = 2\n");
  LeadState state = some_state();
  state.exams = state.empty_exams = 0;
  lead.files.finish(state, "");
  CHECK(json_of(lead.files.result_file())["epsilon"].get<double>() ==
        doctest::Approx(lead.agreement.epsilon(7 * lead.agreement.cost())));
}

TEST_CASE("evaluations have their file, comparisons another") {
  for (const bool compares : {false, true}) {
    const Lead lead(compares ? kCompares : "");
    lead.files.write_curve(some_state());
    CHECK(fs::exists(lead.folder / "compared.csv") == compares);
    CHECK(fs::exists(lead.folder / "held_out.csv") != compares);
  }
}

TEST_CASE("an earlier federation's files go, and its state separately") {
  const Lead lead;
  for (const char* name :
       {"lead.json", "members.csv", "federation.json", "epochs.csv",
        "held_out.csv", "compared.csv", "notes.txt"})
    lead.folder.write(name, "old");
  lead.files.remove_results();
  CHECK(fs::exists(lead.folder / "lead.json"));
  CHECK(fs::exists(lead.folder / "members.csv"));
  for (const char* name :
       {"federation.json", "epochs.csv", "held_out.csv", "compared.csv"})
    CHECK_FALSE(fs::exists(lead.folder / name));
  lead.files.remove_state();
  CHECK_FALSE(fs::exists(lead.folder / "lead.json"));
  CHECK_FALSE(fs::exists(lead.folder / "members.csv"));
  CHECK(fs::exists(lead.folder / "notes.txt"));
}

}  // namespace fedltr::lead_folder_test
