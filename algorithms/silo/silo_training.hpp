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

/// Order of the parties' steps in joint training.
enum class JointOrder : std::uint8_t {
  kSerial,    ///< one after another, each from the model of the one before
  kParallel,  ///< all from the same model; the mean of their gradients
};

/// One step of training: the parties that compute, and their task.
struct TrainingStep {
  enum class Kind : std::uint8_t {
    kKeepModel,   ///< trains alone and keeps the model
    kTellModel,   ///< trains alone on labelled instances and sends the model
    kLabelCross,  ///< labels its cross instances by the parameters
    kGradient,    ///< sends its gradient at the parameters
    kFinalModel,  ///< keeps the parameters as its model
  };
  Kind kind;
  std::vector<std::uint32_t> parties;          ///< ascending
  Vector parameters;                           ///< of the last three kinds
  std::uint32_t iteration = 0;                 ///< of kGradient
  Instances instances = Instances::kLabelled;  ///< kKeepModel, kGradient

  /// True if the next step depends on the parties' answers or completion.
  bool awaits() const {
    return kind != Kind::kLabelCross && kind != Kind::kFinalModel;
  }
  /// True if the parties' answers are combined.
  bool tells() const {
    return kind == Kind::kTellModel || kind == Kind::kGradient;
  }
  /// True if parties without training data receive it as well.
  bool is_for_all() const { return kind == Kind::kFinalModel; }
  /// True if the parties have their model afterwards.
  bool keeps() const {
    return kind == Kind::kKeepModel || kind == Kind::kFinalModel;
  }
};

/// Training by one method, as its lead sees it: returns the next step and
/// combines the parties' answers. Independent of the transport.
///
///   next() --> a step --> combine() --> next() ... until there is none
///
/// The settings bound the number of steps, whatever the parties send: hostile
/// parties may spoil a model, but can't delay the run.
class SiloTrainer {
 public:
  virtual ~SiloTrainer() = default;

  /// Returns the next step; nullopt if the training is over.
  /// @param members  parties that train; may lose some from call to call
  virtual std::optional<TrainingStep> next(
      const std::set<std::uint32_t>& members) = 0;

  /// Takes the answers to a step that awaits(), by ascending party, without
  /// those of parties lost in the meantime; empty unless the step tells().
  /// @throws TrainingError
  virtual void combine(std::span<const Vector> answers) = 0;
};

/// An attack that a simulation plays.
struct PartyAttack {
  std::function<std::unique_ptr<Attack>()> make = {};  ///< empty if all are
                                                       ///< honest
  std::uint32_t parties = 0;  ///< number of hostile parties, the first ones
  bool full = false;          ///< they know all parties' messages
  std::uint32_t assumed = 0;  ///< number of hostile parties that the rule
                              ///< assumes
  std::uint64_t seed = 1;
};

struct SiloTrainerConfig {
  Index parameters = 0;  ///< of a model
  TrainingOptions training;
  JointOrder order = JointOrder::kSerial;
  std::optional<ListwiseOptions> listwise = {};  ///< nullopt = the papers'
                                                 ///< training
  ParameterValues of_method = {};  ///< parameters that the method names
  PartyRule rule = {};             ///< not for serial steps, of one party each
  PartyAttack attack = {};
};

/// Role of a method among the others, independent of its place in the table.
enum class SiloRole : std::uint8_t {
  kOther,
  kBaseline,  ///< others' gains are measured against it; one of the table
  kProtocol,  ///< the whole protocol, whose metrics are the study's; one of
              ///< them
};

/// The steps that a method's trainer asks of each party that learns, in their
/// order, each once: those of `opening`, then gradients of iterations 0, 1, 2
/// ..., and the final model. A party that does not learn receives the last
/// only. Whatever the other parties send, a trainer asks for nothing else.
struct StepCourse {
  std::vector<TrainingStep::Kind> opening;
  /// Bounds on the number of gradients.
  std::uint32_t least_gradients = 0;
  std::uint32_t most_gradients = 0;
  Instances instances = Instances::kLabelled;  ///< of gradients

  /// True if a final model ends it, which joint methods have.
  bool is_joint() const {
    return opening.empty() || opening[0] != TrainingStep::Kind::kKeepModel;
  }
};

/// A method by which parties learn.
struct SiloMethod {
  bool joint = false;         ///< parties share a model, and scale together
  bool uses_cross = false;    ///< trains with cross instances
  bool trains_alone = false;  ///< also has parties train by themselves
  std::function<std::unique_ptr<SiloTrainer>(const SiloTrainerConfig&)> trainer;
  /// The steps of its trainer, known to each party beforehand.
  std::function<StepCourse(const SiloTrainerConfig&)> course;
  SiloRole role = SiloRole::kOther;
};

}  // namespace fedltr
