#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <ostream>
#include <string>

#include "app/deploy/agreement.hpp"
#include "app/deploy/own_limits.hpp"
#include "app/deploy/own_rankers.hpp"

namespace fedltr {

/// All that a party knows before a run.
struct ForecastInputs {
  const Agreement& agreement;
  const SiloPlan& plan;  ///< with the party's own data
  std::uint32_t party = 0;
  std::filesystem::path ledger;
  std::int64_t now = 0;  ///< Unix time
  OwnLimits limits = {};
  const OwnRows* rows = nullptr;  ///< null: it has none
};

/// Expected cost of a party's run, if each other member is like this party:
/// asks it what it would ask itself, and answers as it does.
struct ForecastCost {
  std::uint64_t queries = 0;    ///< own training queries
  std::uint64_t unasked = 0;    ///< of them, by OwnLimits::questions_a_query
  std::uint64_t questions = 0;  ///< to all other members, each with an answer
  std::uint64_t releases = 0;   ///< about documents, in these answers
  std::uint64_t withheld = 0;   ///< for lack of budget, or by own limits
  std::uint64_t most = 0;       ///< releases about the most exposed document
  double accounted = 0;         ///< its epsilon, of this run
  // In one direction: what all others ask, and the answers to it.
  std::uint64_t question_bytes = 0;
  std::uint64_t answer_bytes = 0;

  /// Share of the own training queries that are asked.
  double asked() const {
    return queries == 0 ? 0
                        : static_cast<double>(queries - unasked) /
                              static_cast<double>(queries);
  }
};

/// Has the other members, played by copies of this party, ask it their training
/// queries in this process, by the agreement and the ledger's earlier spending.
/// Nothing is sent, written or entered.
ForecastCost forecast_cost(const ForecastInputs& inputs);

/// Reason against a run, and the exit code for it.
struct Doubt {
  int code = 0;
  std::string why;
};

/// Returns the reason why a run of training can't be shown to help a party, or
/// gives the others nothing: fewer than kFewestQueries of its held-out queries
/// count, or the budget is spent for all its documents that are asked about, by
/// forecast_cost(). Nullopt without any.
/// @param rankers  of the party
std::optional<Doubt> doubt_of(const ForecastInputs& inputs,
                              const OwnRankers& rankers);

/// Prints the cost, and the quality without joining with the number of queries
/// that could show a gain.
/// @return  exit code: done; bad data if too few held-out queries count for any
///          interval; budget spent if no document may be answered about
int print_forecast(std::ostream& out, const ForecastInputs& inputs);

}  // namespace fedltr
