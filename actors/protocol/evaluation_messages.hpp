#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/core/fields.hpp"
#include "algorithms/core/parameters.hpp"

// How good the models are, and what clients did over the run:
//
//   server -> evaluator    Evaluate        answered by Evaluated
//   server -> cohort       StatsRequest    answered by CohortStats
//
// and where parameters stay with the clients (FedPer)
//
//   server -> cohort       EvaluateOwn     answered by CohortEvaluated
//   cohort -> client       EvaluateOwn     answered by ClientEvaluated
//   cohort -> client       StatsRequest    answered by Personal
namespace fedltr {

/// Asks for the metrics of the models after these rounds.
struct Evaluate {
  static constexpr const char* kName = "Evaluate";
  std::vector<std::uint32_t> rounds;
  std::vector<Parameters> models;

  template <class F>
  auto fields(F&& f) {
    return f(rounds, models);
  }
};

/// Holds a row of means for each round, with a column for each metric.
struct Evaluated {
  static constexpr const char* kName = "Evaluated";
  std::vector<std::uint32_t> rounds;
  Parameters means;

  template <class F>
  auto fields(F&& f) {
    return f(rounds, means);
  }
};

/// Asks clients for the metrics of the model with parameters of their own.
struct EvaluateOwn {
  static constexpr const char* kName = "EvaluateOwn";
  std::uint32_t round = 0;
  std::uint32_t time = 0;  ///< round of training: who is there then counts
  Parameters model;

  template <class F>
  auto fields(F&& f) {
    return f(round, time, model);
  }
};

/// Holds one mean for each metric.
struct ClientEvaluated {
  static constexpr const char* kName = "ClientEvaluated";
  std::uint32_t round = 0;
  std::uint32_t client = 0;
  Parameters means;

  template <class F>
  auto fields(F&& f) {
    return f(round, client, means);
  }
};

/// Holds for each metric the sum of the clients' means, and the number of
/// clients that have one.
struct CohortEvaluated {
  static constexpr const char* kName = "CohortEvaluated";
  std::uint32_t round = 0;
  std::uint32_t cohort = 0;
  Parameters sums;
  Parameters counts;

  template <class F>
  auto fields(F&& f) {
    return f(round, cohort, sums, counts);
  }
};

/// Says that the run is over, with this model after this round, and asks what
/// clients did in it.
struct StatsRequest {
  static constexpr const char* kName = "StatsRequest";
  std::uint32_t round = 0;
  Parameters model;

  template <class F>
  auto fields(F&& f) {
    return f(round, model);
  }
};

/// Holds what stayed with a client: the study's, a deployed client would keep
/// it.
struct Personal {
  static constexpr const char* kName = "Personal";
  std::uint32_t client = 0;
  Parameters values;

  template <class F>
  auto fields(F&& f) {
    return f(client, values);
  }
};

/// Counts what a client did over the run.
struct ClientStats {
  std::uint64_t interactions = 0;
  std::uint32_t rounds = 0;  ///< in which it was asked
  std::uint32_t refused = 0;
  std::uint32_t dropped = 0;  ///< updates that never came, or too late
  std::uint32_t silent = 0;   ///< of these, that were never sent

  template <class F>
  auto fields(F&& f) {
    return f(interactions, rounds, refused, dropped, silent);
  }
};

/// Holds, by client of the cohort, what each did.
struct CohortStats {
  static constexpr const char* kName = "CohortStats";
  std::uint32_t cohort = 0;
  std::vector<ClientStats> clients;
  std::vector<double> own;  ///< where clients differ: the model's metric for it
  std::vector<Parameters> personal;  ///< where some parameters stay with it

  template <class F>
  auto fields(F&& f) {
    return f(cohort, clients, own, personal);
  }
};

using EvaluationMessages =
    TypeList<Evaluate, Evaluated, EvaluateOwn, ClientEvaluated, CohortEvaluated,
             StatsRequest, Personal, CohortStats>;

}  // namespace fedltr
