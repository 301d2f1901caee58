#include "app/study/checkpoint.hpp"

#include <fstream>

#include <doctest/doctest.h>

#include "app/base/errors.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::checkpoint_test {
using namespace fedltr::test;
namespace fs = std::filesystem;

namespace {

/// Example of a run's state.
struct State {
  std::uint32_t round = 0;
  Vector model;

  void exchange(Archive& archive) { archive(round, model); }
};

State state_of(std::uint32_t round) {
  return {round, Vector::Constant(3, 0.1 * round)};
}

Json identity(const std::string& seed = "1") {
  return {{"fedltr", "1.0"},
          {"commit", "abc"},
          {"scenario", {{"run.seed", seed}}},
          {"data", {{{"name", "set.txt"}, {"sha256", "12"}}}}};
}

std::uint32_t round_in(const CheckpointFolder& folder) {
  const auto state = folder.load<State>(1, 2);
  REQUIRE(state);
  CHECK(state->model == state_of(state->round).model);
  return state->round;
}

void damage(const fs::path& file) {
  std::string bytes = read_text(file);
  REQUIRE_FALSE(bytes.empty());
  bytes.back() ^= 1;
  std::ofstream(file, std::ios::binary) << bytes;
}

}  // namespace

TEST_CASE("a checkpoint reads back, each run's its own, the newest first") {
  const TemporaryFolder folder;
  const CheckpointFolder checkpoints(folder / "run", identity());
  CHECK_FALSE(checkpoints.exists());
  CHECK_FALSE(checkpoints.load<State>(1, 2));
  for (const std::uint32_t round : {3, 5}) {
    State state = state_of(round);
    checkpoints.save(1, 2, state);
  }
  State other = state_of(9);
  checkpoints.save(2, 1, other);
  CHECK(checkpoints.exists());
  CHECK(round_in(checkpoints) == 5);
  CHECK(checkpoints.load<State>(2, 1)->round == 9);
  CHECK_FALSE(checkpoints.load<State>(1, 1));
  CHECK_FALSE(fs::exists(folder / "run/checkpoint/f1-r2.bin.next"));
}

TEST_CASE("a damaged checkpoint gives way to the one before it, not to none") {
  const TemporaryFolder folder;
  const CheckpointFolder checkpoints(folder / "run", identity());
  for (const std::uint32_t round : {3, 5}) {
    State state = state_of(round);
    checkpoints.save(1, 2, state);
  }
  const fs::path newest = folder / "run/checkpoint/f1-r2.bin";
  damage(newest);
  CHECK(round_in(checkpoints) == 3);
  fs::remove(newest);  // killed between two renames
  CHECK(round_in(checkpoints) == 3);
  damage(newest.string() + ".previous");
  CHECK_THROWS_AS(checkpoints.load<State>(1, 2), CheckpointError);
}

TEST_CASE("a file of another scenario, kind or version is no checkpoint") {
  const TemporaryFolder folder;
  const CheckpointFolder checkpoints(folder / "run", identity());
  State state = state_of(3);
  checkpoints.save(1, 2, state);
  CHECK_THROWS_AS(
      CheckpointFolder(folder / "run", identity("2")).load<State>(1, 2),
      CheckpointError);
  struct Longer {
    State state;
    std::uint64_t more = 0;
    void exchange(Archive& archive) { archive(state, more); }
  };
  CHECK_THROWS_AS(checkpoints.load<Longer>(1, 2), CheckpointError);
  const fs::path file = folder / "run/checkpoint/f1-r2.bin";
  std::string bytes = read_text(file);
  bytes[bytes.find('\n') - 1] = '9';
  std::ofstream(file, std::ios::binary) << bytes;
  CHECK_THROWS_WITH_AS(checkpoints.load<State>(1, 2),
                       doctest::Contains("no checkpoint of this version"),
                       CheckpointError);
}

TEST_CASE(
    "a checkpoint under another fold's, repeat's or point's name is none") {
  const TemporaryFolder folder;
  const CheckpointFolder checkpoints(folder / "run", identity());
  State state = state_of(3);
  checkpoints.save(1, 2, state);
  const auto put_as = [&](const std::string& name) {
    fs::create_directories((folder / name).parent_path());
    fs::copy_file(folder / "run/checkpoint/f1-r2.bin", folder / name);
  };
  put_as("run/checkpoint/f1-r1.bin");
  CHECK_THROWS_WITH_AS(checkpoints.load<State>(1, 1),
                       doctest::Contains("belongs to another scenario or run"),
                       CheckpointError);
  put_as("run/checkpoint/f2-r2.bin");
  CHECK_THROWS_AS(checkpoints.load<State>(2, 2), CheckpointError);
  put_as("honest/checkpoint/f1-r2.bin");
  CHECK_THROWS_AS(CheckpointFolder(folder / "honest", identity(), "2 spared")
                      .load<State>(1, 2),
                  CheckpointError);
}

TEST_CASE("for swapped files the ones before them are used") {
  const TemporaryFolder folder;
  const CheckpointFolder checkpoints(folder / "run", identity());
  for (const std::uint32_t round : {3, 5})
    for (const std::uint32_t repeat : {1, 2}) {
      State state = state_of(round * 10 + repeat);
      checkpoints.save(1, repeat, state);
    }
  const fs::path place = folder / "run/checkpoint";
  fs::rename(place / "f1-r1.bin", place / "other");
  fs::rename(place / "f1-r2.bin", place / "f1-r1.bin");
  fs::rename(place / "other", place / "f1-r2.bin");
  CHECK(checkpoints.load<State>(1, 1)->round == 31);
  CHECK(checkpoints.load<State>(1, 2)->round == 32);
}

TEST_CASE("a kill between two renames leaves a state for others") {
  const TemporaryFolder folder;
  const CheckpointFolder there(folder / "there", identity());
  State state = state_of(3);
  there.save(1, 2, state);
  const fs::path newest = folder / "there/checkpoint/f1-r2.bin";
  fs::rename(newest, newest.string() + ".previous");
  CHECK(fs::exists(CheckpointFolder::file_in(folder / "there", 1, 2)));
  CHECK_FALSE(fs::exists(CheckpointFolder::file_in(folder / "there", 1, 1)));
  const CheckpointFolder here(folder / "here", identity());
  here.take(folder / "there", 1, 2);
  CHECK(round_in(here) == 3);
}

TEST_CASE("a folder fits what it is of, by its checkpoint or its results") {
  const TemporaryFolder folder;
  const CheckpointFolder one(folder / "run", identity());
  const CheckpointFolder two(folder / "run", identity("2"));
  CHECK_FALSE(one.require_fit());
  State state = state_of(3);
  one.save(1, 1, state);
  CHECK(one.require_fit());
  CHECK_THROWS_WITH_AS(two.require_fit(),
                       doctest::Contains("run.seed: 1 there, 2 here"),
                       CheckpointError);
  one.remove();
  CHECK_FALSE(one.require_fit());
  folder.write("run/manifest.json", identity().dump());
  CHECK(one.require_fit());
  CHECK_THROWS_WITH_AS(two.require_fit(), doctest::Contains("other results"),
                       CheckpointError);
  folder.write("run/manifest.json", "{");
  CHECK_THROWS_AS(one.require_fit(), CheckpointError);
}

TEST_CASE("removing checkpoints removes nothing else") {
  const TemporaryFolder folder;
  const CheckpointFolder checkpoints(folder / "run", identity());
  checkpoints.remove();  // no checkpoint exists
  for (const std::uint32_t round : {3, 5}) {
    State state = state_of(round);
    checkpoints.save(1, 2, state);
  }
  folder.write("run/summary.json", "{}");
  checkpoints.remove();
  CHECK_FALSE(fs::exists(folder / "run/checkpoint"));
  CHECK(fs::exists(folder / "run/summary.json"));
  checkpoints.save(1, 2, *std::make_unique<State>(state_of(1)));
  const std::vector<std::string> foreign = {"notes.txt", "flax_model.bin",
                                            "final.bin", "f1-r1.bin.gz",
                                            "f1.bin",    "manifest.json.old"};
  for (const std::string& name : foreign)
    folder.write("run/checkpoint/" + name, "mine");
  folder.write("run/checkpoint/f3-r12.bin.next.tmp", "cut short");
  checkpoints.remove();
  for (const std::string& name : foreign)
    CHECK_MESSAGE(fs::exists(folder / ("run/checkpoint/" + name)), name);
  CHECK_FALSE(fs::exists(folder / "run/checkpoint/f3-r12.bin.next.tmp"));
  CHECK_FALSE(checkpoints.exists());
}

TEST_CASE("two identities differ where a key, a version or a file does") {
  CHECK(differences(identity(), identity()) == "");
  CHECK(differences(Json(), identity()) == "its manifest.json can't be read");
  Json there = identity();
  there["commit"] = "old";
  CHECK(differences(there, identity()) ==
        "version: 1.0 (old) there, 1.0 (abc) here");
  there = identity();
  there["scenario"]["run.gone"] = "x";
  CHECK(differences(there, identity()) ==
        "run.gone: \"x\" there, (no such key) here");
  CHECK(differences(identity(), there) ==
        "run.gone: (no such key) there, x here");
  there = identity();
  there["data"][0]["sha256"] = "34";
  CHECK(differences(there, identity()) == "data set.txt: has another SHA-256");
  there["data"] = Json::array();
  CHECK(differences(there, identity()) == "data files: 0 there, 1 here");
}

TEST_CASE("a checkpoint that can't be written is reported, and costs no run") {
  const TemporaryFolder folder;
  const CheckpointFolder blocked(folder / "run", identity());
  const std::string obstacle = folder.write("run/checkpoint", "a file");
  CheckpointWriter writer;
  State state = state_of(3);
  CHECK(writer.failure() == "");
  CHECK_FALSE(writer.save(blocked, 7, 1, 1, state, "run 7"));
  CHECK(writer.failure() != "");
  // Another run's success does not hide it, its own success does.
  const CheckpointFolder open(folder / "other", identity());
  CHECK(writer.save(open, 8, 1, 1, state, "run 8"));
  CHECK(writer.failure() != "");
  fs::remove(obstacle);
  CHECK(writer.save(blocked, 7, 1, 1, state, "run 7"));
  CHECK(writer.failure() == "");
}

}  // namespace fedltr::checkpoint_test
