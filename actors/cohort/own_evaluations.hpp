#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "actors/protocol/evaluation_messages.hpp"

namespace fedltr {

/// Collects the answers of a cohort's clients to EvaluateOwn (FedPer): metrics,
/// or their own parameters. Several rounds may be open. Clients that were never
/// asked to train all have the parameters of the start: of those with the same
/// evaluation set one is asked, and its answer is taken for all.
class OwnEvaluations {
 public:
  /// @param metrics  number of values of each client's answer
  /// @param sets     number of evaluation sets; client i uses set i modulo it
  OwnEvaluations(std::uint32_t cohort, std::uint32_t first,
                 std::uint32_t clients, Index metrics, std::uint32_t sets)
      : cohort_(cohort),
        first_(first),
        clients_(clients),
        metrics_(metrics),
        sets_(sets) {}

  /// @param was_asked  true if a client may have trained
  /// @return           the clients to ask
  std::vector<std::uint32_t> open(
      const EvaluateOwn& order,
      const std::function<bool(std::uint32_t client)>& was_asked);
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
    std::size_t waiting = 0;
    /// By place: the place whose answer is the client's.
    std::vector<std::uint32_t> answered_by;
    Matrix means;  ///< #clients by #metrics; rows of those that were asked
  };

  std::uint32_t cohort_;
  std::uint32_t first_;
  std::uint32_t clients_;
  Index metrics_;
  std::uint32_t sets_;
  std::map<std::uint32_t, Open> open_;  ///< by round
};

}  // namespace fedltr
