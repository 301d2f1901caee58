#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>

#include "actors/protocol/evaluation_messages.hpp"

namespace fedltr {

/// Collects the answers of a cohort's clients to EvaluateOwn (FedPer): metrics,
/// or their own parameters. Several rounds may be open.
class OwnEvaluations {
 public:
  /// @param metrics  number of values of each client's answer
  OwnEvaluations(std::uint32_t cohort, std::uint32_t first,
                 std::uint32_t clients, Index metrics)
      : cohort_(cohort), first_(first), clients_(clients), metrics_(metrics) {}

  void open(const EvaluateOwn& order);
  /// Takes a client's means; ignores them if no open round waits for them.
  /// @param counts  true if a client's means count in a round of training
  /// @return        sums over the clients that count, once all have answered
  std::optional<CohortEvaluated> add(
      const ClientEvaluated& evaluated,
      const std::function<bool(std::uint32_t client, std::uint32_t time)>&
          counts);

 private:
  struct Open {
    std::uint32_t time = 0;
    std::uint32_t waiting = 0;
    Matrix means;  ///< #clients by #metrics
  };

  std::uint32_t cohort_;
  std::uint32_t first_;
  std::uint32_t clients_;
  Index metrics_;
  std::map<std::uint32_t, Open> open_;  ///< by round
};

}  // namespace fedltr
