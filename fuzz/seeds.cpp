// Writes a message of each kind into a folder, for the fuzzer to start from.
// Usage: wire_seeds FOLDER
#include <fstream>
#include <iostream>

#include "actors/cohort/cohort_memory.hpp"
#include "actors/link/frames.hpp"
#include "actors/link/greeting.hpp"
#include "actors/nodes/node_wire.hpp"

using namespace fedltr;
using namespace std::string_literals;

namespace {

std::string cohort_state() {
  CohortMemory memory;
  for (std::uint32_t client = 256; client < 260; ++client) {
    memory.record.stats.push_back({client});
    Vector personal = Vector::Zero(2);
    std::vector<bool> clicked(client == 258 ? 50 : 0);
    Archive own;
    own(personal, clicked);
    memory.clients[client] = own.take();
  }
  return write_cohort_memory(memory);
}

wire::Answer answer(const CohortOutcome& outcome) {
  return {0, 1, 1, outcome, cohort_state()};
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) return 2;
  const Parameters shared(Vector::Zero(8));
  CohortUpdate update;
  update.round = 2;
  update.cohort = 1;
  update.sum.clients = 1;
  update.sum.weighted = shared.view();
  update.rows = {{257}, shared};
  const CohortStats stats{
      1,
      {{256}, {257}, {258}, {259}},
      std::vector<double>(4),
      std::vector<Parameters>(4, Parameters(Vector::Zero(2)))};
  // The first byte selects how wire_fuzz.cpp reads the rest.
  const std::vector<std::string> seeds = {
      "\0"s + framed("one") + framed("") + framed("three"),
      "\1"s + wire::encode(wire::Ready{2, "digest", {"one", "two"}}),
      "\1"s + wire::encode(answer(update)),
      "\2"s +
          wire::encode(answer(CohortEvaluated{2, 1, Parameters(Vector::Zero(1)),
                                              Parameters(Vector::Zero(1))})),
      "\3"s + wire::encode(answer(stats)),
      "\4"s + wire::encode(answer(CohortLeft{1, {{258, {1, 5}}}})),
      "\5"s + wire::encode(wire::Order{
                  0, 1, 1, true, cohort_state(),
                  TrainCohort{2, shared, training_spec(2), {257}, false}}),
      "\5"s + wire::encode(wire::Welcome{"scenario"}),
      "\5"s + wire::encode(wire::Close{0, 1}),
      "\6"s + cohort_state(),
      "\7"s + framed(encode(link::Hello{{1, 3}, "0.1.0", "alice", "token"})) +
          framed("\x83one") + framed(""),
      "\x8"s + framed(encode(link::Welcome{1, "0.1.0"})) + framed("\x83one") +
          framed(encode(link::Refused{"why", true})),
  };
  for (std::size_t i = 0; i < seeds.size(); ++i)
    std::ofstream(std::string(arguments[1]) + "/seed-" + std::to_string(i),
                  std::ios::binary)
        << seeds[i];
  std::cout << seeds.size() << " seeds\n";
}
