#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "algorithms/privacy/ledger.hpp"

namespace fedltr {

class Archive;

/// Counts the rounds in which each client has released something; its privacy
/// loss is the composition of as many releases.
///
/// A round is charged when it opens, since an update may be on its way although
/// its round is given up.
class PrivacyMeter {
 public:
  /// @param spec  of one round; outlives it
  PrivacyMeter(const PrivacySpec& spec, std::uint32_t clients)
      : spec_(&spec), clients_(clients) {}

  /// Charges a round to every client, before it opens.
  /// @return  whether the client charged most stays within the budget; if not,
  ///          nobody is charged
  bool charge_all();
  /// Charges a round to these clients; a round that releases nothing new, to
  /// nobody.
  bool charge(std::vector<std::uint32_t> clients);
  /// Keeps what was charged: the round has closed.
  void close_round();
  /// Counts each client's rounds from now on, even if all take part: some are
  /// about to leave.
  void count_each();

  /// Rounds of the client charged most.
  std::uint64_t max_rounds() const { return max_rounds_; }
  std::uint64_t rounds(std::uint32_t client) const;
  /// Whether clients may differ.
  bool counts_each() const { return !rounds_.empty(); }
  /// Accounted epsilon after so many rounds.
  double epsilon(std::uint64_t rounds) const;

  /// Charges of closed rounds only, for a checkpoint.
  /// @throws ArchiveError
  void exchange(Archive& archive);

 private:
  bool admit(std::uint64_t max_rounds);

  const PrivacySpec* spec_;
  std::uint32_t clients_;
  std::uint64_t max_rounds_ = 0;
  /// By client; empty as long as all have `max_rounds_`.
  std::vector<std::uint32_t> rounds_;
  std::optional<std::uint64_t> closed_max_;  ///< while a round is open
  std::vector<std::uint32_t> open_;          ///< clients charged for it
  /// The last epsilon asked for, and its rounds: most are asked for twice.
  mutable std::pair<std::uint64_t, double> last_{0, 0};
};

}  // namespace fedltr
