#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "algorithms/privacy/ledger.hpp"

namespace fedltr {

class Archive;

/// Counts the rounds in which each client has released something; its privacy
/// loss is the composition of that many releases.
///
/// A round is charged when it opens, since an update may be in flight although
/// its round is given up.
class PrivacyMeter {
 public:
  /// @param spec  of one round; outlives it
  PrivacyMeter(const PrivacySpec& spec, std::uint32_t clients)
      : spec_(&spec), clients_(clients) {}

  /// Charges a round to every client, before it opens.
  /// @return  true if the client charged most stays within the budget; if
  ///          false, no client is charged
  bool charge_all();
  /// Charges a round to these clients; `clients` is empty if the round releases
  /// nothing new.
  /// @return  as charge_all()
  bool charge(std::vector<std::uint32_t> clients);
  /// Makes the charges final: the round has closed.
  void close_round();
  /// Counts each client's rounds from now on, even if all take part: some
  /// clients are about to leave.
  void count_each();

  /// Number of rounds of the client charged most.
  std::uint64_t max_rounds() const { return max_rounds_; }
  std::uint64_t rounds(std::uint32_t client) const;
  /// True if clients may differ.
  bool counts_each() const { return each_; }
  /// Accounted epsilon after this number of rounds.
  double epsilon(std::uint64_t rounds) const;

  /// Exchanges the charges of closed rounds only, for a checkpoint.
  /// @throws ArchiveError
  void exchange(Archive& archive);

 private:
  bool admit(std::uint64_t max_rounds);

  const PrivacySpec* spec_;
  std::uint32_t clients_;
  std::uint64_t max_rounds_ = 0;
  bool each_ = false;         ///< false as long as all have `max_rounds_`
  std::uint64_t common_ = 0;  ///< rounds of every client before `each_`
  /// Rounds since then, by client; of those that have any.
  std::unordered_map<std::uint32_t, std::uint32_t> rounds_;
  std::optional<std::uint64_t> closed_max_;  ///< while a round is open
  std::vector<std::uint32_t> open_;  ///< clients charged for the open round
  /// The last epsilon returned and its rounds: most are needed twice.
  mutable std::pair<std::uint64_t, double> last_{0, 0};
};

}  // namespace fedltr
