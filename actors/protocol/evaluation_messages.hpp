#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/core/fields.hpp"
#include "algorithms/core/parameters.hpp"

// Quality of the models, and the clients' activity over the run:
//
//   server -> evaluator    Evaluate        answered by Evaluated
//   server -> cohort       StatsRequest    answered by CohortStats
//
// Where parameters stay with the clients (FedPer):
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

  auto fields(auto&& f) { return f(rounds, models); }
};

/// Holds a row of means for each round, with a column for each metric.
struct Evaluated {
  static constexpr const char* kName = "Evaluated";
  std::vector<std::uint32_t> rounds;
  Parameters means;

  auto fields(auto&& f) { return f(rounds, means); }
};

/// Asks clients for the metrics of the model with their own parameters, or for
/// these parameters, if the plan pools them.
struct EvaluateOwn {
  static constexpr const char* kName = "EvaluateOwn";
  std::uint32_t round = 0;
  std::uint32_t time = 0;  ///< round of training: clients present then count
  Parameters model;

  auto fields(auto&& f) { return f(round, time, model); }
};

/// Holds one mean for each metric; or the client's own parameters, if the plan
/// pools them.
struct ClientEvaluated {
  static constexpr const char* kName = "ClientEvaluated";
  std::uint32_t round = 0;
  std::uint32_t client = 0;
  Parameters means;

  auto fields(auto&& f) { return f(round, client, means); }
};

/// Holds for each value of ClientEvaluated its sum over the clients, and the
/// number of clients that have one.
struct CohortEvaluated {
  static constexpr const char* kName = "CohortEvaluated";
  std::uint32_t round = 0;
  std::uint32_t cohort = 0;
  Parameters sums;
  Parameters counts;

  auto fields(auto&& f) { return f(round, cohort, sums, counts); }
};

/// Announces the end of the run, with this model after this round, and asks for
/// the clients' statistics.
struct StatsRequest {
  static constexpr const char* kName = "StatsRequest";
  std::uint32_t round = 0;
  Parameters model;

  auto fields(auto&& f) { return f(round, model); }
};

/// Holds a client's own parameters, for the study; a deployed client would keep
/// them.
struct Personal {
  static constexpr const char* kName = "Personal";
  std::uint32_t client = 0;
  Parameters values;

  auto fields(auto&& f) { return f(client, values); }
};

/// Counts a client's work over the run.
struct ClientStats {
  std::uint32_t client = 0;
  std::uint64_t interactions = 0;
  std::uint32_t rounds = 0;  ///< in which it was asked to train
  std::uint32_t refused = 0;
  std::uint32_t dropped = 0;  ///< updates that never came, or came too late
  std::uint32_t silent = 0;   ///< of these, updates never sent

  auto fields(auto&& f) {
    return f(client, interactions, rounds, refused, dropped, silent);
  }
};

/// Holds the statistics of a cohort's clients.
struct CohortStats {
  static constexpr const char* kName = "CohortStats";
  std::uint32_t cohort = 0;
  /// Statistics of the clients that were asked to train, ascending; of all, if
  /// `own` or `personal` is.
  std::vector<ClientStats> clients;
  std::vector<double> own;  ///< if clients differ: the model's metric for each
  std::vector<Parameters> personal;  ///< if some parameters stay with clients

  auto fields(auto&& f) { return f(cohort, clients, own, personal); }
};

using EvaluationMessages =
    TypeList<Evaluate, Evaluated, EvaluateOwn, ClientEvaluated, CohortEvaluated,
             StatsRequest, Personal, CohortStats>;

}  // namespace fedltr
