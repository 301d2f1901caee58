#include "app/results/secure_report.hpp"

#include <algorithm>

#include "app/base/json.hpp"

namespace fedltr {
namespace {

struct Account {
  SecureTotals totals;
  Neighbourhood neighbourhood;

  double each(std::uint64_t bytes) const {
    return totals.clients == 0 ? 0
                               : static_cast<double>(bytes) /
                                     static_cast<double>(totals.clients);
  }
};

Account account_of(const std::vector<Run>& runs) {
  Account account;
  for (const Run& each : runs) {
    const SecureTotals& part = each.result.rounds.back().secure;
    account.totals.recovered += part.recovered;
    account.totals.lost += part.lost;
    account.totals.bytes_up += part.bytes_up;
    account.totals.bytes_down += part.bytes_down;
    account.totals.clients += part.clients;
    account.totals.largest = std::max(account.totals.largest, part.largest);
  }
  if (account.totals.largest >= 3)
    account.neighbourhood = choose_neighbourhood(
        account.totals.largest, runs[0].plan.secure->tolerance);
  return account;
}

}  // namespace

Json secure_json(const std::vector<Run>& runs) {
  if (!runs[0].plan.secure) return nullptr;
  const Account account = account_of(runs);
  const SecurePlan& plan = *runs[0].plan.secure;
  return {
      {"neighbours", account.neighbourhood.degree},
      {"threshold", account.neighbourhood.threshold},
      {"dropouts_tolerated", plan.tolerance.dropouts},
      {"colluders_tolerated", plan.tolerance.colluders},
      {"range", plan.limit},
      {"recovered", account.totals.recovered},
      {"rounds_lost", account.totals.lost},
      {"bytes_up_per_client_round", account.each(account.totals.bytes_up)},
      {"bytes_down_per_client_round", account.each(account.totals.bytes_down)}};
}

std::vector<OutputField> secure_fields() {
  return {
      {"secure_aggregation.neighbours",
       "number of clients with which each client shares masks; "
       "`secure_aggregation` is null without `privacy.secure-aggregation`"},
      {"secure_aggregation.threshold",
       "number of neighbours needed to reconstruct a client's secret"},
      {"secure_aggregation.dropouts_tolerated",
       "fraction of a round's clients that may drop out"},
      {"secure_aggregation.colluders_tolerated",
       "fraction of a round's clients that may collude with the server"},
      {"secure_aggregation.range", "largest magnitude that a client may add"},
      {"secure_aggregation.recovered", "dropouts whose masks were removed"},
      {"secure_aggregation.rounds_lost",
       "rounds whose sum could not be opened"},
      {"secure_aggregation.bytes_up_per_client_round",
       "mean bytes from a client per round for keys and shares"},
      {"secure_aggregation.bytes_down_per_client_round",
       "mean bytes to a client per round for keys and shares"},
  };
}

}  // namespace fedltr
