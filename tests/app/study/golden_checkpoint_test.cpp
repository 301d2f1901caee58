// Files of 0.1.0 on synthetic data. If these tests fail, the files' content has
// changed: give their heading a new number and write them anew with
// FEDLTR_WRITE_GOLDEN=1.
#include <cstdlib>
#include <fstream>

#include <spdlog/fmt/fmt.h>

#include "actors/consortium/records.hpp"
#include "app/base/errors.hpp"
#include "app/base/files.hpp"
#include "app/base/journal.hpp"
#include "app/plan/silo_repeat.hpp"
#include "app/study/checkpoint.hpp"
#include "app/study/collector.hpp"
#include "tests/support/checkpoint_keeper.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/small_results.hpp"

namespace fedltr::golden_checkpoint_test {
using namespace fedltr::test;

namespace {

constexpr const char* kFile = "checkpoints_0.1.0.json";

std::string hex_of(const std::string& bytes) {
  std::string text;
  for (const char each : bytes)
    text += fmt::format("{:02x}", static_cast<unsigned char>(each));
  return text;
}

std::string bytes_of_hex(const std::string& hex) {
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2)
    bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  return bytes;
}

/// Returns the file that 0.1.0 wrote; with FEDLTR_WRITE_GOLDEN writes `now`
/// there.
std::string left_by_0_1_0(const std::string& name, const std::string& now) {
  if (std::getenv("FEDLTR_WRITE_GOLDEN")) {
    const std::string file = std::string("tests/golden/") + kFile;
    auto all = std::filesystem::exists(file) ? golden(kFile)
                                             : nlohmann::json::object();
    all[name] = hex_of(now);
    std::ofstream(file) << all.dump(1) << "\n";
  }
  return bytes_of_hex(golden(kFile).at(name).get<std::string>());
}

Json identity(const std::string& version = "0.1.0") {
  return {{"fedltr", version},
          {"commit", "golden"},
          {"scenario", {{"run.seed", "1"}}},
          {"data", {{{"name", "made up"}, {"sha256", "12"}}}}};
}

FederationPlan plan_of_golden() {
  FederationPlan plan = small_plan(5, 9);
  plan.optimizer = [] { return find(server_optimizers(), "adam").make(0.1); };
  return plan;
}

RunResult result_of(const FederationPlan& plan, CheckpointKeeper& keeper) {
  keeper.run(plan);
  return keeper.results.at(0);
}

std::string file_of(const TemporaryFolder& folder) {
  return read_text(folder / "run/checkpoint/f1-r1.bin");
}

}  // namespace

TEST_CASE("a federation resumes what 0.1.0 left, to the same bits") {
  FederationPlan plan = plan_of_golden();
  CheckpointKeeper whole;
  const std::string expected = bytes_of(result_of(plan, whole));
  plan.checkpoint = {true, 4};
  CheckpointKeeper keeper;
  result_of(plan, keeper);
  const TemporaryFolder folder;
  const CheckpointFolder checkpoints(folder / "run", identity());
  FederationCheckpoint now;
  now.round = 4;
  now.snapshot = std::make_shared<const std::string>(keeper.checkpoints.at(4));
  checkpoints.save(1, 1, now);
  const std::string then = left_by_0_1_0("federation", file_of(folder));
  CHECK(file_of(folder) == then);
  folder.write("run/checkpoint/f1-r1.bin", then);
  const auto found = checkpoints.load<FederationCheckpoint>(1, 1);
  REQUIRE(found);
  CHECK(found->round == 4);
  FederationPlan rest = plan_of_golden();
  rest.resume = found->snapshot;
  CheckpointKeeper resumed;
  CHECK(bytes_of(result_of(rest, resumed)) == expected);
}

TEST_CASE("a silo study's repeat is read as 0.1.0 left it") {
  const TemporaryFolder folder;
  const CheckpointFolder checkpoints(folder / "run", identity());
  SiloRepeat now = small_silo_repeat();
  checkpoints.save(1, 1, now);
  const std::string then = left_by_0_1_0("silo", file_of(folder));
  CHECK(file_of(folder) == then);
  folder.write("run/checkpoint/f1-r1.bin", then);
  auto found = checkpoints.load<SiloRepeat>(1, 1);
  REQUIRE(found);
  CHECK(found->names == now.names);
  CHECK(found->privacy.releases == now.privacy.releases);
  CHECK(archived(*found) == archived(now));
}

TEST_CASE("a relay's journal is read as 0.1.0 left it") {
  using namespace consortium;
  std::vector<RelayRecord> records = {Joined{1, 77}, Begun{{2}},
                                      Silenced{0, 1, 60}, Left{1}};
  const TemporaryFolder folder;
  {
    Journal journal(folder / "now");
    for (RelayRecord& each : records) journal.append(archived(each));
    journal.sync();
  }
  const std::string then = left_by_0_1_0("journal", read_text(folder / "now"));
  CHECK(read_text(folder / "now") == then);
  folder.write("then", then);
  std::filesystem::permissions(
      folder / "then",
      std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  Journal journal(folder / "then");
  REQUIRE(journal.found() == records.size());
  for (RelayRecord& each : records) {
    auto found = unarchived<RelayRecord>(journal.next().value());
    CHECK(archived(found) == archived(each));
  }
}

TEST_CASE("files of 0.1.0 are refused by another version, which names both") {
  const TemporaryFolder folder;
  const CheckpointFolder then(folder / "run", identity());
  SiloRepeat run = small_silo_repeat();
  then.save(1, 1, run);
  const CheckpointFolder later(folder / "run", identity("9.9.9"));
  try {
    later.require_fit();
    FAIL("fits");
  } catch (const CheckpointError& error) {
    CHECK(has(error.what(), "0.1.0"));
    CHECK(has(error.what(), "9.9.9"));
  }
  CHECK_THROWS_AS(later.load<SiloRepeat>(1, 1), CheckpointError);
}

}  // namespace fedltr::golden_checkpoint_test
