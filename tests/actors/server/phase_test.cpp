#include "actors/server/phase.hpp"

#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace fedltr::phase_test {
namespace {

const std::vector<ServerPhase> kAll = {
    ServerPhase::kIdle,      ServerPhase::kMasking,  ServerPhase::kTraining,
    ServerPhase::kUnmasking, ServerPhase::kRemoving, ServerPhase::kStopping,
    ServerPhase::kReporting, ServerPhase::kEnded};

/// Phases that can be reached.
std::set<ServerPhase> reachable(ServerPhase from) {
  std::set<ServerPhase> known = {from};
  std::vector<ServerPhase> open = {from};
  while (!open.empty()) {
    const ServerPhase here = open.back();
    open.pop_back();
    for (const ServerPhase to : kAll)
      if (is_transition(here, to) && known.insert(to).second)
        open.push_back(to);
  }
  return known;
}

}  // namespace

TEST_CASE("each phase is reached, and has a name of its own") {
  CHECK(reachable(ServerPhase::kIdle).size() == kAll.size());
  std::set<std::string_view> names;
  for (const ServerPhase phase : kAll) names.insert(name_of(phase));
  CHECK(names.size() == kAll.size());
  CHECK(name_of(ServerPhase::kEnded) == "ended");
}

TEST_CASE("every round comes back to where the next one opens") {
  for (const ServerPhase phase :
       {ServerPhase::kMasking, ServerPhase::kTraining, ServerPhase::kUnmasking,
        ServerPhase::kRemoving})
    CHECK(reachable(phase).contains(ServerPhase::kIdle));
}

TEST_CASE("a run that stops opens no round") {
  CHECK(reachable(ServerPhase::kStopping) ==
        std::set<ServerPhase>{ServerPhase::kStopping, ServerPhase::kReporting,
                              ServerPhase::kEnded});
  CHECK_FALSE(is_transition(ServerPhase::kReporting, ServerPhase::kStopping));
}

TEST_CASE("a run can be stopped while it lasts, and fail at any time") {
  for (const ServerPhase phase : kAll) {
    CHECK(is_transition(phase, ServerPhase::kEnded));
    CHECK(is_transition(phase, ServerPhase::kStopping) ==
          (phase < ServerPhase::kStopping));
  }
}

TEST_CASE("masks are taken off only after training") {
  CHECK(is_transition(ServerPhase::kTraining, ServerPhase::kUnmasking));
  CHECK_FALSE(is_transition(ServerPhase::kMasking, ServerPhase::kUnmasking));
  CHECK_FALSE(is_transition(ServerPhase::kIdle, ServerPhase::kUnmasking));
  CHECK_FALSE(is_transition(ServerPhase::kMasking, ServerPhase::kIdle));
}

}  // namespace fedltr::phase_test
