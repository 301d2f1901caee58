#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "actors/silo/plan.hpp"

namespace fedltr {

/// Who stands between the parties: passes on their letters, adds up what they
/// mask, leads their training. Honest but curious: it reads what it may and
/// must not find a key or a term in it.
///
/// A party that sends what makes no sense, what nobody asked for, or nothing,
/// is excluded and named; the others go on. It knows at each time from whom it
/// expects what, and who may still have an answer under way to what was asked
/// anew since; a clock decides nothing here: in a simulation a missed deadline
/// is a letter (kSilence), a deployment's clock would write the same one.
struct RelayState {
  explicit RelayState(caf::stateful_actor<RelayState>* pointer)
      : self(pointer) {}

  void start();
  void accept(const Letter& letter);
  void fail(const std::string& what);
  void on_party_down(const caf::down_msg& down);

  caf::stateful_actor<RelayState>* self;
  std::shared_ptr<const SiloPlan> plan;
  caf::actor study;

 private:
  enum class Stage : std::uint8_t {
    kKeys,
    kFrequencies,
    kQuestions,
    kMoments,
    kAlone,
    kSteps,
  };
  /// A question that an owner has yet to answer.
  struct Owed {
    Subject answer;
    std::uint32_t number;
    std::size_t terms;
    std::size_t documents;
  };
  using Pair = std::pair<std::uint32_t, std::uint32_t>;  ///< asker, owner

  void send(std::uint32_t party, Subject subject, std::uint32_t number,
            const Payload& payload, std::uint32_t from = kRelay);
  void broadcast(Subject subject, std::uint32_t number,
                 const Payload& payload = {});
  void pass_on(const Letter& letter);
  void count_sent(const Letter& letter);
  void count_passed();

  /// All throw std::invalid_argument for what makes no sense.
  bool is_late(const Letter& letter);
  void take(const Letter& letter);
  void take_question(const Letter& letter);
  void take_answer(const Letter& letter);
  void take_refusal(const Letter& letter);
  void take_expected(const Letter& letter);
  void check(const Letter& letter) const;

  void exclude(std::uint32_t party, const std::string& why);
  void expect(Stage stage, Subject subject, std::set<std::uint32_t> parties,
              std::uint32_t number = 0);
  std::uint32_t training_number() const {
    return fedltr::training_number(method_, iteration_);
  }
  void advance();

  void begin_keys();
  void hand_out_keys();
  bool agree_on_key();
  void hand_out_sums();
  void ask_for_moments();
  void hand_out_moments();
  void scale(const Payload& sum);
  void next_method();
  void after_alone();
  void next_step();
  void after_steps();
  void end();
  const std::string& method() const { return plan->methods[method_]; }
  Vector numbers(const Payload& payload) const;

  std::vector<caf::actor> parties_;
  std::map<caf::actor_addr, std::uint32_t> numbers_;  ///< of the parties
  std::set<std::uint32_t> members_;
  std::map<std::uint32_t, std::uint32_t> documents_;  ///< of each member
  std::shared_ptr<SiloRecord> record_;
  std::uint32_t attempt_ = 0;
  Stage stage_ = Stage::kKeys;
  Subject expected_ = Subject::kPublicKey;
  std::uint32_t number_ = 0;  ///< of what was asked
  std::set<std::uint32_t> awaited_;
  std::map<std::uint32_t, Payload> came_;  ///< by party, in this stage
  /// Letters, by party: answers to what was asked anew before they came.
  std::map<std::uint32_t, std::size_t> under_way_;
  std::uint32_t key_holder_ = 0;     ///< who hands out the hash key
  std::set<std::uint32_t> wrapped_;  ///< who was sent it
  std::map<Pair, Owed> owed_;
  std::map<Pair, std::uint32_t> next_question_;  ///< least number it may have
  /// Questions and answers, by who sent them to whom, and subject.
  std::map<Pair, std::map<std::uint8_t, Traffic>> passed_;
  std::uint32_t moments_asked_ = 0;  ///< times

  Index parameters_ = 0;  ///< of a model
  std::size_t method_ = 0;
  Vector model_;
  std::uint32_t iteration_ = 0;
  std::uint32_t turn_ = 0;  ///< parties up to here have stepped, serial
  bool ended_ = false;
};

caf::behavior relay_actor(caf::stateful_actor<RelayState>* self,
                          std::shared_ptr<const SiloPlan> plan,
                          const caf::actor& study);

}  // namespace fedltr
