#include "app/study/watch/live_study.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "tests/app/study/watch/live_support.hpp"

namespace fedltr::live_study_test {
using namespace fedltr::test;

TEST_CASE("every n-th of many rounds is kept") {
  LiveProgress run{.run = planned(""), .last = {}};
  for (std::uint32_t round = 0; round < 100'000; ++round)
    run.add(reached(round, round));
  CHECK(run.rounds.size() < LiveProgress::kMaxRounds);
  CHECK(run.rounds.size() >= LiveProgress::kMaxRounds / 2);
  CHECK(run.last.round == 99'999);
  for (std::size_t i = 0; i < run.rounds.size(); ++i) {
    CHECK(run.rounds[i].round == i * run.stride);
    CHECK(run.rounds[i].metrics[0] == run.rounds[i].round);
  }
}

TEST_CASE("a run that ended before has ended, each change is a version") {
  LiveStudy study;
  study.begin(study_of({planned("")}));
  const auto version = study.version();
  study.end_run(0, {.last = reached(10, 0.5), .earlier = true});
  study.set_nodes(3);
  CHECK(study.version() == version + 2);
  CHECK(study.state().runs[0].ended);
  CHECK(study.state().runs[0].last.round == 10);
  CHECK(study.state().nodes == 3);
}

}  // namespace fedltr::live_study_test
