#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "algorithms/aggregation/robust.hpp"
#include "algorithms/core/linalg.hpp"
#include "algorithms/core/method.hpp"
#include "algorithms/core/rng.hpp"

namespace fedltr {

class Ranker;

/// Knowledge of colluding attackers in a round.
struct AttackInput {
  const Vector& global;  ///< the model before the round
  /// Honest local models: those of the attackers' own clients, and with full
  /// knowledge (below) those of all other participants. #known by #parameters
  RowsView honest;
  Index attackers = 1;        ///< the first rows of `honest` are theirs
  std::uint32_t clients = 1;  ///< taking part, attackers among them
  /// Malicious clients the rule assumes.
  std::uint32_t assumed = 0;
  Rng rng;
  /// Round of training, for attackers' schedules; while unlearning the last
  /// one.
  std::uint32_t round = 1;
  /// Numbers of the clients in `honest`; empty: by row.
  std::span<const std::uint32_t> known = {};
  /// Numbers of the clients that might have taken part, ascending; empty: every
  /// client.
  std::span<const std::uint32_t> eligible = {};
  std::uint32_t unlearning = 0;  ///< rounds of the run that `round` leaves out
  std::uint32_t rule_round = 0;  ///< round that the server's rule is given;
                                 ///< 0: `round`

  /// Number of the round among all of the run, for state that changes in each.
  std::uint32_t number() const { return round + unlearning; }
};

/// Everything an attack is made from.
struct AttackOptions {
  ParameterValues parameters = {};
  std::uint32_t rounds = 0;  ///< of the run
  /// Makes the attackers' copy of the server's rule; empty for the mean. With
  /// full knowledge it equals the server's; otherwise it draws from
  /// attackers_seed() and has root data of the attackers.
  std::function<std::unique_ptr<RobustRule>()> rule = {};
  /// Ranker of the models; null for a linear one.
  std::shared_ptr<const Ranker> ranker = {};
  Index features = 0;  ///< of the data, if there is a ranker
};

/// Makes the messages of colluding attackers. May remember the earlier rounds
/// for which it was called: those in which some client attacks.
class Attack {
 public:
  virtual ~Attack() = default;
  /// The attackers' models, sent in place of honest ones: #attackers by
  /// #parameters.
  virtual Matrix craft(const AttackInput& input) = 0;
  /// Saves or loads the attack's memory, for a checkpoint; default: nothing.
  virtual void exchange(Archive&) {}
};

/// Makes an attack on models; empty for attacks on data, which need no answer.
using AttackFactory =
    std::function<std::unique_ptr<Attack>(const AttackOptions&)>;
/// Makes the attackers' models from the round alone.
using Craft = std::function<Matrix(const AttackInput&)>;

/// An attack that remembers nothing.
std::unique_ptr<Attack> memoryless(Craft craft);

/// Target of an attack.
struct AttackTraits {
  bool on_models = false;  ///< attackers collude and send crafted models
  /// Replaces the global model, scaling by its length: without effect where
  /// updates are sent without it.
  bool replaces_model = false;
  bool promotes = false;   ///< pushes a feature up: kPromotedFeature
  std::string users = {};  ///< on data: the click model of attackers' users
  /// True if the messages depend on the number of rounds; empty: they don't.
  std::function<bool(const ParameterValues&)> follows_rounds = {};

  bool on_data() const { return !users.empty(); }
};
using AttackMethod = Method<AttackFactory, AttackTraits>;
extern const AttackTraits kOnModels;

/// Seed of the draws of attackers that do not know the server's, for a run of
/// Name of the method that attacks nothing.
std::uint64_t attackers_seed(std::uint64_t run_seed);

/// Name of the absence of an attack.
inline const std::string kNoAttack = "none";

/// All attacks by name.
const Methods<AttackFactory, AttackTraits>& attacks();

/// A number that sets how strong an attack is, -1e6 to 1e6. All attacks once
/// called theirs `strength`, which is still accepted.
/// @param name  ATTACK.NUMBER, as in lie.z
Parameter strength_parameter(std::string name, double usual, std::string help);

/// An attack on models with one parameter.
/// @param number  a value of 0 stands for its default
AttackMethod attack_with(
    std::string name, std::string summary, std::string source,
    const Parameter& number,
    const std::function<Matrix(const AttackInput&, double number)>& craft);

/// Mean and standard deviation (of the population) by column.
struct Moments {
  Vector mean;
  Vector deviation;
};
Moments moments_of(const RowsView& rows);

/// One copy of the row per attacker.
Matrix for_all(const Vector& model, Index attackers);

}  // namespace fedltr
