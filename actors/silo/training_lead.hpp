#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "actors/silo/step_messages.hpp"
#include "algorithms/silo/hostile_parties.hpp"

namespace fedltr {

/// Leads parties through methods, one after another: makes messages from the
/// steps of the methods' trainers, and combines the answers.
///
///   next() --> answers: take() --> combine() --> next() ... until there is
///   none
class TrainingLead {
 public:
  /// @param methods  names of silo_methods(), fewer than 256
  TrainingLead(std::vector<std::string> methods, SiloTrainerConfig config);

  struct Request {
    SiloMessage message;
    std::vector<std::uint32_t> parties;  ///< receivers
    bool for_all = false;  ///< also sent to members without training
    /// Type of the awaited answers; nullopt to take the next request at once.
    std::optional<MessageType> answer;
  };
  /// Returns the next request; nullopt when all methods are done.
  /// @param members  members that train
  std::optional<Request> next(const std::set<std::uint32_t>& members);

  /// Takes an answer to the last request.
  /// @throws std::invalid_argument for an invalid answer
  /// @throws TrainingError  for a gradient beyond all bounds after large ones:
  ///                        the model is far off, and the party may be honest
  void take(const SiloMessage& answer);
  /// Drops the answer of an excluded party.
  void exclude(std::uint32_t party) { answers_.erase(party); }
  /// Returns the parties whose answers (gradients at the same parameters, or
  /// local models) are far larger than most, with the reason. Needs three
  /// answers: of two it is unknown which lies.
  std::map<std::uint32_t, std::string> outliers() const;
  /// Combines the answers, once all have come.
  /// @throws TrainingError naming the method, and each party's largest gradient
  void combine();

 private:
  std::string largest_gradients() const;
  double largest_gradient() const;
  void note_gradients();

  std::vector<std::string> methods_;
  SiloTrainerConfig config_;
  std::size_t method_ = 0;
  std::unique_ptr<SiloTrainer> trainer_;                      ///< of the method
  std::optional<HostileParties> hostile_;                     ///< of the method
  TrainingStep::Kind kind_ = TrainingStep::Kind::kKeepModel;  ///< last step's
  std::map<std::uint32_t, Vector> answers_;
  std::map<std::uint32_t, double> largest_;  ///< of the method, by party
  /// The first gradients of the method that are far larger than all before
  /// them, in words.
  std::string first_large_;
};

}  // namespace fedltr
