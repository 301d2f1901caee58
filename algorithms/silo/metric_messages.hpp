#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "algorithms/privacy/sealed.hpp"
#include "algorithms/silo/silo_messages.hpp"

// The messages by which parties share metrics, one struct each.
namespace fedltr {

struct AskMetrics : EmptyMessage {
  static constexpr const char* kName = "request of metrics";
};
/// MetricMeans to or from one other party, sealed against the relay.
struct SealedMeans {
  std::uint32_t party = 0;
  ByteVector bytes;  ///< of Keyring::seal_for()
  auto fields(auto&& f) { return f(party, bytes); }
};
/// Bytes of sealed MetricMeans.
constexpr std::size_t sealed_size(std::size_t metrics) {
  return kSealBytes + 2 * sizeof(std::uint32_t) + metrics * sizeof(double);
}
/// One for each other remaining party.
struct SealedMetrics {
  static constexpr const char* kName = "sealed metrics";
  std::vector<SealedMeans> means;  ///< by receiver, ascending
  auto fields(auto&& f) { return f(rest(means)); }
};
struct MetricsOfOthers {
  static constexpr const char* kName = "metrics of others";
  std::vector<SealedMeans> means;  ///< by sender, ascending
  auto fields(auto&& f) { return f(rest(means)); }
};

/// Checks that the parties ascend, are below `parties`, and each have as many
/// bytes as the means of `metrics` metrics.
/// @throws std::invalid_argument  with the reason
void require_sealed(const std::vector<SealedMeans>& means,
                    std::uint32_t parties, std::size_t metrics);

/// Members whose means are missing, ascending: a relay did not forward them.
/// @param members  remaining parties with their number of documents
/// @param own      this party, never missing
std::vector<std::uint32_t> missing_from(
    const std::vector<SealedMeans>& means,
    const std::map<std::uint32_t, std::uint32_t>& members, std::uint32_t own);

}  // namespace fedltr
