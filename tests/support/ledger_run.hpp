#pragma once

#include <string>
#include <vector>

#include "app/deploy/answer_ledger.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::test {

/// Pure epsilon 1 per release without a better bound: budgets are counts.
inline ReleaseConfig pure_config(double budget, double epsilon = 1) {
  ReleaseConfig config;
  config.guarantee.pure = epsilon;
  config.budget = budget;
  return config;
}

/// A run of party 0, which has documents d0, d1 and d2, with members a and b.
struct LedgerRun {
  LedgerRun(const std::filesystem::path& file, const std::string& name,
            const ReleaseConfig& config = pure_config(kNoBound),
            const OwnLimits& limits = {})
      : LedgerRun(
            file,
            LedgerSetup{
                name, {"own", "a", "b"}, {"d0", "d1", "d2"}, config, limits}) {}
  LedgerRun(const std::filesystem::path& file, const LedgerSetup& setup)
      : account(setup.config, 3, 3, 1), ledger(file, setup) {
    ledger.open(account);
  }

  /// @return documents that the answer releases something about
  std::vector<std::uint32_t> answer(std::uint32_t asker,
                                    const std::vector<std::uint32_t>& documents,
                                    std::uint32_t request = 0) {
    std::vector<std::uint32_t> told;
    for (const std::uint32_t d : documents)
      if (account.charge(d, asker)) told.push_back(d);
    SiloMessage message = message_of(TopAnswer(), request);
    message.to = asker;
    ledger.enter(message, account);
    return told;
  }

  ReleaseLedger account;
  AnswerLedger ledger;
};

using ToldDocuments = std::vector<std::uint32_t>;

inline constexpr std::int64_t kLedgerStart = 1'800'000'000;  // Unix time
inline constexpr std::int64_t kLedgerPeriod = 1000;          // seconds

/// A run whose budget of 3 lasts for a period.
inline LedgerSetup lasting_run(const std::string& name, std::int64_t& now) {
  LedgerSetup setup{
      name, {"own", "a", "b"}, {"d0", "d1", "d2"}, pure_config(3), {}};
  setup.period = kLedgerPeriod;
  setup.begun = now;
  setup.clock = [&now] { return now; };
  setup.salt = [] { return std::uint64_t{7}; };
  return setup;
}

}  // namespace fedltr::test
