#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "algorithms/attacks/attack.hpp"
#include "algorithms/core/method.hpp"
#include "algorithms/silo/combination.hpp"
#include "algorithms/silo/listwise.hpp"
#include "algorithms/silo/party_trainer.hpp"

namespace fedltr {

/// How parties take turns in joint training.
enum class JointOrder : std::uint8_t {
  kSerial,    ///< one after the other, each from what the one before left
  kParallel,  ///< all from the same model; the mean of their gradients
};

/// One step of training: which parties compute what.
struct TrainingStep {
  enum class Kind : std::uint8_t {
    kKeepModel,   ///< trains alone and keeps the model
    kTellModel,   ///< trains alone on labelled instances and tells the model
    kLabelCross,  ///< labels its cross instances by the parameters
    kGradient,    ///< tells its gradient at the parameters
    kFinalModel,  ///< keeps the parameters as its model
  };
  Kind kind;
  std::vector<std::uint32_t> parties;  ///< ascending
  Vector parameters;                   ///< of the last three kinds
  std::uint32_t iteration = 0;         ///< of kGradient
  bool with_cross = false;  ///< kKeepModel, kGradient: with cross instances

  /// Whether the next step depends on the parties' being done.
  bool awaits() const {
    return kind != Kind::kLabelCross && kind != Kind::kFinalModel;
  }
  /// Whether the parties' numbers are combined.
  bool tells() const {
    return kind == Kind::kTellModel || kind == Kind::kGradient;
  }
  /// Whether those who have nothing to train with get it, too.
  bool is_for_all() const { return kind == Kind::kFinalModel; }
  /// Whether the parties have their model then.
  bool keeps() const {
    return kind == Kind::kKeepModel || kind == Kind::kFinalModel;
  }
};

/// Training by one method, as its lead sees it: says what comes next, combines
/// what parties tell. Knows nothing of how they are reached.
///
///   next() --> a step --> combine() --> next() ... until there is none
///
/// Takes a number of steps that its settings bound, whatever the parties tell:
/// hostile ones may spoil a model, but keep nobody waiting for it.
class SiloTrainer {
 public:
  virtual ~SiloTrainer() = default;

  /// The next step; none: the training is over.
  /// @param members  parties that train; may lose some from call to call
  virtual std::optional<TrainingStep> next(
      const std::set<std::uint32_t>& members) = 0;

  /// Takes the answers to a step that awaits(), by party, ascending, without
  /// those of parties that were lost meanwhile; none, if it does not tells().
  /// @throws TrainingError
  virtual void combine(std::span<const Vector> answers) = 0;
};

/// An attack that a simulation plays.
struct PartyAttack {
  std::function<std::unique_ptr<Attack>()> make = {};  ///< none: all are honest
  std::uint32_t parties = 0;  ///< the first ones attack
  bool full = false;          ///< they know what everybody tells
  std::uint32_t assumed = 0;  ///< hostile parties that the rule assumes
  std::uint64_t seed = 1;
};

struct SiloTrainerConfig {
  Index parameters = 0;  ///< of a model
  TrainingOptions training;
  JointOrder order = JointOrder::kSerial;
  std::optional<ListwiseOptions> listwise = {};  ///< none: the papers' training
  ParameterValues of_method = {};  ///< of the parameters that the method names
  PartyRule rule = {};             ///< not of serial steps, one party's each
  PartyAttack attack = {};
};

/// What a method is to the others, wherever it stands in the table.
enum class SiloRole : std::uint8_t {
  kOther,
  kBaseline,  ///< what others gain is told against it; one of the table
  kProtocol,  ///< the whole protocol, whose metrics are a study's; one of them
};

/// A way for parties to learn.
struct SiloMethod {
  bool joint = false;         ///< parties share a model, and scale together
  bool uses_cross = false;    ///< trains with cross instances
  bool trains_alone = false;  ///< has parties train by themselves, too
  std::function<std::unique_ptr<SiloTrainer>(const SiloTrainerConfig&)> trainer;
  SiloRole role = SiloRole::kOther;
};

}  // namespace fedltr
