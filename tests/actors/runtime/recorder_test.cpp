#include "actors/runtime/recorder.hpp"

#include <stdexcept>

#include <doctest/doctest.h>

#include "tests/support/det_fixture.hpp"

namespace fedltr::recorder_test {
using test::DetFixture;

namespace {

/// Records its calls; fails at round 13.
struct Listener : Observer {
  std::vector<std::uint32_t> rounds;
  std::vector<std::uint32_t> finished;
  std::string checkpoint;
  int due = 0;

  void on_round(std::uint32_t, const RoundRecord& record) override {
    if (record.round == 13) throw std::runtime_error("the disk is full");
    rounds.push_back(record.round);
  }
  void on_finished(std::uint32_t run, RunResult) override {
    finished.push_back(run);
  }
  void on_checkpoint(std::uint32_t, std::uint32_t,
                     const std::string& bytes) override {
    checkpoint = bytes;
  }
  void on_checkpoint_due() override { ++due; }
};

struct Fixture : DetFixture {
  Listener listener;
  caf::actor actor =
      sys.spawn(recorder, &listener, caf::actor_cast<caf::actor>(self.ptr()));
  ~Fixture() {
    caf::anon_send_exit(actor, caf::exit_reason::user_shutdown);
    run();
  }
  template <class Message>
  void tell(const Message& message) {
    self->send(actor, message);
    run();
  }
};

RecordRound round_record(std::uint32_t round) {
  RecordRound message;
  message.run = 2;
  message.record.round = round;
  return message;
}

}  // namespace

TEST_CASE_FIXTURE(Fixture, "the observer receives rounds in order") {
  for (const std::uint32_t round : {0U, 1U, 2U}) tell(round_record(round));
  CHECK(listener.rounds == std::vector<std::uint32_t>{0, 1, 2});
}

TEST_CASE_FIXTURE(Fixture, "a run ends when its result is kept") {
  tell(RecordResult{2, std::make_shared<RunResult>()});
  CHECK(listener.finished == std::vector<std::uint32_t>{2});
  self->receive([](const RunEnded& ended) {
    CHECK(ended.run == 2);
    CHECK(ended.failure.empty());
  });
}

TEST_CASE_FIXTURE(Fixture, "an observer that fails fails the run, not others") {
  tell(round_record(13));
  self->receive([](const RunEnded& ended) {
    CHECK(ended.run == 2);
    CHECK(ended.failure == "the disk is full");
  });
  tell(round_record(14));
  CHECK(listener.rounds == std::vector<std::uint32_t>{14});
}

TEST_CASE_FIXTURE(Fixture, "a checkpoint is confirmed once it is kept") {
  tell(RecordCheckpoint{2, 5, std::make_shared<const std::string>("bytes")});
  CHECK(listener.checkpoint == "bytes");
  bool confirmed = false;
  self->receive([&](CheckpointKept) { confirmed = true; });
  CHECK(confirmed);
  tell(CheckpointNow{});
  CHECK(listener.due == 1);
}

}  // namespace fedltr::recorder_test
