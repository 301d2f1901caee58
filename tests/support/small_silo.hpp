#pragma once

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

#include <doctest/doctest.h>

#include "actors/silo/run_silos.hpp"
#include "algorithms/text/synthetic_text.hpp"

namespace fedltr::test {

/// A plan, and what its relay and parties call.
struct TestSilo : SiloPlan {
  TestSilo() = default;
  TestSilo(SiloPlan plan) : SiloPlan(std::move(plan)) {}

  SiloHooks hooks;
};

/// Four parties on a small synthetic collection.
inline TestSilo small_silo(std::uint32_t parties = 4) {
  static const auto collection = [] {
    SyntheticTextOptions options;
    options.documents = 200;
    options.terms = 40;
    options.vocabulary = 800;
    options.topics = 4;
    options.queries = 40;
    options.depths = {20, 5};
    return std::make_shared<const Collection>(synthesize_text(options));
  }();
  TestSilo plan;
  plan.collection = collection;
  plan.shares = std::make_shared<const std::vector<PartyShare>>(
      split_into_parties(*collection, find(party_splits(), "random").make,
                         {parties, true, 1}));
  plan.protocol.shape = {SketchKind::kCount, 9, 64};
  plan.protocol.frequency = {SketchKind::kCount, 5, 1024};
  plan.protocol.obfuscation = {9};
  plan.protocol.noise = make_sketch_noise("paper", {2, 9, 64});
  plan.protocol.top.documents = 8;
  plan.protocol.capacity = 40;
  plan.options.top = 8;
  plan.options.training.local_iterations = 40;
  plan.options.training.joint_iterations = 30;
  for (const auto& each : silo_methods()) plan.methods.push_back(each.name);
  return plan;
}

struct SiloOutcomeOf {
  FederationOutcome outcome;
  SiloRecord record;
};

/// Interrupts a run that hangs: after a minute, many times what runs take.
class Deadline {
 public:
  explicit Deadline(Interrupt& interrupt)
      : watch_([this, &interrupt](const std::stop_token& stop) {
          std::unique_lock lock(mutex_);
          if (!ended_.wait_for(lock, stop, std::chrono::minutes(1),
                               [&] { return stop.stop_requested(); }))
            interrupt.trigger();
        }) {}

 private:
  std::mutex mutex_;
  std::condition_variable_any ended_;
  std::jthread watch_;
};

inline SiloOutcomeOf run_one(const TestSilo& plan, std::size_t threads = 2) {
  SiloOutcomeOf result;
  Interrupt interrupt;
  const Deadline deadline(interrupt);
  const std::vector<std::shared_ptr<const SiloPlan>> plans = {
      std::make_shared<const SiloPlan>(plan)};
  result.outcome = run_silos(
      plans, threads, 1,
      [&](std::uint32_t, SiloRecord record) {
        result.record = std::move(record);
      },
      interrupt, plan.hooks);
  return result;
}

/// Runs a plan, which must succeed.
inline SiloRecord run(const TestSilo& plan, std::size_t threads = 2) {
  auto [outcome, record] = run_one(plan, threads);
  CHECK_FALSE_MESSAGE(outcome.interrupted, "nothing came for a minute");
  CHECK_MESSAGE(outcome.failure.empty(), outcome.failure);
  REQUIRE(record.parties.size() == plan.parties());
  return record;
}

inline std::vector<Vector> models_of(const SiloRecord& record,
                                     const std::string& method) {
  std::vector<Vector> models;
  for (const auto& party : record.parties)
    if (party) models.push_back(party->models.at(method));
  return models;
}

/// Checks that the parties have the same models and found the same documents.
inline void check_same(const SiloRecord& a, const SiloRecord& b) {
  for (const auto& each : silo_methods())
    CHECK(models_of(a, each.name) == models_of(b, each.name));
  for (std::size_t p = 0; p < a.parties.size(); ++p) {
    REQUIRE((a.parties[p] == nullptr) == (b.parties[p] == nullptr));
    if (!a.parties[p]) continue;
    CHECK(a.parties[p]->instances.cross.features ==
          b.parties[p]->instances.cross.features);
    CHECK(a.parties[p]->instances.cross.pairs ==
          b.parties[p]->instances.cross.pairs);
  }
}

}  // namespace fedltr::test
